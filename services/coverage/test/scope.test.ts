import { randomUUID } from 'node:crypto';
import { takeSnapshot } from '@tripline/coverage-service';
import { everyLogArrives } from './support/arriving-logs.js';
import { at, createHarness, type Harness, type Instance, makeTeam, newUser, type TestUser } from './support/harness.js';

let harness: Harness;
let app: Instance;
let user: TestUser;
beforeAll(async () => {
  harness = await createHarness();
  app = harness.start();
  user = await newUser(app, 'pro');
});
afterAll(() => harness.close());

const get = (path: string, { key } = user) => app.http.get(at(path)).set(key);
const post = (path: string, body: object, { key } = user) => app.http.post(at(path)).set(key).send(body);
const remove = (path: string, { key } = user) => app.http.delete(at(path)).set(key);

interface Shown {
  readonly technique_id: string;
  readonly status: string;
  readonly excluded: boolean;
  readonly detection_ids: readonly string[];
}

const rule = (technique: string, title = 'A rule'): string => `title: ${title}
id: ${randomUUID()}
tags: [attack.${technique.toLowerCase()}]
logsource: {product: aws, service: cloudtrail}
detection: {selection: {eventName: DeleteBucket}, condition: selection}
`;

/** An account of two regions that were read, with a declared rule of T1485. */
async function scannedAccount(owner = user) {
  const connected = { name: 'production', provider: 'aws', external_account_id: '111122223333' };
  const account: string = (await post('/accounts', connected, owner).expect(200)).body.id;
  await app.db('coverage.account_cells').insert(
    ['eu-west-1', 'us-east-1'].map((region) => ({
      account_id: account,
      service: 'eventbridge',
      region,
      is_known: true,
      scan_id: randomUUID(),
      read_at: new Date(),
    })),
  );
  await everyLogArrives(app.db, account, ['eu-west-1', 'us-east-1']);
  await app.db.transaction((trx) => takeSnapshot(trx, { accountId: account, scanId: null, now: new Date() }));
  const declared = { rules: [rule('T1485')], siem: 'siem_spl' };
  const { body } = await post(`/accounts/${account}/detections`, declared, owner).expect(200);
  return { account, detection: body.detections[0].id as string };
}

async function techniqueOf(account: string, id: string): Promise<Shown> {
  const { body } = await get(`/accounts/${account}/coverage/techniques?limit=500`).expect(200);
  return body.techniques.find(({ technique_id }: Shown) => technique_id === id);
}
const gapsOf = async (account: string, query = ''): Promise<string[]> =>
  (await get(`/accounts/${account}/coverage/gaps?limit=200${query}`).expect(200)).body.gaps.map(
    ({ technique_id }: Shown) => technique_id,
  );

