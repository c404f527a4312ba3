import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith, ID_A, ID_B, PROGRAM, removeFolders, ruleOf, tripline } from './support/tripline.js';

afterEach(removeFolders);

const SYSMON = 'Microsoft-Windows-Sysmon/Operational';
const RULE = ruleOf('Rundll', ID_A, "{sel: {Image|endswith: '\\rundll32.exe'}, condition: sel}");
const evtx = (image: string, second = 0) => ({
  Event: {
    '#attributes': { xmlns: 'http://schemas.microsoft.com/win/2004/08/events/event' },
    System: {
      Provider: { '#attributes': { Name: 'Microsoft-Windows-Sysmon' } },
      EventID: 1,
      Channel: SYSMON,
      TimeCreated: { '#attributes': { SystemTime: `2024-01-01T00:00:0${second}.123456Z` } },
    },
    EventData: { Image: image, User: 'u' },
  },
});
const BAD = 'C:\\Windows\\rundll32.exe';
const ecs = (image: string) => ({
  '@timestamp': '2024-01-01T00:00:00Z',
  winlog: { channel: SYSMON },
  event: { code: '1' },
  process: { executable: image },
});

function matched(files: Readonly<Record<string, string>>, ...args: string[]) {
  return tripline(folderWith({ 'rule.yml': RULE, ...files }), ['match', '--rule', 'rule.yml', ...args]);
}

