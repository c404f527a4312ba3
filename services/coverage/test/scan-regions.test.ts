import { at } from './support/harness.js';
import { naming, scriptedAccount } from './support/made-up-cloud/scripted-account.js';
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

  test('takes a region that says it is not opted in for skipped, and not for unknown', async () => {
    cloud.cells = {
      'config eu-west-1': { detections: ['here'] },
      'config us-east-1': { fails: 'not_opted_in' },
      'macie us-east-1': { fails: 'not_opted_in' },
    };
    scans.startWorker(cloud);
    const account = await addAccount(scans);
    const scan = await scanOnce(scans, account);
    expect(scan).toMatchObject({ status: 'completed', regions: ['eu-west-1'], errors: [] });
    expect(await resultsOf(scans, scan.id)).toMatchObject({
      regions_scanned: ['eu-west-1'],
      regions_skipped: [{ region: 'us-east-1', reason: 'not_opted_in' }],
      errors_count: 0,
    });
    const { body } = await get(`/accounts/${account}/coverage`).expect(200);
    expect(body).toMatchObject({ unknown_cells: 0, regions: [{ region: 'eu-west-1' }] });
  });

  test('names the regions that its figures speak of, of which a narrower scan takes none away', async () => {
    const trailStopped = { name: 'stopped', subject: naming('cloudtrail.amazonaws.com', 'StopLogging') };
    cloud.cells = {
      'eventbridge eu-west-1': { detections: [trailStopped] },
      'eventbridge us-east-1': { detections: [trailStopped] },
    };
    scans.startWorker(cloud);
    const account = await addAccount(scans);
    await scanOnce(scans, account, { regions: ['us-east-1', 'eu-west-1'] });
    const { body: wide } = await get(`/accounts/${account}/coverage`).expect(200);
    const regions = (body: { regions: { region: string }[] }) => body.regions.map(({ region }) => region);
    expect(regions(wide)).toEqual(['eu-west-1', 'us-east-1']);
    expect(wide.covered_techniques).toBeGreaterThan(0);
    const other = await addAccount(scans);
    await scanOnce(scans, other, { regions: ['eu-west-1', 'us-east-1'] });
    const theirOwn = ['cloud_account_id', 'cloud_account_name', 'scan_id', 'created_at', 'last_scan_at', 'regions'];
    const figures = (body: object) => Object.entries(body).filter(([name]) => !theirOwn.includes(name));
    const { body: turned } = await get(`/accounts/${other}/coverage`).expect(200);
    expect([regions(turned), figures(turned)]).toEqual([regions(wide), figures(wide)]);
    await scanOnce(scans, account, { regions: ['us-east-1'] });
    const { body: narrow } = await get(`/accounts/${account}/coverage`).expect(200);
    expect(regions(narrow)).toEqual(regions(wide));
    expect(narrow.coverage_percent).toBe(wide.coverage_percent);
    const read = (body: { regions: { region: string; read_at: string }[] }, name: string) =>
      Date.parse(body.regions.find(({ region }) => region === name)?.read_at ?? '');
    expect(read(narrow, 'us-east-1')).toBeGreaterThan(read(wide, 'us-east-1'));
    expect(read(narrow, 'eu-west-1')).toBe(read(wide, 'eu-west-1'));
    for (const { total, covered, partial, uncovered } of narrow.by_region) {
      expect(covered + partial + uncovered).toBe(total);
    }
    // A region that the account no longer wants is spoken of no more.
    await scans.api.http
      .patch(at(`/accounts/${account}`))
      .set(scans.user.key)
      .send({ regions: ['us-east-1'] })
      .expect(200);
    await scanOnce(scans, account);
    expect(regions((await get(`/accounts/${account}/coverage`).expect(200)).body)).toEqual(['us-east-1']);
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
});
