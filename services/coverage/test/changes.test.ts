import { randomUUID } from 'node:crypto';
import { eventually } from '@tripline/stack';
import { at, makeTeam, newUser, type TestUser } from './support/harness.js';
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
const get = (path: string, { key }: TestUser = scans.user) => scans.api.http.get(at(path)).set(key);
const mails = (account: string, enabled: boolean, { key }: TestUser = scans.user) =>
  scans.api.http
    .put(at(`/accounts/${account}/changes/mail`))
    .set(key)
    .send({ enabled });
const tagged = (name: string, technique: string) =>
  ({ name, subject: { kind: 'tagged', techniques: [technique] } }) as const;
const waiting = () => scans.db('auth.outbox').where({ kind: 'coverage-changes' }).select('email', 'details');

/** An account whose first scan found two rules that can fire, in the one region that it has. */
async function accountOfTwoRules(): Promise<string> {
  cloud.cells = { [CELL]: { detections: [tagged('trail-stopped', 'T1485'), tagged('key-made', 'T1490')] } };
  const account = await addAccount(scans);
  await scanOnce(scans, account);
  return account;
}

/** Scans after one rule was disabled and the other deleted. */
async function worsen(account: string, user = scans.user): Promise<string> {
  const stopped = { ...tagged('trail-stopped', 'T1485'), status: 'disabled', statusReason: 'disabled' } as const;
  cloud.cells = { [CELL]: { detections: [stopped] } };
  return (await scanOnce({ ...scans, user }, account)).id;
}

test('a first scan changes nothing, and a second tells what can no longer fire, what is gone, and what is covered less', async () => {
  const account = await accountOfTwoRules();
  expect((await get(`/accounts/${account}/changes`).expect(200)).body).toMatchObject({ changes: [], total: 0 });
  const scan = await worsen(account);
  const { changes, total } = (await get(`/accounts/${account}/changes`).expect(200)).body;
  expect(total).toBe(4);
  const told = changes.map(({ kind, name, to }: Record<string, string>) => `${kind} ${name} ${to}`).sort();
  expect(told).toEqual([
    'coverage_dropped Data Destruction uncovered',
    'coverage_dropped Inhibit System Recovery uncovered',
    'detection_removed key-made removed',
    'detection_stopped trail-stopped disabled',
  ]);
  for (const change of changes) expect(change.scan_id).toBe(scan);
  const stopped = await get(`/accounts/${account}/changes?kind=detection_stopped`);
  expect(stopped.body.changes).toMatchObject([{ from: 'active', reason: 'aws:disabled', technique_id: null }]);

  const later = new Date(Date.parse(changes[0].at) + 1).toISOString();
  expect((await get(`/accounts/${account}/changes?since=${changes[0].at}`)).body.total).toBe(4);
  expect((await get(`/accounts/${account}/changes?since=${later}`)).body.total).toBe(0);
  await scanOnce(scans, account);
  expect((await get(`/accounts/${account}/changes`)).body.total).toBe(4);
});

test('what could not be read is no change', async () => {
  const account = await accountOfTwoRules();
  cloud.cells = { [CELL]: { fails: 'throttled' }, 'macie us-east-1': {} };
  await scanOnce(scans, account);
  expect((await get(`/accounts/${account}/changes`)).body.total).toBe(0);
});

test('what people decide is in the feed without a scan', async () => {
  const account = await accountOfTwoRules();
  const { body } = await get(`/accounts/${account}/detections?q=trail-stopped`).expect(200);
  await scans.api.http
    .post(at(`/detections/${body.detections[0].id}/overrides`))
    .set(scans.user.key)
    .send({ technique_id: 'T1485', covers: false, reason: 'It never fired.' })
    .expect(200);
  const { changes } = (await get(`/accounts/${account}/changes`)).body;
  expect(changes).toMatchObject([{ kind: 'coverage_dropped', technique_id: 'T1485', scan_id: null }]);
});

