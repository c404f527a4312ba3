import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { folderWith, ID_A, PROGRAM, removeFolders, ruleOf } from './support/tripline.js';

const RULE = ruleOf('Rule A', ID_A, "{sel: {Image|endswith: '\\a.exe'}, condition: sel}");
const ACCOUNT = { id: '0190a0a0-0000-7000-8000-000000000001', name: 'production', external_account_id: '111122223333' };

// The service's own tests cover its answers. This one covers what the tool asks and hands on.
const ANSWERS: Readonly<Record<string, object>> = {
  'GET /accounts?limit=200': { accounts: [ACCOUNT], total: 1 },
  [`GET /accounts/${ACCOUNT.id}/coverage`]: { cloud_account_name: 'production', coverage_percent: 12.5 },
};

let service: Server;
let client: Client;
beforeAll(async () => {
  service = createServer((request, response) => {
    const answer = ANSWERS[`${request.method} ${request.url}`];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: { code: 'NOT_FOUND', message: 'not found' } }));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  client = new Client({ name: 'test', version: '1' });
  const args = [PROGRAM, 'mcp', '--url', `http://127.0.0.1:${port}`, '--key', 'a-key'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folderWith({}) }));
});
afterAll(async () => {
  await client.close();
  service.close();
  removeFolders();
});

/** Calls a tool and gives its answer, or the message of its refusal. */
async function call(name: string, input: Record<string, unknown>) {
  const { isError, content } = await client.callTool({ name, arguments: input });
  const [{ text }] = content as [{ text: string }];
  return isError === true ? { refused: text } : JSON.parse(text);
}

describe('tripline mcp', () => {
  test('lists its tools', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['convert', 'check', 'match', 'explain', 'generate', 'coverage']);
  });

  test('convert gives queries', async () => {
    const conversions = await call('convert', { rules: RULE, target: 'siem_spl' });
    expect(conversions).toMatchObject([{ id: ID_A, title: 'Rule A', ok: true }]);
    expect(JSON.stringify(conversions)).toContain('a.exe');
  });

  test('check gives findings', async () => {
    const findings = await call('check', { rules: RULE.replace('level: low', 'level: loud') });
    expect(findings).toEqual(expect.arrayContaining([expect.objectContaining({ severity: 'error' })]));
  });

  test('match names events and windows of correlations by their places', async () => {
    const rules = `name: base\n${RULE}---\ntitle: Burst\ncorrelation: {type: event_count, rules: [base], generate: true, timespan: 1h, condition: {gte: 2}}\n`;
    const event = (image: string) => ({ Image: image, UtcTime: '2024-01-01 00:00:00' });
    const events = [event('\\a.exe'), event('\\b.exe'), event('\\A.EXE')];
    expect(await call('match', { rules, events })).toEqual({
      matches: [
        { id: ID_A, title: 'Rule A', events: [0] },
        { id: ID_A, title: 'Rule A', events: [2] },
        { id: null, title: 'Burst', events: [0, 2], group: {}, value: 2 },
      ],
      not_understood: [],
    });
    const evtx = (user: string) => ({
      Event: {
        System: { EventID: 1, Channel: 'Microsoft-Windows-Sysmon/Operational' },
        EventData: { Image: '\\a.exe', User: user },
      },
    });
    expect(await call('match', { rules: RULE, events: [evtx('u'), { a: 1 }] })).toEqual({
      matches: [{ id: ID_A, title: 'Rule A', events: [0] }],
      not_understood: [1],
    });
  });

  test('explain says why an event does not match', async () => {
    expect(await call('explain', { rules: RULE, event: { Image: 'C:\\b.exe' } })).toMatchObject([
      { title: 'Rule A', matched: false, conditions: [{ explanation: { field: 'Image', value: 'C:\\b.exe' } }] },
    ]);
  });

  test('generate drafts rules from an advisory', async () => {
    const advisory = 'The attackers ran the following command:\n\nvssadmin.exe delete shadows /all /quiet\n';
    const { rules } = await call('generate', { advisory, max_rules: 1 });
    expect(rules).toHaveLength(1);
    expect(JSON.stringify(rules)).toContain('vssadmin');
  });

  test('generate says which rules are covered, and leaves them out where it is asked to', async () => {
    const advisory = 'The attackers ran the following command:\n\nvssadmin.exe delete shadows /all /quiet\n';
    const against =
      'title: Ours\nlogsource: {product: windows, category: process_creation}\ndetection: {a: {CommandLine|contains: delete shadows}, condition: a}\n';
    const { rules } = await call('generate', { advisory, against });
    expect(rules[0].coveredBy).toEqual([
      { path: 'against', title: 'Ours', events: expect.stringMatching(/^(\d+) of \1$/) },
    ]);
    const left = await call('generate', { advisory, against, skip_covered: true });
    expect([left.rules, left.covered.length]).toEqual([[], rules.length]);
    expect((await call('generate', { advisory, logs: ['network/proxy'] })).rules).toEqual([]);
  });

  test('coverage asks the service that the options name', async () => {
    expect(await call('coverage', {})).toEqual({ cloud_account_name: 'production', coverage_percent: 12.5 });
    expect(await call('coverage', { account: 'staging' })).toEqual({
      refused: expect.stringContaining('there is no account "staging"'),
    });
  });

  test.each([
    ['a broken rule', 'match', { rules: 'title: x', events: [{}] }, /^line 1: /],
    ['too many events', 'match', { rules: RULE, events: new Array(1001).fill({}) }, /1000/],
    ['too long rules', 'check', { rules: 'x'.repeat(1_000_001) }, /1000000/],
    ['an unknown target', 'convert', { rules: RULE, target: 'siem_cobol' }, /siem_spl/],
    ['no text at all', 'generate', { advisory: '' }, /advisory/],
  ])('%s is refused with the reason', async (_, tool, input, reason) => {
    expect(await call(tool, input)).toEqual({ refused: expect.stringMatching(reason) });
  });
});
