import { parseSigma, type QueryLanguage, type QueryReading, readQuery } from '@tripline/sigma';

function detectionOf(
  text: string,
  language: QueryLanguage,
): { readonly logsource: unknown; readonly detection: unknown; readonly notes: readonly string[] } {
  const reading = readQuery(text, language);
  if (!reading.ok) throw reading.error;
  expect(parseSigma(reading.yaml).errors).toEqual([]);
  return {
    logsource: reading.logsource,
    detection: reading.rule['detection'],
    notes: reading.notes.map(({ code }) => code),
  };
}

function refusal(reading: QueryReading): unknown {
  return reading.ok
    ? reading.yaml
    : {
        code: reading.error.code,
        message: reading.error.message,
        line: reading.error.line,
        column: reading.error.column,
      };
}

const WINDOWS_PROCESS = { category: 'process_creation', product: 'windows' };

describe('KQL', () => {
  test('Defender columns of file names become ends of paths, and exclusions a filter', () => {
    const query = `DeviceProcessEvents
| where Timestamp > ago(7d)
| where InitiatingProcessFileName =~ "winword.exe" and FileName in~ ("cmd.exe", "mshta.exe")
| where ProcessCommandLine !contains "printing"
| project DeviceName, ProcessCommandLine`;
    expect(detectionOf(query, 'kql')).toEqual({
      logsource: WINDOWS_PROCESS,
      detection: {
        selection: { 'ParentImage|endswith': '\\winword.exe', 'Image|endswith': ['\\cmd.exe', '\\mshta.exe'] },
        filter: { 'CommandLine|contains': 'printing' },
        condition: 'selection and not filter',
      },
      notes: ['search_settings', 'presentation', 'logsource_narrowed'],
    });
  });

  test('a Sentinel table, constants of let, negated lists and missing values are read', () => {
    const query = `let watched = dynamic(["StopLogging", "DeleteTrail"]);
AWSCloudTrail
| where EventName in (watched) and isempty(ErrorCode)
| where SourceIpAddress !in ("198.51.100.7") and UserIdentityType != "AWSService"`;
    expect(detectionOf(query, 'kql')).toEqual({
      logsource: { product: 'aws', service: 'cloudtrail' },
      detection: {
        selection: { eventName: ['StopLogging', 'DeleteTrail'], errorCode: null },
        filter_1: { sourceIPAddress: '198.51.100.7' },
        filter_2: { 'userIdentity.type': 'AWSService' },
        condition: 'selection and not filter_1 and not filter_2',
      },
      notes: [],
    });
  });

  test('has is wider as a contains and exact as an expression where it excludes', () => {
    const { detection, notes } = detectionOf(
      'SecurityEvent | where EventID == 4688 and CommandLine has "whoami" and not(CommandLine has "audit")',
      'kql',
    );
    expect(detection).toEqual({
      selection: { EventID: 4688, 'CommandLine|contains': 'whoami' },
      filter: { 'CommandLine|re|i': '(?:^|[^\\pL\\pN])audit(?:$|[^\\pL\\pN])' },
      condition: 'selection and not filter',
    });
    expect(notes).toEqual(['widened']);
  });

  test('columns that extend computes from a column are that column', () => {
    const { detection } = detectionOf(
      'AuditLogs | extend actor = tostring(InitiatedBy.user.userPrincipalName) | where actor =~ "a@example.org" and OperationName =~ "Add user"',
      'kql',
    );
    expect(JSON.stringify(detection)).toContain('a@example.org');
  });

  test.each([
    [
      'DeviceProcessEvents\n| join kind=leftanti (DeviceNetworkEvents) on DeviceId',
      'join of kind leftanti asks for what other events do not have; a rule over single events cannot express that',
      2,
      3,
    ],
    [
      'DeviceProcessEvents\n| summarize n = count() by DeviceId\n| summarize m = count()\n| where m > 5',
      'a condition follows summarize, and neither a rule over single events nor a correlation can test the result of summarize',
      3,
      3,
    ],
    [
      'DeviceProcessEvents | where strlen(ProcessCommandLine) > 900',
      'a rule cannot compute strlen(ProcessCommandLine)',
      1,
      29,
    ],
    [
      'DeviceProcessEvents | where ProcessCommandLine has_any (NamesOfTools)',
      'the list NamesOfTools is not written in the query',
      1,
      57,
    ],
    [
      'DeviceProcessEvents | where Timestamp > ago(1d) or FileName == "a.exe"',
      'the time of the event stands among alternatives, which a rule cannot express',
      1,
      29,
    ],
    [
      'union Device* | where FileName == "a.exe"',
      'union with a pattern of names reads tables that are not written in the query',
      1,
      7,
    ],
  ])('what a rule cannot express is refused with its place: %s', (query, message, line, column) => {
    expect(refusal(readQuery(query, 'kql'))).toEqual({ code: 'UnreadableQuery', message, line, column });
  });

  test('a table that no log source has is one of its own name, which a note tells; a log source beside the query is taken', () => {
    expect(detectionOf('EmailEvents | where Subject == "x"', 'kql')).toEqual({
      logsource: { product: 'm365', service: 'emailevents' },
      detection: { selection: { 'Subject|cased': 'x' }, condition: 'selection' },
      notes: ['logsource_unlisted'],
    });
    const named = readQuery('EmailEvents | where Subject == "x"', 'kql', {
      logsource: { product: 'm365', service: 'audit' },
    });
    expect(named.ok && named.rule['detection']).toEqual({
      selection: { 'Subject|cased': 'x' },
      condition: 'selection',
    });
  });
});

