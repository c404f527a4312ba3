import { createScanQueue } from '@tripline/coverage-service';
import { createLog, createRedis, type Redis } from '@tripline/service';
import { eventually, killProcesses, startTestServers, type TestServers } from '@tripline/stack';
import { at, createHarness, type Harness, type Instance, newUser, type TestUser } from '../support/harness.js';
import { startProcess } from '../support/process.js';

let servers: TestServers;
let harness: Harness;
let service: Instance;
let user: TestUser;
let admin: Redis;
const log = createLog({ name: 'test', level: 'silent' });

const readiness = async () => (await service.http.get('/readyz')).body;
const whole = { status: 'ready', checks: { database: 'ok', schema: 'ok', redis: 'ok' } };
const degraded = { status: 'ready', checks: { database: 'ok', schema: 'ok', redis: 'degraded' } };
const isWhole = async (): Promise<boolean> => (await readiness()).checks.redis === 'ok';

beforeAll(async () => {
  servers = await startTestServers();
  // Servers of this suite's own, which it may break.
  process.env['TEST_STACK'] = JSON.stringify(servers);
  harness = await createHarness();
  service = harness.start();
  await eventually(isWhole);
  user = await newUser(service, 'enterprise');
  admin = createRedis({ url: servers.redisUrl, role: 'worker', name: 'admin', log });
});
afterAll(async () => {
  admin.disconnect();
  await killProcesses();
  await harness.close();
  await servers.stop();
});

async function expectServed(from = service): Promise<void> {
  const answer = await from.http.get(at('/accounts')).set(user.key).expect(200);
  expect(Number(answer.headers['x-ratelimit-remaining'])).toBeGreaterThan(0);
  await from.http.get(at('/accounts')).expect(401);
}

describe('no call is refused, and the process stays ready, while Redis', () => {
  afterEach(() => eventually(isWhole));

  test('is stopped', async () => {
    expect(await readiness()).toEqual(whole);
    await servers.restartRedis(async () => {
      await expectServed();
      expect(await readiness()).toEqual(degraded);
    });
  });

  test('hangs', async () => {
    await servers.pauseRedis(async () => {
      await expectServed();
      expect(await readiness()).toEqual(degraded);
    });
  });

  test('has a host name that does not resolve', async () => {
    await expectServed(harness.start({ REDIS_URL: 'redis://redis.invalid' }));
  });

  test('is a replica that may not write', async () => {
    await admin.replicaof('127.0.0.1', 1);
    await expectServed();
    await admin.replicaof('NO', 'ONE');
  });

  test('is full', async () => {
    await admin.config('SET', 'maxmemory', '1');
    await expectServed();
    await admin.config('SET', 'maxmemory', '0');
  });
});

test('a process that starts while Redis is away is ready and answers', async () => {
  await servers.restartRedis(async () => {
    const { url, adminUrl } = await startProcess('api', harness.database).listening();
    for (const each of [url, adminUrl]) {
      await eventually(async () => (await fetch(`${each}/readyz`)).status === 200);
      expect(await (await fetch(`${each}/readyz`)).json()).toEqual(degraded);
    }
    const answer = await fetch(`${url}${at('/accounts')}`, { headers: user.key });
    expect(answer.status).toBe(200);
  });
});

test('an answer never waits for a Redis that is away to come back and take the hint for a worker', async () => {
  const redis = createRedis({ url: 'redis://127.0.0.1:1', role: 'api', name: 'test', log });
  await expect(createScanQueue({ redis, log }).enqueue([{ id: user.id, fence: 0 }])).rejects.toThrow(
    'Redis cannot be reached',
  );
  redis.disconnect();
});
