import { convert, matchRule, parseSigma, readQuery, type SigmaRule } from '@tripline/sigma';

function read(query: string, partial = false) {
  const reading = readQuery(query, 'kql', { partial });
  if (!reading.ok) throw reading.error;
  return reading;
}

const refusal = (query: string) => {
  const reading = readQuery(query, 'kql');
  return reading.ok ? reading.yaml : `${reading.error.message} (${reading.error.line}:${reading.error.column})`;
};

const codes = (query: string) => read(query).notes.map(({ code }) => code);

/** What the converter writes of the rule that is read from a query. */
function writtenBack(query: string): string {
  const collection = parseSigma(read(query).yaml);
  const conversion = convert(collection.documents[0] as SigmaRule, collection, 'siem_kql');
  if (!conversion.ok) throw conversion.error;
  return conversion.queries[0] ?? '';
}

/** Which events the rule of a query finds. */
function found(query: string, events: readonly object[]): readonly boolean[] {
  const rule = parseSigma(read(query).yaml).documents[0] as SigmaRule;
  return events.map((event) => matchRule(rule, event as never).matched);
}

const ADDED = 'OfficeActivity | where Operation == "MemberAdded" | mv-expand Members';

describe('the rows that mv-expand makes', () => {
  test('let one condition find what any element has', () => {
    const query = `${ADDED} | where Members.UPN endswith "@heron.example" or Members.UPN has_any ("ext", "guest")`;
    const event = (...names: readonly string[]) => ({
      Operation: 'MemberAdded',
      Members: names.map((UPN) => ({ UPN })),
    });
    expect(codes(query)).not.toContain('presentation');
    expect(found(query, [event('a@x', 'b@heron.example'), event('a ext'), event('a@x')])).toEqual([true, true, false]);
  });

  test.each([
    [ADDED, 'parse_json(tostring(column_ifexists("Members", ""))) on'],
    [
      'SigninLogs | where ResultType == "1" | mv-expand Members = todynamic(AuthenticationDetails)',
      'AuthenticationDetails',
    ],
    [
      'SigninLogs | where ResultType == "1" | mv-expand kind=array Members = todynamic(AuthenticationDetails)',
      'item.UPN',
    ],
  ])('are written back as such, and read again as the same: %s', (rows, part) => {
    const query = `${rows} | where Members.UPN contains "heron"`;
    const back = writtenBack(query);
    expect(back).toContain(part);
    expect(back).toMatch(/countif\(tostring\(item\.UPN\) contains "heron"\)/);
    expect(read(back).yaml).toBe(read(query).yaml);
  });

  test.each([
    ['where Members.UPN !contains "heron"', /lacks a value.*\(1:53\)$/],
    ['where isempty(Members.UPN)', /lacks a value/],
    ['where Members.Role == 2 and Members.UPN has "heron"', /meet one element of Members.*\(1:53\)$/],
    ['where Members.Role == 2 | extend Who = tostring(Members.UPN) | where Who has "heron"', /meet one element/],
    ['summarize n = dcount(TeamName) by tostring(Members.UPN) | where n > 3', /no rule groups by elements/],
    ['summarize n = count() by UserId | where n > 3', /counts elements, and a correlation events/],
    ['summarize n = dcount(tostring(Members.UPN)) by UserId | where n > 3', /no correlation of Sigma counts/],
  ])('are refused, with the place, where a rule would mean other events: %s', (step, why) => {
    expect(refusal(`${ADDED} | ${step}`)).toMatch(why);
    const { whole, unread, yaml } = read(`${ADDED} | ${step}`, true);
    expect(whole).toBe(false);
    expect(unread).toHaveLength(1);
    expect(yaml).toContain('MemberAdded');
  });

  test('are named after the column also where a function reads it', () => {
    const rows = 'SigninLogs | where ResultType == "1" | mv-expand todynamic(AuthenticationDetails)';
    expect(refusal(`${rows} | where AuthenticationDetails.succeeded != "true"`)).toMatch(/lacks a value/);
  });

  test('only show where no condition is on them', () => {
    expect(codes(`${ADDED} | project Members`)).toContain('presentation');
    expect(read(`${ADDED} | summarize count() by tostring(Members.UPN)`).whole).toBe(true);
  });

  test('are different ones of two operators', () => {
    const query = `${ADDED} | mv-expand Other = Parameters | where Members.Role == 2 and Other.Name == "heron"`;
    expect(read(query).whole).toBe(true);
  });
});

