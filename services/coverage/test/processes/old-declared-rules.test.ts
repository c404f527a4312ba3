import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { coverageSchemas } from '@tripline/coverage-service';
import { createDatabase, type Knex, runMigrations } from '@tripline/service';
import { eventually } from '@tripline/stack';
import { at } from '../support/harness.js';
import { scriptedAccount } from '../support/made-up-cloud/scripted-account.js';
import { createScanHarness, type ScanHarness } from '../support/scan-harness.js';

const MIGRATE = fileURLToPath(new URL('../../dist/migrate.js', import.meta.url));
const cloud = scriptedAccount({});
let scans: ScanHarness;
let owner: Knex;
beforeAll(async () => {
  scans = await createScanHarness(cloud);
  owner = createDatabase({ url: scans.harness.database.migrationDatabaseUrl, connections: 2, applicationName: 'test' });
});
afterAll(async () => {
  await owner.destroy();
  await scans.close();
});

/** Leaves the service's tables as the release did that believed declared rules. */
async function asBefore(): Promise<void> {
  const set = coverageSchemas.find(({ schema }) => schema === 'coverage');
  if (set === undefined) throw new Error('the service has no schema of its own');
  await owner.raw('drop schema coverage cascade');
  await runMigrations(owner, { ...set, migrations: set.migrations.filter(({ name }) => name < '0017') });
}

/** An account with a rule declared for T1530, which its newest snapshot counts as covered. */
async function accountOfThatRelease(): Promise<{ readonly account: string; readonly rule: string }> {
  const [account, rule, snapshot] = [randomUUID(), randomUUID(), randomUUID()];
  const now = new Date();
  await owner('coverage.cloud_accounts').insert({
    ...{ id: account, created_by: scans.user.id, name: 'old', provider: 'aws', external_account_id: '700000000001' },
    ...{ external_id: 'tripline-old', status: 'connected', last_scan_at: now, created_at: now, updated_at: now },
  });
  await owner('coverage.account_cells').insert({
    ...{ account_id: account, service: 'eventbridge', region: 'us-east-1', is_known: true },
    ...{ scan_id: randomUUID(), read_at: now },
  });
  await owner('coverage.detections').insert({
    ...{ id: rule, account_id: account, type: 'siem_rule', natural_key: 'a rule', name: 'a rule', is_managed: false },
    ...{ status: 'active', told_status: 'active', content: '{}', content_sha256: 'none', mapping_count: 1 },
    ...{ discovered_at: now, updated_at: now },
  });
  await owner('coverage.detection_techniques').insert({
    ...{ detection_id: rule, technique_id: 'T1530', category: 'detect', strength: 'significant', source: 'sigma' },
    ...{ confidence: 0.8, evidence: 'its tag', covers: true },
  });
  await owner('coverage.snapshots').insert({
    ...{ id: snapshot, account_id: account, attack_version: '19.1', total_techniques: 104, covered_techniques: 1 },
    ...{ partial_techniques: 0, uncovered_techniques: 103, unverified_techniques: 0, unknown_cells: 0 },
    ...{ coverage_percent: 1, average_confidence: 0.8, by_tactic: '[]', created_at: now },
    ...{ regions: JSON.stringify([{ region: 'us-east-1', readAt: now }]) },
  });
  await owner('coverage.snapshot_techniques').insert({
    ...{ snapshot_id: snapshot, technique_id: 'T1530', status: 'covered', is_unverified: false, confidence: 0.8 },
    ...{ detection_count: 1, effective_detection_count: 1, regions_covered: ['us-east-1'], regions_unknown: [] },
    ...{ detection_ids: [rule] },
  });
  await owner('coverage.change_mails').insert({ account_id: account, user_id: scans.user.id });
  return { account, rule };
}

/** Runs the migrate command as an operator does at an upgrade. */
async function upgrade(): Promise<void> {
  const { databaseUrl, migrationDatabaseUrl } = scans.harness.database;
  const env = { DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: migrationDatabaseUrl };
  const child = spawn(process.execPath, [MIGRATE], { env: { PATH: process.env['PATH'], ...env }, stdio: 'inherit' });
  expect(await once(child, 'close')).toEqual([0, null]);
}

const get = async (path: string) => (await scans.api.http.get(at(path)).set(scans.user.key).expect(200)).body;

test('a rule that was declared before its query was kept stays, covers nothing any more, and nobody gets a mail of that', async () => {
  await asBefore();
  const { account, rule } = await accountOfThatRelease();
  await upgrade();
  const declared = await get(`/detections/${rule}`);
  expect(declared).toMatchObject({ name: 'a rule', sees: 'unknown', sees_reason: 'query_not_kept' });
  expect(declared.mapped_techniques).toMatchObject([{ technique_id: 'T1530', basis: 'claimed' }]);
  // What was counted stands until it is counted anew.
  expect(await get(`/accounts/${account}/coverage`)).toMatchObject({ covered_techniques: 1 });

  scans.startWorker(cloud);
  await eventually(async () => (await get(`/accounts/${account}/coverage/history`)).total === 2);
  expect(await get(`/accounts/${account}/coverage`)).toMatchObject({ covered_techniques: 0 });
  const { snapshots } = await get(`/accounts/${account}/coverage/history`);
  expect(snapshots[0].counted_anew_because).toMatch(/^Counted by another method/);
  expect(await get(`/accounts/${account}/changes`)).toMatchObject({ total: 0 });
  expect(await get('/changes')).toMatchObject({ total: 0 });
  expect(await scans.db('auth.outbox').where({ kind: 'coverage-changes' })).toEqual([]);
});

test('declared again, such a rule is judged by what its query names', async () => {
  await asBefore();
  const { account } = await accountOfThatRelease();
  await upgrade();
  const yaml = `title: a rule
id: 5b0e3bc9-6e0c-4f5c-9d53-3f0a4b8f1a07
logsource: {product: aws, service: cloudtrail}
detection: {s: {eventSource: iam.amazonaws.com, eventName: CreateUser}, condition: s}
tags: [attack.t1136.003]
`;
  const { body } = await scans.api.http
    .post(at(`/accounts/${account}/detections`))
    .set(scans.user.key)
    .send({ rules: [yaml], siem: 'siem_spl' })
    .expect(200);
  const [{ id }] = body.detections;
  // No scan has looked for CloudTrail's log here.
  expect(await get(`/detections/${id}`)).toMatchObject({ sees: 'unknown', sees_reason: 'log_unread' });
});
