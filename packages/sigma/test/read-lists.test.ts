import { matchRule, parseSigma, type QueryLanguage, readQuery, type SigmaRule } from '@tripline/sigma';

function read(text: string, language: QueryLanguage) {
  const reading = readQuery(text, language);
  if (!reading.ok) throw reading.error;
  expect(reading.whole).toBe(true);
  return {
    detection: reading.rule['detection'],
    notes: reading.notes.map(({ code, message }) => `${code}: ${message}`),
    /** The rule with values for its placeholders. */
    withValues: (placeholders: Readonly<Record<string, readonly string[]>>) =>
      parseSigma(reading.yaml, { placeholders }).documents[0] as SigmaRule,
  };
}

const refusal = (text: string, language: QueryLanguage): string => {
  const reading = readQuery(text, language);
  return reading.ok ? reading.yaml : `${reading.error.message} (${reading.error.line}:${reading.error.column})`;
};

const FEED = `let Feed = externaldata(Address: string)[@"https://lists.example/ips.txt"] with (format="txt");
let Known = materialize (Feed | where Address matches regex "^1" | distinct Address);
`;

describe('lists that are kept elsewhere', () => {
  test('KQL: a list from an address is a placeholder for its values, with a note', () => {
    const { detection, notes, withValues } = read(`${FEED}DeviceNetworkEvents | where RemoteUrl in~ (Known)`, 'kql');
    expect(detection).toEqual({
      selection: { 'DestinationHostname|expand': '%Known%' },
      condition: 'selection',
    });
    expect(notes).toContain(
      'list_elsewhere: The values of the list Known are kept elsewhere; the rule has the placeholder %Known% for them, which a pipeline fills in.',
    );
    const rule = withValues({ Known: ['a.example', 'b.example'] });
    const finds = (DestinationHostname: string) => matchRule(rule, { DestinationHostname }).matched;
    expect(['A.example', 'b.example', 'x.a.example'].map(finds)).toEqual([true, true, false]);
  });

  test('KQL: what minds the case, excludes, or looks for words says so', () => {
    const body = 'DeviceProcessEvents | where ProcessCommandLine has_any (Known) and not(AccountSid in (Known))';
    const { detection, notes } = read(FEED + body, 'kql');
    expect(detection).toEqual({
      selection: { 'CommandLine|contains|expand': '%Known%' },
      filter: { 'AccountSid|cased|expand': '%Known%' },
      condition: 'selection and not filter',
    });
    expect(notes.join()).toContain('widened: The query looks for whole words');
  });

  test('KQL: a watchlist is such a list', () => {
    const query = `let Admins = _GetWatchlist('admins') | project SearchKey;
SigninLogs | where UserPrincipalName in~ (Admins)`;
    expect(read(query, 'kql').detection).toMatchObject({ selection: { 'Username|expand': '%Admins%' } });
  });

  test.each([
    ['an address alone', 'externaldata(x:string)[@"https://lists.example/a"]'],
    ['an address and its format', 'externaldata(x:string)[@"https://lists.example/a"] with (format="csv")'],
    ['a watchlist alone', "_GetWatchlist('admins')"],
    ['a list that is kept for the query', 'materialize(externaldata(x:string)[@"https://lists.example/a"])'],
    ['a column of a watchlist in brackets', "(_GetWatchlist('admins') | project SearchKey)"],
    ['a column of a list in brackets', "(_GetWatchlist('admins')) | distinct SearchKey, Other"],
  ])('KQL: such a list is %s', (_, list) => {
    for (const operator of ['in~', 'in']) {
      const query = `let A = ${list};\nSigninLogs | where UserPrincipalName ${operator} (A)`;
      const field = operator === 'in' ? 'Username|cased|expand' : 'Username|expand';
      expect(read(query, 'kql').detection).toMatchObject({ selection: { [field]: '%A%' } });
    }
  });

  test.each(["_GetWatchlist('admins') | project SearchKey", "(_GetWatchlist('admins') | project SearchKey)"])(
    'KQL: a watchlist where the list stands has its own name: %s',
    (list) => {
      const { detection, notes } = read(`SigninLogs | where UserPrincipalName in~ (${list})`, 'kql');
      expect(detection).toMatchObject({ selection: { 'Username|expand': '%admins%' } });
      expect(notes.join()).toContain('list_elsewhere: The values of the list admins are kept elsewhere');
    },
  );

  test.each([
    ['project B = strcat(x, "@corp.example")'],
    ['project tolower(x)'],
    ['distinct tolower(x)'],
    ['project x | extend x = tolower(x)'],
  ])('KQL: refused, values that the query computes of the list: %s', (operators) => {
    for (const source of ['externaldata(x:string)[@"https://lists.example/a"]', "_GetWatchlist('a')"]) {
      const where = 'SigninLogs | where UserPrincipalName in~';
      for (const list of [`${source} | ${operators}`, `(${source} | ${operators})`]) {
        expect(refusal(`let A = ${list};\n${where} (A)`, 'kql')).toBe('the list A is not written in the query (2:43)');
        expect(readQuery(`${where} (${list})`, 'kql').ok).toBe(false);
      }
    }
  });

  test('KQL: refused, a watchlist of the name of another list', () => {
    const query = `${FEED}SigninLogs | where UserPrincipalName in~ (_GetWatchlist('Known')) or IPAddress in (Known)`;
    expect(readQuery(query, 'kql').ok).toBe(false);
  });

  test.each([
    [
      'a list of another table',
      'let Known = SigninLogs | distinct IPAddress;\nDeviceNetworkEvents | where RemoteIP in (Known)',
      'the list Known is not written in the query (2:42)',
    ],
    [
      'a list that the query computes',
      'let Feed = externaldata(A: string)["https://lists.example"];\nlet Known = Feed | extend B = strcat(A, "x") | distinct B;\nDeviceNetworkEvents | where RemoteIP in (Known)',
      'the list Known is not written in the query (3:42)',
    ],
    [
      'the list itself',
      `${FEED}Known | where Address == "1.1.1.1"`,
      'Known is a list from elsewhere; a rule over single events cannot express that (3:1)',
    ],
    [
      'names of programs, which are a part of a path',
      `${FEED}DeviceProcessEvents | where FileName in (Known)`,
      'FileName holds a part of Image, which this test cannot be applied to (3:29)',
    ],
    [
      'words that are excluded',
      `${FEED}DeviceProcessEvents | where not(ProcessCommandLine has_any (Known))`,
      'ProcessCommandLine holds a part of CommandLine; excluding by this test would exclude too much (3:33)',
    ],
  ])('KQL: refused, %s', (_, query, message) => {
    expect(refusal(query, 'kql')).toBe(message);
  });

  const yaral = (test: string) =>
    `rule r {\n  events:\n    $e.metadata.event_type = "NETWORK_DNS"\n    ${test}\n  condition:\n    $e\n}`;

  test('YARA-L: a reference list is a placeholder of its name', () => {
    expect(read(yaral('not $e.network.dns.questions.name in %known nocase'), 'yaral').detection).toMatchObject({
      filter: { 'query|expand': '%known%' },
    });
    expect(read(yaral('$e.principal.hostname in %hosts'), 'yaral').detection).toMatchObject({
      selection: { 'principal.hostname|cased|expand': '%hosts%' },
    });
  });

  test.each([
    ['$e.principal.ip in cidr %nets', 'what the list %nets has is kept elsewhere (4:29)'],
    ['re.capture($e.target.url, "a") in %urls', 'a rule compares a field with a list (4:5)'],
  ])('YARA-L: refused, %s', (test, message) => {
    expect(refusal(yaral(test), 'yaral')).toBe(message);
  });
});