test('whoever asked gets one mail after a scan that found something worse, and nobody else', async () => {
  const account = await accountOfTwoRules();
  expect((await get(`/accounts/${account}/changes/mail`)).body).toMatchObject({ enabled: false, email: null });
  expect((await mails(account, true).expect(200)).body).toMatchObject({ enabled: true, email: scans.user.email });
  await mails(account, true).expect(200);
  await worsen(account);
  const [mail, ...others] = await waiting();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ email: scans.user.email, details: { total: 4 } });
  expect(mail.details.changes).toContain('The detection trail-stopped can no longer fire (disabled).');
  await scanOnce(scans, account);
  expect(await waiting()).toHaveLength(1);
  await mails(account, false).expect(200);
  expect((await get(`/accounts/${account}/changes/mail`)).body.enabled).toBe(false);
  await scans.db('auth.outbox').delete();
});

test('the newest 10,000 changes of an account are kept, and a mail names 20 of what a scan found', async () => {
  // The rules are of one technique, which is then covered less.
  const names = Array.from({ length: 30 }, (_, index) => `rule ${index}`);
  cloud.cells = { [CELL]: { detections: names } };
  const account = await addAccount(scans);
  await scanOnce(scans, account);
  await scans.db.raw(
    `insert into coverage.changes (id, account_id, kind, at, name, from_status, to_status)
     select gen_random_uuid(), ?, 'detection_removed', now() - interval '1 hour', 'old ' || n, 'active', 'removed'
     from generate_series(1, 10000) as n`,
    [account],
  );
  await mails(account, true).expect(200);
  cloud.cells = { [CELL]: { detections: [] } };
  await scanOnce(scans, account);
  const { changes, total } = (await get(`/accounts/${account}/changes?limit=50`)).body;
  expect(total).toBe(10_000);
  expect(changes.filter(({ name }: { name: string }) => !name.startsWith('old'))).toHaveLength(31);
  const [mail] = await waiting();
  expect(mail.details).toMatchObject({ total: 31 });
  expect(mail.details.changes).toHaveLength(20);
  await scans.db('auth.outbox').delete();
});

test('coverage is counted anew by itself when the exclusion of a detection has expired', async () => {
  const account = await accountOfTwoRules();
  const covered = async () => (await get(`/accounts/${account}/coverage`).expect(200)).body.covered_techniques;
  const before = await covered();
  expect(before).toBeGreaterThan(0);
  const { body } = await get(`/accounts/${account}/detections?q=trail-stopped`).expect(200);
  const expiring = {
    kind: 'exclusion',
    reason: 'A test.',
    owner: 'security',
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const made = await scans.api.http
    .post(at(`/accounts/${account}/exclusions`))
    .set(scans.user.key)
    .send({ ...expiring, detection_id: body.detections[0].id })
    .expect(200);
  expect(await covered()).toBe(before - 1);
  await scans.db('coverage.exclusions').where({ id: made.body.id }).update({ expires_at: scans.db.fn.now() });
  await eventually(async () => (await covered()) === before);
});

test('the feed of another tenant is unknown, and a member who has left the team gets no mail', async () => {
  const [owner, member] = await Promise.all([newUser(scans.api, 'team'), newUser(scans.api, 'individual')]);
  const team = await makeTeam(scans.api.db, [owner, member], ['owner', 'member']);
  const account = await accountOfTwoRules();
  await get(`/accounts/${account}/changes`, owner).expect(404);
  await mails(account, true, owner).expect(404);
  await get(`/accounts/${randomUUID()}/changes`).expect(404);

  await scans.db('coverage.cloud_accounts').where({ id: account }).update({ team_id: team, created_by: owner.id });
  await mails(account, true, member).expect(200);
  await scans.db('auth.memberships').where({ user_id: member.id }).delete();
  await worsen(account, owner);
  expect(await waiting()).toEqual([]);
});
