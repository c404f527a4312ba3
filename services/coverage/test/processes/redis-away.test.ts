import { createLog, createRedis, type Redis } from '@tripline/service';
import { eventually, startTestServers, type TestServers } from '@tripline/stack';
import { at, createHarness, type Harness, type Instance, newUser, type TestUser } from '../support/harness.js';

let servers: TestServers;
let harness: Harness;
let service: Instance;
let user: TestUser;
let admin: Redis;

const isReady = async (): Promise<boolean> => (await service.http.get('/readyz')).status === 200;

beforeAll(async () => {
  servers = await startTestServers();
  // Servers of this suite's own, which it may break.
  process.env['TEST_STACK'] = JSON.stringify(servers);
  harness = await createHarness();
  service = harness.start();
  await eventually(isReady);
  user = await newUser(service, 'enterprise');
  const log = createLog({ name: 'test', level: 'silent' });
  admin = createRedis({ url: servers.redisUrl, role: 'worker', name: 'admin', log });
});
afterAll(async () => {
  admin.disconnect();
  await harness.close();
  await servers.stop();
});

async function expectServed(from = service): Promise<void> {
  const answer = await from.http.get(at('/accounts')).set(user.key).expect(200);
  expect(Number(answer.headers['x-ratelimit-remaining'])).toBeGreaterThan(0);
  await from.http.get(at('/accounts')).expect(401);
}

describe('no call is refused while Redis', () => {
  afterEach(() => eventually(isReady));

  test('is stopped', async () => {
    await servers.restartRedis(async () => {
      await expectServed();
      expect(await isReady()).toBe(false);
    });
  });

  test('hangs', async () => {
    await servers.pauseRedis(async () => {
      await expectServed();
      expect(await isReady()).toBe(false);
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
