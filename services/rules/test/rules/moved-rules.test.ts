import { randomUUID } from 'node:crypto';
import { createBulkRunner } from '@tripline/rules-service';
import { createLog } from '@tripline/service';
import { eventually } from '@tripline/stack';
import { as, auditOf, invite, newTeam } from '../../../../packages/auth/test/support/teams.js';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, createKey, type Instance, signedInUser, type TestUser } from '../support/harness.js';
import { insertRules } from '../support/rule-rows.js';
import { ADVISORY, BROUGHT_RULE } from '../support/sample-advisory.js';
import { miscounted } from '../support/stored-bytes.js';

let app: GenerationHarness;
let service: Instance;
let user: TestUser;
beforeAll(async () => {
  app = await createGenerationHarness({ NODE_ENV: 'development', LIMIT_STORAGE_MB_ENTERPRISE: '1' });
  service = app.instance;
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await signedInUser(service, 'pro');
});

type Method = 'get' | 'post' | 'patch' | 'delete';
const call = (who: TestUser, method: Method, path: string, body?: object, at = service) => {
  const request = at.http[method](path).set(bearer(who.jwt));
  return body === undefined ? request : request.send(body);
};
const bring = async (who: TestUser, title: string, key: string = randomUUID(), padding = 0): Promise<string> => {
  const yaml = BROUGHT_RULE.replace(/^id: .*$/m, `id: ${key}`).replace(/^title: .*$/m, `title: ${title}`);
  const padded = `${yaml}\n# ${'x'.repeat(padding)}\n`;
  await call(who, 'post', '/v1/generate', { inputType: 'sigma', yaml: padded }).expect(200);
  return key;
};
const join = async (who: TestUser, owner: TestUser, role?: string): Promise<void> => {
  const { token } = await invite(service, owner, who.email, role);
  await as(service, who, 'post', '/invitations/accept', { token }).expect(200);
};
const move = (who: TestUser, body: object, at = service) => call(who, 'post', '/v1/team/rules/move', body, at);
const rule = async (who: TestUser, key: string, owner?: 'user' | 'team') =>
  (await call(who, 'get', `/v1/rules/${key}${owner === undefined ? '' : `?owner=${owner}`}`).expect(200)).body.data;
const listed = async (who: TestUser, query = ''): Promise<[string, string][]> => {
  const { rules } = (await call(who, 'get', `/v1/rules?limit=200${query}`).expect(200)).body.data;
  return rules.map(({ title, owner }: { title: string; owner: string }) => [title, owner]).sort();
};
const storedBy = async (who: TestUser): Promise<number> =>
  (await call(who, 'get', '/v1/me').expect(200)).body.data.storage.usedBytes;

