import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type AwsSample, startAwsSample, syntheticInventory } from '@tripline/aws-sample';
import { eventually, startTestServers, type TestServers, testRedisUrl } from '@tripline/stack';
import request from 'supertest';
import { at, newUser } from '../support/harness.js';
import { scriptedAccount } from '../support/made-up-cloud/scripted-account.js';
import { createScanHarness, endOf, readScan, resultsOf, type ScanHarness, startScan } from '../support/scan-harness.js';

const AWS_SECRET = 'a-secret-of-the-worker';
const WORKER = fileURLToPath(new URL('../../dist/worker.js', import.meta.url));
const REGIONS = ['us-east-1', 'eu-west-1', 'ap-south-1'];
/** Slow enough that a test can step in between. */
const LATENCY_MS = 60;

let servers: TestServers;
let sample: AwsSample;
let scans: ScanHarness;
/** What one undisturbed scan finds; every other must find the same. */
let expected: { readonly rows: object[]; readonly found: number };
/** The worker that runs now, if one does. */
let current: Awaited<ReturnType<typeof startWorker>> | undefined;
const children: ChildProcess[] = [];

beforeAll(async () => {
  servers = await startTestServers();
  // Servers of this suite's own, which it may break.
  process.env['TEST_STACK'] = JSON.stringify(servers);
  const perRegion = { eventRules: 12, metricAlarms: 8, lambdaFunctions: 3 };
  const inventory = syntheticInventory({ accounts: 14, regions: REGIONS, perRegion });
  sample = await startAwsSample({ inventory, latencyMs: LATENCY_MS });
  scans = await createScanHarness(scriptedAccount({ 'none us-east-1': {} }));
  await liveWorker();
  const account = await connectedAccount();
  const scan = await endOf(scans, await startScan(scans, account));
  expect(scan).toMatchObject({ status: 'completed', errors: [], regions: [...REGIONS].sort() });
  expected = { rows: await detectionsOf(account), found: scan.detections_found };
  expect(expected.found).toBeGreaterThan(200);
});
afterAll(async () => {
  await Promise.all(children.map(kill));
  await scans.close();
  await sample.close();
  await servers.stop();
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
}

/** A worker as a process of its own, as compose and `npm start` run it. */
async function startWorker(env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [WORKER], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      DATABASE_URL: scans.harness.database.databaseUrl,
      REDIS_URL: testRedisUrl(),
      ADMIN_PORT: '0',
      LIMIT_SCAN_STALL_SECONDS: '2',
      LIMIT_SHUTDOWN_SECONDS: '60',
      AWS_ENDPOINT_URL: sample.url,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'AKIAWORKER',
      AWS_SECRET_ACCESS_KEY: AWS_SECRET,
      ...env,
    },
  });
  children.push(child);
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const port = /"adminPort":(\d+)/;
  await eventually(async () => child.exitCode !== null || port.test(log));
  return { child, exited, log: () => log, adminUrl: `http://127.0.0.1:${port.exec(log)?.[1]}` };
}

/** The one worker of this suite: starting one takes seconds, so that it goes on living until a test ends it. */
async function liveWorker() {
  if (current === undefined || current.child.exitCode !== null || current.child.signalCode !== null) {
    current = await startWorker();
  }
  return current;
}

/** When a process logged this; no number where it did not. */
const loggedAt = (log: string, message: string): number =>
  Date.parse(new RegExp(`"time":"([^"]+)"[^\\n]*"msg":"${message}"`).exec(log)?.[1] ?? '');

let accounts = 0;

/** An account of its own among those the sample serves, all with the same content. */
async function connectedAccount({ api, user } = scans): Promise<string> {
  const number = String(200_000_000_000 + accounts);
  accounts += 1;
  const { body } = await api.http
    .post(at('/accounts'))
    .set(user.key)
    .send({
      name: number,
      provider: 'aws',
      external_account_id: number,
      role_arn: `arn:aws:iam::${number}:role/TriplineScanner`,
    })
    .expect(200);
  for (const role of sample.account(number).roles ?? []) role.externalId = body.connection.external_id;
  return body.id;
}