describe('exclusions', () => {
  const excluding = { kind: 'exclusion', reason: 'No compute here.', owner: 'cloud team' };

  test('of a technique take it off the gaps and count it apart, and change no other figure', async () => {
    const { account } = await scannedAccount();
    const before = (await get(`/accounts/${account}/coverage`)).body;
    const { body } = await post(`/accounts/${account}/exclusions`, { ...excluding, technique_id: 't1496.001' });
    expect(body).toMatchObject({ technique_id: 'T1496.001', detection_id: null, in_force: true, expires_at: null });
    const after = (await get(`/accounts/${account}/coverage`)).body;
    // It is visible by its log, and visible techniques are told without those that are excluded.
    const { visible_techniques } = before;
    expect(after).toEqual({ ...before, excluded_techniques: 1, visible_techniques: visible_techniques - 1 });
    expect(await gapsOf(account)).not.toContain('T1496.001');
    expect(await gapsOf(account, '&include_excluded=true')).toContain('T1496.001');
    expect(await techniqueOf(account, 'T1496.001')).toMatchObject({ excluded: true, status: 'uncovered' });
    await remove(`/exclusions/${body.id}`).expect(200);
    expect(await gapsOf(account)).toContain('T1496.001');
  });

  test('of a detection take it out of the count while they hold', async () => {
    const { account, detection } = await scannedAccount();
    const counted = await techniqueOf(account, 'T1485');
    expect(counted.detection_ids).toEqual([detection]);
    const { body } = await post(`/accounts/${account}/exclusions`, { ...excluding, detection_id: detection });
    expect(await techniqueOf(account, 'T1485')).toMatchObject({ status: 'uncovered', detection_ids: [] });
    await remove(`/exclusions/${body.id}`).expect(200);
    expect(await techniqueOf(account, 'T1485')).toEqual(counted);
  });

  test('that have expired hold no longer', async () => {
    const { account } = await scannedAccount();
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const risk = { ...excluding, kind: 'accepted_risk', technique_id: 'T1486', expires_at: soon };
    const { body } = await post(`/accounts/${account}/exclusions`, risk).expect(200);
    expect(body).toMatchObject({ in_force: true, expires_at: soon });
    await app
      .db('coverage.exclusions')
      .where({ id: body.id })
      .update({ expires_at: new Date(Date.now() - 1000) });
    expect((await get(`/accounts/${account}/coverage`)).body.excluded_techniques).toBe(0);
    expect(await gapsOf(account)).toContain('T1486');
    const listed = async (query: string) => (await get(`/accounts/${account}/exclusions?${query}`)).body.total;
    expect([await listed('in_force=true'), await listed('in_force=false'), await listed('')]).toEqual([0, 1, 1]);
  });

  test('of the same technique replace each other, and the audit log has each', async () => {
    const { account } = await scannedAccount();
    const path = `/accounts/${account}/exclusions`;
    const first = (await post(path, { ...excluding, technique_id: 'T1485' }).expect(200)).body;
    const second = (await post(path, { ...excluding, technique_id: 'T1485', reason: 'Another.' }).expect(200)).body;
    expect(second).toMatchObject({ id: first.id, reason: 'Another.' });
    await remove(`/exclusions/${first.id}`).expect(200);
    await remove(`/exclusions/${first.id}`).expect(404);
    const actions = await app.db('auth.audit_log').where({ target_id: account }).orderBy('id').pluck('action');
    expect(actions.slice(-3)).toEqual(['exclusion.created', 'exclusion.created', 'exclusion.deleted']);
  });

  test('are at most 500 an account; one that is there can still be changed', async () => {
    const { account } = await scannedAccount();
    const path = `/accounts/${account}/exclusions`;
    await post(path, { ...excluding, technique_id: 'T1485' }).expect(200);
    await app.db.raw(
      `insert into coverage.exclusions (id, account_id, kind, technique_id, reason, owner, recorded_by, created_at)
       select gen_random_uuid(), :account, 'exclusion', 'T9' || n, 'r', 'o', :user, now() from generate_series(1, 499) as n`,
      { account, user: user.id },
    );
    const refused = await post(path, { ...excluding, technique_id: 'T1486' }).expect(409);
    expect(refused.text).toContain('500 exclusions');
    await post(path, { ...excluding, technique_id: 'T1485', reason: 'Another.' }).expect(200);
    expect((await get(`${path}?limit=200&offset=400`)).body).toMatchObject({ total: 500 });
  });

  test('of a detection of another account are refused, also of one’s own', async () => {
    const [one, other] = [await scannedAccount(), await scannedAccount()];
    await post(`/accounts/${one.account}/exclusions`, { ...excluding, detection_id: other.detection }).expect(400);
  });
});

describe('mapping overrides', () => {
  test('that say a detection does not cover a technique take precedence, and are shown', async () => {
    const { account, detection } = await scannedAccount();
    const said = { technique_id: 'T1485', covers: false, reason: 'The query never matched.' };
    const { body } = await post(`/detections/${detection}/overrides`, said).expect(200);
    expect(await techniqueOf(account, 'T1485')).toMatchObject({ status: 'uncovered', detection_ids: [] });
    const shown = (await get(`/detections/${detection}`)).body.mapped_techniques;
    expect(shown).toMatchObject([
      { technique_id: 'T1485', source: 'event_map', override: { id: body.id, covers: false, reason: said.reason } },
    ]);
    await post(`/detections/${detection}/proof`, { kind: 'alert', reference: 'x', technique_ids: ['T1485'] }).expect(
      400,
    );
    await remove(`/overrides/${body.id}`).expect(200);
    expect((await techniqueOf(account, 'T1485')).detection_ids).toEqual([detection]);
  });

  test('are at most 1000 an account', async () => {
    const { account, detection } = await scannedAccount();
    await app.db.raw(
      `insert into coverage.mapping_overrides (id, account_id, detection_id, technique_id, covers, reason, recorded_by, created_at)
       select gen_random_uuid(), :account, :detection, 'T9' || n, true, 'r', :user, now() from generate_series(1, 1000) as n`,
      { account, detection, user: user.id },
    );
    const said = { technique_id: 'T1485', covers: false, reason: 'The query never matched.' };
    const refused = await post(`/detections/${detection}/overrides`, said).expect(409);
    expect(refused.text).toContain('1000 mapping overrides');
    expect((await techniqueOf(account, 'T1485')).detection_ids).toEqual([detection]);
  });

  test('that say a detection covers a technique count for it, and are a source of their own', async () => {
    const { account, detection } = await scannedAccount();
    const said = { technique_id: 'T1490', covers: true, reason: 'Tried in an exercise.' };
    await post(`/detections/${detection}/overrides`, said).expect(200);
    expect((await techniqueOf(account, 'T1490')).detection_ids).toEqual([detection]);
    expect((await techniqueOf(account, 'T1490')).status).toBe('covered');
    const { mapped_techniques } = (await get(`/detections/${detection}`)).body;
    expect(mapped_techniques).toContainEqual(
      expect.objectContaining({ technique_id: 'T1490', source: 'override', covers: true, evidence: said.reason }),
    );
    const bySource = await get(`/accounts/${account}/detections?source=override`).expect(200);
    expect(bySource.body.detections.map(({ id }: { id: string }) => id)).toEqual([detection]);
    const listed = (await get(`/accounts/${account}/overrides`)).body;
    expect(listed).toMatchObject({ total: 1, overrides: [{ ...said, detection_name: 'A rule' }] });
  });
});

