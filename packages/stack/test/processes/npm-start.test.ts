import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { npmStart, ROOT, type Run, readStack, stackOf, stopAll, TIMEOUT_MS } from '../support/npm-start.js';

afterAll(stopAll);

const BACKENDS = ['siem_spl', 'siem_kql', 'siem_lucene', 'siem_udm', 'siem_dql', 'siem_yaral'];

/** Stops a Redis with its own command. */
async function stopRedis(url: string): Promise<void> {
  const { password, port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`AUTH ${password}\r\nSHUTDOWN NOSAVE\r\n`);
  await once(socket, 'close');
}

/** What a start writes for scripts, also of one that has ended before it said where. */
const stackFileOf = (run: Run): string =>
  join(ROOT, /this one keeps its data in (\S+)/.exec(run.output())?.[1] ?? '.local', 'stack.json');

/** What all starts in this folder have written, those that run and those that have ended. */
const stackFiles = (): readonly string[] =>
  ['.', ...readdirSync(join(ROOT, '.local')).filter((name) => name.startsWith('copy-'))]
    .map((name) => join(ROOT, '.local', name, 'stack.json'))
    .filter((file) => existsSync(file));

test(
  'wrong usage ends with 2 and says how',
  async () => {
    const run = npmStart(['--twice']);
    expect(await run.ended).toBe(2);
    expect(run.output()).toContain('usage: npm start');
  },
  TIMEOUT_MS,
);

/** One thread gets ready instead of one per core, where a test is about the start and not about its rules. */
const ONE_THREAD = { LIMIT_ENGINE_THREADS: '1' };

