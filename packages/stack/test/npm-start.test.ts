import { once } from 'node:events';
import { statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { npmStart, stackOf, stopAll, TIMEOUT_MS } from './support/npm-start.js';

afterEach(stopAll);

const BACKENDS = ['siem_spl', 'siem_kql', 'siem_lucene', 'siem_udm', 'siem_dql', 'siem_yaral'];

/** Ends a Redis by its own command. */
async function stopRedis(url: string): Promise<void> {
  const { password, port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`AUTH ${password}\r\nSHUTDOWN NOSAVE\r\n`);
  await once(socket, 'close');
}

test(
  'npm start -- --once shows rules, one in YAML and its six queries, and ends with 0',
  async () => {
    const run = npmStart(['--once']);
    expect(await run.ended).toBe(0);
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
      expect(run.output()).toContain(text);
    }
  },
  TIMEOUT_MS,
);

test(
  'npm start stays up with a key that works, and Ctrl-C stops all it started',
  async () => {
    const run = npmStart([]);
    await run.says('Up until Ctrl-C.');
    const stack = stackOf(run);
    expect(statSync(stack.file).mode & 0o777).toBe(0o600);
    expect(Object.keys(stack)).toEqual(
      expect.arrayContaining(['rulesUrl', 'coverageUrl', 'databaseUrl', 'redisUrl', 'user', 'jwt', 'apiKey']),
    );
    for (const credential of [stack.apiKey, stack.jwt]) {
      const answer = await fetch(`${stack.rulesUrl}/v1/rules`, { headers: { authorization: `Bearer ${credential}` } });
      expect(answer.status).toBe(200);
    }
    const accounts = await fetch(`${stack.coverageUrl}/accounts`, { headers: { 'x-api-key': stack.apiKey } });
    expect(((await accounts.json()) as { accounts: object[] }).accounts).toMatchObject([
      { name: 'Sample account', status: 'connected', last_scan_at: expect.any(String) },
    ]);
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(0);
    await expect(fetch(`${stack.rulesUrl}/healthz`)).rejects.toThrow();
  },
  TIMEOUT_MS,
);

test(
  'two copies in one folder run beside each other, each with its own data',
  async () => {
    const first = npmStart([]);
    await first.says('Up until Ctrl-C.');
    const second = npmStart([]);
    await second.says('Up until Ctrl-C.');
    const [one, other] = [stackOf(first), stackOf(second)];
    expect(other.file).not.toBe(one.file);
    expect(other.rulesUrl).not.toBe(one.rulesUrl);
    for (const { rulesUrl } of [one, other]) expect((await fetch(`${rulesUrl}/readyz`)).status).toBe(200);
  },
  TIMEOUT_MS,
);

test(
  'a start after one that was killed takes over its data and its key',
  async () => {
    const killed = npmStart([]);
    await killed.says('Up until Ctrl-C.');
    const before = stackOf(killed);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const next = npmStart([]);
    await next.says('Up until Ctrl-C.');
    const after = stackOf(next);
    expect(after.file).toBe(before.file);
    expect(after.apiKey).toBe(before.apiKey);
  },
  TIMEOUT_MS,
);

test(
  'a port in use makes way for the next free one, which is shown',
  async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const address = blocker.address();
    const taken = typeof address === 'object' && address !== null ? address.port : 0;
    const run = npmStart([], { PORT: String(taken) });
    await run.says('Up until Ctrl-C.');
    blocker.close();
    expect(run.output()).toContain(`port ${taken} is in use`);
    expect(stackOf(run).rulesUrl).not.toContain(`:${taken}`);
  },
  TIMEOUT_MS,
);

test(
  'an address without an advisory is told with the cause; the account is scanned all the same, and --once ends with 1',
  async () => {
    const run = npmStart(['http://127.0.0.1:9/advisory', '--once'], { FETCH_ALLOW_HOSTS: '127.0.0.1:9' });
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain('http://127.0.0.1:9/advisory');
    expect(run.output()).toContain('127.0.0.1 could not be reached: the connection was refused.');
    expect(run.output()).toContain('Scanned "Sample account"');
  },
  TIMEOUT_MS,
);

test(
  'an address that may not be read is told, and the stack stays up',
  async () => {
    const run = npmStart(['http://10.0.0.1/advisory']);
    await run.says('Up until Ctrl-C.');
    expect(run.output()).toContain('http://10.0.0.1/advisory');
    expect(run.output()).toContain('its host is not a public address');
    expect((await fetch(`${stackOf(run).rulesUrl}/readyz`)).status).toBe(200);
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(0);
  },
  TIMEOUT_MS,
);

test(
  'wrong usage ends with 2 and says how',
  async () => {
    const run = npmStart(['--twice']);
    expect(await run.ended).toBe(2);
    expect(run.output()).toContain('usage: npm start');
  },
  TIMEOUT_MS,
);

test(
  'a server of its own that ends by itself is told, and everything else is stopped',
  async () => {
    const run = npmStart([]);
    await run.says('Up until Ctrl-C.');
    await stopRedis(stackOf(run).redisUrl);
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain('Redis ended by itself');
  },
  TIMEOUT_MS,
);