describe('POST /v1/team/rules/move', () => {
  test('gives the named rules to the team with versions, state and maker, and a colleague reads them', async () => {
    const { id, owner } = await newTeam(service);
    const key = await bring(user, 'Brought along');
    await bring(user, 'Brought along, edited', key);
    await bring(user, 'Stays mine');
    await call(user, 'patch', `/v1/rules/${key}`, { state: 'deployed' }).expect(200);
    const before = await rule(user, key);
    expect(before).toMatchObject({ owner: 'user', state: 'deployed' });
    await join(user, owner);
    const theirs = await storedBy(owner);
    const { body } = await move(user, { ruleKeys: [key] }).expect(200);
    expect(body.data).toEqual({ moved: 1, notMoved: [], more: false });

    const { data } = (await call(owner, 'get', `/v1/team/rules/${key}`).expect(200)).body;
    // The reports stay their maker's.
    expect(data).toEqual({ ...before, owner: 'team', stale: data.stale, generations: [] });
    expect(data.versions).toHaveLength(2);
    expect(data.createdBy).toEqual({ userId: user.id, email: user.email });
    expect((await call(owner, 'get', `/v1/rules/${key}/versions/1`).expect(200)).body.data.title).toBe('Brought along');
    expect(await listed(user)).toEqual([
      ['Brought along, edited', 'team'],
      ['Stays mine', 'user'],
    ]);
    const moved = (await auditOf(service, id)).filter(({ action }) => action === 'rule.moved');
    expect(moved).toEqual([
      {
        action: 'rule.moved',
        actorId: user.id,
        targetId: id,
        outcome: 'success',
        details: { rules: 1, ruleKeys: [key] },
      },
    ]);
    expect(await storedBy(owner)).toBeGreaterThan(theirs);
    expect(await miscounted(service.db)).toEqual([]);
  });

  test('with all moves every rule of one’s own but those whose key the team has; both of those can be opened, edited, exported', async () => {
    const { owner } = await newTeam(service);
    const twin = await bring(owner, 'The team’s');
    await bring(user, 'Mine, edited', twin);
    const others = [await bring(user, 'One'), await bring(user, 'Two')];
    await join(user, owner);
    const { body } = await move(user, { all: true }).expect(200);
    expect(body.data).toEqual({
      moved: 2,
      more: false,
      notMoved: [
        {
          ruleKey: twin,
          title: 'Mine, edited',
          reason: 'team_has_key',
          message: expect.stringContaining('The team has a rule of this key already'),
        },
      ],
    });
    for (const key of others) expect(await rule(owner, key, 'team')).toMatchObject({ owner: 'team' });
    // Without a word the team's comes first, as ever.
    expect(await rule(user, twin)).toMatchObject({ title: 'The team’s', owner: 'team' });
    expect(await rule(user, twin, 'user')).toMatchObject({ title: 'Mine, edited', owner: 'user' });
    expect(await rule(user, twin, 'team')).toMatchObject({ title: 'The team’s', owner: 'team' });
    await call(user, 'patch', `/v1/rules/${twin}?owner=user`, { state: 'accepted' }).expect(200);
    expect(await rule(user, twin, 'user')).toMatchObject({ state: 'accepted' });
    expect(await rule(user, twin, 'team')).toMatchObject({ state: 'draft' });
    const version = await call(user, 'get', `/v1/rules/${twin}/versions/1?owner=user`).expect(200);
    expect(version.body.data.title).toBe('Mine, edited');
    const file = await call(user, 'get', `/v1/rules/${twin}/export?format=sigma&owner=user`).buffer(true).expect(200);
    expect(file.text ?? file.body.toString()).toContain('title: Mine, edited');
    await call(user, 'post', '/v1/rules/delete', { ruleKeys: [twin], owner: 'user' }).expect(200);
    await call(user, 'get', `/v1/rules/${twin}?owner=user`).expect(404);
    expect(await rule(owner, twin)).toMatchObject({ title: 'The team’s' });
  });

  test('says of a rule that the team has already that it does, and moves nothing where a key is nobody’s here', async () => {
    const { owner } = await newTeam(service);
    const stranger = await signedInUser(service, 'pro');
    const foreign = await bring(stranger, 'A stranger’s');
    const mine = await bring(user, 'Mine');
    const theirs = await bring(owner, 'The team’s');
    await join(user, owner);
    for (const key of [foreign, randomUUID()]) {
      const { body } = await move(user, { ruleKeys: [mine, key] }).expect(404);
      expect(body.error.message).toBe(`There is no rule ${key}.`);
    }
    expect(await listed(user)).toEqual([['Mine', 'user']]);
    const { body } = await move(user, { ruleKeys: [mine, theirs] }).expect(200);
    expect(body.data).toMatchObject({ moved: 1, notMoved: [{ ruleKey: theirs, reason: 'in_team' }] });
    // Once more changes nothing.
    expect((await move(user, { ruleKeys: [mine, theirs] }).expect(200)).body.data).toMatchObject({ moved: 0 });
    expect((await move(user, { all: true }).expect(200)).body.data).toEqual({ moved: 0, notMoved: [], more: false });
    expect(await listed(stranger)).toEqual([['A stranger’s', 'user']]);
  });

  test('is for members with a token: 403 for an API key, for somebody in no team and for a team whose subscription has run out', async () => {
    const { owner } = await newTeam(service);
    const key = await bring(user, 'Mine');
    await move(user, { all: true }).expect(403);
    await join(user, owner);
    const { key: apiKey } = await createKey(service, user);
    await service.http.post('/v1/team/rules/move').set(bearer(apiKey)).send({ all: true }).expect(403);
    for (const body of [{}, { all: false }, { all: true, ruleKeys: [key] }, { ruleKeys: [] }])
      await move(user, body).expect(400);
    await service.http
      .patch(`/v1/admin/users/${owner.id}`)
      .set(bearer(service.config.ADMIN_TOKEN!))
      .send({ tier: 'pro' })
      .expect(200);
    await eventually(async () => (await call(user, 'get', '/v1/rules?owner=team')).status === 403);
    await move(user, { all: true }).expect(403);
    await call(user, 'post', '/v1/rules/delete', { filter: { owner: 'team' } }).expect(403);
    const all = { action: 'delete', filter: { owner: 'team' }, expected: 1 };
    await call(user, 'post', '/v1/rules/bulk', all).expect(403);
    expect(await listed(user)).toEqual([['Mine', 'user']]);
  });

  test('leaves to the team what was moved: whoever has left reads none of it, and their report says where it is', async () => {
    const { owner } = await newTeam(service);
    const { body } = await call(user, 'post', '/v1/generate', { inputType: 'text', text: ADVISORY }).expect(200);
    const [first, ...others] = body.data.rules;
    expect(body.data.owner).toBe('user');
    await join(user, owner);
    await move(user, { ruleKeys: [first.key] }).expect(200);
    const report = `/v1/generations/${body.data.id}`;
    expect((await call(user, 'get', report).expect(200)).body.data.rules).toHaveLength(body.data.rules.length);
    await as(service, user, 'post', '/leave').expect(200);
    for (const path of [
      first.key,
      `${first.key}?owner=team`,
      `${first.key}/versions/1`,
      `${first.key}/export?format=sigma`,
    ])
      await call(user, 'get', `/v1/rules/${path}`).expect(404);
    await call(user, 'get', `/v1/team/rules/${first.key}`).expect(403);
    expect(await listed(user, '&owner=team')).toEqual([]);
    const { data } = (await call(user, 'get', report).expect(200)).body;
    expect(data.rules).toHaveLength(others.length);
    expect(data.notKept).toEqual([
      { key: first.key, title: first.title, reason: 'The rule was moved to a team that you are not in any more.' },
    ]);
    await call(owner, 'get', `/v1/team/rules/${first.key}`).expect(200);
  });

  test('by two at the same moment moves each rule once, and of two of one key one', async () => {
    const { owner } = await newTeam(service);
    const colleague = await signedInUser(service, 'pro');
    const replica = app.start();
    const shared = [await bring(user, 'Of the first'), await bring(user, 'Of the first')];
    for (const key of shared) await bring(colleague, 'Of the second', key);
    await insertRules(
      service.db,
      Array.from({ length: 40 }, () => ({ createdBy: user.id })),
    );
    await join(user, owner);
    await join(colleague, owner, 'admin');
    await eventually(async () => (await call(colleague, 'get', '/v1/team', undefined, replica)).status === 200);
    const answers = await Promise.all([
      move(user, { all: true }),
      move(colleague, { all: true }, replica),
      move(user, { all: true }),
      ...shared.map((key) =>
        call(owner, 'post', '/v1/generate', {
          inputType: 'sigma',
          yaml: BROUGHT_RULE.replace(/^id: .*$/m, `id: ${key}`),
        }),
      ),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const rows = await service.db('rules.rules').whereIn('key', shared).orderBy('key');
    // Each key: one in the team; whoever came second kept theirs.
    for (const key of shared) {
      const owners = rows.filter((row) => row.key === key).map(({ owner_id }) => owner_id);
      expect(new Set(owners).size).toBe(owners.length);
      expect(owners.filter((id) => id !== user.id && id !== colleague.id)).toHaveLength(1);
    }
    expect(answers[0]!.body.data.moved + answers[2]!.body.data.moved).toBeGreaterThanOrEqual(40);
    expect(await listed(user, '&owner=user')).toHaveLength(rows.filter(({ owner_id }) => owner_id === user.id).length);
    expect(await miscounted(service.db)).toEqual([]);
  });

  test('moves nothing where the team would store more than it may, and says how much to delete', async () => {
    const { owner } = await newTeam(service, 'enterprise');
    for (let n = 0; n < 9; n++) await bring(owner, 'Large', randomUUID(), 100_000);
    const keys = [await bring(user, 'Large', randomUUID(), 100_000), await bring(user, 'Large', randomUUID(), 100_000)];
    const before = await storedBy(user);
    await join(user, owner);
    const { body } = await move(user, { ruleKeys: keys }).expect(409);
    expect(body.error.message).toMatch(/Your team may store 1048576 bytes.*Delete at least \d+ bytes/);
    expect(await listed(user)).toEqual([
      ['Large', 'user'],
      ['Large', 'user'],
    ]);
    await as(service, user, 'post', '/leave').expect(200);
    expect(await storedBy(user)).toBe(before);
  });

  test('moves 1,000 at once and says that more are left', async () => {
    const { owner } = await newTeam(service);
    await insertRules(
      service.db,
      Array.from({ length: 1_003 }, () => ({ createdBy: user.id })),
    );
    await join(user, owner);
    expect((await move(user, { all: true }).expect(200)).body.data).toEqual({ moved: 1_000, notMoved: [], more: true });
    expect((await move(user, { all: true }).expect(200)).body.data).toEqual({ moved: 3, notMoved: [], more: false });
  });
});

const bulk = async (who: TestUser, body: object): Promise<string> =>
  (await call(who, 'post', '/v1/rules/bulk', body).expect(202)).body.data.jobId;
const finishJobs = async (): Promise<void> => {
  const worker = createBulkRunner({ db: service.db, log: createLog({ name: 'test', level: 'silent' }) });
  while (await worker.step());
};
const twins = async (): Promise<{ owner: TestUser; key: string }> => {
  const { owner } = await newTeam(service);
  const key = await bring(owner, 'The team’s');
  await bring(user, 'Mine', key);
  await join(user, owner);
  return { owner, key };
};

describe('one’s own rule beside the team’s of the same key', () => {
  test('is moved although the team has one in its bin, which then stays there with the reason', async () => {
    const { key, owner } = await twins();
    await call(owner, 'delete', `/v1/rules/${key}`).expect(200);
    expect((await move(user, { ruleKeys: [key] }).expect(200)).body.data).toEqual({
      moved: 1,
      notMoved: [],
      more: false,
    });
    const { body } = await call(owner, 'post', '/v1/rules/bin/restore', { ruleKeys: [key] }).expect(200);
    expect(body.data).toEqual({
      restored: 0,
      notRestored: [{ ruleKey: key, title: 'The team’s', reason: 'key_taken' }],
      more: false,
    });
    expect(await rule(owner, key, 'team')).toMatchObject({ title: 'Mine' });
  });

  test('is never deleted in its place: with owner=team and none of the team’s it is 404', async () => {
    const { key, owner } = await twins();
    await call(user, 'delete', `/v1/rules/${key}?owner=team`).expect(200);
    await call(user, 'delete', `/v1/rules/${key}?owner=team`).expect(404);
    await call(user, 'post', '/v1/rules/delete', { ruleKeys: [key], owner: 'team' }).expect(404);
    expect(await rule(user, key)).toMatchObject({ title: 'Mine' });
    await call(user, 'delete', `/v1/rules/${key}?owner=user`).expect(200);
    // Of both in the bins, the one that is named comes back.
    const restored = await call(user, 'post', '/v1/rules/bin/restore', { ruleKeys: [key], owner: 'user' }).expect(200);
    expect(restored.body.data.restored).toBe(1);
    expect(await rule(user, key)).toMatchObject({ title: 'Mine' });
    await call(owner, 'get', `/v1/rules/${key}`).expect(404);
    await call(user, 'delete', `/v1/rules/bin?ruleKeys=${key}&owner=user`).expect(404);
    await call(user, 'delete', `/v1/rules/bin?ruleKeys=${key}&owner=team`).expect(200);
  });

  test('is what a job acts on that names it, and both where both are named; undoing it brings both back', async () => {
    const { key } = await twins();
    const states = async () => [(await rule(user, key, 'user')).state, (await rule(user, key, 'team')).state];
    const accept = { action: 'state', state: 'accepted' };
    await bulk(user, { ...accept, rules: [{ ruleKey: key, owner: 'user' }] });
    await finishJobs();
    expect(await states()).toEqual(['accepted', 'draft']);
    await bulk(user, { ...accept, state: 'rejected', ruleKeys: [key] });
    await finishJobs();
    expect(await states()).toEqual(['accepted', 'rejected']);
    const both = ['user', 'team'].map((owner) => ({ ruleKey: key, owner }));
    const refused = await call(user, 'post', '/v1/rules/bulk', { action: 'export', rules: both }).expect(409);
    expect(refused.body.error.message).toContain(`two rules of the key ${key}`);
    const jobId = await bulk(user, { action: 'delete', rules: both });
    await finishJobs();
    for (const owner of ['user', 'team']) await call(user, 'get', `/v1/rules/${key}?owner=${owner}`).expect(404);
    const { body } = await call(user, 'post', '/v1/rules/bin/restore', { jobId }).expect(200);
    expect(body.data).toEqual({ restored: 2, notRestored: [], more: false });
    expect(await states()).toEqual(['accepted', 'rejected']);
  });
});

describe('whose rules a list has', () => {
  test('without owner those that one made; with it all of that owner, whoever made them, and deleting by filter does the same', async () => {
    const { id, owner } = await newTeam(service);
    await bring(user, 'Mine');
    await join(user, owner);
    await insertRules(service.db, [
      { createdBy: user.id, teamId: id, title: 'I in the team' },
      { createdBy: owner.id, teamId: id, title: 'The owner in the team' },
      { createdBy: owner.id, title: 'The owner’s own' },
    ]);
    expect(await listed(user)).toEqual([
      ['I in the team', 'team'],
      ['Mine', 'user'],
    ]);
    expect(await listed(user, '&owner=user')).toEqual([['Mine', 'user']]);
    expect(await listed(user, '&owner=team')).toEqual([
      ['I in the team', 'team'],
      ['The owner in the team', 'team'],
    ]);
    expect(await listed(user, '&owner=team&q=owner')).toEqual([['The owner in the team', 'team']]);
    expect((await call(user, 'get', '/v1/rules?owner=team&limit=1').expect(200)).body.data).toMatchObject({ total: 2 });
    await call(user, 'get', '/v1/rules?owner=others').expect(400);
    const twice = { filter: { state: 'draft' }, owner: 'user' };
    const refused = await call(user, 'post', '/v1/rules/delete', twice).expect(400);
    expect(refused.body.error.message).toContain('owner belongs into the filter');
    await call(user, 'get', '/v1/team/rules?owner=user').expect(400);
    const { body } = await call(user, 'post', '/v1/rules/delete', { filter: { owner: 'user' } }).expect(200);
    expect(body.data.deleted).toBe(1);
    expect(await listed(user)).toEqual([['I in the team', 'team']]);
    const accepted = { action: 'state', state: 'accepted', filter: { owner: 'team' } };
    await call(user, 'post', '/v1/rules/bulk', { ...accepted, expected: 1 }).expect(409);
    await bulk(user, { ...accepted, expected: 2 });
    await finishJobs();
    expect(await listed(user, '&owner=team&state=accepted')).toHaveLength(2);
    const stranger = await signedInUser(service, 'pro');
    expect(await listed(stranger, '&owner=team')).toEqual([]);
  });

  test('a report read as a member says that its rules are the team’s, and which alike rules are whose', async () => {
    const { owner } = await newTeam(service);
    const own = await call(user, 'post', '/v1/generate', { inputType: 'text', text: ADVISORY }).expect(200);
    await join(user, owner);
    const again = await call(user, 'post', '/v1/generate', { inputType: 'text', text: ADVISORY }).expect(200);
    expect([own.body.data.owner, again.body.data.owner]).toEqual(['user', 'team']);
    const stored = await call(user, 'get', `/v1/generations/${again.body.data.id}`).expect(200);
    expect(stored.body.data.owner).toBe('team');
    const key = again.body.data.rules[0].key;
    expect(await rule(user, key, 'user')).toMatchObject({ owner: 'user' });
    expect(await rule(user, key, 'team')).toMatchObject({ owner: 'team' });
    expect((await listed(user)).length).toBe(own.body.data.rules.length + again.body.data.rules.length);
  });
});
