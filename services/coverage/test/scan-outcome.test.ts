import { eventually } from '@tripline/stack';
import { at } from './support/harness.js';
import { naming, scriptedAccount } from './support/made-up-cloud/scripted-account.js';
import {
  addAccount,
  endOf,
  inventory,
  resultsOf,
  type ScanHarness,
  scanOnce,
  startScan,
  useScriptedScans,
} from './support/scan-harness.js';

const cloud = scriptedAccount({});
let scans: ScanHarness;
useScriptedScans(cloud, (made) => {
  scans = made;
});

const get = (path: string) => scans.api.http.get(at(path)).set(scans.user.key);

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
          own('home', { seenScopes: ['*'] }),
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

  test('of thousands of detections costs few statements', async () => {
    const names = Array.from({ length: 1_500 }, (_, index) => `rule ${index}`);
    cloud.cells = { 'events eu-west-1': { detections: names }, 'events us-east-1': { detections: names } };
    // Its signs of life, which are statements too, would be as many as the machine is slow.
    const { statements } = scans.startWorker(cloud, { stallSeconds: 3_600 });
    const account = await addAccount(scans);
    expect(await endOf(scans, await startScan(scans, account))).toMatchObject({ detections_new: 3_000 });
    expect(await scanOnce(scans, account)).toMatchObject({ detections_found: 3_000, detections_updated: 0 });
    expect(statements()).toBeLessThan(400);
  });
});