describe('tags and filters', () => {
  test('tags of detections and accounts replace those before, and lists are filtered by them', async () => {
    const { account, detection } = await scannedAccount();
    const patch = (path: string, tags: readonly string[]) => app.http.patch(at(path)).set(user.key).send({ tags });
    expect((await patch(`/detections/${detection}`, ['pci', 'noisy']).expect(200)).body.tags).toEqual(['pci', 'noisy']);
    expect((await patch(`/accounts/${account}`, ['prod']).expect(200)).body.tags).toEqual(['prod']);
    const found = async (tag: string) => (await get(`/accounts/${account}/detections?tag=${tag}`)).body.total;
    expect([await found('noisy'), await found('other')]).toEqual([1, 0]);
    const accounts = (await get('/accounts?tag=prod')).body;
    expect(accounts).toMatchObject({ total: 1, accounts: [{ id: account }] });
  });

  test('detections are found by text, by whether they are mapped and managed, and by the source of a mapping', async () => {
    const { account } = await scannedAccount();
    const untagged = rule('T1485', '100% of_Logs')
      .replace(/^tags.*\n/m, '')
      .replace('DeleteBucket', 'PutDashboard');
    await post(`/accounts/${account}/detections`, { rules: [untagged], siem: 'siem_spl' }).expect(200);
    const names = async (query: string) =>
      (await get(`/accounts/${account}/detections?${query}`).expect(200)).body.detections.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names('q=a+RULE')).toEqual(['A rule']);
    expect(await names('q=100%25+of_l')).toEqual(['100% of_Logs']);
    expect(await names('q=%25')).toEqual(['100% of_Logs']);
    expect(await names('mapped=true')).toEqual(['A rule']);
    expect(await names('mapped=false')).toEqual(['100% of_Logs']);
    expect(await names('technique=t1485')).toEqual(['A rule']);
    expect(await names('technique=T1490')).toEqual([]);
    expect(await names('managed=true')).toEqual([]);
    expect(await names('source=event_map')).toEqual(['A rule']);
    expect(await names('source=vendor')).toEqual([]);
    const byName = await names('sort=name');
    expect(byName).toHaveLength(2);
    expect(await names('')).toEqual(byName);
    expect(await names('sort=-name')).toEqual(byName.slice().reverse());
    expect(await names('sort=-status')).toEqual((await names('sort=status')).reverse());
    const counts = async (query: string) =>
      (await get(`/accounts/${account}/detections?counts=true&${query}`).expect(200)).body.counts;
    const all = await counts('');
    expect(all).toEqual({
      status: expect.any(Array),
      region: expect.any(Array),
      managed: [{ value: 'false', count: 2 }],
      mapped: expect.arrayContaining([
        { value: 'true', count: 1 },
        { value: 'false', count: 1 },
      ]),
    });
    const sum = (of: readonly { count: number }[]) => of.reduce((total, { count }) => total + count, 0);
    expect(sum(all.status)).toBe(2);
    // What is narrowed counts for the others, and not for itself.
    const narrowed = await counts('mapped=true');
    expect(sum(narrowed.status)).toBe(1);
    expect(narrowed.mapped).toEqual(expect.arrayContaining(all.mapped));
    expect(sum((await counts('q=of_L')).managed)).toBe(1);
    expect(await counts('status=removed')).toEqual({ ...all, region: [], managed: [], mapped: [] });
    expect((await get(`/accounts/${account}/detections`).expect(200)).body).not.toHaveProperty('counts');
    const refused = await get(`/accounts/${account}/detections?sort=colour`).expect(400);
    expect(refused.body.detail).toContain('sort must be one of');
  });
});

