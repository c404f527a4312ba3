import { parseSigma, type QueryLanguage, type ReadQueryOptions, readQuery } from '@tripline/sigma';

function correlationOf(text: string, language: QueryLanguage, options: ReadQueryOptions = {}) {
  const reading = readQuery(text, language, { title: 'T', ...options });
  if (!reading.ok) throw reading.error;
  expect(parseSigma(reading.yaml).errors).toEqual([]);
  return {
    correlation: reading.rule['correlation'],
    rules: reading.documents.slice(0, -1).map(({ detection }) => detection),
    whole: reading.whole,
    notes: reading.notes.map(({ code }) => code),
    unread: reading.unread,
    logsources: reading.documents.slice(0, -1).map(({ logsource }) => logsource),
  };
}

function refusalOf(text: string, language: QueryLanguage): object {
  const reading = readQuery(text, language);
  if (reading.ok) throw new Error(reading.yaml);
  return { message: reading.error.message, line: reading.error.line };
}

describe('queries that count become correlations', () => {
  test('KQL: summarize with a bin, a condition on the count, and one on a key', () => {
    const query = `DeviceProcessEvents
| where FileName =~ "net.exe"
| summarize n = count(), hosts = dcount(DeviceName) by AccountName, bin(Timestamp, 10m)
| where n > 5 and AccountName != "svc"`;
    expect(correlationOf(query, 'kql')).toMatchObject({
      correlation: { type: 'event_count', rules: ['t'], timespan: '10m', condition: { gt: 5 } },
      rules: [
        {
          selection: { 'Image|endswith': '\\net.exe' },
          condition: 'selection and not filter',
        },
      ],
      whole: true,
    });
  });

  test('KQL: the length of a set is a count of values, and the look-back is the window', () => {
    const query = `SigninLogs
| where TimeGenerated > ago(2h) and ResultType == "50126"
| summarize names = make_set(UserPrincipalName) by IPAddress
| extend n = array_length(names)
| where n >= 10`;
    expect(correlationOf(query, 'kql').correlation).toEqual({
      type: 'value_count',
      rules: ['t'],
      'group-by': ['callerIpAddress'],
      timespan: '2h',
      condition: { gte: 10, field: 'Username' },
    });
  });

  test('KQL: tables that are put together are a rule each, and are counted together', () => {
    const { correlation, logsources } = correlationOf(
      'union DeviceProcessEvents, DeviceFileEvents | where FileName == "a.exe" | summarize n = count() by DeviceName, bin(Timestamp, 1h) | where n > 2',
      'kql',
    );
    expect(correlation).toMatchObject({
      type: 'event_count',
      rules: ['t_1', 't_2'],
      timespan: '1h',
      condition: { gt: 2 },
    });
    expect(logsources).toEqual([
      { product: 'windows', category: 'process_creation' },
      { product: 'windows', category: 'file_event' },
    ]);
  });

  test('SPL: buckets of time, distinct values, and macros that are given', () => {
    const query =
      '`acme_sysmon(1)` Image="*\\\\cmd.exe"\n| bucket _time span=10m\n| stats dc(User) as users by dest _time\n| where users > 5';
    const macros = {
      'acme_sysmon(1)': {
        arguments: ['code'],
        definition: 'source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational" EventCode=$code$',
      },
    };
    expect(correlationOf(query, 'spl', { macros })).toMatchObject({
      correlation: { type: 'value_count', timespan: '10m', condition: { gt: 5, field: 'User' } },
      logsources: [{ product: 'windows', category: 'process_creation' }],
      whole: true,
    });
  });

  test('SPL: tstats with terms, keys and a condition on its count', () => {
    const query =
      '| tstats count from datamodel=Endpoint.Processes where Processes.process_name=net.exe by Processes.dest Processes.user _time span=1h | `drop_dm_object_name(Processes)` | where count >= 3 AND user!="svc"';
    expect(correlationOf(query, 'spl')).toMatchObject({
      correlation: { type: 'event_count', 'group-by': ['Computer', 'User'], timespan: '1h', condition: { gte: 3 } },
      rules: [{ filter: { 'User|cased': 'svc' }, condition: 'selection and not filter' }],
      whole: true,
    });
  });

  test.each([
    [
      'spl',
      'source="WinEventLog:Security" EventCode=4625 | bucket _time span=5m | stats count by user _time | where count > 3',
    ],
    [
      'kql',
      'SecurityEvent | where EventID == 4625 | summarize c = count() by Account, bin(TimeGenerated, 5m) | where c > 3',
    ],
  ] as const)('%s: what the correlation counts is not said to be left out', (language, query) => {
    const reading = readQuery(query, language, {});
    expect(reading).toMatchObject({ ok: true, whole: true });
    expect(reading.ok && reading.notes.filter(({ code }) => code === 'presentation')).toEqual([]);
  });

  test('ES|QL: distinct values by a truncated time', () => {
    const query = `FROM logs-aws.cloudtrail-* METADATA _id
| WHERE event.action IN ("GetObject", "HeadObject") AND NOT user.name LIKE "svc*"
| EVAL window = DATE_TRUNC(10 minutes, @timestamp)
| STATS names = COUNT_DISTINCT(source.ip), n = COUNT(*) BY user.name, window
| WHERE names >= 20 | SORT names DESC | LIMIT 5`;
    expect(correlationOf(query, 'esql')).toMatchObject({
      correlation: {
        type: 'value_count',
        'group-by': ['userIdentity.userName'],
        timespan: '10m',
        condition: { gte: 20, field: 'sourceIPAddress' },
      },
      logsources: [{ product: 'aws', service: 'cloudtrail' }],
      rules: [{ selection: { eventName: ['GetObject', 'HeadObject'], 'userIdentity.userName|exists': true } }],
      whole: true,
    });
  });

  test('YARA-L: a count of a placeholder over a match variable', () => {
    const query = `rule many_users {
  events:
    $e.metadata.event_type = "PROCESS_LAUNCH"
    re.regex($e.target.process.file.full_path, \`.*\\\\net\\.exe$\`) nocase
    $e.principal.hostname = $host
    $e.principal.user.userid = $user
  match: $host over 10m
  condition: $e and #user > 5
}`;
    expect(correlationOf(query, 'yaral')).toMatchObject({
      correlation: {
        type: 'value_count',
        'group-by': ['Computer'],
        timespan: '10m',
        condition: { gt: 5, field: 'User' },
      },
      rules: [{ selection: { 'Image|endswith': '\\net.exe' } }],
      whole: true,
    });
  });

  test('a threshold beside the query is a correlation in the window of its schedule', () => {
    const rule = {
      type: 'threshold',
      threshold: { field: ['user.name'], value: 1, cardinality: [{ field: 'source.ip', value: 4 }] },
      from: 'now-30m',
    };
    expect(
      correlationOf('event.dataset:aws.cloudtrail and event.action:ConsoleLogin', 'lucene', { rule }),
    ).toMatchObject({
      correlation: {
        type: 'value_count',
        'group-by': ['userIdentity.userName'],
        timespan: '30m',
        condition: { gte: 4, field: 'sourceIPAddress' },
      },
      whole: true,
    });
  });

  test('a count without a window has the window of the caller, with a note, and is whole', () => {
    const query = 'sourcetype=aws:cloudtrail eventName=A | stats count by sourceIPAddress | where count > 3';
    expect(correlationOf(query, 'spl')).toMatchObject({ correlation: { timespan: '1h' }, whole: true });
    const own = correlationOf(query, 'spl', { window: 900 });
    expect(own).toMatchObject({ correlation: { timespan: '15m' }, whole: true });
    expect(own.notes).toContain('window_assumed');
  });

  test('a count that every event satisfies is a rule on single events', () => {
    const reading = readQuery('sourcetype=aws:cloudtrail eventName=A | stats count by user | where count > 0', 'spl');
    expect(reading.ok && reading.documents.length).toBe(1);
  });

  test.each<[string, QueryLanguage, string, string, number]>([
    [
      'two counts, of which one must stay small',
      'spl',
      'sourcetype=aws:cloudtrail eventName=A\n| stats count dc(user) as users by src\n| where count > 3 AND users < 2',
      'a correlation of Sigma has one count; the query has conditions on several',
      3,
    ],
    [
      'counts as alternatives',
      'kql',
      'SigninLogs | where ResultType == 1\n| summarize n = count(), m = dcount(IPAddress) by UserPrincipalName\n| where n > 3 or m > 2',
      'alternatives among counts are no correlation of Sigma',
      3,
    ],
    [
      'a count of nothing',
      'spl',
      'sourcetype=aws:cloudtrail eventName=A\n| stats count by user\n| where count=0',
      'the query counts events that are not there, which no rule sees',
      3,
    ],
    [
      'a computed key',
      'kql',
      'SigninLogs | where ResultType == 1\n| summarize n = count() by strcat(IPAddress, "x")\n| where n > 3',
      'a correlation groups by fields, not by computed values',
      2,
    ],
    [
      'a list that is kept elsewhere',
      'yaral',
      'rule a { events:\n $e.metadata.event_type = "PROCESS_LAUNCH"\n $e.principal.ip in cidr %bad\n condition: $e }',
      'what the list %bad has is kept elsewhere',
      3,
    ],
  ])('%s is refused with its place', (_, language, query, message, line) => {
    expect(refusalOf(query, language)).toEqual({ message, line });
  });
});

