import { randomUUID } from 'node:crypto';
import {
  at,
  createHarness,
  type Harness,
  type Instance,
  makeTeam,
  newUser,
  type TestUser,
  untilInTeam,
} from './support/harness.js';

let harness: Harness;
let app: Instance;
let owner: TestUser;
let member: TestUser;
let teamId: string;
beforeAll(async () => {
  harness = await createHarness();
  app = harness.start();
});
afterAll(() => harness.close());
beforeEach(async () => {
  [owner, member] = [await newUser(app, 'team'), await newUser(app, 'pro')];
});

let lastNumber = 100_000_000_000;
const create = async (who: TestUser, name: string, more: object = {}) => {
  lastNumber += 1;
  const body = { name, provider: 'aws', external_account_id: String(lastNumber), ...more };
  return (await app.http.post(at('/accounts')).set(who.key).send(body).expect(200)).body;
};
const list = (who: TestUser, query = '', on = app) => on.http.get(at(`/accounts${query}`)).set(who.key);
const names = async (who: TestUser, query = ''): Promise<[string, string][]> =>
  (await list(who, query).expect(200)).body.accounts
    .map(({ name, owner: whose }: { name: string; owner: string }) => [name, whose])
    .sort();
const move = (who: TestUser, body: object, on = app) => on.http.post(at('/accounts/move')).set(who.key).send(body);
/** Puts both into a team, and waits until the instance knows. */
const team = async (roles: readonly string[] = ['owner', 'member'], people = [owner, member]) => {
  teamId = await makeTeam(app.db, people, roles);
  for (const who of people) await untilInTeam(app, who, teamId);
};
/** Takes somebody out of their team, and waits until the instance knows. */
const leave = async (who: TestUser) => {
  const { id } = who;
  await app.db('auth.memberships').where({ user_id: id }).delete();
  await app
    .db('auth.users')
    .where({ id })
    .update({ access_changed_at: app.db.raw('clock_timestamp()') });
  await untilInTeam(app, who, undefined);
};
const recorded = async () =>
  (await app.db('auth.audit_log').where({ team_id: teamId, action: 'account.moved' }).orderBy('id')).map(
    ({ actor_id, details, target_id }) => ({ actor_id, target_id, name: details.name }),
  );

