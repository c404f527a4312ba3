import { eventually } from '@tripline/stack';
import { at, makeTeam, newUser } from './support/harness.js';
import { scriptedAccount } from './support/made-up-cloud/scripted-account.js';
import {
  addAccount,
  readScan,
  resultsOf,
  type ScanHarness,
  startScan,
  useScriptedScans,
} from './support/scan-harness.js';

const cloud = scriptedAccount({});
let scans: ScanHarness;
useScriptedScans(cloud, (made) => {
  scans = made;
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
      failure: null,
      started_at: null,
      completed_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(await scans.queue.depth()).toBe(depth + 1);
    const underWay = async () => (await get(`/accounts/${account}`).expect(200)).body.scan_under_way;
    expect(await underWay()).toBe(body.id);
    await post(`/scans/${body.id}/cancel`).expect(200);
    expect(await underWay()).toBeNull();
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

  test('accepts one of many concurrent requests, and names its scan to the others', async () => {
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

  test('answers 404 to the scans of somebody else', async () => {
    const account = await addAccount(scans);
    const id = await startScan(scans, account);
    const stranger = await newUser(scans.api, 'enterprise');
    for (const path of [
      `/scans/${id}`,
      `/scans/${id}/cells`,
      `/scans/${id}/results`,
      `/scans/${id}/events`,
      `/accounts/${account}/scans`,
    ]) {
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
      total_changes: 0,
      by_type: {},
      by_region: {},
      by_status: {},
      unmapped_count: 0,
      errors_count: 0,
      failure: null,
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
