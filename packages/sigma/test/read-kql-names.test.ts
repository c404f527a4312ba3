import { matchRule, parseSigma, readQuery, type SigmaRule } from '@tripline/sigma';

function read(query: string) {
  const reading = readQuery(query, 'kql');
  if (!reading.ok) throw reading.error;
  return reading;
}

describe('a column of KQL whose name stands in brackets', () => {
  test('is what extend says that it is, and no field of its own', () => {
    const { rule, notes } = read(
      `AuditLogs | extend ['Actor Name'] = tostring(InitiatedBy.user.userPrincipalName) | where OperationName == "Add member" and ['Actor Name'] startswith "adm"`,
    );
    expect(JSON.stringify(rule)).not.toContain('Actor Name');
    expect(notes.map(({ code }) => code)).not.toContain('unmapped_field');
  });

  test('is a count where summarize makes it one', () => {
    const { documents } = read(
      `SigninLogs | where ResultType == "50105" | summarize ['Denied apps'] = make_set(AppDisplayName), ["Count of apps"] = dcount(AppDisplayName) by UserPrincipalName, bin(TimeGenerated, 30m) | where ['Count of apps'] >= 2`,
    );
    expect(documents).toMatchObject([
      { detection: { selection: { ResultType: '50105' } } },
      { correlation: { type: 'value_count', timespan: '30m', condition: { gte: 2 } } },
    ]);
  });

  test('is one that a function, a comparison or a key takes', () => {
    const { documents } = read(
      `SigninLogs | where isnotempty( ['AppDisplayName']) and ["ResultType"] == "0" | summarize n = count() by ['UserPrincipalName'] | where n > 5`,
    );
    expect(documents).toMatchObject([
      { detection: { selection: { ResultType: '0' } } },
      { correlation: { type: 'event_count', condition: { gt: 5 } } },
    ]);
  });

  test('is not a list of texts, nor a place in a value', () => {
    const { yaml } = read(
      `let names = dynamic(['cmd.exe', "sh.exe"]); let one = dynamic(['only.exe']); DeviceProcessEvents | where FileName in~ (names) or FileName in~ (one) or AdditionalFields['Some Key'] == "x"`,
    );
    const [rule] = parseSigma(yaml).documents as readonly SigmaRule[];
    const finds = (event: object) => matchRule(rule as SigmaRule, event as never).matched;
    expect([finds({ Image: 'C:\\a\\cmd.exe' }), finds({ Image: 'C:\\a\\only.exe' }), finds({ Image: 'x' })]).toEqual([
      true,
      true,
      false,
    ]);
    expect(yaml).toContain('Some Key');
  });
});

test('a query that keeps only the rows of a form is refused, since no rule says which these are', () => {
  const reading = readQuery(`OfficeActivity | where Operation == "x" | parse-where Parameters with * "a" B`, 'kql');
  expect(reading.ok ? reading.yaml : reading.error.message).toBe(
    'parse-where cuts a value into new columns; a rule over single events cannot express that',
  );
});

test('words that are excluded end where a sign of their own parts them', () => {
  const { yaml } = read(
    `DeviceImageLoadEvents | where FileName =~ "a.dll" and not(FolderPath has_any (@"\\Program Files\\Quest", @"Media\\"))`,
  );
  const [rule] = parseSigma(yaml).documents as readonly SigmaRule[];
  const finds = (ImageLoaded: string) => matchRule(rule as SigmaRule, { ImageLoaded }).matched;
  expect([
    finds('x\\Program Files\\Quest\\a.dll'),
    finds('C:\\Media\\a.dll'),
    finds('C:\\Program Files\\Quests\\a.dll'),
    finds('C:\\SocialMedia\\a.dll'),
  ]).toEqual([false, false, true, true]);
});