describe('events as people have them', () => {
  const two = [evtx('C:\\a.exe'), evtx(BAD)];
  test.each<[string, string, number]>([
    ['one per line', two.map((each) => JSON.stringify(each)).join('\n'), 2],
    ['as an array', JSON.stringify(two, null, 2), 27],
    ['one in a file', JSON.stringify(two[1], null, 2), 1],
    ['numbered', two.map((each, at) => `Record ${at + 1}\n${JSON.stringify(each, null, 2)}`).join('\n'), 27],
  ])('EVTX tools: %s', async (_, text, line) => {
    const { status, stdout, stderr } = await matched({ 'e.json': text }, 'e.json');
    expect({ status, stdout: stdout.split(':')[2] }).toEqual({ status: 0, stdout: ' Rundll\n' });
    expect(Number(stdout.split(':')[1])).toBe(line);
    expect(stderr).toMatch(/^1 match in \d events? \(\d Windows events as EVTX tools write them\)\n$/);
  });

  test('correlations count events of every shape together', async () => {
    const correlation =
      'title: Many\ncorrelation: {type: event_count, rules: [base], group-by: [User], timespan: 5m, condition: {gte: 2}}\n';
    const files = {
      'rule.yml': `name: base\n${RULE}---\n${correlation}`,
      'a.json': JSON.stringify(evtx(BAD, 1)),
      'b.json': JSON.stringify({ ...ecs(BAD), user: { name: 'u' } }),
    };
    expect((await matched(files, 'a.json', 'b.json')).stdout).toBe('b.json:1: Many\n');
  });

  test('--events-as takes the shape that is said, and what has another is not understood', async () => {
    const files = { 'e.json': JSON.stringify(ecs(BAD)) };
    expect((await matched(files, 'e.json')).status).toBe(0);
    expect((await matched(files, '--events-as', 'ecs', 'e.json')).status).toBe(0);
    expect(await matched(files, '--events-as', 'evtx', 'e.json')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('0 matches in 1 event, 1 not understood\n'),
    });
    expect(await matched(files, '--events-as', 'sigma', 'e.json')).toMatchObject({ status: 1, stdout: '' });
  });

  test('lines of CEF and syslog are events', async () => {
    const rule = ruleOf('Failed', ID_B, "{sel: ['Failed password'], condition: sel}").replace(
      '{product: windows, category: process_creation}',
      '{product: linux, service: sshd}',
    );
    const line = '<38>Jan  5 10:00:00 web1 sshd[9]: Failed password for root';
    const text = `${line}\nCEF:0|V|P|1|1|n|5|src=10.0.0.1\n${line}\n`;
    const { stdout, stderr } = await matched({ 'rule.yml': rule, 'a.log': text }, 'a.log');
    expect(stdout).toBe('a.log:1: Failed\na.log:3: Failed\n');
    expect(stderr).toBe('2 matches in 3 events (2 syslog, 1 CEF)\n');
  });

  test('--pipeline changes the rules as in convert: fields that it names are the events’ own', async () => {
    const pipeline = 'name: ours\ntransformations:\n  - {type: field_name_mapping, mapping: {Image: proc.path}}\n';
    const files = { 'p.yml': pipeline, 'e.json': JSON.stringify({ proc: { path: BAD } }) };
    expect(await matched(files, '--pipeline', 'p.yml', 'e.json')).toMatchObject({
      status: 0,
      stdout: 'e.json:1: Rundll\n',
    });
    expect((await matched(files, 'e.json')).status).toBe(2);
    const refusing = 'name: no\ntransformations:\n  - {type: rule_failure, message: not ours}\n';
    expect(await matched({ ...files, 'p.yml': refusing }, '--pipeline', 'p.yml', 'e.json')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^rule\.yml:1:1: RefusedByPipeline: .*not ours/),
    });
  });

  test('--pipeline none takes fields as they come', async () => {
    const files = { 'e.json': JSON.stringify(ecs(BAD)) };
    expect((await matched(files, '--pipeline', 'none', 'e.json')).status).toBe(1);
  });

  test('a rule that cannot be read ends nothing: it is named, the others run, and the exit code is 2', async () => {
    const files = { 'rules/a.yml': RULE, 'rules/bad.yml': 'title: x\n', 'e.json': JSON.stringify(evtx(BAD)) };
    const folder = folderWith(files);
    expect(await tripline(folder, ['match', '--rule', 'rules', 'e.json'])).toEqual({
      status: 2,
      stdout: 'e.json:1: Rundll\n',
      stderr: expect.stringMatching(/^rules\/bad\.yml:1:1: MissingField: .*\n1 match in .*; 1 rule not read\n$/),
    });
    expect(await tripline(folder, ['match', '--strict', '--rule', 'rules', 'e.json'])).toMatchObject({
      status: 2,
      stdout: '',
    });
  });

  test('threads give what one thread gives, in the same order', async () => {
    const base = RULE.replace('title: Rundll', 'title: Rundll\nname: base');
    const correlation =
      'title: Many\ncorrelation: {type: event_count, rules: [base], generate: true, group-by: [User], timespan: 5m, condition: {gte: 2}}\n';
    const pad = 'x'.repeat(3000);
    const lines = Array.from({ length: 9000 }, (_, at) => {
      const event = { ...evtx(at % 1000 === 0 ? BAD : 'C:\\a.exe'), pad };
      return at === 4321 ? '{"cut' : JSON.stringify(event);
    });
    const folder = folderWith({ 'rule.yml': `${base}---\n${correlation}`, 'e.ndjson': lines.join('\n') });
    const run = (threads: string) =>
      tripline(folder, ['match', '--rule', 'rule.yml', '--format', 'jsonl', '--threads', threads, 'e.ndjson']);
    const alone = await run('1');
    expect(alone.status).toBe(2);
    expect(alone.stdout.split('\n')).toHaveLength(11);
    expect(alone.stderr).toContain('10 matches in 8999 events');
    expect(await run('3')).toEqual(alone);
  });

  test('--follow reads on as a file grows, and says what counts when it is stopped', async () => {
    const first = `${JSON.stringify(evtx(BAD))}\n`;
    const folder = folderWith({ 'rule.yml': RULE, 'e.ndjson': first });
    const child = spawn(process.execPath, [PROGRAM, 'match', '--rule', 'rule.yml', '--follow', 'e.ndjson'], {
      cwd: folder,
    });
    let stdout = '';
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const until = async (wanted: string) => {
      while (!stdout.includes(wanted)) stdout += String((await once(child.stdout, 'data'))[0]);
    };
    await until('e.ndjson:1: Rundll\n');
    const next = `${JSON.stringify(evtx(BAD))}\n`;
    appendFileSync(join(folder, 'e.ndjson'), next.slice(0, 40));
    appendFileSync(join(folder, 'e.ndjson'), next.slice(40));
    await until('e.ndjson:2: Rundll\n');
    child.kill('SIGINT');
    const [status] = await once(child, 'close');
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: '2 matches in 2 events (2 Windows events as EVTX tools write them)\n',
    });
  });
});
