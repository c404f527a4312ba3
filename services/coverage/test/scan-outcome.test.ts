import type { DetectionSubject } from '@tripline/coverage-service';
import { eventually } from '@tripline/stack';
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

/** What a status is derived from, of a detection's answer. */
interface DetectionAnswer {
  readonly status: string;
  readonly region: string;
  readonly seen_regions: readonly string[] | null;
  readonly mapped_techniques: readonly {
    readonly technique_id: string;
    readonly category: string;
    readonly covers: boolean;
  }[];
}

/** A rule on one event of CloudTrail. */
const naming = (source: string, name: string): DetectionSubject => ({
  kind: 'event_pattern',
  pattern: JSON.stringify({ detail: { eventSource: [source], eventName: [name] } }),
  allManagementEvents: false,
});

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

  test('that is cancelled as the first leaves what it read, and no coverage until one ends', async () => {
    let go = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      go = resolve;
    });
    cloud.cells = { 'config eu-west-1': { detections: ['read'] }, 'config us-east-1': { detections: ['late'], until } };
    scans.startWorker(cloud);
    const account = await addAccount(scans);
    const id = await startScan(scans, account);
    await eventually(async () => (await inventory(scans, account)).length === 1);
    await scans.api.http
      .post(at(`/scans/${id}/cancel`))
      .set(scans.user.key)
      .expect(200);
    go();
    expect(await resultsOf(scans, id)).toMatchObject({
      status: 'cancelled',
      detections_found: 1,
      by_region: { 'eu-west-1': 1 },
      coverage_before: null,
      coverage_after: null,
    });
    const { body } = await get(`/accounts/${account}/coverage`).expect(404);
    expect(body.detail).toContain('no scan of it has ended with results');
    // What was read is known, although the next scan looks elsewhere.
    await scanOnce(scans, account, { regions: ['us-east-1'] });
    const { body: coverage } = await get(`/accounts/${account}/coverage`).expect(200);
    expect(coverage.regions.map(({ region }: { region: string }) => region)).toEqual(['eu-west-1', 'us-east-1']);
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

  test('shows all that the status of each technique is derived from', async () => {
    const own = (name: string, more: object) => ({
      name,
      subject: naming('cloudtrail.amazonaws.com', 'StopLogging'),
      ...more,
    });
    cloud.cells = {
      'eventbridge eu-west-1': {
        detections: [
          own('active', {}),
          { name: 'user', subject: naming('iam.amazonaws.com', 'CreateUser') },
          { name: 'everyday', subject: naming('ec2.amazonaws.com', 'RunInstances') },
          {
            name: 'muted',
            subject: naming('kms.amazonaws.com', 'ScheduleKeyDeletion'),
            status: 'degraded',
            statusReason: 'no_target',
          },
          {
            name: 'off',
            subject: naming('organizations.amazonaws.com', 'LeaveOrganization'),
            status: 'disabled',
            statusReason: 'disabled',
          },
          { name: 'macie', subject: { kind: 'service', service: 'macie' } },
        ],
      },
      'eventbridge us-east-1': {
        detections: [
          own('home', { seen_regions: ['*'] }),
          { name: 'user', subject: naming('iam.amazonaws.com', 'CreateUser') },
        ],
      },
    };
    scans.startWorker(cloud);
    const account = await addAccount(scans);
    await scanOnce(scans, account);
    const { body } = await get(`/accounts/${account}/coverage/techniques?limit=500`).expect(200);
    const { body: list } = await get(`/accounts/${account}/detections?page_size=200`).expect(200);
    const detections: DetectionAnswer[] = [];
    for (const { id } of list.detections) detections.push((await get(`/detections/${id}`).expect(200)).body);
    const seen = new Set<string>();
    for (const one of body.techniques) {
      const noticing = (states: readonly string[], coversOnly: boolean, region: string) =>
        detections.some(
          (detection) =>
            states.includes(detection.status) &&
            (detection.seen_regions ?? [detection.region]).some((name) => name === '*' || name === region) &&
            detection.mapped_techniques.some(
              (mapped) =>
                mapped.technique_id === one.technique_id &&
                mapped.category === 'detect' &&
                (mapped.covers || !coversOnly),
            ),
        );
      const needed: string[] = one.regions_needed;
      const covered = needed.filter((region) => noticing(['active'], true, region));
      const noticed = needed.filter((region) => noticing(['active', 'degraded'], false, region));
      const derived = covered.length === needed.length ? 'covered' : noticed.length > 0 ? 'partial' : 'uncovered';
      expect([one.technique_id, one.status]).toEqual([one.technique_id, derived]);
      expect(one.regions_covered).toEqual(covered);
      expect(one.reasons.length > 0).toBe(
        one.status === 'partial' || (one.detection_count > 0 && one.status === 'uncovered'),
      );
      seen.add(derived);
    }
    expect([...seen].sort()).toEqual(['covered', 'partial', 'uncovered']);
    expect(body.regions.map(({ region }: { region: string }) => region)).toEqual(['eu-west-1', 'us-east-1']);
  });

  test('lists detections with the ten strongest of their techniques, and with how many there are', async () => {
    cloud.cells = {
      'guardduty us-east-1': {
        detections: [
          {
            name: 'all',
            type: 'guardduty_detector',
            subject: { kind: 'guardduty', features: ['FOUNDATIONAL'], suppressed: [] },
          },
        ],
      },
    };
    scans.startWorker(cloud);
    const account = await addAccount(scans);
    await scanOnce(scans, account);
    const { body } = await get(`/accounts/${account}/detections`).expect(200);
    const [row] = body.detections;
    const { body: whole } = await get(`/detections/${row.id}`).expect(200);
    expect(row.mapping_count).toBeGreaterThan(30);
    expect(whole.mapped_techniques).toHaveLength(row.mapping_count);
    expect(row.mapped_techniques).toEqual(whole.mapped_techniques.slice(0, 10));
    expect(row.mapped_techniques.every(({ covers }: { covers: boolean }) => covers)).toBe(true);
    expect(row.technique_counts.detect + row.technique_counts.protect + row.technique_counts.respond).toBe(
      row.mapping_count,
    );
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
    const { statements } = scans.startWorker(cloud);
    const account = await addAccount(scans);
    expect(await endOf(scans, await startScan(scans, account))).toMatchObject({ detections_new: 12_000 });
    expect(await scanOnce(scans, account)).toMatchObject({ detections_found: 12_000, detections_updated: 0 });
    expect(statements()).toBeLessThan(400);
  });
});
