import { matchRule, parseSigma, type QueryLanguage, readQuery, type SigmaEvent, type SigmaRule } from '@tripline/sigma';

interface Read {
  readonly logsource: unknown;
  readonly detection: unknown;
  readonly notes: readonly string[];
  /** Whether the rule finds an event in Sigma's fields. */
  readonly finds: (event: SigmaEvent) => boolean;
}

function read(text: string, language: QueryLanguage, index?: readonly string[]): Read {
  const reading = readQuery(text, language, index === undefined ? {} : { rule: { index } });
  if (!reading.ok) throw reading.error;
  expect(reading.whole).toBe(true);
  const [rule] = parseSigma(reading.yaml).documents as readonly SigmaRule[];
  return {
    logsource: reading.logsource,
    detection: reading.rule['detection'],
    notes: reading.notes.map(({ code }) => code),
    finds: (event) => matchRule(rule as SigmaRule, event).matched,
  };
}

function refusal(text: string, language: QueryLanguage): string {
  const reading = readQuery(text, language);
  return reading.ok ? reading.yaml : `${reading.error.message} (${reading.error.line}:${reading.error.column})`;
}

const LINUX = 'process where host.os.type == "linux" and event.type == "start" and ';

describe('an expression on a part of a value', () => {
  test('on a program’s name finds paths that end in such a name, and no folder', () => {
    const { detection, finds, notes } = read(`${LINUX}process.name regex~ "php?[0-9]?.x"`, 'eql');
    expect(detection).toEqual({
      selection: { 'Image|re|i|s': '(?:^|[\\\\/])(?:php?[0-9]?[^\\\\/]x)$' },
      condition: 'selection',
    });
    expect(notes).not.toContain('widened');
    expect(['/usr/bin/php7.x', 'PH-x', '/php7/x', '/php/', '/usr/bin/aphp.x'].map((Image) => finds({ Image }))).toEqual(
      [true, true, false, false, false],
    );
  });

  test('on a program’s name that is excluded excludes these paths alone', () => {
    const { finds } = read(`${LINUX}process.name != null and not process.name regex "[^a-c]+"`, 'eql');
    expect(['/a/xyz', '/x/abc'].map((Image) => finds({ Image }))).toEqual([false, true]);
  });

  test.each(['.*\\\\W.*', '[!-~]+', '.*/x', '[a\\\\W]+'])(
    'on a program’s name that could cross into a folder is refused: %s',
    (expression) => {
      expect(refusal(`${LINUX}process.name regex "${expression}"`, 'eql')).toBe(
        'process.name holds a part of Image, which this test cannot be applied to (1:69)',
      );
    },
  );

  test('on an argument is looked for among the arguments of the command line, with a note', () => {
    const { finds, notes } = read(`${LINUX}process.args regex~ """-[^-]*[uz]""" and process.name : "shred"`, 'eql');
    const line = (CommandLine: string) => finds({ Image: '/usr/bin/shred', CommandLine });
    expect(notes).toContain('widened');
    expect(['shred -fU /x', 'shred "-u" /x', 'shred -u', 'shred --u', 'shred a-u', 'shred -f /x'].map(line)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test.each([
    ['process.args : ".*"', ['touch .a', 'touch ".a"', "touch -f '.a'"], ['touch a.b', 'touch -f /x.y/z']],
    ['process.args == "|"', ['cat | sh', 'cat |'], ['cat a|b', 'cat "|x"']],
    ['process.args : "*&"', ['run x&', 'run &', 'run "x&" y'], ['run a&b']],
  ])('on an argument by signs alone is looked for where an argument has them: %s', (condition, found, others) => {
    const { finds, notes } = read(`${LINUX}${condition} and process.name : ("touch", "cat", "run")`, 'eql');
    const line = (CommandLine: string) => finds({ Image: '/usr/bin/touch', CommandLine });
    expect(notes).toContain('widened');
    expect(found.map(line)).not.toContain(false);
    expect(others.map(line)).not.toContain(true);
  });

  test('on an argument by signs and letters is looked for anywhere', () => {
    expect(read(`${LINUX}process.args : ("-x", ".ssh")`, 'eql').detection).toMatchObject({
      selection: { 'CommandLine|contains': ['-x', '.ssh'] },
    });
  });
});

describe('the length of a value', () => {
  test('above a number is that of an expression, and a value that is not empty a pattern', () => {
    expect(read(`${LINUX}length(process.command_line) > 0`, 'eql').detection).toEqual({
      selection: { CommandLine: '?*' },
      condition: 'selection',
    });
    const { finds } = read(`${LINUX}length(process.command_line) >= 5 and length(process.command_line) < 8`, 'eql');
    expect(['1234', '12345', '1234567', '12345678'].map((CommandLine) => finds({ CommandLine }))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test('of a file’s name is that of the last part of its path', () => {
    const { finds } = read(
      'file where host.os.type == "windows" and not length(file.name) > 3 and file.path : "C:\\\\*"',
      'eql',
    );
    expect(['C:\\a\\abcd', 'C:\\abcd\\abc'].map((TargetFilename) => finds({ TargetFilename }))).toEqual([false, true]);
  });

  test.each([
    [
      'length(process.command_line) > process.pid',
      'a rule compares a field with a constant, not with "process.pid" (1:100)',
    ],
    ['length(process.command_line) > 1001', 'a rule compares a length with a whole number of at most 1000 (1:98)'],
    ['length(process.command_line) > 1.5', 'a rule compares a length with a whole number of at most 1000 (1:98)'],
  ])('that no rule can say is refused: %s', (condition, message) => {
    expect(refusal(LINUX + condition, 'eql')).toBe(message);
  });
});

test('a field that begins with another one’s value is a reference', () => {
  const query =
    'authentication where host.os.type == "windows" and event.code == "4624" and not startswith~(winlog.event_data.SubjectUserSid, winlog.event_data.TargetUserSid)';
  expect(read(query, 'eql').detection).toMatchObject({
    filter: { 'SubjectUserSid|fieldref|startswith': 'TargetUserSid' },
  });
});

describe('analysed text that a query excludes by', () => {
  const AUDIT = 'data_stream.dataset:"kubernetes.audit_logs" and kubernetes.audit.verb:list and not ';

  test('is a whole name where it is one, so that never more is excluded', () => {
    const { detection, notes, finds } = read(
      `${AUDIT}kubernetes.audit.user.groups:"system:serviceaccounts:ibm"`,
      'lucene',
    );
    expect(detection).toMatchObject({ filter: { 'user.groups': 'system:serviceaccounts:ibm' } });
    expect(notes).toContain('widened');
    const groups = (...names: string[]) => finds({ verb: 'list', 'user.groups': names });
    expect([groups('a', 'system:serviceaccounts:ibm'), groups('system:serviceaccounts:ibm2')]).toEqual([false, true]);
  });

  test('by a pattern over several words excludes nothing, as in the product, and a note says so', () => {
    const reading = readQuery(`${AUDIT}kubernetes.audit.requestObject.spec.containers.image:rancher/agent*`, 'lucene');
    expect(reading).toMatchObject({
      whole: true,
      rule: { detection: { selection: { verb: 'list' }, condition: 'selection' } },
    });
    expect(reading.ok && reading.notes.map(({ message }) => message).join('\n')).toContain(
      'rancher/agent spans several words and excludes nothing',
    );
  });

  test('of a script excludes the phrase only apart from other words', () => {
    const { finds } = read(
      'event.category:process and host.os.type:windows and powershell.file.script_block_text:"Get-Audio" and not powershell.file.script_block_text:("breakpoints" and "Set-PSBreakpoint")',
      'lucene',
    );
    const script = (rest: string) => finds({ EventID: 4104, ScriptBlockText: `Get-Audio ${rest}` });
    expect([
      script('$breakpoints; set-psbreakpoint(1)'),
      script('breakpoints.x Set-PSBreakpoint'),
      script('allbreakpoints Set-PSBreakpoint'),
      script('breakpoints'),
    ]).toEqual([false, true, true, true]);
  });

  test('is compared as a whole by ES|QL, which has no words', () => {
    const query =
      'FROM logs-kubernetes.audit_logs-* | WHERE kubernetes.audit.verb == "list" AND NOT kubernetes.audit.user.groups LIKE "system:a*"';
    expect(read(query, 'esql').detection).toMatchObject({ filter: { 'user.groups|startswith|cased': 'system:a' } });
  });
});

describe('a log that alternatives name', () => {
  const EITHER =
    '(event.category : ("library", "driver") or (event.category == "process" and event.action : "Image loaded*"))';

  test('is that of loaded modules, whichever agent writes them', () => {
    const { logsource, detection, notes } = read(
      `any where host.os.type == "windows" and ${EITHER} and (?dll.name : "taskschd.dll" or file.name : "taskschd.dll")`,
      'eql',
    );
    expect(logsource).toEqual({ product: 'windows', category: 'image_load' });
    expect(detection).toEqual({ selection: { 'ImageLoaded|endswith': '\\taskschd.dll' }, condition: 'selection' });
    expect(notes).toContain('logsource_narrowed');
  });

  test('is that of loaded modules where each alternative has conditions of its own', () => {
    const { logsource, detection, notes } = read(
      'any where host.os.type == "windows" and ((event.category == "library" and dll.name : "a.dll") or (event.category == "process" and event.action like "Image loaded*" and file.name : "b.dll"))',
      'eql',
    );
    expect(logsource).toEqual({ product: 'windows', category: 'image_load' });
    // A library that one agent writes may satisfy what is asked of the other's.
    expect(notes).toContain('widened');
    expect(detection).toEqual({
      selection: { 'ImageLoaded|endswith': ['\\a.dll', '\\b.dll'] },
      condition: 'selection',
    });
  });

  test('is open between the systems that a field names, with their separator alone', () => {
    const { logsource, detection, notes } = read(
      'process where host.os.type in ("linux", "macos") and event.type == "start" and process.name : "node"',
      'eql',
    );
    expect(logsource).toEqual({ category: 'process_creation' });
    expect(detection).toMatchObject({ selection: { 'Image|endswith': '/node' } });
    expect(notes).toContain('product_open');
  });

  test.each(['/usr/bin/curl', '/etc/passwd'])('is open where both systems have the folder: %s', (path) => {
    const { logsource, notes } = read(`process where event.type == "start" and process.args == "${path}"`, 'eql');
    expect([logsource, notes.includes('product_open')]).toEqual([{ category: 'process_creation' }, true]);
  });

  test.each([
    ['/proc/self', 'linux'],
    ['/Library/LaunchAgents/x', 'macos'],
  ])('is that of the one system that has the folder: %s', (path, product) => {
    const { logsource } = read(`process where event.type == "start" and process.args == "${path}"`, 'eql');
    expect(logsource).toEqual({ category: 'process_creation', product });
  });

  test('by numbers of two channels is the system’s, with the numbers as conditions', () => {
    const { logsource, finds } = read(
      'any where host.os.type == "windows" and ((event.code : "4697" and winlog.event_data.ServiceFileName : "*a*") or (event.code : "7045" and winlog.event_data.ImagePath : "*b*"))',
      'eql',
    );
    expect(logsource).toEqual({ product: 'windows' });
    expect([
      finds({ EventID: 4697, ServiceFileName: 'xax' }),
      finds({ EventID: 7045, ImagePath: 'xbx' }),
      finds({ EventID: 7045, ServiceFileName: 'xax' }),
    ]).toEqual([true, true, false]);
  });

  test('is Elastic’s own alerts by the fields that only they have', () => {
    const { logsource, detection, notes } = read(
      'kibana.alert.workflow_status:open and kibana.alert.risk_score > 21',
      'lucene',
    );
    expect(logsource).toEqual({ product: 'elastic', service: 'alerts' });
    expect(detection).toEqual({
      selection: { 'kibana.alert.workflow_status|cased': 'open', 'kibana.alert.risk_score|gt': 21 },
      condition: 'selection',
    });
    expect(notes).toContain('logsource_unlisted');
  });

  test('and of which all events are meant keeps the test of its name', () => {
    const { logsource, detection } = read('data_stream.dataset:google_workspace.alert', 'lucene');
    expect(logsource).toEqual({ product: 'google_workspace', service: 'alert' });
    expect(detection).toMatchObject({ selection: { 'data_stream.dataset|cased': 'google_workspace.alert' } });
  });
});

test('a count of a field’s values counts the events that have the field', () => {
  const reading = readQuery(
    'FROM logs-nginx.access-* | WHERE http.request.method == "GET" | STATS n = COUNT(http.response.status_code), u = VALUES(url.path) BY source.ip | WHERE n > 10',
    'esql',
  );
  if (!reading.ok) throw reading.error;
  expect(reading.documents).toMatchObject([
    { detection: { selection: { 'cs-method': 'GET', 'sc-status|exists': true } } },
    { correlation: { type: 'event_count', condition: { gt: 10 } } },
  ]);
});
