import { readQuery } from '@tripline/sigma';

function read(query: string) {
  const reading = readQuery(query, 'kql');
  if (!reading.ok) throw reading.error;
  return reading;
}

const detectionOf = (query: string) => read(query).rule['detection'];

describe('a function that a query of KQL defines', () => {
  test('stands for its table, with what it is called with for its parameters', () => {
    const query = `let found = (Machine: string, Programs: dynamic = dynamic(["a.exe", "b.exe"])) {
        let hidden = "-w";
        DeviceProcessEvents | where DeviceName =~ Machine and FileName in~ (Programs) and ProcessCommandLine has hidden
      };
      found("host1")`;
    expect(detectionOf(query)).toEqual({
      selection: {
        Computer: 'host1',
        'Image|endswith': ['\\a.exe', '\\b.exe'],
        'CommandLine|contains': '-w',
      },
      condition: 'selection',
    });
  });

  test('takes a table by its name, and arguments by theirs', () => {
    const query = `let signIns = (name: string, user: string) { table(name) | where UserPrincipalName =~ user };
      let a = signIns(user="x@y.example", name="SigninLogs");
      a | where ResultType == "50126"`;
    expect(read(query)).toMatchObject({ whole: true, logsource: { product: 'azure', service: 'signinlogs' } });
  });

  test('leaves nothing of its own names behind it', () => {
    const query = `let f = (x: string) { DeviceProcessEvents | where FileName =~ x };
      f("a.exe") | where ProcessCommandLine has x`;
    expect(readQuery(query, 'kql').ok).toBe(false);
  });

  test('that calls itself, or others many times, is refused', () => {
    expect(readQuery('let f = (x: string) { f(x) | where A == x };\nf("a")', 'kql').ok).toBe(false);
    const layers = Array.from(
      { length: 12 },
      (_, index) => `let f${index + 1} = (x: string) { union ${Array(8).fill(`f${index}(x)`).join(', ')} };`,
    );
    const query = `let f0 = (x: string) { DeviceProcessEvents | where FileName == x };\n${layers.join('\n')}\nf12("a")`;
    expect(readQuery(query, 'kql')).toMatchObject({ ok: false });
  });
});

describe('what else a query of KQL may write', () => {
  const table = 'DeviceProcessEvents | where';

  test('a parser of Sentinel’s information model may be called with a time', () => {
    const { logsource, rule } = read(
      'imProcessCreate(starttime=ago(1d)) | where TargetProcessName endswith "\\\\a.exe"',
    );
    expect(logsource).toEqual({ product: 'windows', category: 'process_creation' });
    expect(rule['detection']).toMatchObject({ selection: { 'Image|endswith': '\\a.exe' } });
    expect(readQuery('_Im_ProcessEvent(commandline_has_any=dynamic(["a"])) | where A == 1', 'kql').ok).toBe(false);
  });

  test.each([
    ['_Im_FileEvent(pack=true) | where TargetFileName == "a"', { product: 'windows', category: 'file_event' }],
    ['_Im_ProcessEvent | where TargetProcessName endswith "a"', { product: 'windows', category: 'process_creation' }],
    ['imAuthentication | where EventResult == "Failure"', { category: 'authentication' }],
    ['_Im_AuditEvent(starttime=ago(1d)) | where Operation == "a"', { category: 'audit' }],
  ])('a parser names its kind of events: %s', (query, logsource) => {
    expect(read(query).logsource).toEqual(logsource);
  });

  test('lookup only adds columns', () => {
    const query = `${table} FileName == "a.exe" | lookup kind=leftouter (DeviceInfo | project DeviceId, PublicIP) on DeviceId`;
    expect(read(query).whole).toBe(true);
    expect(readQuery(`${query} | where PublicIP == "192.0.2.1"`, 'kql').ok).toBe(false);
    expect(readQuery(query.replace('leftouter', 'inner'), 'kql').ok).toBe(false);
  });

  test('a list of constants, a test of a constant, and a member in brackets behind a dot', () => {
    const query = `let names = array_concat(pack_array("a.exe"), dynamic(["b.exe"])); let given = "";
      DeviceEvents | where FileName in~ (names) and (isempty(given) or FileName == given)
      | extend Target = parse_json(AdditionalFields).['TO.X'] | where Target == "y"`;
    expect(detectionOf(query)).toMatchObject({ selection: { FileName: ['a.exe', 'b.exe'] } });
    expect(JSON.stringify(detectionOf(query))).toContain('TO.X');
  });

  test('a time that other events give is no setting of the search', () => {
    const query = `let start = toscalar(DeviceRegistryEvents | summarize max(Timestamp));
      ${table} FileName == "a.exe" and Timestamp between (start .. (start + 5m))`;
    expect(readQuery(query, 'kql')).toMatchObject({ ok: false, error: { code: 'UnreadableQuery' } });
  });

  test('a word that neither the query nor its table has is refused', () => {
    expect(readQuery('SigninLogs | where UserPrincipalName endswith domain', 'kql')).toMatchObject({ ok: false });
  });
});