/** Everything an account has, without what differs between accounts and scans. */
async function detectionsOf(account: string): Promise<object[]> {
  const { rows } = await scans.db.raw(
    `select d.type, d.region, d.service, regexp_replace(d.name, '[0-9]{12}', 'account') as name, d.status, d.status_reason, d.mapping_count,
       (select count(*)::integer from coverage.detection_techniques t where t.detection_id = d.id) as techniques
     from coverage.detections d where d.account_id = ? order by 1, 2, 3, 4`,
    [account],
  );
  return rows;
}

/** A scan that has read some of its cells, and has others to read: one service answers late, until this is seen. */
async function halfway(account: string): Promise<string> {
  const [id = ''] = await allHalfway([[scans, account]]);
  return id;
}

/** The same of several, all under way at once. */
async function allHalfway(accounts: readonly (readonly [ScanHarness, string])[]): Promise<string[]> {
  sample.setFaults([{ kind: 'hang', seconds: 4, service: 'guardduty' }]);
  const ids = await Promise.all(accounts.map(([owner, account]) => startScan(owner, account)));
  const read = () => Promise.all(accounts.map(([owner], index) => readScan(owner, ids[index] as string)));
  await eventually(async () => (await read()).every(({ progress_percent: progress }) => progress >= 20));
  for (const scan of await read()) expect(scan).toMatchObject({ status: 'running' });
  sample.setFaults([]);
  return ids;
}

/** That the scan ended as if nothing had happened: everything once, nothing lost. */
async function expectExact(account: string, id: string, owner = scans): Promise<void> {
  const { found } = expected;
  expect(await endOf(owner, id)).toMatchObject({
    status: 'completed',
    progress_percent: 100,
    detections_found: found,
    detections_new: found,
    detections_updated: 0,
    detections_removed: 0,
    errors: [],
  });
  expect(await detectionsOf(account)).toEqual(expected.rows);
  const results = await resultsOf(owner, id);
  expect(results.new).toHaveLength(found);
  expect(Object.values<number>(results.by_region).reduce((sum, count) => sum + count)).toBe(found);
  expect(await scans.db('coverage.snapshots').where({ account_id: account })).toHaveLength(1);
  expect(await scans.db('coverage.scan_cells').where({ scan_id: id }).whereNot({ status: 'done' })).toEqual([]);
}

test('a worker writes nothing but log lines, whatever the AWS SDK thinks of this Node.js', async () => {
  const { log } = await liveWorker();
  for (const line of log().trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ name: 'tripline-scan-worker' });
});

test('a worker shows health and metrics on its admin port, and has no other', async () => {
  const { adminUrl, log } = await liveWorker();
  await request(adminUrl).get('/healthz').expect(200);
  await request(adminUrl).get('/readyz').expect(200);
  await request(adminUrl).get(at('/accounts')).expect(404);
  const { text } = await request(adminUrl).get('/metrics').expect(200);
  expect(text).toMatch(/tripline_scans_total\{outcome="completed",process="tripline-scan-worker"\} 1/);
  expect(text).toMatch(/tripline_queue_waiting_jobs\{.*\} 0/);
  expect(text).toMatch(
    new RegExp(`tripline_scan_cells_total\\{cloud_service="guardduty",outcome="done",.*\\} ${REGIONS.length}`),
  );
  expect(log()).not.toContain(AWS_SECRET);
});

test('a worker names every fault of its settings at once and exits 1', async () => {
  const worker = await startWorker({ DATABASE_URL: '', WORKER_CONCURRENCY: '0', LIMIT_SCAN_STALL_SECONDS: 'long' });
  expect(await worker.exited).toBe(1);
  for (const name of ['DATABASE_URL', 'WORKER_CONCURRENCY', 'LIMIT_SCAN_STALL_SECONDS']) {
    expect(worker.log()).toContain(name);
  }
});