/** A start takes seconds, so all of these tests, in this order, share four: one that keeps running, one beside it, and two that replace the first. */
describe('starts in one folder', () => {
  let blocker: Server;
  let taken: string;
  let first: Run;
  beforeAll(async () => {
    blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const address = blocker.address();
    taken = typeof address === 'object' && address !== null ? String(address.port) : '';
    first = npmStart(['http://10.0.0.1/advisory'], { ...ONE_THREAD, PORT: taken });
    await first.says('Up until Ctrl-C.');
  }, TIMEOUT_MS);
  afterAll(() => {
    blocker.close();
  });

  test('a port in use makes way for the next free one, which is shown', () => {
    expect(first.output()).toContain(`port ${taken} is in use`);
    expect(stackOf(first).rulesUrl).not.toContain(`:${taken}`);
  });

  test('the last line has a link that signs in at the dashboard, once; no log and no file has it', async () => {
    const { dashboardUrl, file, user } = stackOf(first);
    const [line = ''] = first.output().trimEnd().split('\n').slice(-1);
    const link = new URL(/http:\S+$/.exec(line)?.[0] ?? 'about:blank');
    expect(link.href).toContain(`${dashboardUrl}/sign-in-link#token=`);
    const token = link.hash.slice('#token='.length);
    const redeem = () =>
      fetch(`${dashboardUrl}/v1/auth/login/link`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      });
    const answer = await redeem();
    expect(answer.status).toBe(200);
    const { data } = (await answer.json()) as { data: { accessToken: string } };
    const me = await fetch(`${dashboardUrl}/v1/me`, { headers: { authorization: `Bearer ${data.accessToken}` } });
    expect(((await me.json()) as { data: object }).data).toMatchObject({ email: user.email });
    expect((await redeem()).status).toBe(401);
    const logs = join(dirname(file), 'logs');
    const written = [file, ...readdirSync(logs).map((name) => join(logs, name))];
    expect(written.length).toBeGreaterThan(5);
    for (const each of written) expect(readFileSync(each, 'utf8')).not.toContain(token);
  });

  test('the dashboard’s address and its account are printed, without the password; it answers with the page', async () => {
    const { dashboardUrl, user } = stackOf(first);
    expect(new URL(dashboardUrl).hostname).toBe('localhost');
    for (const text of [dashboardUrl, user.email]) expect(first.output()).toContain(text);
    expect(first.output()).not.toContain(user.password);
    expect(await (await fetch(dashboardUrl)).text()).toContain('<div id="root">');
    const signedIn = await fetch(`${dashboardUrl}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(user),
    });
    expect(signedIn.status).toBe(200);
  });

  test('an address that may not be read is told, and the stack stays up', async () => {
    expect(first.output()).toContain('http://10.0.0.1/advisory');
    expect(first.output()).toContain('its host is not a public address');
    expect((await fetch(`${stackOf(first).rulesUrl}/readyz`)).status).toBe(200);
  });

  test('its file is readable by its owner only, and its key and session work at both services', async () => {
    const stack = stackOf(first);
    expect(statSync(stack.file).mode & 0o777).toBe(0o600);
    expect(Object.keys(stack)).toEqual(
      expect.arrayContaining([
        'dashboardUrl',
        'mailUrl',
        'rulesUrl',
        'coverageUrl',
        'databaseUrl',
        'redisUrl',
        'user',
        'jwt',
        'apiKey',
      ]),
    );
    for (const credential of [stack.apiKey, stack.jwt]) {
      const answer = await fetch(`${stack.rulesUrl}/v1/rules`, { headers: { authorization: `Bearer ${credential}` } });
      expect(answer.status).toBe(200);
    }
    const accounts = await fetch(`${stack.coverageUrl}/accounts`, { headers: { 'x-api-key': stack.apiKey } });
    expect(((await accounts.json()) as { accounts: object[] }).accounts).toContainEqual(
      expect.objectContaining({ name: 'Sample account', status: 'connected', last_scan_at: expect.any(String) }),
    );
  });

  test(
    'a second copy in one folder runs beside the first, with its own data; with --once it shows rules, one in YAML and its six queries, and ends with 0',
    async () => {
      const second = npmStart(['--once']);
      expect(await second.ended).toBe(0);
      for (const text of [
        'Copper Wren',
        'endpoint-sysmon',
        'cloud-audit-1',
        'container-audit',
        'logsource:',
        ...BACKENDS,
        'Scanned "Sample account" (AWS 111122223333)',
        'The first gaps:',
      ]) {
        expect(second.output()).toContain(text);
      }
      const [one, other] = [stackOf(first), readStack(stackFileOf(second))];
      for (const own of ['apiKey', 'databaseUrl', 'redisUrl', 'rulesUrl'] as const)
        expect(other[own]).not.toBe(one[own]);
      expect((await fetch(`${one.rulesUrl}/readyz`)).status).toBe(200);
      await expect(fetch(`${other.rulesUrl}/healthz`)).rejects.toThrow();
    },
    TIMEOUT_MS,
  );

  test(
    'a start after one that was killed takes over its data and its key; of an address without an advisory it tells the cause, scans all the same, and with --once ends with 1',
    async () => {
      // A start of another file that ends meanwhile leaves a folder, too, and the next one takes the first that is free.
      const before = new Map(stackFiles().map((file) => [file, readStack(file)]));
      first.child.kill('SIGKILL');
      await first.ended;
      const next = npmStart(['http://127.0.0.1:9/advisory', '--once'], {
        ...ONE_THREAD,
        FETCH_ALLOW_HOSTS: '127.0.0.1:9',
      });
      expect(await next.ended).toBe(1);
      expect(next.output()).toContain('http://127.0.0.1:9/advisory');
      expect(next.output()).toContain('127.0.0.1 could not be reached: the connection was refused.');
      expect(next.output()).toContain('Scanned "Sample account"');
      expect(next.output()).toContain('Its organization, 3 accounts');
      const file = stackFileOf(next);
      const after = readStack(file);
      expect(after.jwt).not.toBe(before.get(file)?.jwt);
      expect(after.apiKey).toBe(before.get(file)?.apiKey);
    },
    TIMEOUT_MS,
  );

  test(
    'a server of its own that ends by itself is told, and ends a start with 1',
    async () => {
      const last = npmStart(['http://10.0.0.1/advisory'], ONE_THREAD);
      await last.says('Up until Ctrl-C.');
      await stopRedis(stackOf(last).redisUrl);
      expect(await last.ended).toBe(1);
      expect(last.output()).toContain('Redis ended by itself');
    },
    TIMEOUT_MS,
  );
});
