import { syntheticInventory } from '@tripline/aws-sample';
import { eventually, startTestServers, type TestServers } from '@tripline/stack';
import { type AwsScans, createAwsScans, detectionsOf, expectExact, type StoredRow } from '../support/aws-scans.js';

import { endOf, readScan, resultsOf, scanOnce, startScan } from '../support/scan-harness.js';

// npm run chaos:scans: not part of npm test, which kills, restarts and flushes once each.

const REGIONS = ['us-east-1', 'eu-west-1', 'ap-south-1'];
const ROUNDS = Number(process.env['CHAOS_ROUNDS'] || 10);
/** The same seed gives the same disturbances in the same order; when they strike depends on the machine. */
const SEED = Number(process.env['CHAOS_SEED'] || Date.now() % 1_000_000);
const LATENCY_MS = 25;

let servers: TestServers;
let aws: AwsScans;
let expected: readonly StoredRow[];
/** Calls of one undisturbed scan. */
let calls: number;

beforeAll(async () => {
  process.stdout.write(`${ROUNDS} rounds; again with CHAOS_SEED=${SEED} CHAOS_ROUNDS=${ROUNDS} npm run chaos:scans\n`);
  servers = await startTestServers();
  // Servers of this suite's own, which it may break.
  process.env['TEST_STACK'] = JSON.stringify(servers);
  aws = await createAwsScans(syntheticInventory({ accounts: ROUNDS + 23, regions: REGIONS }), LATENCY_MS);
  await aws.startWorker();
  const { id, number } = await aws.connectAccount();
  expect(await scanOnce(aws.scans, id)).toMatchObject({ status: 'completed', errors: [] });
  expected = await detectionsOf(aws.scans, id);
  calls = aws.sample.calls({ account: number }).calls;
  await aws.killWorkers();
});
afterAll(async () => {
  await aws.close();
  await servers.stop();
});
afterEach(() => aws.killWorkers());

/** A small linear congruential generator (Numerical Recipes' constants): whole numbers below `limit`. */
function dice(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const DISTURBANCES: Readonly<Record<string, () => Promise<void>>> = {
  async 'worker killed'() {
    await aws.killWorkers();
    await aws.startWorker();
  },
  'Redis flushed': async () => void (await aws.scans.redis.flushall()),
  'Redis restarted': () => servers.restartRedis(),
  'Postgres restarted': () => servers.restartPostgres(),
  async 'all at once'() {
    await aws.killWorkers();
    await Promise.all([servers.restartRedis(), servers.restartPostgres()]);
    await aws.startWorker();
  },
};

const rounds = Array.from({ length: ROUNDS }, (_, round) => {
  const roll = dice(SEED + round);
  const names = Object.keys(DISTURBANCES);
  const struck = Array.from({ length: 2 + roll(3) }, () => names[roll(names.length)] as string);
  return [round + 1, struck.join(', '), struck, roll] as const;
});

test.each(rounds)(
  'round %i: %s',
  async (_round, _shown, struck, roll) => {
    await aws.startWorker();
    await eventually(async () => (await aws.scans.api.http.get('/readyz')).status === 200);
    const { id: account, number } = await aws.connectAccount();
    const scan = await startScan(aws.scans, account);
    for (const name of struck) {
      // At any moment of the scan: from its first call to its last writing.
      const mark = aws.sample.calls({ account: number }).calls + roll(Math.ceil(calls / struck.length));
      await eventually(async () => {
        if (aws.sample.calls({ account: number }).calls >= mark) return true;
        return (await readScan(aws.scans, scan)).progress_percent === 100;
      });
      await DISTURBANCES[name]?.();
      await eventually(async () => (await aws.scans.api.http.get('/readyz')).status === 200);
    }
    await expectExact(aws.scans, { account, scan }, expected);
  },
  300_000,
);

test('a worker killed until another can do no more than one step leaves the scan exact', async () => {
  const { id: account } = await aws.connectAccount();
  const scan = await startScan(aws.scans, account);
  let seen = 0;
  for (let kills = 0; kills < 5 && seen < 100; kills += 1) {
    await aws.startWorker();
    const before = seen;
    await eventually(async () => {
      seen = (await readScan(aws.scans, scan)).progress_percent;
      return seen > before;
    });
    await aws.killWorkers();
  }
  await aws.startWorker();
  await expectExact(aws.scans, { account, scan }, expected);
}, 300_000);

test('with ROLE_TRUST_CHECK=warn a role that lets anyone in is scanned, and refused again without', async () => {
  const { id: account, number } = await aws.connectAccount();
  for (const role of aws.sample.account(number).roles ?? []) role.externalId = null;
  await aws.startWorker({ ROLE_TRUST_CHECK: 'warn' });
  await expectExact(aws.scans, { account, scan: await startScan(aws.scans, account) }, expected);
  await aws.killWorkers();
  await aws.startWorker();
  expect(await endOf(aws.scans, await startScan(aws.scans, account))).toMatchObject({ status: 'failed' });
});

test('two workers share twenty accounts, and read each once', async () => {
  // So long that none takes a scan of the other over on a busy machine.
  const settings = { LIMIT_SCAN_STALL_SECONDS: '60' };
  const workers = [await aws.startWorker(settings), await aws.startWorker(settings)];
  const accounts = await Promise.all(Array.from({ length: 20 }, () => aws.connectAccount()));
  const begun = await Promise.all(
    accounts.map(async ({ id, number }) => ({ account: id, number, scan: await startScan(aws.scans, id) })),
  );
  for (const one of begun) {
    await expectExact(aws.scans, one, expected);
    expect(aws.sample.calls({ account: one.number }).calls).toBe(calls);
    expect((await resultsOf(aws.scans, one.scan)).api_calls).toBe(calls);
  }
  const done = /tripline_scans_total\{outcome="completed",[^}]*\} (\d+)/;
  const shares = await Promise.all(
    workers.map(async ({ adminUrl }) => Number(done.exec(await (await fetch(`${adminUrl}/metrics`)).text())?.[1])),
  );
  expect(shares.reduce((sum, share) => sum + share)).toBe(20);
  expect(Math.min(...shares)).toBeGreaterThan(4);
}, 300_000);