describe('an element by its number', () => {
  const OF = 'AuditLogs | where OperationName == "Heron"';

  test.each([
    `${OF} | where TargetResources[0].type == "User"`,
    `${OF} | extend Kind = tostring(TargetResources[0].type) | where Kind in~ ("User", "Group")`,
    `${OF} | summarize n = dcount(Category) by tostring(TargetResources[0].id) | where n > 4`,
  ])('is any, and a note says so: %s', (query) => {
    const { notes } = read(query);
    expect(notes).toContainEqual(
      expect.objectContaining({
        code: 'widened',
        message: 'The query looks at one element of TargetResources, [0]; the rule looks at any element of it.',
      }),
    );
  });

  test.each([
    ['TargetResources[0].type != "User"', /excludes by \[0\] of TargetResources/],
    ['not(TargetResources[0].type has "User")', /excludes by \[0\]/],
    ['isempty(TargetResources[1].type)', /excludes by \[1\]/],
    ['TargetResources[0].type == "User" and TargetResources[1].type == "Group"', /several elements of TargetResources/],
    ['TargetResources[0].type == "User" | where TargetResources[1].type == "Group"', /several elements/],
  ])('is refused where any would lose events or be another: %s', (condition, why) => {
    expect(refusal(`${OF} | where ${condition}`)).toMatch(why);
    expect(read(`${OF} | where ${condition}`, true).whole).toBe(false);
  });

  test('of one of several tables is no other of the next', () => {
    const leg = (index: number) => `(${OF} | where TargetResources[${index}].type == "User")`;
    expect(read(`union ${leg(0)}, ${leg(2)}`).whole).toBe(true);
  });
});

describe('text of JSON that a query unwraps', () => {
  const value = (newValue: string) => ({
    OperationName: 'Heron',
    TargetResources: [{ ModifiedProperties: [{ NewValue: newValue }] }],
  });
  const OF = 'AuditLogs | where OperationName == "Heron"';
  const UNWRAPPED = [
    'tostring(parse_json(tostring(parse_json(tostring(TargetResources[0].modifiedProperties))[1].newValue)))',
    `trim('"', tostring(TargetResources[0].modifiedProperties[1].newValue))`,
    `trim(@'"', tostring(TargetResources[0].modifiedProperties[1].newValue))`,
  ];

  test.each(UNWRAPPED)('is found with its quotes and without: %s', (text) => {
    const query = (asked: string) => `${OF} | extend Name = ${text} | where Name ${asked}`;
    const events = [value('"Grey Heron"'), value('Grey Heron'), value('"Egret"')];
    for (const asked of ['== "Grey Heron"', 'startswith "grey"', 'endswith "heron"', 'in~ ("grey heron", "stork")'])
      expect({ asked, found: found(query(asked), events) }).toEqual({ asked, found: [true, true, false] });
  });

  test('that a query only reads a part of is compared as it is', () => {
    const query = `${OF} | where tostring(parse_json(tostring(TargetResources[0].modifiedProperties))[1].newValue) == "Heron"`;
    expect(found(query, [value('Heron'), value('"Heron"')])).toEqual([true, false]);
  });
});

test.each([
  ['MicrosoftGraphActivityLogs', 'RequestMethod == "POST" and ResponseStatusCode == 200'],
  [
    'CloudAppEvents',
    'ActionType == "Heron" and RawEventData["Odd Name"] == "x" and tostring(RawEventData.Actor) has "y"',
  ],
  ['EmailPostDeliveryEvents', 'Action =~ "Moved" and isempty(ThreatTypes)'],
])('a rule of the table %s, which no map has, is written as a query of that table', (table, condition) => {
  const query = `${table} | where ${condition}`;
  const back = writtenBack(query);
  expect(back.split('\n')[0]).toBe(table);
  expect(read(back).yaml).toBe(read(query).yaml);
});

test('a rule of a service that is no table is still one of its product', () => {
  const collection = parseSigma(
    'title: A\nlogsource: { product: m365, service: heron }\ndetection: { s: { Operation: x }, condition: s }\n',
  );
  const conversion = convert(collection.documents[0] as SigmaRule, collection, 'siem_kql');
  expect(conversion.ok && conversion.queries[0]?.split('\n')[0]).toBe('OfficeActivity');
});
