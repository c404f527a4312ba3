import { createEngine, type Engine } from '@tripline/rules-service';
import { createLog, createMetrics, createRedis, type Redis } from '@tripline/service';
import { eventually, startTestServers, type TestServers, testRedisUrl } from '@tripline/stack';
import {
  bearer,
  createHarness,
  type Harness,
  type Instance,
  PASSWORD,
  signedInUser,
  type TestUser,
  untilReady,
} from '../support/harness.js';

let servers: TestServers;
let harness: Harness;
let engine: Engine;
let service: Instance;
let user: TestUser;
let admin: Redis;

beforeAll(async () => {
  servers = await startTestServers();
  // Servers of this suite's own, which it may break.
  process.env['TEST_STACK'] = JSON.stringify(servers);
  harness = await createHarness();
  engine = createEngine({ threads: 1, queue: 8, timeoutSeconds: 30, memoryMb: 512 }, createMetrics('test'));
  service = await untilReady(harness.start({}, engine));
  user = await signedInUser(service, 'enterprise');
  const log = createLog({ name: 'test', level: 'silent' });
  admin = createRedis({ url: testRedisUrl(), role: 'worker', name: 'admin', log });
});
afterAll(async () => {
  admin.disconnect();
  await harness.close();
  await engine.close();
  await servers.stop();
});

/** Each of these asks Redis: limits of calls, limits of sign-ins, places of generations. */
async function expectServed(at = service): Promise<void> {
  await at.http.get('/v1/rules').set(bearer(user.jwt)).expect(200);
  await at.http.post('/v1/auth/login').send({ email: user.email, password: PASSWORD }).expect(200);
  const advisory = {
    inputType: 'text',
    text: 'The attacker ran powershell.exe -enc SQBFAFgA and then whoami /all on the host.',
  };
  await at.http.post('/v1/generate').set(bearer(user.jwt)).send(advisory).expect(200);
}

const isReady = async (): Promise<boolean> => (await service.http.get('/readyz')).status === 200;

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
    await expectServed(harness.start({ REDIS_URL: 'redis://redis.invalid' }, engine));
  });

  test('is a replica that may not write, and counts there again when it may', async () => {
    await admin.replicaof('127.0.0.1', 1);
    await expectServed();
    await admin.replicaof('NO', 'ONE');
    await admin.flushdb();
    await eventually(async () => {
      await service.http.get('/v1/rules').set(bearer(user.jwt)).expect(200);
      return (await admin.keys('tripline:limit:*')).length > 0;
    });
  });

  test('is full', async () => {
    await admin.config('SET', 'maxmemory', '1');
    await expectServed();
    await admin.config('SET', 'maxmemory', '0');
  });
});

test('while Redis is away each process counts for itself', async () => {
  const strict = await untilReady(harness.start({ LIMIT_READS_PER_MINUTE: '3' }));
  await servers.restartRedis(async () => {
    const statuses: number[] = [];
    for (let call = 0; call < 5; call += 1) {
      statuses.push((await strict.http.get('/v1/rules').set(bearer(user.jwt))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });
});
