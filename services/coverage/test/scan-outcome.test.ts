import { at } from './support/harness.js';
import {
  addAccount,
  createScanHarness,
  endOf,
  inventory,
  resultsOf,
  type ScanHarness,
  scanOnce,
  startScan,
} from './support/scan-harness.js';
import { scriptedAccount } from './support/scripted-account.js';

const cloud = scriptedAccount({});
let scans: ScanHarness;

beforeAll(async () => {
  scans = await createScanHarness(cloud);
});
afterAll(() => scans.close());
afterEach(() => scans.closeWorkers());
beforeEach(() => {
  cloud.cells = {};
  cloud.closed = [];
  cloud.refusal = undefined;
});

const get = (path: string, headers: object = scans.user.key) =>
  scans.api.http.get(at(path)).set(headers as Record<string, string>);

describe('a scan', () => {
  test('finds what is there, and the next one what is new, changed, gone and back', async () => {
    cloud.cells = {
      'guardduty eu-west-1': { detections: ['kept', 'changed', 'gone'] },
      'guardduty us-east-1': { detections: [{ name: 'unmapped', subject: { kind: 'none' } }] },
    };
    cloud.closed = ['ap-east-1'];
    scans.startWorker(cloud);
    const account = await addAccount(scans);
    const first = await scanOnce(scans, account);
    expect(first).toMatchObject({
      status: 'completed',
      progress_percent: 100,
      current_step: 'Completed',
      regions: ['eu-west-1', 'us-east-1'],
      detections_found: 4,
      detections_new: 4,
      detections_updated: 0,
      detections_removed: 0,
      errors: [],
    });
    const results = await resultsOf(scans, first.id);
    expect(results).toMatchObject({
      status: 'completed',
      regions_scanned: ['eu-west-1', 'us-east-1'],
      regions_skipped: [{ region: 'ap-east-1', reason: 'not_opted_in' }],
      by_type: { eventbridge_rule: 4 },
      by_region: { 'eu-west-1': 3, 'us-east-1': 1 },
      by_status: { active: 4 },
      unmapped_count: 1,
      errors_count: 0,
      coverage_before: null,
      api_calls: 3,
    });
    expect(results.duration_ms).toBeGreaterThan(0);
    expect(results.new.map(({ name }: { name: string }) => name)).toEqual(['changed', 'gone', 'kept', 'unmapped']);

    cloud.cells['guardduty eu-west-1'] = {
      detections: ['kept', { name: 'changed', status: 'disabled', statusReason: 'disabled' }, 'added'],
    };
    const second = await scanOnce(scans, account);
    expect(second).toMatchObject({
      detections_found: 4,
      detections_new: 1,
      detections_updated: 1,
      detections_removed: 1,
    });
    expect(await resultsOf(scans, second.id)).toMatchObject({
      new: [{ name: 'added', detection_type: 'eventbridge_rule', region: 'eu-west-1' }],
      updated: [{ name: 'changed' }],
      removed: [{ name: 'gone' }],
      total_changes: 3,
      by_status: { active: 3, disabled: 1 },
      coverage_before: expect.any(Number),
    });
    // In pages: every change once, the new ones first.
    const page = async (limit: number, offset: number): Promise<string[]> => {
      const { body } = await get(`/scans/${second.id}/results?limit=${limit}&offset=${offset}`).expect(200);
      expect(body.total_changes).toBe(3);
      return ['new', 'updated', 'removed'].flatMap((change) =>
        body[change].map(({ name }: { name: string }) => `${change} ${name}`),
      );
    };
    expect(await page(2, 0)).toEqual(['new added', 'updated changed']);
    expect(await page(2, 2)).toEqual(['removed gone']);
    expect(await page(2, 4)).toEqual([]);
    expect(await inventory(scans, account)).toEqual([
      'added eu-west-1 active',
      'changed eu-west-1 disabled',
      'gone eu-west-1 removed',
      'kept eu-west-1 active',
      'unmapped us-east-1 active',
    ]);

    cloud.cells['guardduty eu-west-1'] = { detections: ['kept', 'changed', 'added', 'gone'] };
    const third = await scanOnce(scans, account);
    expect(third).toMatchObject({
      detections_found: 5,
      detections_new: 0,
      detections_updated: 2,
      detections_removed: 0,
    });
    const back = (await resultsOf(scans, third.id)).updated.find(({ name }: { name: string }) => name === 'gone');
    expect(back.id).toBe(results.new.find(({ name }: { name: string }) => name === 'gone').id);
    expect((await resultsOf(scans, first.id)).by_status).toEqual({ active: 4 });
  });

  test('of some regions leaves the others as they are', async () => {
    cloud.cells = { 'config eu-west-1': { detections: ['here'] }, 'config us-east-1': { detections: ['there'] } };
    scans.startWorker(cloud);
    const account = await addAccount(scans);
    await scanOnce(scans, account);
    cloud.cells = { 'config eu-west-1': {}, 'config us-east-1': {} };
    cloud.closed = ['ap-east-1'];
    const some = await scanOnce(scans, account, { regions: ['us-east-1', 'ap-east-1', 'sa-east-1', 'us-east-1'] });
    expect(some).toMatchObject({ regions: ['us-east-1'], detections_removed: 1 });
    expect((await resultsOf(scans, some.id)).regions_skipped).toEqual([
      { region: 'ap-east-1', reason: 'not_opted_in' },
      { region: 'sa-east-1', reason: 'not_available' },
    ]);
    expect(await inventory(scans, account)).toEqual(['here eu-west-1 active', 'there us-east-1 removed']);
  });

  test('of all regions removes detections in regions that the account no longer has', async () => {
    cloud.cells = { 'config eu-west-1': { detections: ['here'] }, 'config us-east-1': { detections: ['there'] } };
    scans.startWorker(cloud);
    const account = await addAccount(scans);
    await scanOnce(scans, account);
    cloud.cells = { 'config eu-west-1': { detections: ['here'] } };
    expect(await scanOnce(scans, account)).toMatchObject({ detections_removed: 1 });
    expect(await inventory(scans, account)).toEqual(['here eu-west-1 active', 'there us-east-1 removed']);
    expect(await scans.db('coverage.account_cells').where({ account_id: account }).select('region')).toEqual([
      { region: 'eu-west-1' },
    ]);
  });

  test('whose cell could not be read completes with errors, and keeps what that cell had', async () => {
    cloud.cells = { 'config eu-west-1': { detections: ['a', 'b'] }, 'macie eu-west-1': { detections: ['c', 'd'] } };
    scans.startWorker(cloud);
    const account = await addAccount(scans);
    await scanOnce(scans, account);
    cloud.cells = {
      'config eu-west-1': { detections: ['a'] },
      'macie eu-west-1': { detections: ['c', 'e'], fails: 'access_denied' },
    };
    const scan = await scanOnce(scans, account);
    expect(scan).toMatchObject({
      status: 'completed_with_errors',
      detections_found: 3,
      detections_new: 1,
      detections_removed: 1,
      errors: [
        {
          service: 'macie',
          region: 'eu-west-1',
          operation: 'ListThings',
          code: 'AccessDeniedException',
          kind: 'access_denied',
          message: expect.stringContaining('macie:ListThings'),
          attempts: 1,
          at: '2026-01-02T03:04:05.678Z',
        },
      ],
    });
    expect(await inventory(scans, account)).toEqual([
      'a eu-west-1 active',
      'b eu-west-1 removed',
      'c eu-west-1 active',
      'd eu-west-1 active',
      'e eu-west-1 active',
    ]);
    expect(
      await scans
        .db('coverage.account_cells')
        .where({ account_id: account })
        .orderBy('service')
        .select('service', 'is_known'),
    ).toEqual([
      { service: 'config', is_known: true },
      { service: 'macie', is_known: false },
    ]);
  });

  test('of an account that refuses access fails with the reason and changes nothing', async () => {
    cloud.cells = { 'config eu-west-1': { detections: ['a'] } };
    scans.startWorker(cloud);
    const account = await addAccount(scans);
    await scanOnce(scans, account);
    cloud.refusal = 'access_denied';
    const scan = await scanOnce(scans, account);
    expect(scan).toMatchObject({ status: 'failed', errors: [{ kind: 'access_denied', service: 'sts' }] });
    expect(await inventory(scans, account)).toEqual(['a eu-west-1 active']);
    expect((await get(`/accounts/${account}`)).body.status).toBe('broken');
    expect(await resultsOf(scans, scan.id)).toMatchObject({ coverage_after: null, errors_count: 1, removed: [] });
    cloud.refusal = undefined;
    expect(await scanOnce(scans, account)).toMatchObject({
      status: 'completed',
      detections_new: 0,
      detections_updated: 0,
    });
    expect((await get(`/accounts/${account}`)).body.status).toBe('connected');
  });

  test('of which nothing can be read fails and marks no detection as removed', async () => {
    cloud.cells = { 'config eu-west-1': { detections: ['a'] } };
    scans.startWorker(cloud);
    const account = await addAccount(scans);
    await scanOnce(scans, account);
    const before = await scans.db('coverage.snapshots').where({ account_id: account });
    cloud.cells = { 'config eu-west-1': { fails: 'throttled' }, 'macie eu-west-1': { fails: 'timeout' } };
    expect(await scanOnce(scans, account)).toMatchObject({
      status: 'failed',
      errors: [{ kind: expect.any(String) }, { kind: expect.any(String) }],
    });
    expect(await inventory(scans, account)).toEqual(['a eu-west-1 active']);
    expect(await scans.db('coverage.snapshots').where({ account_id: account })).toEqual(before);
  });

  test('of regions that are all closed fails and names them', async () => {
    cloud.cells = { 'config eu-west-1': {} };
    cloud.closed = ['ap-east-1'];
    scans.startWorker(cloud);
    const account = await addAccount(scans);
    const scan = await scanOnce(scans, account, { regions: ['ap-east-1'] });
    expect(scan).toMatchObject({
      status: 'failed',
      errors: [{ kind: 'not_opted_in', message: expect.stringContaining('ap-east-1 (not_opted_in)') }],
    });
  });

  test('goes on when a collector breaks, and when texts hold what Postgres does not take', async () => {
    const long = `x${'y'.repeat(5_000)}`;
    cloud.cells = {
      'config eu-west-1': { detections: ['a'], breaks: true },
      'macie eu-west-1': {
        detections: [
          { name: 'nul \0 and half \uD800', description: '\\u0000 \0' },
          { name: long, key: long, subject: { kind: 'logs_query', query: '\0' } },
          { name: 'twice', status: 'degraded', statusReason: 'no_target' },
          { name: 'twice' },
        ],
      },
    };
    scans.startWorker(cloud);
    const account = await addAccount(scans);
    const scan = await scanOnce(scans, account);
    expect(scan).toMatchObject({
      status: 'completed_with_errors',
      detections_found: 4,
      errors: [{ service: 'config', kind: 'unexpected', code: 'InternalError' }],
    });
    expect(await inventory(scans, account)).toEqual(
      [
        'a eu-west-1 active',
        'nul \uFFFD and half \uFFFD eu-west-1 active',
        'twice eu-west-1 active',
        `${long.slice(0, 600)} eu-west-1 active`,
      ].sort(),
    );
    expect(await scanOnce(scans, account)).toMatchObject({ detections_new: 0, detections_updated: 0 });
  });

  test('of thousands of detections costs few statements', async () => {
    const names = Array.from({ length: 6_000 }, (_, index) => `rule ${index}`);
    cloud.cells = { 'events eu-west-1': { detections: names }, 'events us-east-1': { detections: names } };
    scans.startWorker(cloud);
    const account = await addAccount(scans);
    const before = await statementsSoFar();
    expect(await endOf(scans, await startScan(scans, account))).toMatchObject({ detections_new: 12_000 });
    expect(await scanOnce(scans, account)).toMatchObject({ detections_found: 12_000, detections_updated: 0 });
    expect((await statementsSoFar()) - before).toBeLessThan(400);
  });
});

/** Transactions of this suite's database so far: a lower bound of statements outside of transactions. */
async function statementsSoFar(): Promise<number> {
  const { rows } = await scans.db.raw(
    'select xact_commit::integer as done from pg_stat_database where datname = current_database()',
  );
  return rows[0].done;
}
