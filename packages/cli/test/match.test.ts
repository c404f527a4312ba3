import { folderWith, ID_A, ID_B, removeFolders, ruleOf, tripline } from './support/tripline.js';

afterEach(removeFolders);

const A = ruleOf('Rule A', ID_A, "{sel: {Image|endswith: '\\a.exe'}, condition: sel}");
const B = ruleOf('Rule B', ID_B, '{sel: {User: bob}, condition: sel}');
const EVENTS =
  '{"Image":"C:\\\\A.EXE","User":"eve"}\n\n{"Image":"C:\\\\b.exe","User":"BOB"}\n{"Image":"C:\\\\b.exe"}\n';

describe('tripline match', () => {
  test('prints which events match which rules', async () => {
    const folder = folderWith({ 'rules/a.yml': A, 'rules/b.yml': B, 'events.ndjson': EVENTS });
    expect(await tripline(folder, ['match', '--rule', 'rules', 'events.ndjson'])).toEqual({
      status: 0,
      stdout: 'events.ndjson:1: Rule A\nevents.ndjson:3: Rule B\n',
      stderr: '2 matches in 3 events (3 fields as Sigma names them)\n',
    });
  });

  test('reads events from standard input and prints jsonl', async () => {
    const folder = folderWith({ 'a.yml': A });
    const { stdout } = await tripline(folder, ['match', '--rule', 'a.yml', '--format', 'jsonl', '-'], EVENTS);
    expect(JSON.parse(stdout)).toEqual({ path: '-', line: 1, rule: ID_A, title: 'Rule A', matched: true });
  });

  test('--explain prints every event with the reasons', async () => {
    const folder = folderWith({ 'a.yml': A, events: EVENTS });
    const { stdout } = await tripline(folder, ['match', '--rule', 'a.yml', '--explain', 'events']);
    const records = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.map(({ matched }) => matched)).toEqual([true, false, false]);
    expect(records[1]).toMatchObject({
      conditions: [{ explanation: { field: 'Image', value: 'C:\\b.exe', matched: false } }],
    });
  });

  test('no match is exit code 1', async () => {
    const folder = folderWith({ 'a.yml': A, events: '{"Image":"x"}\n' });
    expect(await tripline(folder, ['match', '--rule', 'a.yml', 'events'])).toMatchObject({ status: 1, stdout: '' });
  });

  test('correlations count over all events', async () => {
    const correlation =
      'title: Many\ncorrelation: {type: event_count, rules: [base], group-by: [User], timespan: 5m, condition: {gte: 2}}\n';
    const event = (minute: number) =>
      JSON.stringify({ Image: '\\a.exe', User: 'u', UtcTime: `2024-01-01 00:0${minute}:00` });
    const folder = folderWith({ 'c.yml': `name: base\n${A}---\n${correlation}`, events: `${event(1)}\n${event(3)}\n` });
    const { status, stdout } = await tripline(folder, ['match', '--rule', 'c.yml', '--format', 'jsonl', 'events']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      title: 'Many',
      places: [
        { path: 'events', line: 1 },
        { path: 'events', line: 2 },
      ],
      group: { User: 'u' },
      value: 2,
    });
  });

  test('an event that tells its log source is tried against the rules for it only', async () => {
    const event = (channel: string, id: number, image: string) =>
      JSON.stringify({ Channel: channel, EventID: id, [image]: 'C:\\a.exe' });
    const events = [
      event('Microsoft-Windows-Sysmon/Operational', 1, 'Image'),
      event('Microsoft-Windows-Sysmon/Operational', 11, 'Image'),
      event('Security', 4688, 'NewProcessName'),
    ];
    const folder = folderWith({ 'a.yml': A, events: events.join('\n') });
    const { stdout } = await tripline(folder, ['match', '--rule', 'a.yml', 'events']);
    expect(stdout).toBe('events:1: Rule A\nevents:3: Rule A\n');
  });

  test('a correlation counts only events of the log source of its rules', async () => {
    const correlation =
      'title: Many\ncorrelation: {type: event_count, rules: [base, other], group-by: [User], timespan: 5m, condition: {gte: 2}}\n';
    const other = ruleOf('Other', ID_B, '{sel: {User: u}, condition: sel}').replace('process_creation', 'file_event');
    const event = (id: number) =>
      JSON.stringify({ Channel: 'Microsoft-Windows-Sysmon/Operational', EventID: id, Image: '\\a.exe', User: 'u' });
    const rules = `name: base\n${A}---\nname: other\n${other}---\n${correlation}`;
    const timed = (id: number) => event(id).replace('}', ',"UtcTime":"2024-01-01 00:00:00"}');
    const folder = folderWith({ 'c.yml': rules, once: timed(1), twice: `${timed(1)}\n${timed(11)}` });
    expect((await tripline(folder, ['match', '--rule', 'c.yml', 'once'])).stdout).toBe('');
    expect((await tripline(folder, ['match', '--rule', 'c.yml', 'twice'])).stdout).toBe('twice:1: Many\n');
  });

  test.each([
    [['match', 'events']],
    [['match', '--rule', 'a.yml', 'empty']],
    [['match', '--rule', 'a.yml', 'log.evtx']],
    [['match', '--rule', 'missing.yml', 'events']],
    [['match', '--rule', 'broken.yml', 'events']],
    [['match', '--rule', 'a.yml', 'missing']],
    [['match', '--rule', 'a.yml', 'garbage']],
    [['match', '--rule', 'a.yml', 'unknown']],
    [['match', '--rule', 'a.yml', '--events-as', 'evt', 'events']],
    [['match', '--rule', 'a.yml', '--threads', '0', 'events']],
    [['match', '--rule', 'a.yml', '--pipeline', 'missing.yml', 'events']],
  ])('%j is bad usage: exit code 2', async (args) => {
    const folder = folderWith({
      'a.yml': A,
      'broken.yml': 'title: x\n',
      events: EVENTS,
      garbage: '{"a":1}\nnot json\n',
      unknown: '{"a":1}\n',
      empty: '\n',
      'log.evtx': 'ElfFile',
    });
    const { status, stderr } = await tripline(folder, args);
    expect(status).toBe(2);
    expect(stderr).not.toBe('');
  });
});
