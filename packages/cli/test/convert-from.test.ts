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
  test('a query comes out as a Sigma rule named after its file, its notes with line and column on standard error', async () => {
    const folder = folderWith({ 'whoami.kql': QUERY });
    const { status, stdout, stderr } = await tripline(folder, ['convert', '--from', 'kql', 'whoami.kql']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: RULE });
    expect(stderr).toBe(
      'whoami.kql:2:29: note widened: The query looks for whole words; the rule finds the text inside longer words too.\n',
    );
  });

  test('with a target the query is written in that language', async () => {
    const folder = folderWith({ 'whoami.kql': QUERY });
    const { status, stdout } = await tripline(folder, ['convert', '--from', 'kql', '-t', 'siem_spl', 'whoami.kql']);
    expect(status).toBe(0);
    expect(stdout).toBe(
      '# siem_spl whoami.kql: whoami\nsource="XmlWinEventLog:Security" EventCode=4688 CommandLine="*whoami*" NOT ParentProcessName="*\\\\agent.exe"\n\n',
    );
  });

  test('what cannot be read is named with its file, line and column; the others are read; exit code 1', async () => {
    const folder = folderWith({
      'hunts/a.spl': 'sourcetype=aws:cloudtrail eventName=StopLogging\n| join user [search index=x]',
      'hunts/b.spl': 'sourcetype=aws:cloudtrail eventName=DeleteTrail',
      'hunts/c.txt': 'no query',
    });
    const { status, stdout, stderr } = await tripline(folder, ['convert', '--from', 'spl', 'hunts']);
    expect(status).toBe(1);
    expect(stdout).toContain("eventName: 'DeleteTrail'");
    expect(stdout).not.toContain('StopLogging');
    expect(stderr).toBe(
      'hunts/a.spl:2:3: UnreadableQuery: join joins the events with others; neither a rule over single events nor a correlation can express that\n',
    );
  });

  test('jsonl prints one record a query, refusals with their place', async () => {
    const folder = folderWith({
      'a.eql': 'join [any where true]',
      'b.eql': 'process where host.os.type == "linux" and process.name == "nc"',
    });
    const { stdout } = await tripline(folder, ['convert', '--from', 'eql', '--format', 'jsonl', 'a.eql', 'b.eql']);
    const [refused, read] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(refused).toEqual({
      path: 'a.eql',
      ok: false,
      error: {
        code: 'UnreadableQuery',
        message: 'join was never part of EQL in Elasticsearch',
        line: 1,
        column: 1,
      },
    });
    expect(read).toMatchObject({
      path: 'b.eql',
      ok: true,
      whole: true,
      unread: [],
      notes: [{ code: 'logsource_narrowed', line: 1, column: 1 }],
    });
  });

  test('a log source that the query does not say is taken from the command line', async () => {
    const folder = folderWith({ 'a.lucene': 'some.field:value' });
    expect((await tripline(folder, ['convert', '--from', 'lucene', 'a.lucene'])).stderr).toContain(
      'a.lucene:1:1: UnknownLogsource',
    );
    const named = await tripline(folder, [
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

  test('a language that is not read, and a form that takes rules only, are bad usage', async () => {
    const folder = folderWith({ 'a.kql': QUERY });
    expect(await tripline(folder, ['convert', '--from', 'udm', 'a.kql'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('There are kql, spl, lucene, eql, esql, yaral.'),
    });
    expect((await tripline(folder, ['convert', '--from', 'kql', '--format', 'deploy', 'a.kql'])).status).toBe(2);
    expect((await tripline(folder, ['convert', '--from', 'kql', '--logsource', 'windows', 'a.kql'])).status).toBe(2);
    expect((await tripline(folder, ['convert', '--logsource', 'product=windows', 'a.kql'])).status).toBe(2);
  });

  test('macros.conf says what the macros of a search stand for, and --window how long it counts', async () => {
    const folder = folderWith({
      'macros.conf':
        '# ours\n[cloud(1)]\nargs = name\ndefinition = sourcetype=aws:cloudtrail \\\n  eventName=$name$\niseval = 0\n\n[empty]\n',
      'a.spl': '`cloud(StopLogging)`\n| stats count by sourceIPAddress\n| where count > 3',
    });
    const { status, stdout } = await tripline(folder, [
      'convert',
      '--from',
      'spl',
      '--macros',
      'macros.conf',
      '--window',
      '15m',
      'a.spl',
    ]);
    expect(status).toBe(0);
    expect(stdout).toContain("eventName: 'StopLogging'");
    expect(stdout).toContain('timespan: 15m');
  });

  test('macros of the security content are read too', async () => {
    const folder = folderWith({
      'cloud.yml': 'name: cloud\ndefinition: sourcetype=aws:cloudtrail\ndescription: Ours\n',
      'a.spl': '`cloud` eventName=StopLogging',
    });
    const { stdout } = await tripline(folder, ['convert', '--from', 'spl', '--macros', 'cloud.yml', 'a.spl']);
    expect(stdout).toContain('service: cloudtrail');
  });

  test('in part: the rule is printed, and what it leaves out on standard error with its place', async () => {
    const folder = folderWith({ 'a.spl': 'sourcetype=aws:cloudtrail eventName=A\n| join user [search index=x]' });
    const { status, stdout, stderr } = await tripline(folder, ['convert', '--from', 'spl', '--partial', 'a.spl']);
    expect(status).toBe(0);
    expect(stdout).toContain("eventName: 'A'");
    expect(stderr).toContain('a.spl:2:3: not read: join user [search index=x]: join joins the events with others');
  });

  test('macros without SPL, macros that are not there, and options of reading without --from are bad usage', async () => {
    const folder = folderWith({ 'a.kql': QUERY, 'a.spl': 'eventName=A', 'none.conf': '' });
    const status = async (...words: string[]) => (await tripline(folder, ['convert', ...words])).status;
    expect(await status('--from', 'kql', '--macros', 'none.conf', 'a.kql')).toBe(2);
    expect(await status('--from', 'spl', '--macros', 'none.conf', 'a.spl')).toBe(2);
    expect(await status('--from', 'spl', '--macros', 'gone.conf', 'a.spl')).toBe(2);
    expect(await status('--partial', 'a.kql')).toBe(2);
    expect(await status('--from', 'kql', '--window', 'soon', 'a.kql')).toBe(2);
  });
});
