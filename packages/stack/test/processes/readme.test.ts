import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmStart, ROOT, type Run, stackOf, stopAll, TIMEOUT_MS } from '../support/npm-start.js';
import { runBlocks } from '../support/shell.js';

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const SCREEN_COLUMNS = 100;

let folder: string;
let site: Server;
let run: Run;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tripline-readme-'));
  const page = readFileSync(join(ROOT, 'packages/stack/samples/copper-wren.html'));
  site = createServer((_req, res) => res.setHeader('content-type', 'text/html').end(page)).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  run = npmStart([`http://${host}/advisory`], { FETCH_ALLOW_HOSTS: host }, folder);
  await run.says('Up until Ctrl-C.');
}, TIMEOUT_MS);
afterAll(async () => {
  await stopAll();
  site.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Gives the blocks of a kind, in order. Blocks for bash are run unchanged; blocks for sh start or stop what a test cannot run inside
 * itself.
 */
const blocksOf = (kind: string): string[] =>
  [...README.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block = '']) => block);

test('npm start with an address reads that page, and writes no line wider than the screen', () => {
  expect(run.output()).toMatch(/Read "Copper Wren.*": 29 rules/);
  const wide = run
    .output()
    .split('\n')
    .filter((line) => [...line].length > SCREEN_COLUMNS);
  expect(wide).toEqual([]);
});

test(
  'the lines that npm start prints to go on with run as they are printed, where it was typed',
  async () => {
    const [, block = ''] = /Go on with:\n(.*?)\n\n/s.exec(run.output()) ?? [];
    const lines = block.replaceAll(/^ {2}/gm, '');
    const [printed = ''] = await runBlocks(folder, [lines]);
    expect(printed.match(/"success":true/g)).toHaveLength(2);
    for (const text of ['"accounts":[', '"name":"Sample account"', 'siem_kql', '"gaps": ['])
      expect(printed).toContain(text);
  },
  TIMEOUT_MS,
);

test(
  'every command line of the README runs as it stands',
  async () => {
    // The README's lines are run in a clone where npm start is running.
    const clone = join(folder, 'clone');
    mkdirSync(join(clone, '.local'), { recursive: true });
    for (const part of ['packages', 'node_modules']) symlinkSync(join(ROOT, part), join(clone, part));
    const stack = stackOf(run);
    cpSync(stack.file, join(clone, '.local/stack.json'));
    const [http = '', add = '', role = '', scan = '', offline = '', ...more] = await runBlocks(clone, blocksOf('bash'));
    expect(more).toEqual([]);
    expect(http.match(/"success":true/g)).toHaveLength(2);
    expect(add).toBe('');
    expect(role).toContain('arn:aws:iam::111122223333:role/tripline');
    expect(scan).toContain('"status":"connected"');
    for (const text of ['"status": "completed"', '"by_tactic"', '"gaps"']) expect(scan).toContain(text);
    expect(JSON.parse(readFileSync(join(clone, 'layer.json'), 'utf8'))).toMatchObject({ domain: 'enterprise-attack' });
    for (const text of ['# siem_kql rules/', '0 errors', 'Shadow Copy Deletion With Vssadmin'])
      expect(offline).toContain(text);
    await removeAccounts(stack, 'production');
  },
  TIMEOUT_MS,
);

/** A clone keeps its data, so running the README twice would add everything again. */
async function removeAccounts({ apiKey, coverageUrl }: ReturnType<typeof stackOf>, name: string): Promise<void> {
  const headers = { 'x-api-key': apiKey };
  const answer = await fetch(`${coverageUrl}/accounts?limit=200`, { headers });
  const { accounts } = (await answer.json()) as { accounts: { id: string; name: string }[] };
  for (const { id } of accounts.filter((one) => one.name === name))
    await fetch(`${coverageUrl}/accounts/${id}`, { method: 'DELETE', headers });
}

test('the README’s remaining lines are commands of package.json, which other tests run', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const lines = blocksOf('sh').flatMap((block) => block.trim().split('\n'));
  const commands = lines.map((line) => line.replace(/\s+#.*/, ''));
  expect(commands).toEqual([
    'npm start',
    'npm start -- https://example.org/advisory',
    'npm start -- --once',
    'npm test',
    'npm run test:long',
  ]);
  expect(scripts).toMatchObject({ start: 'node scripts/start.mjs', test: 'node scripts/test.mjs' });
});

test(
  'Ctrl-C stops all that a start began, and it ends with 0',
  async () => {
    const { coverageUrl, dashboardUrl, rulesUrl } = stackOf(run);
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(0);
    for (const url of [`${rulesUrl}/healthz`, coverageUrl, dashboardUrl]) await expect(fetch(url)).rejects.toThrow();
  },
  TIMEOUT_MS,
);
