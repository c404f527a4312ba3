import { eventually } from '@tripline/stack';
import { codeOf } from '../support/authenticator-app.js';
import {
  bearer,
  createHarness,
  createKey,
  type Harness,
  type Instance,
  PASSWORD,
  signedInUser,
  type TestUser,
} from '../support/harness.js';
import { as, auditOf, invite, joined, newTeam } from '../support/teams.js';

let harness: Harness;
let service: Instance;
let replica: Instance;

beforeAll(async () => {
  harness = await createHarness();
  service = harness.start({ NODE_ENV: 'development' });
  replica = harness.start({ NODE_ENV: 'development' });
});
afterAll(() => harness.close());

async function enrol(user: TestUser): Promise<void> {
  const post = (path: string, body: object) =>
    service.http.post(`/v1/me/factors/totp${path}`).set(bearer(user.jwt)).send(body);
  const { secret } = (await post('', {}).expect(201)).body.data;
  await post('/confirm', { code: codeOf(secret) }).expect(200);
}

/** A team whose owner has a second factor and requires one, with a member who joined before and has none. */
async function strictTeam(): Promise<{ id: string; owner: TestUser; member: TestUser }> {
  const { id, owner } = await newTeam(service);
  const member = await joined(service, owner);
  await enrol(owner);
  const changed = await as(service, owner, 'patch', '', { requireSecondFactor: true }).expect(200);
  expect(changed.body.data.requireSecondFactor).toBe(true);
  return { id, owner, member };
}

const get = (path: string, credential: string, at: Instance = service) => at.http.get(path).set(bearer(credential));

describe('a team that requires a second factor', () => {
  test('is closed to a member without one, under every credential and in every process', async () => {
    const { id, owner } = await newTeam(service);
    const member = await joined(service, owner);
    const { key } = await createKey(service, member);
    await get('/v1/team', member.jwt, replica).expect(200);
    await get('/v1/rules', key, replica).expect(200);
    await enrol(owner);
    await as(service, owner, 'patch', '', { requireSecondFactor: true }).expect(200);

    for (const path of ['/v1/team', '/v1/rules', '/v1/api-keys']) {
      const answer = await get(path, member.jwt).expect(403);
      expect([path, answer.body.error.code]).toEqual([path, 'SecondFactorRequired']);
    }
    const byKey = await get('/v1/rules', key).expect(403);
    expect(byKey.body.error.message).toMatch(/add a passkey .* or leave the team/);
    await eventually(async () => (await get('/v1/team', member.jwt, replica)).status === 403);
    await eventually(async () => (await get('/v1/rules', key, replica)).status === 403);
    await get('/v1/team', owner.jwt).expect(200);
    expect(await auditOf(service, id)).toContainEqual(
      expect.objectContaining({ action: 'team.second_factor', actorId: owner.id, details: { required: true } }),
    );
  });

  test('tells a member so on sign-in, lets them enrol, and is open to them from then on', async () => {
    const { member } = await strictTeam();
    const answer = await service.http.post('/v1/auth/login').send({ email: member.email, password: PASSWORD });
    expect(answer.body.data.secondFactorRequired).toBe(true);
    const again = { ...member, jwt: answer.body.data.accessToken };
    for (const path of ['/v1/me', '/v1/me/sessions', '/v1/me/factors']) await get(path, again.jwt).expect(200);
    await enrol(again);
    await get('/v1/team', again.jwt).expect(200);
    await eventually(async () => (await get('/v1/team', again.jwt, replica)).status === 200);
  });

  test('can be left without one', async () => {
    const { member } = await strictTeam();
    await as(service, member, 'post', '/leave').expect(200);
    await get('/v1/rules', member.jwt).expect(200);
  });

  test('closes again when the member removes theirs, and opens when none is required any more', async () => {
    const { member, owner } = await strictTeam();
    await enrol(member);
    await service.http.delete('/v1/me/factors/totp').set(bearer(member.jwt)).expect(200);
    await get('/v1/team', member.jwt).expect(403);
    await as(service, owner, 'patch', '', { requireSecondFactor: false }).expect(200);
    await get('/v1/team', member.jwt).expect(200);
  });

  test('refuses an invited person without one', async () => {
    const { owner } = await strictTeam();
    const guest = await signedInUser(service, 'free');
    const { token } = await invite(service, owner, guest.email);
    const refused = await as(service, guest, 'post', '/invitations/accept', { token }).expect(403);
    expect(refused.body.error.code).toBe('SecondFactorRequired');
    await get('/v1/team', guest.jwt).expect(403);
    await enrol(guest);
    await as(service, guest, 'post', '/invitations/accept', { token }).expect(200);
  });

  test('accepts people of an identity provider that the operator trusts to ask for a second factor', async () => {
    const { member } = await strictTeam();
    // As an identity of the provider: an account without a password here.
    await service.db('auth.users').where({ id: member.id }).update({ password_hash: null });
    const fresh = harness.start({ NODE_ENV: 'development' });
    const refused = await get('/v1/team', member.jwt, fresh).expect(403);
    expect(refused.body.error).toMatchObject({
      code: 'SecondFactorRequired',
      message: expect.stringContaining('AUTH_TRUST_SECOND_FACTOR'),
    });
    await get('/v1/team', member.jwt, harness.start({ AUTH_TRUST_SECOND_FACTOR: 'true' })).expect(200);
  });
});

describe('requiring a second factor', () => {
  test('is for an owner who has one', async () => {
    const { owner } = await newTeam(service);
    await as(service, owner, 'patch', '', { requireSecondFactor: true }).expect(409);
    expect((await as(service, owner, 'get', '').expect(200)).body.data.requireSecondFactor).toBe(false);
    const admin = await joined(service, owner, 'admin');
    await enrol(admin);
    await as(service, admin, 'patch', '', { requireSecondFactor: true }).expect(403);
    await as(service, admin, 'patch', '', { name: 'Renamed' }).expect(200);
  });

  test.each<[string, object]>([
    ['nothing', {}],
    ['a text', { requireSecondFactor: 'true' }],
  ])('is 400 with %s', async (_what, body) => {
    const { owner } = await newTeam(service);
    await as(service, owner, 'patch', '', body).expect(400);
  });
});
