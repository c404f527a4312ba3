import { at } from './support/harness.js';
import { scriptedAccount } from './support/made-up-cloud/scripted-account.js';
import {
  addAccount,
  inventory,
  resultsOf,
  type ScanHarness,
  scanOnce,
  useScriptedScans,
} from './support/scan-harness.js';

const cloud = scriptedAccount({});
let scans: ScanHarness;
useScriptedScans(cloud, (made) => {
  scans = made;
});

const get = (path: string) => scans.api.http.get(at(path)).set(scans.user.key);

describe('a scan', () => {
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
          missing_action: null,
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
    expect(scan).toMatchObject({
      status: 'failed',
      failure: { code: 'role_refused', missing_actions: [] },
      errors: [{ kind: 'access_denied', service: 'sts', missing_action: null }],
    });
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
      failure: { code: 'nothing_read', sentence: expect.stringContaining('2 calls failed.'), missing_actions: [] },
      errors: [{ kind: expect.any(String) }, { kind: expect.any(String) }],
    });
    expect(await inventory(scans, account)).toEqual(['a eu-west-1 active']);
    expect(await scans.db('coverage.snapshots').where({ account_id: account })).toEqual(before);
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
});
