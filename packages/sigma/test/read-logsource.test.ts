import { readFileSync } from 'node:fs';
import {
  checkSigma,
  convert,
  describedTarget,
  type Logsource,
  parseSigma,
  type QueryLanguage,
  readQuery,
  type SigmaRule,
  TARGET_IDS,
} from '@tripline/sigma';

/** Every log source of the taxonomy with its first fields. */
const KNOWN = (
  JSON.parse(readFileSync(new URL('../data/taxonomy/logsources.json', import.meta.url), 'utf8')) as {
    readonly logsources: readonly (Logsource & { readonly fields?: readonly string[] })[];
  }
).logsources.map(({ product, category, service, fields = [] }) => ({
  ...(product === undefined ? {} : { product }),
  ...(category === undefined ? {} : { category }),
  ...(service === undefined ? {} : { service }),
  fields: fields.slice(0, 3),
}));

const WINDOWS_PROCESS = { product: 'windows', category: 'process_creation' };
const WINDOWS_FILE = { product: 'windows', category: 'file_event' };

function read(text: string, language: QueryLanguage, index?: readonly string[]) {
  const reading = readQuery(text, language, index === undefined ? {} : { rule: { index } });
  if (!reading.ok) throw reading.error;
  return reading;
}

describe('the log source of a read query', () => {
  test.each<[QueryLanguage, string, object]>([
    ['eql', 'process where process.name : "rundll32.exe" and user.id == "S-1-5-18"', WINDOWS_PROCESS],
    ['eql', 'process where process.name : "cmd.exe"', WINDOWS_PROCESS],
    [
      'eql',
      'network where process.name : "rundll32.exe" and destination.port == 443',
      { product: 'windows', category: 'network_connection' },
    ],
    ['eql', 'any where event.code == "5137"', { product: 'windows', service: 'security' }],
    ['kql', 'DeviceFileEvents | where FileName endswith ".iso"', WINDOWS_FILE],
    ['lucene', 'dns.question.name: "evil.example"', { category: 'dns' }],
  ])('is that of the values, codes and fields, not a guess: %s, %s', (language, query, logsource) => {
    expect(read(query, language).logsource).toEqual(logsource);
  });

  test.each<[QueryLanguage, string]>([
    ['lucene', 'winlog.channel:RPCFW AND event.code:3 AND winlog.event_data.InterfaceUuid:a'],
    ['eql', 'any where winlog.channel : "RPCFW" and event.code : "3" and winlog.event_data.InterfaceUuid : "a"'],
    ['spl', 'source="XmlWinEventLog:RPCFW" EventCode=3 InterfaceUuid=a'],
  ])('is the log that it names, not another whose events have the number that it names: %s, %s', (language, query) => {
    expect(read(query, language).logsource).toEqual({ product: 'rpc_firewall', category: 'application' });
  });

  test.each<[string, QueryLanguage, string, object]>([
    [
      'lines of Linux without a service',
      'lucene',
      'host.os.type:linux AND message:*probe_write*',
      { product: 'linux' },
    ],
    ['messages of any device', 'kql', 'Syslog | where * contains "probe_write"', { product: 'linux' }],
    [
      'paths that begin with a slash',
      'kql',
      'DeviceProcessEvents | where ActionType == "ProcessCreated" and FolderPath startswith "/" | where FolderPath endswith "/csrutil"',
      { category: 'process_creation' },
    ],
  ])('is no narrower than the query: %s', (_, language, query, logsource) => {
    expect(read(query, language).logsource).toEqual(logsource);
  });

  test('a part of an account that is excluded is looked for in that part alone', () => {
    const { rule } = read(
      'process where host.os.type == "windows" and event.type == "start" and process.name : "a.exe" and not user.domain : "*AUTHORI*"',
      'eql',
    );
    expect(rule['detection']).toMatchObject({ filter: { 'User|re|i': '^[^\\\\/]*AUTHORI[^\\\\/]*\\\\' } });
  });

  test('a field of the process that acted is read with the log that has it', () => {
    expect(
      read('network where process.name : "rundll32.exe" and destination.port == 443', 'eql').rule['detection'],
    ).toEqual({
      selection: { 'Image|endswith': '\\rundll32.exe', DestinationPort: 443 },
      condition: 'selection',
    });
  });

  test.each<[string, QueryLanguage, string, object]>([
    [
      'an action named with the category',
      'eql',
      'file where host.os.type == "windows" and event.action == "rename" and file.path : "C:\\\\a*"',
      { product: 'windows', category: 'file_rename' },
    ],
    [
      'the same action under the names of several agents',
      'lucene',
      'event.category:process and host.os.type:linux and event.action:(exec or executed or ProcessRollup2) and process.executable:"/usr/bin/curl"',
      { product: 'linux', category: 'process_creation' },
    ],
    [
      'a data set before the kind of event',
      'eql',
      'file where data_stream.dataset == "aws.cloudtrail" and event.action == "PutObject"',
      { product: 'aws', service: 'cloudtrail' },
    ],
    [
      'the number of a Windows event before its kind',
      'eql',
      'process where host.os.type == "windows" and event.code == "10" and winlog.event_data.CallTrace : "*x.dll*"',
      { product: 'windows', category: 'process_access' },
    ],
    [
      'a field that one event alone has before its kind',
      'lucene',
      'event.category:process and host.os.type:windows and powershell.file.script_block_text:"New-Thing"',
      { product: 'windows', category: 'ps_script' },
    ],
    [
      'what happened to a file of a data model',
      'spl',
      '| tstats count from datamodel=Endpoint.Filesystem where Filesystem.action=deleted Filesystem.file_path="/etc/cron.*" by Filesystem.dest',
      { category: 'file_delete' },
    ],
    [
      'a file without an action',
      'eql',
      'file where host.os.type == "windows" and file.path : "C:\\\\a*"',
      WINDOWS_FILE,
    ],
    [
      'a table of many kinds of events',
      'kql',
      'DeviceEvents | where ActionType startswith "Asr"',
      { product: 'm365', service: 'deviceevents' },
    ],
    [
      'a table that several logs share',
      'kql',
      'AzureDiagnostics | where OperationName == "x"',
      { product: 'azure', service: 'azurediagnostics' },
    ],
    [
      'a data model',
      'spl',
      '| tstats count from datamodel=Endpoint.Registry where Registry.registry_path="*\\\\Run\\\\*" by Registry.dest',
      { product: 'windows', category: 'registry_event' },
    ],
    [
      'what the description says',
      'yaral',
      'rule a { meta: product = "windows" category = "process_creation" events: $e.target.process.command_line = "x" condition: $e }',
      WINDOWS_PROCESS,
    ],
  ])('%s decides', (_, language, query, logsource) => {
    expect(read(query, language).logsource).toEqual(logsource);
  });

  test('a path without quotes is a value, not an expression', () => {
    const { rule } = read('event.category:process and event.type:start and process.executable:/usr/bin/curl', 'lucene');
    expect(rule['detection']).toEqual({ selection: { 'Image|cased': '/usr/bin/curl' }, condition: 'selection' });
  });

  test('evidence that disagrees leaves the product open, and a note tells of both systems', () => {
    const { logsource, notes } = read(
      'process where event.type == "start" and process.name : ("curl", "curl.exe")',
      'eql',
    );
    expect(logsource).toEqual({ category: 'process_creation' });
    const paths = read('file where event.type == "creation" and file.path : ("C:\\\\a*", "/etc/a*")', 'eql');
    expect(paths.logsource).toEqual({ category: 'file_event' });
    expect([...notes, ...paths.notes].map(({ code }) => code)).not.toContain('logsource_assumed');
  });

  test('index patterns beside the query name the log where the query does not', () => {
    expect(read('event.action:DeleteTrail', 'lucene', ['filebeat-*', 'logs-aws.cloudtrail-*']).logsource).toEqual({
      product: 'aws',
      service: 'cloudtrail',
    });
  });

  test('an index pattern of both PowerShell logs leaves the choice to the field that one of them has', () => {
    const query = 'event.category:process and powershell.file.script_block_text:"Add-Win32Type"';
    for (const index of [['logs-windows.powershell*'], ['logs-windows.powershell*', 'winlogbeat-*']]) {
      const { logsource, rule } = read(query, 'lucene', index);
      expect(logsource).toEqual({ product: 'windows', category: 'ps_script' });
      expect(rule['detection']).toMatchObject({ selection: { 'ScriptBlockText|contains': 'Add-Win32Type' } });
    }
    expect(read('event.category:process and user.id:5', 'lucene', ['logs-windows.powershell-*']).logsource).toEqual({
      product: 'windows',
      service: 'powershell-classic',
    });
  });

  test('a log that no map has is named after its data set, and its fields stay', () => {
    const { logsource, notes, rule, yaml } = read('data_stream.dataset:acme.audit and acme.audit.verb:drop', 'lucene');
    expect(logsource).toEqual({ product: 'acme', service: 'audit' });
    expect(rule['detection']).toEqual({ selection: { 'acme.audit.verb|cased': 'drop' }, condition: 'selection' });
    expect(notes.map(({ code }) => code)).toEqual(['logsource_unlisted']);
    expect(checkSigma(yaml).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('of a log that several systems have, a program is looked for in the paths of each', () => {
    const query =
      '| tstats count from datamodel=Endpoint.Processes where Processes.process_name=xclip by Processes.dest';
    expect(read(query, 'spl').rule['detection']).toEqual({
      selection: { 'Image|endswith': ['\\xclip', '/xclip'] },
      condition: 'selection',
    });
  });

  test('fields of Splunk mind the case of their letters', () => {
    const query = 'sourcetype="linux:audit" type=SYSCALL UID=daemon uid=2';
    expect(read(query, 'spl').rule['detection']).toEqual({
      selection: { type: 'SYSCALL', UID: 'daemon', uid: 2 },
      condition: 'selection',
    });
  });

  test('what is asked of a server tells nothing of the system that logs it', () => {
    expect(read('tag=web uri_query="*ldap://*" uri_query="*a.exe*"', 'spl').logsource).toEqual({
      category: 'webserver',
    });
    expect(read('W3CIISLog\n| where csUriQuery contains "/etc/passwd"', 'kql').logsource).toEqual({
      category: 'webserver',
    });
  });

  test('the type of a registry event is a condition, and an event type of Splunk is a setting', () => {
    const sysmon = 'source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational" EventCode=12 TargetObject="*x*"';
    const deleted = read(`${sysmon} EventType IN ("DeleteKey", "DeleteValue")`, 'spl');
    expect(deleted.logsource).toEqual({ product: 'windows', category: 'registry_delete' });
    expect(deleted.notes).toEqual([]);
    const saved = read(`${sysmon} EventType="CreateKey" eventtype=mine`, 'spl');
    expect(saved.logsource).toEqual({ product: 'windows', category: 'registry_add' });
    expect(saved.notes.map(({ code }) => code)).toEqual(['search_settings']);
  });

  test('names of one log of which those of one installation say nothing are the log that the others name', () => {
    const okta = { product: 'okta', service: 'okta' };
    for (const names of ['eventtype=okta_log OR sourcetype="OktaIM2:log"', 'index=okta OR sourcetype=OktaIM2:log'])
      expect(read(`(${names}) eventType=user.session.start`, 'spl').logsource).toEqual(okta);
    // Beside anything else the alternative is left open, since nobody knows what it holds.
    const open = read('sourcetype=aws:cloudtrail (eventtype=mine OR eventName=StopLogging) errorCode=x', 'spl');
    expect(open.rule['detection']).toEqual({ selection: { errorCode: 'x' }, condition: 'selection' });
  });

  test('an action that no log source of the system has stays in the words of the query', () => {
    const query =
      'host.os.type:"linux" and event.category:"file" and event.action:"opened-file" and file.path:"/etc/shadow"';
    expect(read(query, 'lucene').rule['detection']).toMatchObject({
      selection: { 'event.action|cased': 'opened-file' },
    });
  });
});

/** Notes of conversions that leave out what a query would be known by. */
const LEAVES_OUT = new Set(['unmapped_logsource', 'shared_scope', 'test_dropped']);

describe('a rule that is written and read again', () => {
  const reading = TARGET_IDS.flatMap((target) => {
    const language = describedTarget(target).reads;
    return language === undefined ? [] : [[target, language] as const];
  });

  test.each(reading)('has the same log source or a wider one, from every log that %s knows', (target, language) => {
    const narrower: string[] = [];
    let count = 0;
    for (const { fields, ...logsource } of KNOWN) {
      // Defender's table of files holds every event of a file: a query of all of them is of file_event, as people mean it.
      if (target === 'siem_kql' && logsource.category === 'file_access') continue;
      for (const field of fields) {
        const rule = { title: 'R', logsource, detection: { s: { [`${field}|contains`]: 'zzq' }, condition: 's' } };
        const collection = parseSigma(JSON.stringify(rule));
        const written = convert(collection.documents[0] as SigmaRule, collection, target);
        if (!written.ok || written.notes.some(({ code }) => LEAVES_OUT.has(code))) continue;
        const found = read(written.queries[0] as string, language).logsource;
        count++;
        const names = Object.entries(found).filter(([part]) => part !== 'definition');
        const isWider = names.every(([part, name]) => name === logsource[part as keyof typeof logsource]);
        if (!isWider) narrower.push(`${JSON.stringify(logsource)} ${field}: ${JSON.stringify(found)}`);
      }
    }
    expect(narrower).toEqual([]);
    expect(count).toBeGreaterThan(30);
  });
});

describe('the system of a query that names none', () => {
  const logsourceOf = (query: string) => {
    const reading = readQuery(query, 'eql');
    if (!reading.ok) throw reading.error;
    return reading.logsource;
  };

  test('is not what it excludes, where what it asks for tells another', () => {
    const excluded = 'not process.parent.name : "agent.exe"';
    expect(logsourceOf(`process where process.executable : "/proc/self/*" and ${excluded}`)).toEqual({
      product: 'linux',
      category: 'process_creation',
    });
  });

  test('is not Windows, whose programs have an ending, where a program is named without', () => {
    expect(logsourceOf('process where process.name == "su" and not process.parent.name == "a.exe"')).toEqual({
      category: 'process_creation',
    });
  });
});