describe('queries that order events become temporal correlations', () => {
  test('EQL: a sequence, with an alias where the fields that join differ', () => {
    const query = `sequence by user.name with maxspan=5m
  [process where event.type == "start" and process.name : "cmd.exe"] by process.entity_id
  [process where event.type == "start" and process.name : "net.exe"] by process.parent.entity_id`;
    expect(correlationOf(query, 'eql')).toMatchObject({
      correlation: {
        type: 'temporal_ordered',
        rules: ['t_1', 't_2'],
        'group-by': ['User', 'key_2'],
        aliases: { key_2: { t_1: 'ProcessGuid', t_2: 'ParentProcessGuid' } },
        timespan: '5m',
      },
      rules: [{ selection: { 'Image|endswith': '\\cmd.exe' } }, { selection: { 'Image|endswith': '\\net.exe' } }],
      whole: true,
    });
  });

  test('EQL: one event that repeats is a count, and a sample has no order', () => {
    expect(
      correlationOf(
        'sequence by user.name with maxspan=1m [process where process.name : "net.exe"] with runs=5',
        'eql',
      ),
    ).toMatchObject({ correlation: { type: 'event_count', timespan: '1m', condition: { gte: 5 } } });
    expect(
      correlationOf(
        'sample by user.name [process where process.name : "a.exe"] [process where process.name : "b.exe"]',
        'eql',
      ).correlation,
    ).toMatchObject({ type: 'temporal', 'group-by': ['User'] });
  });

  test('YARA-L: two events in the order of their times, joined by a placeholder', () => {
    const query = `rule two { events:
  $a.metadata.event_type = "PROCESS_LAUNCH"
  $a.target.process.command_line = "whoami" nocase
  $a.principal.hostname = $host
  $b.metadata.event_type = "PROCESS_LAUNCH"
  $b.target.process.command_line = "net user" nocase
  $b.principal.hostname = $host
  $b.metadata.event_timestamp.seconds < $a.metadata.event_timestamp.seconds
 match: $host over 5m
 condition: $a and $b }`;
    expect(correlationOf(query, 'yaral')).toMatchObject({
      correlation: { type: 'temporal_ordered', 'group-by': ['Computer'], timespan: '5m' },
      rules: [{ selection: { CommandLine: 'net user' } }, { selection: { CommandLine: 'whoami' } }],
      whole: true,
    });
  });

  test('KQL: a join of two tables within the look-back', () => {
    const query = `DeviceProcessEvents
| where Timestamp > ago(1h) and FileName =~ "cmd.exe"
| join kind=inner (DeviceNetworkEvents | where RemotePort == 4444) on DeviceName
| project Timestamp, DeviceName`;
    expect(correlationOf(query, 'kql')).toMatchObject({
      correlation: { type: 'temporal', timespan: '1h' },
      logsources: [
        { product: 'windows', category: 'process_creation' },
        { product: 'windows', category: 'network_connection' },
      ],
      whole: true,
    });
  });
});

