import { randomUUID } from 'node:crypto';
import { eventually } from '@tripline/stack';
import { STORAGE } from './support/app.js';
import {
  ADMIN_TOKEN,
  bearer,
  createHarness,
  type Harness,
  type Instance,
  signedInUser,
  type TestUser,
} from './support/harness.js';

let harness: Harness;
let service: Instance;
let user: TestUser;

beforeAll(async () => {
  harness = await createHarness();
  service = harness.start();
  user = await signedInUser(service, 'pro');
});
afterAll(() => harness.close());

const patch = (id: string, body: object, token = ADMIN_TOKEN, at: Instance = service) =>
  at.http.patch(`/v1/admin/users/${id}`).set(bearer(token)).send(body);
const tierOf = async (jwt: string, at: Instance = service) =>
  (await at.http.get('/v1/me').set(bearer(jwt))).body.data.tier;

describe('PATCH /v1/admin/users/{id}', () => {
  test("changes the tier, everywhere and at once, and records it as the admin's", async () => {
    const replica = harness.start();
    expect(await tierOf(user.jwt, replica)).toBe('pro');
    const answer = await patch(user.id, { tier: 'team' }).expect(200);
    expect(answer.body).toEqual({
      success: true,
      data: { id: user.id, email: user.email, tier: 'team', effectiveTier: 'team', expiresAt: null },
    });
    expect(await tierOf(user.jwt)).toBe('team');
    await eventually(async () => (await tierOf(user.jwt, replica)) === 'team');
    const [event] = await service
      .db('auth.audit_log')
      .where({ actor_id: 'admin', target_id: user.id })
      .orderBy('at', 'desc')
      .limit(1);
    expect(event).toMatchObject({
      action: 'user.tier_changed',
      details: { from: 'pro', to: 'team' },
      outcome: 'success',
    });
  });

  test('lets a subscription run out by itself', async () => {
    const other = await signedInUser(service, 'free');
    await patch(other.id, { tier: 'pro', expiresAt: new Date(Date.now() + 700).toISOString() }).expect(200);
    expect(await tierOf(other.jwt)).toBe('pro');
    await eventually(async () => (await tierOf(other.jwt)) === 'free');
  });

  test('is 401 for anything but the admin token, and for everything where none is set', async () => {
    await patch(user.id, { tier: 'enterprise' }, user.jwt).expect(401);
    await patch(user.id, { tier: 'enterprise' }, `${ADMIN_TOKEN}x`).expect(401);
    await service.http.patch(`/v1/admin/users/${user.id}`).send({ tier: 'enterprise' }).expect(401);
    await patch(user.id, { tier: 'enterprise' }, ADMIN_TOKEN, harness.start({ ADMIN_TOKEN: '' })).expect(401);
  });

  test('refuses a malformed id, an unknown tier, an unknown field and a wrong date with 400', async () => {
    await patch('me', { tier: 'pro' }).expect(400);
    expect((await patch(user.id, { tier: 'gold' }).expect(400)).body.error.message).toContain('enterprise');
    await patch(user.id, { tier: 'pro', admin: true }).expect(400);
    for (const expiresAt of ['soon', '2026-02-01', '2026-13-01T00:00:00Z', 7])
      await patch(user.id, { tier: 'pro', expiresAt }).expect(400);
  });

  test('is 404 for a user who does not exist', async () => {
    await patch(randomUUID(), { tier: 'pro' }).expect(404);
  });
});

describe('/v1/me', () => {
  test('shows who the caller is and what they may do', async () => {
    const me = await signedInUser(service, 'pro');
    const answer = await service.http.get('/v1/me').set(bearer(me.jwt)).expect(200);
    expect(answer.body.data).toEqual({
      id: me.id,
      email: me.email,
      emailVerified: true,
      name: null,
      tier: 'pro',
      effectiveTier: 'pro',
      limits: {
        activeKeys: 5,
        generationsPerDay: 100,
        generationsPerDayPerKey: 100,
        generationsPerDayAllCredentials: 500,
        readsPerMinute: 1_000_000,
        changesPerMinute: 1_000_000,
        workPerMinute: 1_000_000,
        requestsAtWork: 4,
        engineSecondsPerHour: 1_200,
        teamSeats: 0,
      },
      usage: {
        generationsToday: 0,
        generationsTodayAllCredentials: 0,
        requestsAtWork: 0,
        requestsWaiting: 0,
        engineSecondsThisHour: 0,
      },
      storage: { owner: 'user', ...STORAGE },
      team: null,
      createdAt: expect.stringMatching(/Z$/),
    });
  });

  test('takes a name, clears it with null, and refuses anything else', async () => {
    const patchMe = (body: object) => service.http.patch('/v1/me').set(bearer(user.jwt)).send(body);
    expect((await patchMe({ name: 'Ada' }).expect(200)).body.data.name).toBe('Ada');
    expect((await patchMe({ name: null }).expect(200)).body.data.name).toBeNull();
    for (const body of [
      {},
      { name: 'a\u0000b' },
      { name: 'x'.repeat(101) },
      { email: 'a@example.test' },
      { tier: 'team' },
    ]) {
      await patchMe(body).expect(400);
    }
  });
});
