import { convert, type NoteCode, parseSigma } from '@tripline/sigma';

type Case = readonly [name: string, logsource: string, detection: string, query: string, notes?: readonly NoteCode[]];

function converted(logsource: string, detection: string, pipeline: 'default' | 'none') {
  const collection = parseSigma(`title: Probe\nlogsource: ${logsource}\ndetection: ${detection}\n`);
  expect(collection.errors).toEqual([]);
  const [rule] = collection.documents;
  if (rule?.kind !== 'rule') throw new Error('no rule was read');
  const conversion = convert(rule, collection, 'siem_kql', { pipeline });
  if (!conversion.ok) throw conversion.error;
  return { query: conversion.queries.join('\n\n'), notes: [...new Set(conversion.notes.map(({ code }) => code))] };
}

const PROCESS = '{category: process_creation, product: windows}';
const SECURITY = '{service: security, product: windows}';

const BARE: readonly (readonly [string, string])[] = [
  ['{F: abc}', 'F =~ "abc"'],
  ['{F: [abc, def, ab*, "4"]}', 'F in~ ("abc", "def", "4") or F startswith "ab"'],
  ['{F: [abc, 4, true]}', 'F in~ ("abc", "4", "true")'],
  ['{F: "50053"}', 'F == "50053"'],
  ['{F: [4, 5]}', 'F in (4, 5)'],
  ["{F|endswith: '\\cmd.exe'}", 'F endswith @"\\cmd.exe"'],
  ['{F|contains|all: [a, b]}', 'F contains "a" and F contains "b"'],
  ['{F|cased: [Ab, Cd]}', 'F in ("Ab", "Cd")'],
  ['{F|contains|cased: Ab}', 'F contains_cs "Ab"'],
  ['{F: "a*b?c"}', 'F matches regex "(?is)^a.*b.c$"'],
  ['{F|re|i: "a\\"b\\\\s"}', "F matches regex @'(?i)a\"b\\s'"],
  ['{F|cidr: [10.0.0.0/8, 192.168.0.0/16]}', 'ipv4_is_in_any_range(F, "10.0.0.0/8", "192.168.0.0/16")'],
  ['{F|cidr: "fe80::/10"}', 'ipv6_is_in_range(F, "fe80::/10")'],
  ['{F|gte: 5}', 'F >= 5'],
  ['{F: null}', 'isempty(F)'],
  ['{F|exists: true}', 'isnotempty(F)'],
  ['{F|hour|gte: 20}', 'hourofday(todatetime(F)) between (20 .. 23)'],
  ['{F|fieldref: G}', '(isnotempty(F) and tostring(F) =~ tostring(G))'],
  ['{"c-uri.x y": a}', '[\'c-uri.x y\'] =~ "a"'],
  ['{F: "a\\nb"}', 'F =~ "a\\nb"'],
  ["{F: 'x\\😀'}", 'F =~ @"x\\😀"'],
  ['[a b, 42]', '* contains "a b" or * has "42"'],
];

test.each(BARE)('pipeline none renders %s as its bare logic', (selection, query) => {
  expect(converted('{category: any}', `{s: ${selection}, condition: s}`, 'none')).toEqual({ query, notes: [] });
});

test('under a negation, comparisons that may be null count as false', () => {
  const { query } = converted(
    '{category: any}',
    '{s: {F|gt: 5}, t: {F|cidr: 10.0.0.0/8}, condition: not s and not t}',
    'none',
  );
  expect(query).toBe('not(coalesce(F > 5, false)) and not(coalesce(ipv4_is_in_range(F, "10.0.0.0/8"), false))');
});

test('under a negation, a range of hours that cannot be read counts as false', () => {
  const { query } = converted('{category: any}', '{s: {F|hour|gte: 20}, condition: not s}', 'none');
  expect(query).toBe('not(coalesce(hourofday(todatetime(F)) between (20 .. 23), false))');
});

