import { eventually } from '@tripline/stack';
import {
  bearer,
  createHarness,
  createKey,
  type Harness,
  type Instance,
  signedInUser,
  type TestUser,
} from './support/harness.js';
import { as, invite, joined, newTeam } from './support/teams.js';

let harness: Harness;
let service: Instance;
beforeAll(async () => {
  harness = await createHarness();
  service = harness.start({
    ...{ NODE_ENV: 'development' },
    ...{ LIMIT_SEATS_TEAM: '2', LIMIT_SEATS_ENTERPRISE: '4' },
  });
});
afterAll(() => harness.close());

const me = async ({ jwt }: { jwt: string }) =>
  (await service.http.get('/v1/me').set(bearer(jwt)).expect(200)).body.data;
const rulesStatus = async (credential: string) => (await service.http.get('/v1/rules').set(bearer(credential))).status;
const makeKey = ({ jwt }: TestUser) => service.http.post('/v1/api-keys').set(bearer(jwt)).send({ name: 'one more' });

/** Lets a subscription run out by itself, and waits until it has. */
async function lapse(user: TestUser, tier: 'pro' | 'team'): Promise<void> {
  await service.auth.setTier(user.id, tier, { expiresAt: new Date(Date.now() + 300) });
  await eventually(async () => (await me(user)).tier === 'free');
}

describe('a subscription that runs out', () => {
  test('makes its keys answer 403, and the same keys work again when it is renewed', async () => {
    const user = await signedInUser(service, 'pro');
    const { key, prefix } = await createKey(service, user);
    await lapse(user, 'pro');
    expect(await rulesStatus(key)).toBe(403);
    await makeKey(user).expect(403);
    await service.auth.setTier(user.id, 'pro');
    await eventually(async () => (await rulesStatus(key)) === 200);
    const { body } = await service.http.get('/v1/api-keys').set(bearer(user.jwt)).expect(200);
    expect(body.data.keys).toMatchObject([{ prefix }]);
  });

  test('keeps counting what was generated today against the lower limit, and against the higher one after renewal', async () => {
    const user = await signedInUser(service, 'pro');
    const today = service.db.raw("(now() at time zone 'utc')::date");
    await service
      .db('auth.usage_counts')
      .insert(['user', 'session'].map((bucket) => ({ user_id: user.id, day: today, bucket, used: 50 })));
    await lapse(user, 'pro');
    expect(await me(user)).toMatchObject({ usage: { generationsToday: 50 }, limits: { generationsPerDay: 3 } });
    const text = { text: 'The actor ran whoami.' };
    await service.http.post('/v1/generate').set(bearer(user.jwt)).send(text).expect(429);
    await service.auth.setTier(user.id, 'pro');
    await eventually(async () => (await me(user)).limits.generationsPerDay === 100);
    expect((await me(user)).usage.generationsToday).toBe(50);
  });

  test("of a team's owner closes the team and ends the tier it lent; both come back when it is renewed", async () => {
    const { id, owner } = await newTeam(service);
    const member = await joined(service, owner);
    const { key } = await createKey(service, member);
    const before = (await as(service, owner, 'get', '').expect(200)).body.data;
    await lapse(owner, 'team');
    await eventually(async () => (await me(member)).effectiveTier === 'free');
    await as(service, member, 'get', '').expect(403);
    await as(service, owner, 'patch', '', { name: 'Red' }).expect(403);
    expect(await rulesStatus(key)).toBe(403);
    expect((await me(member)).team).toMatchObject({ id, role: 'member' });
    await service.auth.setTier(owner.id, 'team');
    await eventually(async () => (await rulesStatus(key)) === 200);
    expect((await as(service, owner, 'get', '').expect(200)).body.data).toEqual(before);
  });
});

describe('the owner of a team whose subscription has run out', () => {
  test('sees the team and hands it to a member whose own subscription carries it, which opens it again', async () => {
    const { owner } = await newTeam(service, 'enterprise');
    const [member, heir] = [await joined(service, owner), await joined(service, owner, 'member', 'enterprise')];
    await lapse(owner, 'team');
    await eventually(async () => (await as(service, heir, 'get', '')).status === 403);
    const { members } = (await as(service, owner, 'get', '').expect(200)).body.data;
    expect(members).toHaveLength(3);
    await as(service, owner, 'post', '/transfer', { userId: member.id }).expect(409);
    await as(service, heir, 'post', '/transfer', { userId: heir.id }).expect(403);
    await as(service, owner, 'post', '/transfer', { userId: heir.id }).expect(200);
    for (const user of [owner, member, heir]) await as(service, user, 'get', '').expect(200);
    expect(await me(owner)).toMatchObject({ tier: 'free', effectiveTier: 'enterprise', team: { role: 'admin' } });
  });

  test('ends the team, and nobody else does', async () => {
    const { owner } = await newTeam(service);
    const member = await joined(service, owner, 'admin', 'pro');
    await lapse(owner, 'team');
    await as(service, member, 'delete', '').expect(403);
    await as(service, owner, 'delete', '').expect(200);
    for (const user of [owner, member]) expect((await me(user)).team).toBeNull();
  });
});

describe('a lower tier', () => {
  test('keeps every key valid, and refuses new ones until there are fewer than it allows', async () => {
    const user = await signedInUser(service, 'team');
    const keys = [];
    for (let count = 0; count < 6; count += 1) keys.push(await createKey(service, user));
    await service.auth.setTier(user.id, 'pro');
    await eventually(async () => (await me(user)).effectiveTier === 'pro');
    for (const { key } of keys) expect(await rulesStatus(key)).toBe(200);
    const revoke = (prefix: string) => service.http.delete(`/v1/api-keys/${prefix}`).set(bearer(user.jwt)).expect(200);
    await makeKey(user).expect(409);
    await revoke(keys[0]!.prefix);
    await makeKey(user).expect(409);
    await revoke(keys[1]!.prefix);
    await makeKey(user).expect(201);
  });

  test('keeps every member of a team that has become too large, and refuses new ones until a seat is free', async () => {
    const { owner } = await newTeam(service, 'enterprise');
    const members = [await joined(service, owner), await joined(service, owner)];
    const guest = await signedInUser(service, 'free');
    const { token } = await invite(service, owner, guest.email);
    const accept = () => as(service, guest, 'post', '/invitations/accept', { token });
    await service.auth.setTier(owner.id, 'team');
    await eventually(async () => (await me(members[0]!)).effectiveTier === 'team');
    for (const user of [owner, ...members]) await as(service, user, 'get', '').expect(200);
    expect((await as(service, owner, 'get', '')).body.data.seats).toEqual({ limit: 2, used: 4 });
    await as(service, owner, 'post', '/invite', { email: 'another@example.test' }).expect(409);
    await accept().expect(409);
    for (const { id } of members) await as(service, owner, 'delete', `/members/${id}`).expect(200);
    await accept().expect(200);
  });
});
