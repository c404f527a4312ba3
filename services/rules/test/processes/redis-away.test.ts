import { createEngine, type Engine } from '@tripline/rules-service';
import { createLog, createMetrics, createRedis, type Redis } from '@tripline/service';
import { eventually, startTestServers, type TestServers, testRedisUrl } from '@tripline/stack';
import { type MailServer, startMailServer } from '../../../../packages/auth/test/support/mail-server.js';
import { PUBLIC_URL } from '../../../../packages/auth/test/support/mails.js';
import {
  bearer,
  createHarness,
  type Harness,
  type Instance,
  newEmail,
  PASSWORD,
  signedInUser,
  type TestUser,
  untilReady,
} from '../support/harness.js';
import { startMailProcess } from '../support/mail-process.js';
import { killProcesses, startProcess } from '../support/process.js';

let servers: TestServers;
let harness: Harness;
let engine: Engine;
let service: Instance;
let user: TestUser;
let admin: Redis;
let mailServer: MailServer;

beforeAll(async () => {
  servers = await startTestServers();
  // Servers of this suite's own, which it may break.
  process.env['TEST_STACK'] = JSON.stringify(servers);
  harness = await createHarness();
  engine = createEngine(
    { threads: 1, queue: 8, timeoutSeconds: 120, memoryMb: 512, freeWorkNiceness: 0 },
    createMetrics('test'),
  );
  service = await untilReady(harness.start({}, engine));
  user = await signedInUser(service, 'enterprise');
  const log = createLog({ name: 'test', level: 'silent' });
  mailServer = await startMailServer();
  admin = createRedis({ url: testRedisUrl(), role: 'worker', name: 'admin', log });
});
afterAll(async () => {
  admin.disconnect();
  await killProcesses();
  await mailServer.close();
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

const readiness = async () => (await service.http.get('/readyz').expect(200)).body;
const whole = { status: 'ready', checks: { database: 'ok', schema: 'ok', redis: 'ok' } };
const degraded = { status: 'ready', checks: { database: 'ok', schema: 'ok', redis: 'degraded' } };

describe('no call is refused, and the process stays ready, while Redis', () => {
  afterEach(() => eventually(async () => (await readiness()).checks.redis === 'ok'));

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

test('processes start while Redis is away, answer, and the mails that were asked for meanwhile go out once it is back', async () => {
  const email = newEmail();
  await servers.restartRedis(async () => {
    const api = startProcess('api', harness.database, { PUBLIC_URL, SMTP_URL: mailServer.url });
    const worker = await startMailProcess(harness.database, mailServer.url);
    const { url, adminUrl } = await api.listening();
    for (const each of [url, adminUrl, (await worker.listening()).adminUrl]) {
      await eventually(async () => (await fetch(`${each}/readyz`)).status === 200);
      const answer = await fetch(`${each}/readyz`);
      expect(await answer.json()).toEqual(degraded);
    }
    const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
    expect(metrics).toMatch(/^tripline_check_up\{check="redis",.*\} 0$/m);
    expect(metrics).toMatch(/^tripline_check_up\{check="database",.*\} 1$/m);
    const answer = await fetch(`${url}/v1/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    expect(answer.status).toBe(201);
  });
  await mailServer.arrived(email);
});
