import { holdOwner } from '@tripline/auth';
import { eventually } from '@tripline/stack';
import { bearer, createHarness, type Harness, type Instance, type TestUser } from '../support/harness.js';
import { as, auditOf, joined, newTeam } from '../support/teams.js';

let harness: Harness;
let service: Instance;
beforeAll(async () => {
  harness = await createHarness();
  service = harness.start({ NODE_ENV: 'development' });
});
afterAll(() => harness.close());

const PATH = '/service-accounts';
interface Made {
  id: string;
  email: string;
}
interface Key {
  key: string;
  prefix: string;
}

const make = async (by: TestUser, name = 'deploy'): Promise<Made> =>
  (await as(service, by, 'post', PATH, { name }).expect(201)).body.data;
const makeKey = async (by: TestUser, { id }: Made, body: object = {}): Promise<Key> =>
  (await as(service, by, 'post', `${PATH}/${id}/keys`, { name: 'ci', ...body }).expect(201)).body.data;
const list = async (by: TestUser) => (await as(service, by, 'get', PATH).expect(200)).body.data.serviceAccounts;
const use = (key: string, at: Instance = service) => at.http.get('/v1/rules').set(bearer(key));
describe('service accounts of a team', () => {
  test('are made, listed and deleted by its owner and admins, and take no seat', async () => {
    const { owner } = await newTeam(service);
    const admin = await joined(service, owner, 'admin');
    const before = (await as(service, owner, 'get', '').expect(200)).body.data.seats.used;
    const [first, second] = [await make(owner, 'deploy'), await make(admin, 'nightly-scan')];
    expect(await list(admin)).toEqual([
      {
        id: first.id,
        name: 'deploy',
        email: expect.stringMatching(/^deploy@[0-9a-f-]{36}\.service-account\.invalid$/),
        createdAt: expect.any(String),
        createdBy: owner.email,
        activeKeys: 0,
      },
      expect.objectContaining({ id: second.id, name: 'nightly-scan', createdBy: admin.email }),
    ]);
    const team = (await as(service, owner, 'get', '').expect(200)).body.data;
    expect([team.seats.used, team.members.length]).toEqual([before, 2]);
    await as(service, admin, 'delete', `${PATH}/${first.id}`).expect(200);
    await as(service, admin, 'delete', `${PATH}/${first.id}`).expect(404);
    expect((await list(owner)).map(({ name }: { name: string }) => name)).toEqual(['nightly-scan']);
    // The name is free again.
    await make(owner, 'deploy');
  });

  test('are nobody else’s: a member is 403, another team’s are 404', async () => {
    const [{ owner }, { owner: stranger }] = [await newTeam(service), await newTeam(service)];
    const member = await joined(service, owner, 'member');
    const account = await make(owner);
    const { key, prefix } = await makeKey(owner, account);
    const one = `${PATH}/${account.id}`;
    const calls = (user: TestUser) => [
      as(service, user, 'delete', one),
      as(service, user, 'get', `${one}/keys`),
      as(service, user, 'post', `${one}/keys`, { name: 'x' }),
      as(service, user, 'delete', `${one}/keys/${prefix}`),
    ];
    for (const call of [as(service, member, 'get', PATH), as(service, member, 'post', PATH, { name: 'of-mine' })]) {
      await call.expect(403);
    }
    for (const call of calls(member)) await call.expect(403);
    for (const call of calls(stranger)) await call.expect(404);
    await service.http.get(`/v1/team${PATH}`).set(bearer(key)).expect(403);
    await use(key).expect(200);
  });

  test('are twenty at most, also when more are made at once', async () => {
    const { owner } = await newTeam(service);
    const answers = await Promise.all(
      Array.from({ length: 23 }, (_, index) => as(service, owner, 'post', PATH, { name: `robot-${index}` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    expect(await list(owner)).toHaveLength(20);
  });

  test('have a name of their own, of letters, digits and hyphens', async () => {
    const { owner } = await newTeam(service);
    await make(owner, 'deploy');
    await as(service, owner, 'post', PATH, { name: 'deploy' }).expect(409);
    for (const name of ['x', 'Deploy', 'deploy-', '-deploy', '1st', 'de ploy', 'a@b', `a${'b'.repeat(40)}`, '']) {
      await as(service, owner, 'post', PATH, { name }).expect(400);
    }
  });
});

describe('a key of a service account', () => {
  test('is made once, listed, used and revoked', async () => {
    const { owner } = await newTeam(service);
    const account = await make(owner);
    const { key, prefix } = await makeKey(owner, account, {
      scopes: ['rules:read'],
      allowedIps: ['0.0.0.0/0', '::/0'],
    });
    await use(key).expect(200);
    const keys = `${PATH}/${account.id}/keys`;
    const listed = (await as(service, owner, 'get', keys).expect(200)).body.data.keys;
    expect(listed).toMatchObject([{ prefix, name: 'ci', scopes: ['rules:read'], dailyLimit: 500, usedToday: 0 }]);
    expect((await list(owner))[0].activeKeys).toBe(1);
    await as(service, owner, 'delete', `${keys}/${prefix}`).expect(200);
    await as(service, owner, 'delete', `${keys}/${prefix}`).expect(404);
    await use(key).expect(401);
  });

  test('goes on when everybody who made it has left, and ends with the service account, everywhere', async () => {
    const { owner } = await newTeam(service);
    const admin = await joined(service, owner, 'admin');
    const account = await make(admin);
    const { key } = await makeKey(admin, account);
    await as(service, admin, 'post', '/leave').expect(200);
    const replica = harness.start();
    await use(key, replica).expect(200);
    await as(service, owner, 'delete', `${PATH}/${account.id}`).expect(200);
    await use(key).expect(401);
    await eventually(async () => (await use(key, replica)).status === 401);
  });

  test('are five at most, and all of them together have the generations of one key', async () => {
    const { owner } = await newTeam(service);
    const account = await make(owner);
    const keys: Key[] = [];
    for (let i = 0; i < 5; i += 1) keys.push(await makeKey(owner, account));
    await as(service, owner, 'post', `${PATH}/${account.id}/keys`, { name: 'sixth' }).expect(409);
    await service.db('auth.usage_counts').insert({
      ...{ user_id: account.id, day: service.db.raw("(now() at time zone 'utc')::date"), bucket: 'user', used: 500 },
    });
    const refused = await service.http
      .post('/v1/generate')
      .set(bearer(keys[1]?.key ?? ''))
      .send({ text: 'The actor ran whoami.' })
      .expect(429);
    expect(refused.body.error.message).toContain('all keys of this service account');
  });

  test('that was asked for twice with one Idempotency-Key is made once', async () => {
    const { owner } = await newTeam(service);
    const account = await make(owner);
    const ask = () =>
      as(service, owner, 'post', `${PATH}/${account.id}/keys`, { name: 'ci' }).set('Idempotency-Key', 'one');
    const first = await ask().expect(201);
    expect((await ask().expect(409)).body.error.message).toContain(first.body.data.prefix);
  });

  test('is recorded like any, with the name of its account', async () => {
    const { id: teamId, owner } = await newTeam(service);
    const account = await make(owner);
    const { prefix } = await makeKey(owner, account, { scopes: ['convert'] });
    await as(service, owner, 'delete', `${PATH}/${account.id}/keys/${prefix}`).expect(200);
    await as(service, owner, 'delete', `${PATH}/${account.id}`).expect(200);
    const events = (await auditOf(service, teamId)).slice(1);
    expect(events).toMatchObject([
      { action: 'service_account.created', actorId: owner.id, targetId: account.id, details: { name: 'deploy' } },
      { action: 'key.created', targetId: prefix, details: { serviceAccount: 'deploy', scopes: ['convert'] } },
      { action: 'key.revoked', targetId: prefix, details: { serviceAccount: 'deploy' } },
      { action: 'service_account.deleted', targetId: account.id, details: { name: 'deploy', keys: 0 } },
    ]);
  });
});

describe('when the team changes', () => {
  test('the end of its subscription makes the keys of its service accounts 403, and renewal brings them back', async () => {
    const { owner } = await newTeam(service);
    const { key } = await makeKey(owner, await make(owner));
    const replica = harness.start();
    await use(key, replica).expect(200);
    await service.auth.setTier(owner.id, 'pro');
    for (const at of [service, replica]) await eventually(async () => (await use(key, at)).status === 403);
    expect((await use(key)).body.error.message).toContain('"free"');
    await as(service, owner, 'get', PATH).expect(403);
    await service.auth.setTier(owner.id, 'enterprise');
    for (const at of [service, replica]) await eventually(async () => (await use(key, at)).status === 200);
  });

  test('its end ends its service accounts and their keys, everywhere', async () => {
    const { owner } = await newTeam(service);
    const { key } = await makeKey(owner, await make(owner));
    const replica = harness.start();
    await use(key, replica).expect(200);
    await as(service, owner, 'delete', '').expect(200);
    await use(key).expect(401);
    await eventually(async () => (await use(key, replica)).status === 401);
  });

  test('a second factor that it requires is asked of people alone', async () => {
    const { id, owner } = await newTeam(service);
    const { key } = await makeKey(owner, await make(owner));
    await service.db('auth.teams').where({ id }).update({ requires_second_factor: true });
    const fresh = harness.start();
    await fresh.http.get('/v1/team').set(bearer(owner.jwt)).expect(403);
    await use(key, fresh).expect(200);
  });

  test('what is saved while its team ends is refused with 401, since it would have no owner', async () => {
    const { id: teamId, owner } = await newTeam(service);
    const { id } = await make(owner);
    const hold = () => service.db.transaction((trx) => holdOwner({ userId: id, teamId }, trx));
    await expect(hold()).resolves.toEqual({ userId: id, teamId });
    await as(service, owner, 'delete', '').expect(200);
    await expect(hold()).rejects.toThrow('The team of this service account has ended');
  });

  test('the operator gives no tier to a service account', async () => {
    const { owner } = await newTeam(service);
    const { id } = await make(owner);
    await expect(service.auth.setTier(id, 'enterprise')).rejects.toThrow(`There is no user ${id}.`);
  });
});