describe('POST /accounts/move', () => {
  test('gives accounts of a member’s own to the team: colleagues read them, admins change them, the maker stays', async () => {
    const [one, two] = [await create(member, 'One'), await create(member, 'Two')];
    expect(one.owner).toBe('user');
    await team();
    expect(await names(owner)).toEqual([]);
    const { body } = await move(member, { account_ids: [one.id] }).expect(200);
    expect(body).toEqual({ moved: 1, not_moved: [] });
    expect(await names(owner)).toEqual([['One', 'team']]);
    expect(await names(member)).toEqual([
      ['One', 'team'],
      ['Two', 'user'],
    ]);
    expect(await names(member, '?owner=user')).toEqual([['Two', 'user']]);
    expect(await names(member, '?owner=team')).toEqual([['One', 'team']]);
    await list(member, '?owner=all').expect(400);
    const read = await app.http
      .get(at(`/accounts/${one.id}`))
      .set(owner.key)
      .expect(200);
    expect(read.body).toEqual({ ...one, owner: 'team' });
    const rename = (who: TestUser, id: string) =>
      app.http
        .patch(at(`/accounts/${id}`))
        .set(who.key)
        .send({ name: 'Renamed' });
    await rename(owner, one.id).expect(200);
    await rename(member, one.id).expect(403);
    await rename(member, two.id).expect(200);
    expect(await recorded()).toEqual([{ actor_id: member.id, target_id: one.id, name: 'One' }]);
  });

  test('with all moves every one but those whose number the team has, which both can still be opened', async () => {
    await team(['owner'], [owner]);
    const theirs = await create(owner, 'The team’s');
    await create(member, 'One');
    const twin = await create(member, 'Mine of that number', { external_account_id: theirs.external_account_id });
    await app.db('auth.memberships').insert({ user_id: member.id, team_id: teamId, role: 'admin' });
    const { body } = await move(member, { all: true }).expect(200);
    expect(body).toEqual({
      moved: 1,
      not_moved: [
        {
          id: twin.id,
          name: 'Mine of that number',
          reason: 'team_has_account',
          message: expect.stringContaining(theirs.external_account_id),
        },
      ],
    });
    await app.http
      .get(at(`/accounts/${twin.id}`))
      .set(member.key)
      .expect(200);
    await app.http
      .get(at(`/accounts/${twin.id}`))
      .set(owner.key)
      .expect(404);
  });

  test('leaves what was moved to the team: whoever has left reads none of it', async () => {
    const account = await create(member, 'Given');
    await team();
    await move(member, { all: true }).expect(200);
    await leave(member);
    for (const path of ['', '/coverage', '/scans', '/detections', '/changes'])
      await app.http
        .get(at(`/accounts/${account.id}${path}`))
        .set(member.key)
        .expect(404);
    expect(await names(member)).toEqual([]);
    expect(await names(member, '?owner=team')).toEqual([]);
    expect(await names(owner)).toEqual([['Given', 'team']]);
    await move(member, { account_ids: [account.id] }).expect(403);
  });

  test('is 403 in no team and for a read-only key, 404 for what is nobody’s here, 400 for a body that says neither; nothing is moved', async () => {
    const stranger = await newUser(app, 'pro');
    const foreign = await create(stranger, 'A stranger’s');
    const mine = await create(member, 'Mine');
    await move(member, {}).expect(403);
    await move(member, { all: true }).expect(403);
    await team();
    for (const id of [foreign.id, randomUUID()]) {
      const { body } = await move(member, { account_ids: [mine.id, id] }).expect(404);
      expect(body.detail).toBe(`There is no cloud account ${id}.`);
    }
    for (const body of [{}, { all: false }, { all: true, account_ids: [mine.id] }, { account_ids: [] }])
      await move(member, body).expect(400);
    const { body: made } = await app.http
      .post(at('/keys'))
      .set(member.session)
      .send({ name: 'reads', scopes: ['coverage:read'] })
      .expect(200);
    await app.http.post(at('/accounts/move')).set('X-API-Key', made.key).send({ all: true }).expect(403);
    expect(await names(member)).toEqual([['Mine', 'user']]);
    expect(await names(stranger)).toEqual([['A stranger’s', 'user']]);
  });

  test('says of an account that the team has already that it does', async () => {
    const account = await create(member, 'Given');
    await team();
    await move(member, { all: true }).expect(200);
    const { body } = await move(member, { account_ids: [account.id] }).expect(200);
    expect(body).toMatchObject({ moved: 0, not_moved: [{ id: account.id, reason: 'in_team' }] });
    expect(await recorded()).toHaveLength(1);
  });

  test('leaves an account whose schedule or credentials the team may not have with its maker, and says why', async () => {
    const rich = await newUser(app, 'enterprise');
    await create(rich, 'Every quarter', { schedule: '*/15 * * * *' });
    const allowed = harness.start({ OWN_CREDENTIAL_ACCOUNTS: `${rich.id}:999988887777` });
    await allowed.http
      .post(at('/accounts'))
      .set(rich.key)
      .send({ name: 'Own credentials', provider: 'aws', external_account_id: '999988887777', own_credentials: true })
      .expect(200);
    await team(['owner', 'member'], [owner, rich]);
    const { body } = await move(rich, { all: true }).expect(200);
    expect(body.moved).toBe(0);
    expect(body.not_moved.map(({ name, reason }: { name: string; reason: string }) => [name, reason])).toEqual([
      ['Every quarter', 'schedule_too_often'],
      ['Own credentials', 'own_credentials'],
    ]);
  });

  test('by two at the same moment moves one account of a number, and never more than the tier includes', async () => {
    const replica = harness.start();
    const shared = await create(owner, 'Mine');
    await create(member, 'Mine too', { external_account_id: shared.external_account_id });
    for (let n = 0; n < 3; n++) {
      await create(owner, `Of the owner ${n}`);
      await create(member, `Of the member ${n}`);
    }
    await team();
    // Tier team: 250. Four places are left.
    await app.db.raw(
      `insert into coverage.cloud_accounts (id, created_by, team_id, name, provider, external_account_id, external_id, status, created_at, updated_at)
       select gen_random_uuid(), ?, ?, n, 'aws', n, ? || n, 'pending_connection', now(), now() from generate_series(1, 246) as n`,
      [owner.id, teamId, randomUUID()],
    );
    const answers = await Promise.all([
      move(owner, { all: true }),
      move(member, { all: true }, replica),
      move(owner, { all: true }, replica),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rows = await app.db('coverage.cloud_accounts').where({ team_id: teamId });
    expect(rows).toHaveLength(250);
    expect(rows.filter((row) => row.external_account_id === shared.external_account_id).length).toBe(1);
    expect(answers.reduce((sum, { body }) => sum + body.moved, 0)).toBe(4);
    expect(await recorded()).toHaveLength(4);
    const reasons = new Set(
      answers.flatMap(({ body }) => body.not_moved.map(({ reason }: { reason: string }) => reason)),
    );
    expect(reasons).toContain('account_limit');
  });
});
