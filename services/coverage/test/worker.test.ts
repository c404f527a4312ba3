import { eventually, TEST_PASSWORD } from '@tripline/stack';
import { Queue } from 'bullmq';
import { at, makeTeam, newUser } from './support/harness.js';
import { type CellScript, scriptedAccount } from './support/made-up-cloud/scripted-account.js';
import {
  addAccount,
  createScanHarness,
  endOf,
  gate,
  inventory,
  readScan,
  resultsOf,
  type ScanHarness,
  scanOnce,
  startScan,
  type TestWorker,
} from './support/scan-harness.js';

let scans: ScanHarness;

beforeAll(async () => {
  scans = await createScanHarness(scriptedAccount({}));
});
afterAll(() => scans.close());
afterEach(() => scans.closeWorkers());

/** Cells of one service in `count` regions. */
const row = (service: string, count: number, script: CellScript): Record<string, CellScript> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${service} eu-west-${index + 1}`, script]));

/** How many scans left a worker with this outcome. */
async function left(worker: TestWorker, outcome: string): Promise<number> {
  const text = await worker.metrics.registry.getSingleMetricAsString('tripline_scans_total');
  return Number(new RegExp(`outcome="${outcome}",.*} (\\d+)`).exec(text)?.[1] ?? 0);
}

describe('workers', () => {
  test('share the scans among them, each scan and cell once', async () => {
    const cloud = scriptedAccount(row('config', 6, { detections: ['a', 'b'] }));
    // Neither takes a scan over from the other because the machine is busy.
    for (let count = 0; count < 2; count += 1) scans.startWorker(cloud, { stallSeconds: 600 });
    const accounts = await Promise.all(Array.from({ length: 8 }, () => addAccount(scans)));
    const ids = await Promise.all(accounts.map((account) => startScan(scans, account)));
    for (const id of ids) expect(await endOf(scans, id)).toMatchObject({ status: 'completed', detections_new: 12 });
    expect(cloud.sessions).toBe(8);
    expect(cloud.begun).toHaveLength(8 * 6);
  });

  test('read cells side by side within a bound, and give every service its share', async () => {
    const { opened, open } = gate();
    const cloud = scriptedAccount({ ...row('slow', 20, { until: opened }), ...row('other', 4, { until: opened }) });
    scans.startWorker(cloud);
    const id = await startScan(scans, await addAccount(scans));
    await eventually(async () => cloud.begun.length === 8);
    expect(cloud.begun.filter((cell) => cell.startsWith('other'))).toHaveLength(4);
    open();
    await endOf(scans, id);
    expect(cloud.most.cells).toBe(8);
  });

  test('that stop hand their scans over at once, and the next goes on where they stopped', async () => {
    const cloud = scriptedAccount({
      'config eu-west-1': { detections: ['a', 'b'] },
      'macie eu-west-1': { detections: ['c'], hangs: true },
    });
    const first = scans.startWorker(cloud, { stallSeconds: 600 });
    const account = await addAccount(scans);
    const id = await startScan(scans, account);
    await eventually(async () => (await readScan(scans, id)).progress_percent === 49.5);
    await first.close();
    expect(await readScan(scans, id)).toMatchObject({ status: 'running', progress_percent: 49.5 });
    cloud.cells['macie eu-west-1'] = { detections: ['c'] };
    scans.startWorker(cloud, { stallSeconds: 600 });
    expect(await endOf(scans, id)).toMatchObject({ status: 'completed', detections_found: 3, detections_new: 3 });
    expect(cloud.begun).toEqual(['config eu-west-1', 'macie eu-west-1', 'macie eu-west-1']);
    expect((await resultsOf(scans, id)).api_calls).toBe(1 + 2 + 1);
  });

  test('that lost a scan to another write nothing more', async () => {
    const { opened, open } = gate();
    const stale = scriptedAccount({ 'config eu-west-1': { detections: ['stale'], until: opened } });
    const fresh = scriptedAccount({ 'config eu-west-1': { detections: ['fresh'] } });
    const paused = scans.startWorker(stale, { stallSeconds: 600, concurrency: 1 });
    const account = await addAccount(scans);
    const id = await startScan(scans, account);
    // A newcomer's scan takes the other of its two places: with one free, it could take over its own scan.
    const newcomer = { ...scans, user: await newUser(scans.api, 'pro') };
    const other = await startScan(newcomer, await addAccount(newcomer));
    await eventually(async () => stale.begun.length === 2);
    // As if the first had been silent for too long.
    await scans.db('coverage.scans').where({ id }).update({ heartbeat_at: null });
    await scans.redis.flushdb();
    scans.startWorker(fresh, { stallSeconds: 600 });
    const ended = await endOf(scans, id);
    open();
    await eventually(async () => (await left(paused, 'lost')) === 1);
    expect(await inventory(scans, account)).toEqual(['fresh eu-west-1 active']);
    expect(await readScan(scans, id)).toEqual(ended);
    expect(await endOf(newcomer, other)).toMatchObject({ status: 'completed' });
  });

  test('do not take over a scan whose worker still gives heartbeats', async () => {
    const { opened, open } = gate();
    const cloud = scriptedAccount({ 'config eu-west-1': { detections: ['a'], until: opened } });
    for (let count = 0; count < 2; count += 1) scans.startWorker(cloud, { stallSeconds: 8 });
    const id = await startScan(scans, await addAccount(scans));
    await eventually(async () => cloud.begun.length === 1);
    const beat = async () =>
      (await scans.db('coverage.scans').where({ id }).first('heartbeat_at')).heartbeat_at.getTime();
    // The queue has forgotten that the scan is taken, and offers it again.
    await scans.redis.flushdb();
    await scans.queue.enqueue([{ id, fence: 1 }]);
    const then = await beat();
    await eventually(async () => (await scans.queue.depth()) === 0 && (await beat()) > then + 2_000);
    open();
    await endOf(scans, id);
    expect(cloud.sessions).toBe(1);
  });

  test('stop a scan that is cancelled, and take the next of the account', async () => {
    const cloud = scriptedAccount({ 'config eu-west-1': { detections: ['a'] }, 'macie eu-west-1': { hangs: true } });
    const worker = scans.startWorker(cloud);
    const account = await addAccount(scans);
    const id = await startScan(scans, account);
    await eventually(async () => (await readScan(scans, id)).progress_percent === 49.5);
    await scans.api.http
      .post(at(`/scans/${id}/cancel`))
      .set(scans.user.key)
      .expect(200);
    await eventually(async () => (await left(worker, 'lost')) === 1);
    expect(await readScan(scans, id)).toMatchObject({
      status: 'cancelled',
      detections_found: 1,
      progress_percent: 49.5,
    });
    expect(await resultsOf(scans, id)).toMatchObject({ by_status: { active: 1 }, removed: [], coverage_after: null });
    cloud.cells['macie eu-west-1'] = {};
    expect(await scanOnce(scans, account)).toMatchObject({ status: 'completed', detections_new: 0 });
  });

  test('let go of the scans of an account that is removed', async () => {
    const cloud = scriptedAccount({ 'config eu-west-1': { detections: ['a'] }, 'macie eu-west-1': { hangs: true } });
    const worker = scans.startWorker(cloud);
    const account = await addAccount(scans);
    const id = await startScan(scans, account);
    await eventually(async () => (await readScan(scans, id)).progress_percent === 49.5);
    await scans.api.http
      .delete(at(`/accounts/${account}`))
      .set(scans.user.key)
      .expect(200);
    await eventually(async () => (await left(worker, 'lost')) === 1);
    for (const table of ['scans', 'detections', 'account_cells']) {
      expect(await scans.db(`coverage.${table}`).where({ account_id: account })).toEqual([]);
    }
  });
});

test('a subscriber who deletes their account leaves no cloud account and no schedule, and their scan under way ends', async () => {
  const cloud = scriptedAccount({ 'config eu-west-1': { detections: ['a'] }, 'macie eu-west-1': { hangs: true } });
  const worker = scans.startWorker(cloud, { stallSeconds: 0.5 });
  const leaver = { ...scans, user: await newUser(scans.api, 'pro') };
  const account = await addAccount(leaver, { schedule: 'daily' });
  const id = await startScan(leaver, account);
  await eventually(async () => (await readScan(leaver, id)).progress_percent === 49.5);
  const caller = { userId: leaver.user.id, email: leaver.user.email, emailVerified: true, kind: 'jwt' } as const;
  const actor = { id: leaver.user.id, email: leaver.user.email };
  await scans.api.auth.deletion.deleteOwn({ ...caller, ownTier: 'pro', tier: 'pro' }, TEST_PASSWORD, actor);
  await eventually(async () => (await left(worker, 'lost')) === 1);
  for (const table of ['scans', 'detections', 'account_cells']) {
    expect(await scans.db(`coverage.${table}`).where({ account_id: account })).toEqual([]);
  }
  expect(await scans.db('coverage.cloud_accounts').where({ id: account })).toEqual([]);
  await scans.api.http.get(at('/accounts')).set(leaver.user.key).expect(401);
});

test('accounts can be removed while their scans are written, without a deadlock', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `rule ${index}`);
  const cloud = scriptedAccount(row('events', 9, { detections: names }));
  const worker = scans.startWorker(cloud);
  const accounts = await Promise.all(Array.from({ length: 6 }, () => addAccount(scans)));
  for (const account of accounts) await startScan(scans, account);
  for (const account of accounts) {
    const seen = async () =>
      (await scans.db('coverage.detections').where({ account_id: account }).first('id')) !== undefined;
    await eventually(seen);
    await scans.api.http
      .delete(at(`/accounts/${account}`))
      .set(scans.user.key)
      .expect(200);
  }
  expect(await scans.db('coverage.detections').whereIn('account_id', accounts)).toEqual([]);
  await eventually(async () => /tripline_scans_running\{.*\} 0/.test(await worker.metrics.registry.metrics()));
});

test('a detection declared while a scan ends is in the newest snapshot, as is the scan', async () => {
  const cloud = scriptedAccount({ 'events eu-west-1': {} });
  scans.startWorker(cloud);
  const account = await addAccount(scans);
  await scanOnce(scans, account);
  for (let round = 0; round < 3; round += 1) {
    const found = Array.from({ length: round + 1 }, (_, index) => `found ${index}`);
    cloud.cells['events eu-west-1'] = { detections: found };
    const id = await startScan(scans, account);
    const yaml = (part: number) =>
      `title: declared ${round} ${part}\nlogsource:\n  product: aws\n  service: cloudtrail\ndetection:\n  a:\n    eventName: X${round}${part}\n  condition: a\ntags: [attack.t1110.001]\n`;
    for (let part = 0; part < 6; part += 1) {
      const body = { rules: [yaml(part)], siem: 'siem_spl' };
      await scans.api.http
        .post(at(`/accounts/${account}/detections`))
        .set(scans.user.key)
        .send(body)
        .expect(200);
    }
    await endOf(scans, id);
    const { rows } = await scans.db.raw(
      `select technique_id, detection_count from coverage.snapshot_techniques
       where technique_id in ('T1078.004', 'T1110.001')
         and snapshot_id = (select id from coverage.snapshots where account_id = ? order by created_at desc, id desc limit 1)
       order by 1`,
      [account],
    );
    expect(rows).toEqual([
      { technique_id: 'T1078.004', detection_count: found.length },
      { technique_id: 'T1110.001', detection_count: 6 * found.length },
    ]);
  }
});

describe('a scan', () => {
  test('is found again when the queue has lost it', async () => {
    const cloud = scriptedAccount({ 'config eu-west-1': { detections: ['a'] } });
    const id = await startScan(scans, await addAccount(scans));
    await scans.redis.flushdb();
    scans.startWorker(cloud);
    expect(await endOf(scans, id)).toMatchObject({ status: 'completed', detections_new: 1 });
  });

  test('goes on when the queue is emptied under its worker', async () => {
    const { opened, open } = gate();
    const cloud = scriptedAccount({ 'config eu-west-1': { detections: ['a'], until: opened } });
    scans.startWorker(cloud);
    const account = await addAccount(scans);
    const id = await startScan(scans, account);
    await eventually(async () => cloud.begun.length === 1);
    await scans.redis.flushdb();
    open();
    expect(await endOf(scans, id)).toMatchObject({ status: 'completed', detections_new: 1 });
    expect(await scanOnce(scans, account)).toMatchObject({ status: 'completed' });
    expect(cloud.sessions).toBe(2);
  });

  test('is tried again when the account could not be reached', async () => {
    const cloud = scriptedAccount({ 'config eu-west-1': { detections: ['a'] } });
    cloud.refusal = 'throttled';
    const worker = scans.startWorker(cloud);
    const id = await startScan(scans, await addAccount(scans));
    await eventually(async () => (await left(worker, 'retry')) >= 1);
    cloud.refusal = undefined;
    expect(await endOf(scans, id)).toMatchObject({ status: 'completed', errors: [] });
  });

  test('is given up when the retries fail, with the reason', async () => {
    const cloud = scriptedAccount({});
    cloud.refusal = 'timeout';
    const worker = scans.startWorker(cloud);
    const id = await startScan(scans, await addAccount(scans));
    expect(await endOf(scans, id)).toMatchObject({
      status: 'failed',
      errors: [{ kind: 'timeout', service: 'sts' }],
    });
    expect(await left(worker, 'retry')).toBe(4);
  });

  test('is given up when it keeps crashing its workers', async () => {
    const cloud = scriptedAccount({ 'config eu-west-1': { detections: ['a'] } });
    const id = await startScan(scans, await addAccount(scans));
    await scans.db('coverage.scans').where({ id }).update({ status: 'running', attempts: 5, heartbeat_at: null });
    scans.startWorker(cloud);
    expect(await endOf(scans, id)).toMatchObject({ status: 'failed', errors: [{ code: 'GivenUp', attempts: 5 }] });
    expect(cloud.sessions).toBe(0);
  });
});

describe('schedules', () => {
  const jobs = () => new Queue('scans', { connection: scans.redis, prefix: '{tripline}' });
  /** Lets the account's next scheduled time be now. */
  async function makeDue(account: string): Promise<void> {
    const delayed = await jobs().getDelayed();
    const job = delayed.find(({ data }) => data.accountId === account);
    if (job === undefined) throw new Error('nothing is scheduled');
    await job.promote();
  }
  const scheduled = async (account: string) => (await scans.queue.schedules()).get(account);

  test('begin scans, and skip one while another is open', async () => {
    const { opened, open } = gate();
    const cloud = scriptedAccount({ 'config eu-west-1': { detections: ['a'], until: opened } });
    const account = await addAccount(scans, { schedule: '17 3 * * 1' });
    scans.startWorker(cloud);
    await eventually(async () => (await scheduled(account)) === '17 3 * * 1');
    await makeDue(account);
    const list = async () =>
      (await scans.api.http.get(at(`/accounts/${account}/scans`)).set(scans.user.key)).body.scans;
    await eventually(async () => (await list()).length === 1);
    await eventually(async () => cloud.begun.length === 1);
    await makeDue(account);
    const skipped = () => scans.db('auth.audit_log').where({ action: 'scan.skipped', target_id: account });
    await eventually(async () => (await skipped()).length === 1);
    open();
    const [scan] = await list();
    await endOf(scans, scan.id);
    expect((await skipped())[0]).toMatchObject({ actor_id: 'schedule', details: { scan_id: scan.id } });
    expect(await list()).toHaveLength(1);
  });

  test("begin nothing while the subscriber's tier has no scans, nor for a team whose owner's has run out, and go on with it", async () => {
    scans.startWorker(scriptedAccount({}));
    const account = await addAccount(scans, { schedule: '17 4 * * 1' });
    await eventually(async () => (await scheduled(account)) === '17 4 * * 1');
    const events = (action: string) => scans.db('auth.audit_log').where({ action, target_id: account });
    const skips = async (count: number) => {
      await makeDue(account);
      await eventually(async () => (await events('scan.skipped')).length === count);
    };
    await scans.api.auth.setTier(scans.user.id, 'free');
    await skips(1);
    expect((await events('scan.skipped'))[0]).toMatchObject({ details: { scan_id: null, tier: 'free' } });
    await scans.api.auth.setTier(scans.user.id, 'pro');
    // The account becomes a team's, whose owner's subscription ran out an hour ago; its maker's own does not count for it.
    const owner = await newUser(scans.api, 'team');
    const teamId = await makeTeam(scans.db, [owner, scans.user], ['owner', 'admin']);
    await scans.db('coverage.cloud_accounts').where({ id: account }).update({ team_id: teamId });
    await scans.api.auth.setTier(owner.id, 'team', { expiresAt: new Date(Date.now() - 3_600_000) });
    await skips(2);
    expect(await scans.db('coverage.scans').where({ account_id: account })).toEqual([]);
    await scans.api.auth.setTier(owner.id, 'team');
    await makeDue(account);
    await eventually(async () => (await events('scan.started')).length === 1);
    await scans.db('auth.teams').where({ id: teamId }).delete();
    await scans.api.auth.setTier(scans.user.id, 'pro');
  });

  test('come back after the queue has lost them, change with the account, and end with it', async () => {
    const account = await addAccount(scans, { schedule: 'daily' });
    scans.startWorker(scriptedAccount({}), { stallSeconds: 0.5 });
    await eventually(async () => /^\d+ \d+ \* \* \*$/.test((await scheduled(account)) ?? ''));
    await scans.redis.flushdb();
    await eventually(async () => (await scheduled(account)) !== undefined);
    const change = (body: object) =>
      scans.api.http
        .patch(at(`/accounts/${account}`))
        .set(scans.user.key)
        .send(body)
        .expect(200);
    await change({ schedule: 'weekly' });
    await eventually(async () => /^\d+ \d+ \* \* [0-6]$/.test((await scheduled(account)) ?? ''));
    await scans.api.http
      .delete(at(`/accounts/${account}`))
      .set(scans.user.key)
      .expect(200);
    await eventually(async () => (await scheduled(account)) === undefined);
  });
});