describe('a scan survives', () => {
  test('the death of its worker: another finishes it', async () => {
    const account = await connectedAccount();
    const first = await liveWorker();
    const id = await halfway(account);
    await kill(first.child);
    const done = () =>
      scans.db('coverage.scan_cells').where({ scan_id: id, status: 'done' }).orderBy(['service', 'region']);
    const before = await done();
    await liveWorker();
    await expectExact(account, id);
    // What had been read has not been read again.
    const after = await done();
    expect(after.length).toBeGreaterThan(before.length);
    expect(after).toEqual(expect.arrayContaining(before));
  });

  test('Redis going away and coming back empty, and so does one begun meanwhile', async () => {
    const [account, other] = [await connectedAccount(), await connectedAccount()];
    await liveWorker();
    const id = await halfway(account);
    let begun = '';
    await servers.restartRedis(async () => {
      begun = await startScan(scans, other);
    });
    await expectExact(account, id);
    await expectExact(other, begun);
  });

  test('Redis being away when it is begun and when its worker starts', async () => {
    const account = await connectedAccount();
    if (current !== undefined) await kill(current.child);
    let begun = '';
    await servers.restartRedis(async () => {
      const { adminUrl } = await liveWorker();
      await eventually(async () => (await fetch(`${adminUrl}/readyz`)).status === 200);
      expect(await (await fetch(`${adminUrl}/readyz`)).json()).toMatchObject({ checks: { redis: 'degraded' } });
      begun = await startScan(scans, account);
    });
    await expectExact(account, begun);
  });

  test('Postgres being restarted', async () => {
    const account = await connectedAccount();
    const worker = await liveWorker();
    const id = await halfway(account);
    await servers.restartPostgres();
    await eventually(async () => (await scans.api.http.get('/readyz')).status === 200);
    await expectExact(account, id);
    expect(worker.child.exitCode).toBeNull();
  });

  test('the end of its worker while Redis is away, for which no queue waits', async () => {
    const account = await connectedAccount();
    const worker = await liveWorker();
    const id = await halfway(account);
    await servers.restartRedis(async () => {
      await eventually(async () => worker.log().includes('Redis cannot be reached'));
      worker.child.kill('SIGTERM');
      expect(await worker.exited).toBe(0);
    });
    expect(loggedAt(worker.log(), 'stopped') - loggedAt(worker.log(), 'stopping')).toBeLessThan(5_000);
    await liveWorker();
    await expectExact(account, id);
  });

  test('the end of its worker while Postgres is slow: it is handed over all the same', async () => {
    const account = await connectedAccount();
    const first = await liveWorker();
    const id = await halfway(account);
    await scans.db.transaction(async (trx) => {
      await trx('coverage.scans').where({ id }).forUpdate();
      first.child.kill('SIGTERM');
      await eventually(
        async () => first.child.exitCode !== null || Date.now() - loggedAt(first.log(), 'stopping') > 5_000,
      );
      expect(first.child.exitCode).toBeNull();
    });
    expect(await first.exited).toBe(0);
    current = await startWorker({ LIMIT_SCAN_STALL_SECONDS: '600' });
    await expectExact(account, id);
  });

  test('the end of its worker, which hands it over at once and exits 0', async () => {
    const account = await connectedAccount();
    const first = await liveWorker();
    const id = await halfway(account);
    first.child.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    // This one would wait ten minutes before it took a scan for stalled.
    await startWorker({ LIMIT_SCAN_STALL_SECONDS: '600' });
    await expectExact(account, id);
  });

  test('the death of its worker in the place for owners without a scan, and the place is free again', async () => {
    await Promise.all(children.map(kill));
    const other = { ...scans, user: await newUser(scans.api, 'pro') };
    const settings = { WORKER_CONCURRENCY: '1' };
    const [mine, theirs] = [await connectedAccount(), await connectedAccount(other)];
    const first = await startWorker(settings);
    // A worker of one place has two scans under way: one of them is in the place more.
    const [id = '', extra = ''] = await allHalfway([
      [scans, mine],
      [other, theirs],
    ]);
    await kill(first.child);
    await startWorker(settings);
    await expectExact(mine, id);
    await expectExact(theirs, extra, other);
    const [again, next] = [await connectedAccount(), await connectedAccount(other)];
    const [one = '', two = ''] = await allHalfway([
      [scans, again],
      [other, next],
    ]);
    await expectExact(again, one);
    await expectExact(next, two, other);
  });
});
