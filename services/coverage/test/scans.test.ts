import { at, eventually, makeTeam, newUser } from './support/harness.js';
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
  suiteRedisUrl,
} from './support/scan-harness.js';
import { scriptedAccount } from './support/scripted-account.js';
import { serverSentEvents } from './support/server-sent-events.js';

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

const post = (path: string, body: object = {}, headers: object = scans.user.key) =>
  scans.api.http
    .post(at(path))
    .set(headers as Record<string, string>)
    .send(body);
const get = (path: string, headers: object = scans.user.key) =>
  scans.api.http.get(at(path)).set(headers as Record<string, string>);

describe('starting a scan', () => {
  test('answers at once with a pending scan that can be read and waits in the queue', async () => {
    const account = await addAccount(scans);
    const depth = await scans.queue.depth();
    const { body } = await post(`/accounts/${account}/scans`, { regions: ['eu-west-1'] }).expect(200);
    expect(body).toEqual({ id: expect.any(String), status: 'pending', message: expect.stringContaining(body.id) });
    expect(await readScan(scans, body.id)).toEqual({
      id: body.id,
      cloud_account_id: account,
      status: 'pending',
      progress_percent: 0,
      current_step: 'Waiting for a worker',
      regions: ['eu-west-1'],
      detections_found: 0,
      detections_new: 0,
      detections_updated: 0,
      detections_removed: 0,
      errors: [],
      started_at: null,
      completed_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(await scans.queue.depth()).toBe(depth + 1);
    await post(`/scans/${body.id}/cancel`).expect(200);
  });

  test.each([
    [{ regions: [] }, 'at least one region'],
    [{ regions: ['eu-west-1', 'mars'] }, '"mars"'],
    [{ regions: 'eu-west-1' }, 'regions must be an array'],
    [{ regions: [1] }, 'regions[0] must be a string'],
    [{ region: null }, 'region is not a known field'],
  ])('refuses %j, naming what is wrong', async (body, named) => {
    const account = await addAccount(scans);
    const answer = await post(`/accounts/${account}/scans`, body).expect(400);
    expect(answer.body).toEqual({ detail: expect.stringContaining(named) });
  });

  test('refuses an account without a role, and one of somebody else', async () => {
    const account = await addAccount(scans, { role_arn: null });
    expect((await post(`/accounts/${account}/scans`).expect(409)).body.detail).toContain('not connected');
    const stranger = await newUser(scans.api, 'pro');
    await post(`/accounts/${account}/scans`, {}, stranger.key).expect(404);
    await post('/accounts/x/scans').expect(400);
  });

  test('lets one of many at the same moment through, and names it to the others', async () => {
    const account = await addAccount(scans);
    const answers = await Promise.all(Array.from({ length: 12 }, () => post(`/accounts/${account}/scans`)));
    const begun = answers.filter(({ status }) => status === 200);
    expect(begun).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(11);
    for (const { body } of refused) expect(body.detail).toContain(begun[0]?.body.id);
    await post(`/scans/${begun[0]?.body.id}/cancel`).expect(200);
    await post(`/accounts/${account}/scans`).expect(200);
  });

  test('is written into the audit log', async () => {
    const account = await addAccount(scans);
    const id = await startScan(scans, account);
    await post(`/scans/${id}/cancel`).expect(200);
    const rows = await scans.db('auth.audit_log').where({ target_id: id }).orderBy('id').select('action', 'actor_id');
    expect(rows).toEqual([
      { action: 'scan.started', actor_id: scans.user.id },
      { action: 'scan.cancelled', actor_id: scans.user.id },
    ]);
  });
});

describe('reading scans', () => {
  test('lists those of an account, newest first, by status and up to a limit', async () => {
    const account = await addAccount(scans);
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      ids.unshift(await startScan(scans, account));
      if (count < 2) await post(`/scans/${ids[0]}/cancel`).expect(200);
    }
    const list = async (query = '') => (await get(`/accounts/${account}/scans${query}`).expect(200)).body;
    const idsOf = (body: { scans: { id: string }[] }) => body.scans.map(({ id }) => id);
    expect(idsOf(await list())).toEqual(ids);
    expect(await list('?limit=1')).toMatchObject({ cloud_account_id: account, scans: [{ id: ids[0] }], total: 3 });
    expect(idsOf(await list('?Status=cancelled'))).toEqual(ids.slice(1));
    for (const query of ['?limit=0', '?limit=101', '?status=done', '?page=1']) {
      await get(`/accounts/${account}/scans${query}`).expect(400);
    }
    await post(`/scans/${ids[0]}/cancel`).expect(200);
  });

  test('shows nobody the scans of somebody else', async () => {
    const account = await addAccount(scans);
    const id = await startScan(scans, account);
    const stranger = await newUser(scans.api, 'enterprise');
    for (const path of [`/scans/${id}`, `/scans/${id}/results`, `/scans/${id}/events`, `/accounts/${account}/scans`]) {
      await get(path, stranger.key).expect(404);
    }
    await post(`/scans/${id}/cancel`, {}, stranger.key).expect(404);
    await get('/scans/not-a-uuid').expect(400);
    await get('/scans/00000000-0000-7000-8000-000000000000').expect(404);
    await post(`/scans/${id}/cancel`).expect(200);
  });

  test('has results only once the scan has ended', async () => {
    const account = await addAccount(scans);
    const id = await startScan(scans, account);
    expect((await get(`/scans/${id}/results`).expect(409)).body.detail).toContain('pending');
    await post(`/scans/${id}/cancel`).expect(200);
    expect(await resultsOf(scans, id)).toEqual({
      scan_id: id,
      cloud_account_id: account,
      status: 'cancelled',
      regions_scanned: [],
      regions_skipped: [],
      detections_found: 0,
      new: [],
      updated: [],
      removed: [],
      by_type: {},
      by_region: {},
      by_status: {},
      unmapped_count: 0,
      errors_count: 0,
      coverage_before: null,
      coverage_after: null,
      techniques_gained: [],
      techniques_lost: [],
      api_calls: 0,
      duration_ms: 0,
    });
  });
});

describe('cancelling', () => {
  test('ends a scan once and for good', async () => {
    const account = await addAccount(scans);
    const id = await startScan(scans, account);
    const { body } = await post(`/scans/${id}/cancel`).expect(200);
    expect(body).toMatchObject({
      id,
      status: 'cancelled',
      current_step: 'Cancelled',
      completed_at: expect.any(String),
    });
    expect((await post(`/scans/${id}/cancel`).expect(409)).body.detail).toContain('cancelled');
  });

  test("is for the starter and the team's owner and admins, while members start scans of the team's accounts", async () => {
    const [owner, member, other] = await Promise.all(
      (['team', 'individual', 'individual'] as const).map((tier) => newUser(scans.api, tier)),
    );
    if (owner === undefined || member === undefined || other === undefined) throw new Error('three users');
    await makeTeam(scans.api.db, [owner, member, other], ['owner', 'member', 'member']);
    const account = await addAccount({ ...scans, user: owner });
    await eventually(async () => (await get(`/accounts/${account}`, member.key)).status === 200);
    const own = await startScan({ ...scans, user: member }, account);
    await eventually(async () => (await get(`/scans/${own}`, other.key)).status === 200);
    await post(`/scans/${own}/cancel`, {}, other.key).expect(403);
    await post(`/scans/${own}/cancel`, {}, member.key).expect(200);
    await post(`/scans/${own}/cancel`, {}, other.key).expect(403);
    const next = await startScan({ ...scans, user: member }, account);
    await post(`/scans/${next}/cancel`, {}, owner.key).expect(200);
  });
});

describe('the events of a scan', () => {
  test('tell of its progress and end with its results', async () => {
    const half = gate();
    cloud.cells = {
      'guardduty eu-west-1': { detections: ['one'] },
      'config eu-west-1': { detections: ['two'], until: half.opened },
    };
    const account = await addAccount(scans);
    const worker = scans.startWorker(cloud);
    const id = await startScan(scans, account);
    await eventually(async () => (await readScan(scans, id)).progress_percent === 49.5);
    const stream = get(`/scans/${id}/events`)
      .expect(200)
      .expect('content-type', /text\/event-stream/);
    const answered = stream.then(({ text }) => serverSentEvents(text));
    half.open();
    const events = await answered;
    await worker.close();
    expect(events.slice(0, -1).map(({ event }) => event)).toEqual(events.slice(1).map(() => 'progress'));
    expect(events.at(-2)?.data).toMatchObject({ id, status: 'completed', progress_percent: 100, detections_found: 2 });
    expect(events.at(-1)).toEqual({ event: 'result', data: await resultsOf(scans, id) });
    const again = await get(`/scans/${id}/events`).expect(200);
    expect(serverSentEvents(again.text).map(({ event }) => event)).toEqual(['progress', 'result']);
  });

  test('end without a result when the process stops, for the caller to connect again', async () => {
    const drain = new AbortController();
    const stopping = scans.harness.start({ REDIS_URL: suiteRedisUrl() }, cloud, drain.signal);
    const account = await addAccount(scans);
    const id = await startScan(scans, account);
    let text = '';
    const ended = stopping.http
      .get(at(`/scans/${id}/events`))
      .set(scans.user.key)
      .buffer(true)
      .parse((res, done) => {
        res.on('data', (chunk: Buffer) => (text += chunk.toString()));
        res.on('end', () => done(null, text));
      })
      .expect(200)
      .then(() => undefined);
    await eventually(async () => text.includes('event:progress'));
    drain.abort();
    await ended;
    expect(serverSentEvents(text).map(({ event }) => event)).toEqual(['progress']);
    await stopping.http
      .head(at(`/scans/${id}/events`))
      .set(scans.user.key)
      .expect(200);
    await post(`/scans/${id}/cancel`).expect(200);
  });

  test('end with an error when the account is removed', async () => {
    const account = await addAccount(scans);
    const id = await startScan(scans, account);
    const answered = get(`/scans/${id}/events`).then(({ text }) => serverSentEvents(text));
    await eventually(
      async () => (await scans.api.http.delete(at(`/accounts/${account}`)).set(scans.user.key)).status === 200,
    );
    const events = await answered;
    expect(events.at(-1)).toEqual({ event: 'error', data: { detail: expect.stringContaining('removed') } });
  });
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
      by_status: { active: 3, disabled: 1 },
      coverage_before: expect.any(Number),
    });
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

  test('of everything takes away what lies in regions the account no longer has', async () => {
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

  test('of an account that refuses us fails, says why, and leaves everything as it was', async () => {
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

  test('of which nothing can be read fails and takes nothing for gone', async () => {
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
    expect(await endOf(scans, await startScan(scans, account), 30_000)).toMatchObject({ detections_new: 12_000 });
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