describe('what is not read is told', () => {
  test('a rule of new terms comes back as its query, and is not whole', () => {
    const reading = readQuery('event.dataset:okta.system and okta.event_type:user.session.start', 'lucene', {
      rule: { type: 'new_terms', new_terms: { field: 'new_terms_fields', value: ['user.name'] } },
    });
    expect(reading).toMatchObject({ ok: true, whole: false, unread: [{ line: 1, column: 1 }] });
  });

  test('a threshold that is not given is told', () => {
    const reading = readQuery('event.dataset:okta.system and okta.event_type:x', 'lucene', {
      rule: { type: 'threshold' },
    });
    expect(reading).toMatchObject({ ok: true, whole: false });
  });

  test('in part: what cannot be said is left out, with its text, place and reason', () => {
    const query = 'sourcetype=aws:cloudtrail eventName=A\n| join user [search index=x]\n| where eventSource="y"';
    expect(readQuery(query, 'spl')).toMatchObject({ ok: false });
    expect(readQuery(query, 'spl', { partial: true })).toMatchObject({
      ok: true,
      whole: false,
      rule: { detection: { selection: { eventName: 'A', eventSource: 'y' } } },
      unread: [{ text: 'join user [search index=x]', line: 2, column: 3 }],
    });
  });

  test('in part: an event that must be missing is left out of its sequence', () => {
    const query =
      'sequence by user.name with maxspan=1m\n [process where process.name : "a.exe"]\n ![file where file.path : "b"]\n [process where process.name : "c.exe"]';
    expect(correlationOf(query, 'eql', { partial: true })).toMatchObject({
      correlation: { rules: ['t_1', 't_2'] },
      whole: false,
      unread: [{ text: '![file where file.path : "b"]', line: 3, column: 2 }],
    });
  });

  test('faults behind a macro have the place of the macro in the search', () => {
    const reading = readQuery('sourcetype=aws:cloudtrail\n| `mine`', 'spl', {
      macros: { mine: { definition: 'where strftime(a, "b")="c"' } },
    });
    expect(reading.ok ? undefined : [reading.error.line, reading.error.column]).toEqual([2, 3]);
  });

  test('macros that call each other are refused', () => {
    const macros = { a: { definition: '`b`' }, b: { definition: '`a`' } };
    expect(readQuery('sourcetype=aws:cloudtrail `a`', 'spl', { macros })).toMatchObject({
      ok: false,
      error: { code: 'TooDeep' },
    });
  });
});