describe('chosen actors', () => {
  const choose = (account: string, actor_ids: readonly string[]) =>
    app.http
      .patch(at(`/accounts/${account}`))
      .set(user.key)
      .send({ actor_ids });

  test('are found by id, name and alias', async () => {
    const found = async (q: string) =>
      (await get(`/actors?q=${q}`).expect(200)).body.actors.map(({ name }: { name: string }) => name);
    expect(await found('g1015')).toEqual(['Scattered Spider']);
    expect(await found('octo+tempest')).toEqual(['Scattered Spider']);
    expect(await found('nobody+of+this+name')).toEqual([]);
  });

  test('have a coverage of their own that adds up, and gaps are told of them', async () => {
    const { account, detection } = await scannedAccount();
    expect((await choose(account, ['g1015']).expect(200)).body.actor_ids).toEqual(['G1015']);
    const coverage = async () => (await get(`/accounts/${account}/coverage/actors`).expect(200)).body.actors[0];
    const before = await coverage();
    expect(before).toMatchObject({ id: 'G1015', name: 'Scattered Spider', covered_techniques: 0, coverage_percent: 0 });
    const noticed: string = before.uncovered[0];
    const said = { technique_id: noticed, covers: true, reason: 'Tried.' };
    await post(`/detections/${detection}/overrides`, said).expect(200);
    const { covered_techniques, partial_techniques, total_techniques, uncovered, uncovered_techniques } =
      await coverage();
    expect([covered_techniques + partial_techniques, uncovered]).toEqual([1, before.uncovered.slice(1)]);
    expect(covered_techniques + partial_techniques + uncovered_techniques).toBe(total_techniques);
    expect((await gapsOf(account, '&actor=chosen')).sort()).toEqual(uncovered);
    const { gaps } = (await get(`/accounts/${account}/coverage/gaps?limit=200`)).body;
    const told = gaps.filter((gap: { actors: unknown[] }) => gap.actors.length > 0);
    expect(told.map(({ technique_id }: Shown) => technique_id).sort()).toEqual(uncovered);
    await choose(account, []).expect(200);
    expect(await gapsOf(account, '&actor=chosen')).toEqual([]);
    expect((await gapsOf(account, '&actor=G1015')).sort()).toEqual(uncovered);
  });
});

describe('files', () => {
  const lines = (text: string) => text.trimEnd().split('\r\n');

  test('have every technique, gap and detection that matches, and no cell that a spreadsheet computes', async () => {
    const { account } = await scannedAccount();
    const formula = rule('T1485', '"=HYPERLINK(1)"');
    await post(`/accounts/${account}/detections`, { rules: [formula], siem: 'siem_spl' }).expect(200);
    const file = async (path: string) => {
      const answer = await get(`/accounts/${account}/${path}`).expect(200);
      expect(answer.headers['content-type']).toMatch(/^text\/csv/);
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="?[a-z]+-\w+\.csv"?$/);
      return lines(answer.text);
    };
    expect(await file('coverage/techniques?format=csv&limit=1')).toHaveLength(105);
    expect(await file('coverage/gaps?format=csv')).toHaveLength(1 + (await gapsOf(account)).length);
    const detections = await file('detections?format=csv&page_size=1');
    expect(detections).toHaveLength(3);
    expect(detections[0]).toMatch(/^id,name,detection_type,/);
    expect(detections.join()).toContain(`,"'=HYPERLINK(1)",`);
  });
});

test('what a team has said is read by its members, changed by its owner, and unknown to others', async () => {
  const [owner, member] = await Promise.all([newUser(app, 'team'), newUser(app, 'individual')]);
  await makeTeam(app.db, [owner, member], ['owner', 'member']);
  const { account, detection } = await scannedAccount(owner);
  const exclusion = { kind: 'exclusion', technique_id: 'T1485', reason: 'x', owner: 'y' };
  const override = { technique_id: 'T1485', covers: false, reason: 'x' };
  const made = [
    ['/exclusions/', (await post(`/accounts/${account}/exclusions`, exclusion, owner).expect(200)).body.id],
    ['/overrides/', (await post(`/detections/${detection}/overrides`, override, owner).expect(200)).body.id],
  ] as const;
  for (const path of ['exclusions', 'overrides']) {
    await get(`/accounts/${account}/${path}`, member).expect(200);
    await get(`/accounts/${account}/${path}`).expect(404);
  }
  for (const [path, id] of made) {
    await remove(`${path}${id}`, member).expect(403);
    await remove(`${path}${id}`).expect(404);
    await remove(`${path}${id}`, owner).expect(200);
  }
});
