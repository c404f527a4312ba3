import { eventually } from '@tripline/stack';
import { at } from './support/harness.js';
import { scriptedAccount } from './support/made-up-cloud/scripted-account.js';
import { addAccount, createScanHarness, type ScanHarness, scanOnce } from './support/scan-harness.js';

const cloud = scriptedAccount({});
let scans: ScanHarness;
beforeAll(async () => {
  scans = await createScanHarness(cloud);
  scans.startWorker(cloud);
});
afterAll(() => scans.close());

const CELL = 'eventbridge us-east-1';
const get = async (path: string) => (await scans.api.http.get(at(path)).set(scans.user.key).expect(200)).body;
const tagged = (name: string, technique: string) =>
  ({ name, subject: { kind: 'tagged', techniques: [technique] } }) as const;
const mailsWaiting = () => scans.db('auth.outbox').where({ kind: 'coverage-changes' }).select('email');

/** An account whose owner gets mails, as the release before left it: scanned, and counted as covering T1530 besides. */
async function accountOfLastRelease(): Promise<string> {
  cloud.cells = { [CELL]: { detections: [tagged('trail-stopped', 'T1485'), tagged('key-made', 'T1490')] } };
  const account = await addAccount(scans);
  await scans.api.http
    .put(at(`/accounts/${account}/changes/mail`))
    .set(scans.user.key)
    .send({ enabled: true })
    .expect(200);
  await scanOnce(scans, account);
  await scans.closeWorkers();
  await scans.db('coverage.snapshots').where({ account_id: account }).update({ counting: 1, reading: 1 });
  await scans
    .db('coverage.snapshot_techniques')
    .whereIn('snapshot_id', scans.db('coverage.snapshots').where({ account_id: account }).select('id'))
    .andWhere({ technique_id: 'T1530' })
    .update({ status: 'covered' });
  return account;
}

test('a changed way of counting is not a lost technique: after an upgrade nobody gets a mail, and the history says why there is a step', async () => {
  const account = await accountOfLastRelease();
  scans.startWorker(cloud);
  let history = await get(`/accounts/${account}/coverage/history`);
  await eventually(async () => {
    history = await get(`/accounts/${account}/coverage/history`);
    return history.snapshots.length === 2;
  });
  const [anew, old] = history.snapshots;
  expect(anew).toMatchObject({ counting_version: 2, reading_version: 1, scan_id: null });
  expect(anew.counted_anew_because).toMatch(/^Counted by another method: a declared rule counts only/);
  expect(old).toMatchObject({ counting_version: 1, counted_anew_because: null });
  const diff = await get(`/accounts/${account}/coverage/diff?from=${old.id}&to=${anew.id}`);
  expect(diff.lost).toMatchObject([{ technique_id: 'T1530', from: 'covered', to: 'uncovered' }]);
  expect(diff.not_comparable_because).toBe(anew.counted_anew_because);

  // The first scan of the new release understands what it reads otherwise than the one before.
  const stopped = { ...tagged('trail-stopped', 'T1485'), status: 'disabled', statusReason: 'disabled' } as const;
  cloud.cells = { [CELL]: { detections: [stopped, tagged('key-made', 'T1490')] } };
  await scanOnce(scans, account);
  expect(await get(`/accounts/${account}/changes`)).toMatchObject({ total: 0 });
  expect(await mailsWaiting()).toEqual([]);

  // From then on a difference is one of the account.
  cloud.cells = { [CELL]: { detections: [stopped] } };
  await scanOnce(scans, account);
  const { changes } = await get(`/accounts/${account}/changes`);
  expect(changes.map(({ kind, name }: Record<string, string>) => `${kind} ${name}`).sort()).toEqual([
    'coverage_dropped Inhibit System Recovery',
    'detection_removed key-made',
  ]);
  expect(await mailsWaiting()).toHaveLength(1);
  const { snapshots } = await get(`/accounts/${account}/coverage/history?limit=1`);
  expect(snapshots).toMatchObject([{ counting_version: 2, reading_version: 2, counted_anew_because: null }]);
});

test('an account that was counted by the method of this release is not counted anew', async () => {
  cloud.cells = { [CELL]: { detections: [tagged('trail-stopped', 'T1485')] } };
  const [old, current] = [await accountOfLastRelease(), await addAccount(scans)];
  scans.startWorker(cloud);
  await scanOnce(scans, current);
  await eventually(async () => (await get(`/accounts/${old}/coverage/history`)).total === 2);
  expect(await get(`/accounts/${current}/coverage/history`)).toMatchObject({ total: 1 });
});