describe('SPL', () => {
  test('source types, lists and NOT are read; index and time range are settings', () => {
    const query =
      'index=win sourcetype="WinEventLog:Security" EventCode=4688 NewProcessName="*\\\\cmd.exe" NOT ParentProcessName IN ("*\\\\agent.exe", "*\\\\setup.exe") earliest=-24h | table _time, host';
    expect(detectionOf(query, 'spl')).toEqual({
      logsource: { product: 'windows', service: 'security' },
      detection: {
        selection: { EventID: 4688, 'NewProcessName|endswith': '\\cmd.exe' },
        filter: { 'ParentProcessName|endswith': ['\\agent.exe', '\\setup.exe'] },
        condition: 'selection and not filter',
      },
      notes: ['search_settings', 'search_settings', 'presentation'],
    });
  });

  test('a data model names the log, and != asks for the field', () => {
    const query =
      '| tstats `security_content_summariesonly` count from datamodel=Endpoint.Processes where Processes.process_name=wmic.exe Processes.user!=SYSTEM by Processes.dest | `drop_dm_object_name(Processes)` | `wmic_filter`';
    expect(detectionOf(query, 'spl')).toEqual({
      logsource: { category: 'process_creation' },
      detection: {
        selection: { 'Image|endswith': '\\wmic.exe', 'User|exists': true },
        filter: { User: 'SYSTEM' },
        condition: 'selection and not filter',
      },
      notes: ['presentation'],
    });
  });

  test('OR binds tighter than what stands side by side, and where is the other way round', () => {
    const search = 'sourcetype=aws:cloudtrail eventName=A OR eventName=B userAgent=c';
    expect(detectionOf(search, 'spl').detection).toEqual({
      selection: { eventName: ['A', 'B'], userAgent: 'c' },
      condition: 'selection',
    });
    const where = 'sourcetype=aws:cloudtrail | where eventName="A" AND userAgent="1" OR eventName="B"';
    expect(detectionOf(where, 'spl').detection).toEqual({
      selection: [{ eventName: 'A', userAgent: 1 }, { eventName: 'B' }],
      condition: 'selection',
    });
  });

  test.each([
    [
      '`sysmon` EventCode=1\n| stats count by host\n| streamstats sum(count) as sum\n| where sum > 5',
      'a condition follows streamstats, and neither a rule over single events nor a correlation can test the result of streamstats',
      3,
    ],
    [
      '`sysmon` EventCode=1 [ search index=x | fields Image ]',
      'a subsearch looks events up elsewhere; a rule over single events cannot express that',
      1,
    ],
    [
      'sourcetype=aws:cloudtrail `our_accounts` eventName=A',
      'what the macro our_accounts stands for is defined elsewhere',
      1,
    ],
    [
      '`sysmon` EventCode=1 | transaction host',
      'transaction groups events into transactions; neither a rule over single events nor a correlation can express that',
      1,
    ],
    [
      '`sysmon` EventCode=1 | eval n=CommandLine."x" | where n="ax"',
      'n is computed by eval, which a rule cannot do',
      1,
    ],
  ])('what a rule cannot express is refused with its place: %s', (query, message, line) => {
    expect(refusal(readQuery(query, 'spl'))).toEqual({
      code: 'UnreadableQuery',
      message,
      line,
      column: expect.any(Number),
    });
  });
});

