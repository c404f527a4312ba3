import { folderWith, removeFolders, tripline } from './support/tripline.js';

afterEach(removeFolders);

const QUERY =
  'SecurityEvent\n| where EventID == 4688 and CommandLine has "whoami"\n| where not(ParentProcessName endswith @"\\agent.exe")\n';
const RULE = `title: whoami
status: experimental
logsource:
    product: windows
    service: security
detection:
    selection:
        EventID: 4688
        CommandLine|contains: 'whoami'
    filter:
        ParentProcessName|endswith: '\\agent.exe'
    condition: selection and not filter
`;

describe('tripline convert --from', () => {
  test('a query comes out as a Sigma rule named after its file, its notes with line and column on standard error', () => {
    const folder = folderWith({ 'whoami.kql': QUERY });
    const { status, stdout, stderr } = tripline(folder, ['convert', '--from', 'kql', 'whoami.kql']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: RULE });
    expect(stderr).toBe(
      'whoami.kql:2:29: note widened: The query looks for whole words; the rule finds the text inside longer words too.\n',
    );
  });

  test('with a target the query is written in that language', () => {
    const folder = folderWith({ 'whoami.kql': QUERY });
    const { status, stdout } = tripline(folder, ['convert', '--from', 'kql', '-t', 'siem_spl', 'whoami.kql']);
    expect(status).toBe(0);
    expect(stdout).toBe(
      '# siem_spl whoami.kql: whoami\nsource="XmlWinEventLog:Security" EventCode=4688 CommandLine="*whoami*" NOT ParentProcessName="*\\\\agent.exe"\n\n',
    );
  });

  test('what cannot be read is named with its file, line and column; the others are read; exit code 1', () => {
    const folder = folderWith({
      'hunts/a.spl': 'sourcetype=aws:cloudtrail eventName=StopLogging\n| stats count by user\n| where count > 3',
      'hunts/b.spl': 'sourcetype=aws:cloudtrail eventName=DeleteTrail',
      'hunts/c.txt': 'no query',
    });
    const { status, stdout, stderr } = tripline(folder, ['convert', '--from', 'spl', 'hunts']);
    expect(status).toBe(1);
    expect(stdout).toContain("eventName: 'DeleteTrail'");
    expect(stdout).not.toContain('StopLogging');
    expect(stderr).toBe(
      'hunts/a.spl:2:3: UnreadableQuery: a condition follows stats, and a rule over single events cannot test the result of stats\n',
    );
  });

  test('jsonl prints one record a query, refusals with their place', () => {
    const folder = folderWith({
      'a.eql': 'sequence [any where true]',
      'b.eql': 'process where host.os.type == "linux" and process.name == "nc"',
    });
    const { stdout } = tripline(folder, ['convert', '--from', 'eql', '--format', 'jsonl', 'a.eql', 'b.eql']);
    const [refused, read] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(refused).toEqual({
      path: 'a.eql',
      ok: false,
      error: {
        code: 'UnreadableQuery',
        message: 'sequence looks for events that follow each other; a rule over single events cannot express that',
        line: 1,
        column: 1,
      },
    });
    expect(read).toMatchObject({
      path: 'b.eql',
      ok: true,
      notes: [{ code: 'logsource_narrowed', line: 1, column: 1 }],
    });
  });

  test('a log source that the query does not say is taken from the command line', () => {
    const folder = folderWith({ 'a.lucene': 'some.field:value' });
    expect(tripline(folder, ['convert', '--from', 'lucene', 'a.lucene']).stderr).toContain(
      'a.lucene:1:1: UnknownLogsource',
    );
    const named = tripline(folder, [
      'convert',
      '--from',
      'lucene',
      '--logsource',
      'product=acme,service=audit',
      'a.lucene',
    ]);
    expect(named.status).toBe(0);
    expect(named.stdout).toContain('product: acme');
  });

  test('a language that is not read, and a form that takes rules only, are bad usage', () => {
    const folder = folderWith({ 'a.kql': QUERY });
    expect(tripline(folder, ['convert', '--from', 'udm', 'a.kql'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('There are kql, spl, lucene, eql.'),
    });
    expect(tripline(folder, ['convert', '--from', 'kql', '--format', 'deploy', 'a.kql']).status).toBe(2);
    expect(tripline(folder, ['convert', '--from', 'kql', '--logsource', 'windows', 'a.kql']).status).toBe(2);
    expect(tripline(folder, ['convert', '--logsource', 'product=windows', 'a.kql']).status).toBe(2);
  });
});
