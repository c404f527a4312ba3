import { randomUUID } from 'node:crypto';
import { eventually } from '@tripline/stack';
import { bearer, createHarness, createKey, type Harness, type Instance, signedInUser } from '../support/harness.js';
import { as, auditOf, joined, newTeam } from '../support/teams.js';

let harness: Harness;
let service: Instance;

beforeAll(async () => {
  harness = await createHarness();
  service = harness.start({ NODE_ENV: 'development' });
});
afterAll(() => harness.close());

const me = async (user: { jwt: string }, at = service) =>
  (await at.http.get('/v1/me').set(bearer(user.jwt)).expect(200)).body.data;

describe('POST /v1/team', () => {
  test('makes a team that the caller owns, with the seats of their tier', async () => {
    const owner = await signedInUser(service, 'team');
    const answer = await as(service, owner, 'post', '', { name: '  Blue ' }).expect(201);
    expect(answer.body).toEqual({
      success: true,
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'Blue',
        requireSecondFactor: false,
        seats: { limit: 10, used: 1 },
        members: [{ userId: owner.id, email: owner.email, role: 'owner', joinedAt: expect.stringMatching(/Z$/) }],
        invitations: [],
        roles: ['owner', 'admin', 'member'],
        createdAt: expect.stringMatching(/\.\d{3}Z$/),
      },
    });
    const { id } = answer.body.data;
    expect((await as(service, owner, 'get', '').expect(200)).body.data).toEqual(answer.body.data);
    expect((await me(owner)).team).toEqual({ id, name: 'Blue', role: 'owner' });
    expect(await auditOf(service, id)).toEqual([
      { action: 'team.created', actorId: owner.id, targetId: id, outcome: 'success', details: { name: 'Blue' } },
    ]);
  });

  test('needs a subscription of their own, and no team: 403, 409', async () => {
    const { owner } = await newTeam(service);
    const lent = await joined(service, owner);
    await as(service, lent, 'post', '', { name: 'Red' }).expect(403);
    await as(service, await signedInUser(service, 'pro'), 'post', '', { name: 'Red' }).expect(403);
    await as(service, owner, 'post', '', { name: 'Red' }).expect(409);
    const rich = await joined(service, owner, 'member', 'enterprise');
    await as(service, rich, 'post', '', { name: 'Red' }).expect(409);
  });

  test('lets one of two who make a team at once', async () => {
    const owner = await signedInUser(service, 'team');
    const answers = await Promise.all(['One', 'Two'].map((name) => as(service, owner, 'post', '', { name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test.each([
    [{}],
    [{ name: '' }],
    [{ name: '   ' }],
    [{ name: 'a\u0000b' }],
    [{ name: 'x'.repeat(101) }],
    [{ name: 7 }],
    [{ name: 'a', id: 'b' }],
  ])('refuses the body %j with 400', async (body) => {
    await as(service, await signedInUser(service, 'team'), 'post', '', body).expect(400);
  });

  test('takes no API key: 403, nor nobody: 401', async () => {
    const owner = await signedInUser(service, 'team');
    const { key } = await createKey(service, owner);
    await service.http.post('/v1/team').set(bearer(key)).send({ name: 'Blue' }).expect(403);
    await service.http.get('/v1/team').set(bearer(key)).expect(403);
    await service.http.get('/v1/team').expect(401);
  });
});

describe('a team', () => {
  test('is 404 to read for somebody in none, and 403 for everything else', async () => {
    const stranger = await signedInUser(service, 'team');
    await as(service, stranger, 'get', '').expect(404);
    await as(service, stranger, 'patch', '', { name: 'Red' }).expect(403);
    await as(service, stranger, 'delete', '').expect(403);
    await as(service, stranger, 'post', '/invite', { email: 'a@example.test' }).expect(403);
    await as(service, stranger, 'post', '/leave').expect(403);
    await as(service, stranger, 'post', '/transfer', { userId: stranger.id }).expect(403);
    await as(service, stranger, 'delete', `/members/${stranger.id}`).expect(403);
    await as(service, stranger, 'patch', `/members/${stranger.id}`, { role: 'admin' }).expect(403);
    await as(service, stranger, 'delete', `/invitations/${randomUUID()}`).expect(403);
  });

  test('is renamed by owner and admins', async () => {
    const { id, owner } = await newTeam(service);
    const admin = await joined(service, owner, 'admin');
    const member = await joined(service, owner);
    expect((await as(service, admin, 'patch', '', { name: 'Red' }).expect(200)).body.data.name).toBe('Red');
    await as(service, member, 'patch', '', { name: 'Green' }).expect(403);
    await as(service, owner, 'patch', '', { name: '' }).expect(400);
    expect((await auditOf(service, id)).at(-1)).toMatchObject({
      action: 'team.renamed',
      actorId: admin.id,
      details: { from: 'Blue', to: 'Red' },
    });
  });

  test('shows its invitations to owner and admins alone', async () => {
    const { owner } = await newTeam(service);
    const admin = await joined(service, owner, 'admin');
    const member = await joined(service, owner);
    expect((await as(service, admin, 'get', '')).body.data.invitations).toEqual([]);
    expect((await as(service, member, 'get', '')).body.data).not.toHaveProperty('invitations');
  });

  test("lends its owner's tier, everywhere at once, and takes it back from those who leave or are removed", async () => {
    const replica = harness.start({ NODE_ENV: 'development' });
    const { owner } = await newTeam(service);
    const [leaver, removed] = [await joined(service, owner), await joined(service, owner)];
    expect(await me(leaver)).toMatchObject({ tier: 'free', effectiveTier: 'team', team: { role: 'member' } });
    await eventually(async () => (await me(leaver, replica)).effectiveTier === 'team');
    const { key } = await createKey(service, removed);
    const list = (at: Instance) => at.http.get('/v1/rules').set(bearer(key));
    await list(replica).expect(200);
    await as(service, leaver, 'post', '/leave').expect(200);
    await as(service, owner, 'delete', `/members/${removed.id}`).expect(200);
    expect(await me(leaver)).toMatchObject({ effectiveTier: 'free', team: null });
    await as(service, leaver, 'get', '').expect(403);
    await list(service).expect(403);
    await eventually(async () => (await list(replica)).status === 403);
    await eventually(async () => (await me(leaver, replica)).effectiveTier === 'free');
  });

  test('is closed while the subscription of its owner has run out, and opens with it again', async () => {
    const { owner } = await newTeam(service);
    const admin = await joined(service, owner, 'admin');
    const rich = await joined(service, owner, 'member', 'enterprise');
    const reads = async (user: { jwt: string }) => (await as(service, user, 'get', '')).status;
    await service.auth.setTier(owner.id, 'pro');
    await eventually(async () => (await reads(admin)) === 403 && (await reads(rich)) === 403);
    for (const user of [admin, rich]) await as(service, user, 'get', '').expect(403);
    await as(service, owner, 'post', '/invite', { email: 'a@example.test' }).expect(403);
    await as(service, admin, 'delete', '').expect(403);
    expect((await me(admin)).effectiveTier).toBe('free');
    await as(service, rich, 'post', '/leave').expect(200);
    await service.auth.setTier(owner.id, 'team');
    await eventually(async () => (await reads(admin)) === 200);
    expect((await as(service, admin, 'get', '').expect(200)).body.data.members).toHaveLength(2);
  });

  test('lends nothing from the very moment the subscription of its owner runs out', async () => {
    const { owner } = await newTeam(service);
    const member = await joined(service, owner);
    await service.auth.setTier(owner.id, 'team', { expiresAt: new Date(Date.now() + 2_000) });
    expect((await me(member)).effectiveTier).toBe('team');
    await eventually(async () => (await me(member)).effectiveTier === 'free');
    await as(service, member, 'get', '').expect(403);
  });

  test('ends by its owner alone, and with it what it lent', async () => {
    const { id, owner } = await newTeam(service);
    const admin = await joined(service, owner, 'admin');
    await as(service, admin, 'delete', '').expect(403);
    await as(service, owner, 'delete', '').expect(200);
    await as(service, owner, 'get', '').expect(404);
    expect(await me(admin)).toMatchObject({ effectiveTier: 'free', team: null });
    expect((await auditOf(service, id)).at(-1)).toMatchObject({
      action: 'team.deleted',
      actorId: owner.id,
      details: { name: 'Blue', members: 2 },
    });
    await as(service, owner, 'post', '', { name: 'Blue again' }).expect(201);
  });
});

describe('members', () => {
  test('leave by themselves, but the owner, who is 409', async () => {
    const { id, owner } = await newTeam(service);
    const member = await joined(service, owner);
    await as(service, owner, 'post', '/leave').expect(409);
    await as(service, member, 'post', '/leave').expect(200);
    await as(service, member, 'post', '/leave').expect(403);
    expect((await auditOf(service, id)).at(-1)).toMatchObject({
      action: 'member.left',
      actorId: member.id,
      targetId: member.id,
    });
  });

  test('are removed by owner and admins, but no admin removes an admin or the owner', async () => {
    const { id, owner } = await newTeam(service);
    const [admin, other] = [await joined(service, owner, 'admin'), await joined(service, owner, 'admin')];
    const [member, second] = [await joined(service, owner), await joined(service, owner)];
    const remove = (by: { jwt: string }, userId: string) => as(service, by, 'delete', `/members/${userId}`);
    await remove(member, second.id).expect(403);
    await remove(admin, other.id).expect(403);
    await remove(admin, owner.id).expect(403);
    await remove(owner, owner.id).expect(409);
    await remove(admin, second.id).expect(200);
    await remove(admin, second.id).expect(404);
    await remove(owner, (await signedInUser(service, 'free')).id).expect(404);
    await remove(owner, 'nobody').expect(400);
    await remove(owner, other.id.toUpperCase()).expect(200);
    const events = (await auditOf(service, id)).filter(({ action }) => action === 'member.removed');
    expect(events).toMatchObject([
      { actorId: admin.id, targetId: second.id, details: { email: second.email, role: 'member' } },
      { actorId: owner.id, targetId: other.id, details: { email: other.email, role: 'admin' } },
    ]);
  });

  test('of another team are answered 404', async () => {
    const [{ owner }, { owner: elsewhere }] = [await newTeam(service), await newTeam(service)];
    const theirs = await joined(service, elsewhere);
    await as(service, owner, 'delete', `/members/${theirs.id}`).expect(404);
    await as(service, owner, 'patch', `/members/${theirs.id}`, { role: 'admin' }).expect(404);
    await as(service, owner, 'post', '/transfer', { userId: theirs.id }).expect(404);
  });

  test('become admins and members again by the owner alone', async () => {
    const { id, owner } = await newTeam(service);
    const [admin, member] = [await joined(service, owner, 'admin'), await joined(service, owner)];
    const setRole = (by: { jwt: string }, userId: string, role: string) =>
      as(service, by, 'patch', `/members/${userId}`, { role });
    await setRole(admin, member.id, 'admin').expect(403);
    await setRole(admin, admin.id, 'member').expect(403);
    await setRole(admin, owner.id, 'member').expect(403);
    await setRole(member, member.id, 'admin').expect(403);
    await setRole(owner, owner.id, 'admin').expect(409);
    expect((await setRole(owner, member.id, 'owner').expect(400)).body.error.message).toContain('admin');
    expect((await setRole(owner, member.id, 'admin').expect(200)).body.data).toMatchObject({
      userId: member.id,
      role: 'admin',
    });
    await as(service, member, 'patch', '', { name: 'Red' }).expect(200);
    await setRole(owner, member.id, 'member').expect(200);
    await setRole(owner, member.id, 'member').expect(200);
    await as(service, member, 'patch', '', { name: 'Green' }).expect(403);
    const events = (await auditOf(service, id)).filter(({ action }) => action === 'member.role_changed');
    expect(events.map(({ details }) => details)).toEqual([
      { email: member.email, from: 'member', to: 'admin' },
      { email: member.email, from: 'admin', to: 'member' },
    ]);
  });

  test('who were removed a moment ago are refused, also by processes that still have them cached', async () => {
    const replica = harness.start({ NODE_ENV: 'development' });
    const { owner } = await newTeam(service);
    const admin = await joined(service, owner, 'admin');
    await as(replica, admin, 'get', '').expect(200);
    await service.db('auth.memberships').where({ user_id: admin.id }).delete();
    await as(replica, admin, 'patch', '', { name: 'Mine' }).expect(403);
    await as(replica, admin, 'post', '/invite', { email: 'a@example.test' }).expect(403);
  });
});

describe('POST /v1/team/transfer', () => {
  test('hands the team over, with its tier, to a member whose own subscription carries it', async () => {
    const { id, owner } = await newTeam(service);
    const next = await joined(service, owner, 'member', 'enterprise');
    const plain = await joined(service, owner);
    const team = (await as(service, owner, 'post', '/transfer', { userId: next.id }).expect(200)).body.data;
    expect(team.seats).toEqual({ limit: 250, used: 3 });
    expect(team.members.map(({ userId, role }: { userId: string; role: string }) => [userId, role])).toEqual([
      [next.id, 'owner'],
      [owner.id, 'admin'],
      [plain.id, 'member'],
    ]);
    expect((await me(plain)).effectiveTier).toBe('enterprise');
    await as(service, owner, 'post', '/transfer', { userId: plain.id }).expect(403);
    expect((await auditOf(service, id)).at(-1)).toMatchObject({
      action: 'team.transferred',
      actorId: owner.id,
      details: { from: owner.id, to: next.id },
    });
    await as(service, owner, 'post', '/leave').expect(200);
    await as(service, owner, 'post', '', { name: 'Another' }).expect(201);
  });

  test('refuses the owner and a member without a sufficient subscription with 409, a stranger with 404, a malformed id with 400', async () => {
    const { owner } = await newTeam(service);
    const [pro, admin] = [await joined(service, owner, 'member', 'pro'), await joined(service, owner, 'admin')];
    const transfer = (userId: string, by = owner) => as(service, by, 'post', '/transfer', { userId });
    await transfer(pro.id).expect(409);
    await transfer(owner.id).expect(409);
    await transfer(randomUUID()).expect(404);
    await transfer('me').expect(400);
    await transfer(pro.id, admin).expect(403);
  });

  test('leaves one owner, who is in the team, whoever leaves or is removed in the same moment', async () => {
    const { id, owner } = await newTeam(service);
    const next = await joined(service, owner, 'admin', 'team');
    const answers = await Promise.all([
      as(service, owner, 'post', '/transfer', { userId: next.id }),
      as(service, next, 'post', '/leave'),
      as(service, owner, 'delete', `/members/${next.id}`),
      as(service, owner, 'post', '/leave'),
    ]);
    for (const { status } of answers) expect([200, 403, 404, 409]).toContain(status);
    const team = await service.db('auth.teams').where({ id }).first();
    const owners = await service.db('auth.memberships').where({ team_id: id, role: 'owner' });
    expect(owners.map(({ user_id: userId }) => userId)).toEqual([team.owner_id]);
  });

  test('is 409 where the team has more seats taken than the new owner’s tier has', async () => {
    const small = harness.start({ NODE_ENV: 'development', LIMIT_SEATS_TEAM: '2' });
    const { owner } = await newTeam(small, 'enterprise');
    const next = await joined(small, owner, 'member', 'team');
    await joined(small, owner);
    expect((await as(small, owner, 'post', '/transfer', { userId: next.id }).expect(409)).body.error.message).toContain(
      '3 seats',
    );
  });
});