describe('Lucene', () => {
  test('Elastic Endpoint fields, groups and exclusions are read', () => {
    const query =
      'event.category:process AND event.type:start AND host.os.type:linux AND process.name:(curl OR wget) AND NOT process.parent.executable:\\/usr\\/bin\\/apt*';
    expect(detectionOf(query, 'lucene')).toEqual({
      logsource: { product: 'linux', category: 'process_creation' },
      detection: {
        selection: { 'Image|endswith|cased': ['/curl', '/wget'] },
        filter: { 'ParentImage|startswith|cased': '/usr/bin/apt' },
        condition: 'selection and not filter',
      },
      notes: [],
    });
  });

  test('operators in lower case are those of Kibana', () => {
    const query = 'event.dataset:aws.cloudtrail and event.action:(CreateUser or "DeleteUser") and not user.name:*-ci';
    expect(detectionOf(query, 'lucene')).toEqual({
      logsource: { product: 'aws', service: 'cloudtrail' },
      detection: {
        selection: { eventName: ['CreateUser', 'DeleteUser'] },
        filter: { 'userIdentity.userName|endswith|cased': '-ci' },
        condition: 'selection and not filter',
      },
      notes: [],
    });
  });

  test('letters in classes of their spellings are a value in any case', () => {
    const query =
      'data_stream.dataset:windows.sysmon_operational AND event.code:1 AND process.executable:/.*\\\\[Cc][Mm][Dd]\\.[Ee][Xx][Ee]/';
    expect(detectionOf(query, 'lucene').detection).toEqual({
      selection: { 'Image|endswith': '\\cmd.exe' },
      condition: 'selection',
    });
  });

  test.each([
    [String.raw`C:\ProgramData\Quill\7z.dll`, String.raw`C:\ProgramData\Quill\7z.dll`],
    [String.raw`C:\\Quill\\a \"b\".dll`, String.raw`C:\Quill\a "b".dll`],
    [String.raw`/opt/a\-b\:c`, '/opt/a-b:c'],
    [String.raw`/opt/\u0041\tb`, '/opt/A\tb'],
    [String.raw`/opt/\u0000`, String.raw`/opt/\u0000`],
  ])('a path within quotes keeps its backslashes, and loses those before signs: %s', (written, path) => {
    const query = `host.os.type:windows and event.category:library and dll.path:"${written}"`;
    expect(detectionOf(query, 'lucene').detection).toMatchObject({ selection: { 'ImageLoaded|cased': path } });
  });

  test('a query whose fields alone tell its log is read with a note', () => {
    const { logsource, notes } = detectionOf('process.name:"powershell.exe" AND process.command_line:*-enc*', 'lucene');
    expect({ logsource, notes }).toEqual({ logsource: WINDOWS_PROCESS, notes: ['logsource_assumed'] });
  });

  test('AND beside OR without parentheses carries a note', () => {
    expect(
      detectionOf(
        'event.dataset:okta.system AND (okta.event_type:a OR okta.event_type:b AND okta.severity:WARN)',
        'lucene',
      ).notes,
    ).toContain('ambiguous_precedence');
  });
});