test('more searches than the parser can nest become one regular expression', () => {
  const values = Array.from({ length: 150 }, (_, index) => `a.${index}`);
  const { query } = converted(
    '{category: any}',
    JSON.stringify({ s: { 'F|contains': values }, condition: 's' }),
    'none',
  );
  expect(query).toMatch(/^F matches regex @"\(\?is\)\(\?:a\\\.0\|a\\\.1\|/);
});

const MAPPED: readonly Case[] = [
  [
    'computed columns stand behind the conditions on the table’s own',
    PROCESS,
    "{s: {User|contains: AUTHORI, Image|endswith: '\\cmd.exe', EventID: 1}, condition: s}",
    'DeviceProcessEvents\n| where ActionType == "ProcessCreated"\n| where FolderPath endswith @"\\cmd.exe"\n' +
      '| extend User = strcat(AccountDomain, @"\\", AccountName)\n| where User contains "AUTHORI"',
  ],
  [
    'typed columns compare as their type, hexadecimal texts included',
    PROCESS,
    "{s: {LogonId: '0x3e7', ProcessId: [4, '8']}, condition: s}",
    'DeviceProcessEvents\n| where ActionType == "ProcessCreated"\n| where LogonId == 999\n| where ProcessId in (4, 8)',
  ],
  [
    'fields of the event’s XML are read by name',
    SECURITY,
    '{s: {EventID: 4698, TaskContent|contains: "<Exec>"}, condition: s}',
    'SecurityEvent\n| where EventID == 4698\n' +
      '| extend TaskContent = tostring(parse_xml(extract(@\'<Data Name="TaskContent">[\\s\\S]*?</Data>\', 0, EventData)).Data["#text"])\n' +
      '| where TaskContent contains "<Exec>"',
  ],
  [
    'a field named like a column of the workspace is the event’s own',
    '{category: process_tampering, product: windows}',
    '{s: {Type: Image is replaced}, condition: s}',
    'Event\n| where Source == "Microsoft-Windows-Sysmon" and EventID == 25\n' +
      '| extend Type_ = tostring(parse_xml(extract(@\'<Data Name="Type">[\\s\\S]*?</Data>\', 0, EventData)).Data["#text"])\n' +
      '| where Type_ =~ "Image is replaced"',
  ],
  [
    'Defender’s fields are read by the names with spaces they have in the XML',
    '{service: windefend, product: windows}',
    '{s: {EventID: 5007, NewValue|contains: Exclusions}, condition: s}',
    'Event\n| where EventLog == "Microsoft-Windows-Windows Defender/Operational"\n| where EventID == 5007\n' +
      '| extend NewValue = tostring(parse_xml(extract(@\'<Data Name="New Value">[\\s\\S]*?</Data>\', 0, EventData)).Data["#text"])\n' +
      '| where NewValue contains "Exclusions"',
  ],
  [
    'null and empty are one test, said once',
    PROCESS,
    "{s: {Image: a}, n: {CommandLine: null}, e: {CommandLine: ''}, condition: s and not n and not e}",
    'DeviceProcessEvents\n| where ActionType == "ProcessCreated"\n| where FolderPath =~ "a"\n| where not(isempty(ProcessCommandLine))',
  ],
  [
    'several places of one field are columns of their own',
    '{product: azure, service: signinlogs}',
    '{s: {Status|contains: MFA denied}, t: {Status: Success}, condition: s or t}',
    'SigninLogs\n| extend Status_ = tostring(Status.errorCode)\n| extend Status_2 = tostring(Status.additionalDetails)\n' +
      '| where Status_ contains "MFA denied" or Status_2 contains "MFA denied" or Status_ == "0" or Status_2 == "0"',
    ['unsure_field'],
  ],
  [
    'fields whose names differ only in marks are columns of their own',
    PROCESS,
    '{s: {a.b: x, a-b: y}, condition: s}',
    'DeviceProcessEvents\n| where ActionType == "ProcessCreated"\n| extend a_b = tostring(column_ifexists("a.b", ""))\n' +
      '| extend a_b_2 = tostring(column_ifexists("a-b", ""))\n| where a_b =~ "x"\n| where a_b_2 =~ "y"',
    ['unmapped_field'],
  ],
  [
    'the level of a Windows event is a number, also where the rule names it by its word',
    '{service: system, product: windows}',
    '{s: {Level: [2, Critical]}, condition: s}',
    'Event\n| where EventLog == "System"\n| where EventLevel in (2, 1)',
  ],
  [
    'alternatives over computed columns are looked for among their event ids alone',
    SECURITY,
    '{a: {EventID: 5447, FilterName: x}, b: {EventID: [5449, 5450], ObjectName: y}, condition: a or b}',
    'SecurityEvent\n| where EventID in (5447, 5449, 5450)\n' +
      '| extend FilterName = tostring(parse_xml(extract(@\'<Data Name="FilterName">[\\s\\S]*?</Data>\', 0, EventData)).Data["#text"])\n' +
      '| where (EventID == 5447 and FilterName =~ "x") or (EventID in (5449, 5450) and ObjectName =~ "y")',
  ],
  [
    'users of Linux and macOS have no domain before their name',
    '{category: process_creation, product: linux}',
    '{s: {User: root, ParentUser: www-data}, condition: s}',
    'DeviceProcessEvents\n| where ActionType == "ProcessCreated" and FolderPath startswith "/"\n| where AccountName =~ "root"\n' +
      '| where InitiatingProcessAccountName =~ "www-data"',
  ],
  [
    'a field the table does not have is read where a workspace added it',
    PROCESS,
    '{s: {CurrentDirectory|startswith: C}, condition: s}',
    'DeviceProcessEvents\n| where ActionType == "ProcessCreated"\n' +
      '| extend CurrentDirectory = tostring(column_ifexists("CurrentDirectory", ""))\n| where CurrentDirectory startswith "C"',
    ['unmapped_field'],
  ],
  [
    'digests go to their own columns',
    '{category: driver_load, product: windows}',
    `{s: {Hashes|contains: [SHA256=${'a'.repeat(64)}, MD5=${'b'.repeat(32)}]}, condition: s}`,
    `DeviceEvents\n| where ActionType == "DriverLoad"\n| where SHA256 =~ "${'a'.repeat(64)}"\n    or MD5 =~ "${'b'.repeat(32)}"`,
  ],
  [
    'registry roots are translated only where the rule names one',
    '{category: registry_set, product: windows}',
    "{s: {TargetObject|endswith: '\\Run\\a', Details: 'x'}, condition: s}",
    'DeviceRegistryEvents\n| where ActionType == "RegistryValueSet"\n' +
      '| extend TargetObject = strcat(RegistryKey, iff(isempty(RegistryValueName), @"\\(Default)", strcat(@"\\", RegistryValueName)))\n' +
      '| extend Details = RegistryValueData\n| where TargetObject endswith @"\\Run\\a"\n| where Details =~ "x"',
  ],
  [
    'a parent known by its file name alone widens a test on its folder',
    '{category: file_event, product: windows}',
    "{s: {ParentImage|endswith: ['\\cmd.exe', '\\bin\\sh.exe']}, condition: s}",
    'DeviceFileEvents\n| where ActionType == "FileCreated"\n' +
      '| where InitiatingProcessParentFileName =~ "cmd.exe" or InitiatingProcessParentFileName =~ "sh.exe"',
    ['test_dropped'],
  ],
  [
    'under a not the same test is left out rather than widened',
    '{category: file_event, product: windows}',
    "{s: {TargetFilename: a}, f: {ParentImage|endswith: '\\bin\\sh.exe'}, condition: s and not f}",
    'DeviceFileEvents\n| where ActionType == "FileCreated"\n| where FolderPath =~ "a"',
    ['test_dropped'],
  ],
  [
    'elements of arrays are counted, and rows keep their number',
    '{product: azure, service: auditlogs}',
    "{s: {'properties.targetResources[].type': User}, condition: s}",
    'AuditLogs\n| mv-apply item = TargetResources on (\n' +
      '    summarize targetResources_type_matches = countif(tostring(item.type) =~ "User")\n  )\n| where targetResources_type_matches > 0',
  ],
  [
    'an old aggregation tail counts in windows',
    SECURITY,
    "{s: {EventID: 4625}, timeframe: 5m, condition: 's | count(TargetUserName) by IpAddress > 5'}",
    'SecurityEvent\n| where EventID == 4625\n' +
      '| project TimeGenerated, IpAddress, Value = TargetUserName\n' +
      '| as hint.materialized=true Events\n' +
      '| distinct TimeGenerated, IpAddress\n' +
      '| join kind=inner (Events | project-rename EventTime = TimeGenerated) on IpAddress\n' +
      '| where EventTime - TimeGenerated between (0s .. 5m)\n' +
      '| summarize ValueCount = count_distinctif(Value, isnotempty(Value)), FirstSeen = min(EventTime), LastSeen = max(EventTime) by TimeGenerated, IpAddress\n' +
      '| summarize arg_min(TimeGenerated, *) by LastSeen, IpAddress\n' +
      '| where ValueCount > 5',
    [],
  ],
  [
    'near keeps its base search',
    SECURITY,
    "{s: {EventID: 1}, t: {EventID: 2}, timeframe: 5m, condition: 's | near t'}",
    'SecurityEvent\n| where EventID == 1',
    ['aggregation_dropped'],
  ],
  [
    'a log source nobody has mapped is searched everywhere',
    '{product: acme}',
    '{s: {a.b: 5}, condition: s}',
    'search *\n| extend a_b = tostring(column_ifexists("a.b", ""))\n| where a_b == "5"',
    ['unmapped_logsource', 'unmapped_field'],
  ],
];

function correlated(body: string) {
  const rules = ['a', 'b', 'c'].map(
    (name) =>
      `title: ${name}\nname: ${name}\nlogsource: {category: any}\ndetection: {s: {F: ${name}}, condition: s}\n---\n`,
  );
  const collection = parseSigma(`${rules.join('')}title: Both\ncorrelation: {${body}, timespan: 5m}\n`);
  const correlation = collection.documents.find(({ kind }) => kind === 'correlation');
  if (correlation?.kind !== 'correlation') throw new Error(collection.errors[0]?.message);
  const conversion = convert(correlation, collection, 'siem_kql', { pipeline: 'none' });
  if (!conversion.ok) throw conversion.error;
  return { query: conversion.queries.join('\n'), notes: conversion.notes.map(({ message }) => message) };
}

test('a temporal correlation that asks for some of its rules does not demand them all', () => {
  const { query } = correlated('type: temporal, rules: [a, b, c], condition: {gte: 2}');
  expect(query).toMatch(/\n\| where array_length\(Rules\) >= 2$/);
});

test('an ordered correlation with a condition of its own keeps the condition and notes the lost order', () => {
  const { query, notes } = correlated('type: temporal_ordered, rules: [a, b, c], condition: a and (b or c)');
  expect(query).toMatch(
    /where set_has_element\(Rules, "a"\) and \(set_has_element\(Rules, "b"\) or set_has_element\(Rules, "c"\)\)$/,
  );
  expect(query).not.toContain('scan');
  expect(notes).toContain('The order of the rules is not asked for: the query finds them in any order.');
});

test('the median of an even number of values lies between the two in the middle', () => {
  const { query } = correlated('type: value_median, rules: [a], group-by: [G], condition: {field: Bytes, gte: 10}');
  expect(query).toMatch(
    /\n\| summarize Values = array_sort_asc\(make_list\(toreal\(Value\)\)\), .*\n\| summarize arg_min.*\n\| extend ValueMedian = \(toreal\(Values\[\(array_length\(Values\) - 1\) \/ 2\]\) \+ toreal\(Values\[array_length\(Values\) \/ 2\]\)\) \/ 2\n\| project-away Values\n\| where ValueMedian >= 10$/,
  );
});

test('rows of one time stand in the order of their rules', () => {
  expect(correlated('type: temporal_ordered, rules: [b, a]').query).toContain(
    '| sort by TimeGenerated asc, RuleOrder asc',
  );
});

test('a changed property that Entra writes in quotes is found among them', () => {
  const { query, notes } = converted(
    '{product: azure, service: auditlogs}',
    "{s: {ConsentContext.IsAdminConsent: 'false'}, condition: s}",
    'default',
  );
  expect(query).toContain('countif(tostring(item2.newValue) contains "false")');
  expect(notes).toEqual(['unsure_field', 'widened_wildcard']);
});

test.each([
  ['{product: aws, service: cloudtrail}', 'eventTime', 'TimeGenerated'],
  ['{product: windows, service: security}', 'TimeCreated', 'TimeGenerated'],
  ['{product: windows, service: system}', 'TimeCreated', 'TimeGenerated'],
  ['{product: windows, category: process_creation}', 'UtcTime', 'TimeGenerated'],
  ['{product: kubernetes, service: audit}', 'requestReceivedTimestamp', 'RequestReceivedTime'],
  ['{product: okta, service: okta}', 'published', 'TimeGenerated'],
])('the time of an event of %s is read from its column', (logsource, field, column) => {
  const { query, notes } = converted(logsource, `{s: {${field}|hour: 3}, condition: s}`, 'default');
  expect(query).toContain(`| where hourofday(${column}) == 3`);
  expect(notes).toEqual([]);
});

test('a table whose name is not sure is noted once', () => {
  const collection = parseSigma(
    'title: Probe\nlogsource: {product: modsecurity, service: waf}\ndetection: {s: {rule.id: 1, rule.msg: a}, condition: s}\n',
  );
  const [rule] = collection.documents;
  if (rule?.kind !== 'rule') throw new Error('no rule was read');
  const conversion = convert(rule, collection, 'siem_kql');
  const unsure = conversion.ok && conversion.notes.filter(({ code }) => code === 'unsure_field');
  expect(unsure).toEqual([expect.objectContaining({ part: 'logsource' })]);
});

test.each(MAPPED.map((one) => [one[0], one] as const))('%s', (_, [, logsource, detection, query, notes = []]) => {
  expect(converted(logsource, detection, 'default')).toEqual({ query, notes });
});
