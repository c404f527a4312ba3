import { type QueryLanguage, readQuery } from '@tripline/sigma';

function read(text: string, language: QueryLanguage, index: readonly string[] = []) {
  const reading = readQuery(text, language, { rule: { index } });
  if (!reading.ok) throw reading.error;
  return reading;
}
const rulesOf = (text: string, language: QueryLanguage, index?: readonly string[]) =>
  read(text, language, index).documents.map(({ detection, logsource }) => ({ detection, logsource }));

describe('a query over several logs is a rule for each', () => {
  test('of data sets one of which has a log source of its own', () => {
    const query =
      'data_stream.dataset:("google_workspace.login" or "google_workspace.token") and event.action:authorize';
    expect(rulesOf(query, 'lucene')).toMatchObject([
      {
        logsource: { product: 'gcp', service: 'google_workspace.login' },
        detection: { selection: { eventName: 'authorize' } },
      },
      { logsource: { product: 'google_workspace', service: 'token' } },
    ]);
  });

  test('and one of data sets that are the same', () => {
    const signins = 'event.dataset:(azure.signinlogs or azure.signinlogs) and azure.signinlogs.result_type:0';
    expect(rulesOf(signins, 'lucene')).toHaveLength(1);
  });

  test('and one of data sets that hold what others collected', () => {
    const query = 'data_stream.dataset:(windows.forwarded or windows.sysmon_operational) and event.code:1';
    expect(rulesOf(`${query} and process.name:a.exe`, 'lucene')).toMatchObject([
      { logsource: { category: 'process_creation', product: 'windows' } },
    ]);
  });

  test('of more tables than a search over everything has data sets', () => {
    const tables = Array.from({ length: 12 }, (_, n) => `Own${n}`);
    const logs = rulesOf(`union ${tables.join(', ')} | where Account == "x"`, 'kql').map(({ logsource }) => logsource);
    expect(logs).toEqual(tables.map((table) => ({ product: 'azure', service: table.toLowerCase() })));
  });

  test.each([
    'union (union SecurityEvent, SigninLogs | where Account == "x"), (AuditLogs | where Result == "y")',
    'union SecurityEvent, SigninLogs\n| where Account == "x"\n\nAuditLogs\n| where Result == "y"',
  ])('of tables of a union with conditions of its own beside another table: %j', (query) => {
    const rules = rulesOf(query, 'kql').map(({ detection, logsource }) => JSON.stringify([logsource, detection]));
    expect(rules).toHaveLength(3);
    for (const [index, [service, value]] of [
      ['security', 'x'],
      ['signinlogs', 'x'],
      ['auditlogs', 'y'],
    ].entries()) {
      expect(rules[index]).toContain(`"${service}"`);
      expect(rules[index]).toContain(`"${value}"`);
    }
    expect(rules[0]).not.toContain('"y"');
    expect(rules[2]).not.toContain('"x"');
  });

  test('of kinds of UDM events with conditions of their own', () => {
    const rule = (events: string) => `rule r {\n events:\n  ${events}\n condition:\n  $e\n}`;
    const process = '$e.metadata.event_type = "PROCESS_LAUNCH" and $e.target.process.command_line = "net user" nocase';
    const file = '$e.metadata.event_type = "FILE_CREATION" and $e.target.file.full_path = "/tmp/x" nocase';
    expect(rulesOf(rule(`(${process}) or (${file})\n  $e.principal.hostname = "host" nocase`), 'yaral')).toMatchObject([
      { logsource: { category: 'process_creation' } },
      { logsource: { category: 'file_event' } },
    ]);
  });
});

describe('a text with two KQL queries', () => {
  const FIRST = 'SigninLogs\n| where ResultType == "0"\n| sort by TimeGenerated desc';

  test.each(['\n\n', '\n \n', '\r\n\r\n', '\n\n// the same elsewhere\n\n'])('is read as a rule each: %j', (blank) => {
    const text = `${FIRST}${blank}AADSignInEventsBeta\n| where ErrorCode == 0`;
    const yaml = read(text, 'kql').documents.map(({ detection }) => JSON.stringify(detection));
    expect(yaml).toHaveLength(2);
    expect(yaml[0]).toContain('ResultType');
    expect(yaml[0]).not.toContain('ErrorCode');
    expect(yaml[1]).not.toContain('ResultType');
  });

  test.each([
    'SigninLogs\n\n| where ResultType == "0"\n\n| where\n\n  AppId == "x"\n\n  and IPAddress == "y"\n\n| project\n\nAppId\n\n',
    'SigninLogs\n| where ResultType == "0"\n| project\n\nAppId\n| where AppId == "x"',
    'let Failed = SigninLogs\n| where ResultType == "0";\n\nFailed\n| where AppId == "x"',
    'SigninLogs\n| where ResultType in (\n\n"0"\n\n)\n| where AppId == "x"',
  ])('is none where a blank line stands within one: %j', (text) => {
    expect(read(text, 'kql').whole).toBe(true);
    expect(read(text, 'kql').yaml).toContain("'x'");
  });
});