describe('EQL', () => {
  test('event category, system and wildcards are read', () => {
    const query = `process where host.os.type == "windows" and event.type == "start" and
  process.name : ("rundll32.exe", "regsvr32.exe") and process.args : "*javascript*" and
  not process.parent.executable : "?:\\\\Program Files\\\\*"`;
    expect(detectionOf(query, 'eql')).toEqual({
      logsource: WINDOWS_PROCESS,
      detection: {
        selection: { 'Image|endswith': ['\\rundll32.exe', '\\regsvr32.exe'], 'CommandLine|contains': 'javascript' },
        filter: { ParentImage: '?:\\Program Files\\\\*' },
        condition: 'selection and not filter',
      },
      notes: ['widened'],
    });
  });

  test('functions and cidrMatch are read', () => {
    const query =
      'network where host.os.type == "windows" and event.type == "start" and endsWith~(process.executable, "\\\\msbuild.exe") and not cidrMatch(destination.ip, "10.0.0.0/8", "fe80::/10")';
    expect(detectionOf(query, 'eql').detection).toEqual({
      selection: { 'Image|endswith': '\\msbuild.exe' },
      filter: { 'DestinationIp|cidr': ['10.0.0.0/8', 'fe80::/10'] },
      condition: 'selection and not filter',
    });
  });

  test('a sequence that an event must be missing from is refused at that event', () => {
    expect(refusal(readQuery('sequence by host.id\n [process where true]\n ![network where true]', 'eql'))).toEqual({
      code: 'UnreadableQuery',
      message: 'an event that must be missing is no part of a correlation',
      line: 3,
      column: 2,
    });
  });
});

describe('hostile queries', () => {
  const nested = (text: string, count = 100_000) => text.repeat(count);
  test.each<[string, QueryLanguage, string]>([
    ['nested parentheses', 'kql', `SecurityEvent | where ${nested('(')}`],
    ['nested calls', 'kql', `SecurityEvent | where ${nested('tostring(', 25_000)}a${nested(')', 25_000)} == 1`],
    ['nested negations', 'kql', `SecurityEvent | where ${nested('not(', 50_000)}`],
    ['nested groups', 'spl', `sourcetype=x ${nested('(')}`],
    ['nested negations', 'spl', `sourcetype=x ${nested('NOT ', 60_000)}`],
    ['nested calls', 'spl', `sourcetype=x | where ${nested('lower(', 30_000)}a${nested(')', 30_000)}=1`],
    ['nested groups', 'lucene', nested('(')],
    ['nested negations', 'lucene', nested('NOT ', 60_000)],
    ['nested groups', 'eql', `process where ${nested('(')}`],
    ['nested negations', 'eql', `process where ${nested('not ', 60_000)}`],
  ])('%s in %s are refused as too deep', (_, language, query) => {
    const reading = readQuery(query, language);
    expect(reading.ok ? reading.yaml : reading.error.code).toBe('TooDeep');
  });

  test.each<QueryLanguage>(['kql', 'spl', 'lucene', 'eql'])(
    'more than the allowed characters of %s are refused unread',
    (language) => {
      const reading = readQuery('a'.repeat(300_000), language);
      expect(reading.ok ? reading.yaml : reading.error.code).toBe('TooLarge');
    },
  );

  test.each<[QueryLanguage, string]>([
    ['kql', `SecurityEvent | where CommandLine in (${'"a",'.repeat(40_000)}"b")`],
    ['kql', `${'let a = "x";'.repeat(20_000)} SecurityEvent | where a == "x"`],
    ['kql', `SecurityEvent${' | where EventID == 1'.repeat(10_000)}`],
    ['spl', `sourcetype=x ${'a=b '.repeat(50_000)}`],
    ['spl', `sourcetype=x${' '.repeat(200_000)}`],
    ['spl', `sourcetype=x | rename ${'a as b, '.repeat(30_000)}`],
    ['spl', `sourcetype=x | eval ${'"'.repeat(200_000)}`],
    ['lucene', `a:(${'b OR '.repeat(50_000)}c)`],
    ['lucene', `a${' '.repeat(200_000)}b`],
    ['lucene', `a:/${'['.repeat(100_000)}/`],
    ['eql', `process where process.name in (${'"a",'.repeat(60_000)}"b")`],
  ])('long %s queries are read or refused in linear time', (language, query) => {
    const reading = readQuery(query, language);
    expect(typeof reading.ok).toBe('boolean');
  });
});
