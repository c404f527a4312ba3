import { randomUUID } from 'node:crypto';
import { expireInvitations } from '@tripline/auth';
import { eventually } from '@tripline/stack';
import {
  bearer,
  createHarness,
  createKey,
  type Harness,
  type Instance,
  newEmail,
  PASSWORD,
  signedInUser,
} from '../support/harness.js';
import { as, auditOf, invite, joined, newTeam } from '../support/teams.js';

let harness: Harness;
let service: Instance;

beforeAll(async () => {
  harness = await createHarness();
  service = harness.start({ NODE_ENV: 'development', PUBLIC_URL: 'https://tripline.example.test/app/' });
});
afterAll(() => harness.close());

const accept = (user: { jwt: string }, token: string, at = service) =>
  as(at, user, 'post', '/invitations/accept', { token });
const decline = (user: { jwt: string }, token: string) => as(service, user, 'post', '/invitations/decline', { token });
/** Lets the 7 days of an invitation pass. */
const letExpire = (id: string) =>
  service
    .db('auth.invitations')
    .where({ id })
    .update({ expires_at: service.db.raw("now() - interval '1 second'") });

describe('POST /v1/team/invite', () => {
  test('answers the invitation, good for 7 days, and in development without SMTP its link', async () => {
    const { id: teamId, owner } = await newTeam(service);
    const email = newEmail();
    const before = Date.now();
    const { data } = (
      await as(service, owner, 'post', '/invite', { email: email.toUpperCase(), role: 'admin' }).expect(201)
    ).body;
    expect(data).toEqual({
      id: expect.any(String),
      email,
      role: 'admin',
      status: 'pending',
      expiresAt: expect.stringMatching(/\.\d{3}Z$/),
      mail: null,
      link: expect.stringMatching(/^https:\/\/tripline\.example\.test\/app\/invitation#token=[\w-]{43}$/),
    });
    const days = (Date.parse(data.expiresAt) - before) / 86_400_000;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThan(7.01);
    const { link: _link, ...shown } = data;
    const team = (await as(service, owner, 'get', '').expect(200)).body.data;
    expect(team.invitations).toEqual([shown]);
    expect(team.seats).toEqual({ limit: 10, used: 2 });
    expect((await auditOf(service, teamId)).at(-1)).toEqual({
      action: 'member.invited',
      actorId: owner.id,
      targetId: data.id,
      outcome: 'success',
      details: { email, role: 'admin' },
    });
  });

  test('is for owner and admins, and invites as a member unless told otherwise', async () => {
    const { owner } = await newTeam(service);
    const [admin, member] = [await joined(service, owner, 'admin'), await joined(service, owner)];
    await as(service, member, 'post', '/invite', { email: newEmail() }).expect(403);
    const answer = await as(service, admin, 'post', '/invite', { email: newEmail() }).expect(201);
    expect(answer.body.data.role).toBe('member');
  });

  test('is 409 for whoever is in the team or invited already, however the address is written', async () => {
    const { owner } = await newTeam(service);
    const member = await joined(service, owner);
    const email = newEmail();
    await invite(service, owner, email);
    for (const taken of [email, email.toUpperCase(), member.email, owner.email]) {
      await as(service, owner, 'post', '/invite', { email: taken }).expect(409);
    }
  });

  test.each([
    [{}, 'email'],
    [{ email: 'nobody' }, 'email'],
    [{ email: 'a@example.test\r\nBcc: b@example.test' }, 'email'],
    [{ email: ['a@example.test'] }, 'email'],
    [{ email: 'a@example.test', role: 'owner' }, 'role'],
    [{ email: 'a@example.test', role: 'chief' }, 'role'],
    [{ email: 'a@example.test', team: 'x' }, 'team'],
    [{ email: 'x\udc00y@example.test' }, 'email'],
  ])('refuses the body %j with 400 naming the field', async (body, field) => {
    const { owner } = await newTeam(service);
    const answer = await as(service, owner, 'post', '/invite', body).expect(400);
    expect(answer.body.error.details[0].path).toBe(field);
  });

  test('gives the last seat to exactly one of ten concurrent invitations', async () => {
    const small = harness.start({ NODE_ENV: 'development', LIMIT_SEATS_TEAM: '4' });
    const replica = harness.start({ NODE_ENV: 'development', LIMIT_SEATS_TEAM: '4' });
    const { owner } = await newTeam(small);
    const admin = await joined(small, owner, 'admin');
    await invite(small, owner, newEmail());
    await eventually(async () => (await as(replica, admin, 'get', '')).status === 200);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_each, index) =>
        as(index % 2 === 0 ? small : replica, index % 3 === 0 ? admin : owner, 'post', '/invite', {
          email: newEmail(),
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    expect((await as(small, owner, 'get', '')).body.data.seats).toEqual({ limit: 4, used: 4 });
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error).toMatchObject({ code: 'Conflict', message: expect.stringContaining('All 4 seats') });
  });

  test('has a seat again for each that is withdrawn, declined, expired or left', async () => {
    const tight = harness.start({ NODE_ENV: 'development', LIMIT_SEATS_TEAM: '2' });
    const { owner } = await newTeam(tight);
    const full = () => as(tight, owner, 'post', '/invite', { email: newEmail() }).expect(409);
    const withdrawn = await invite(tight, owner, newEmail());
    await full();
    await as(tight, owner, 'delete', `/invitations/${withdrawn.id}`).expect(200);
    const expired = await invite(tight, owner, newEmail());
    await full();
    await letExpire(expired.id);
    const guest = await signedInUser(tight, 'free');
    const { token } = await invite(tight, owner, guest.email);
    await full();
    await decline(guest, token).expect(200);
    const member = await joined(tight, owner);
    await full();
    await as(tight, member, 'post', '/leave').expect(200);
    await invite(tight, owner, newEmail());
  });

  test('refuses more than ten invitations an hour to one address with 429', async () => {
    const { owner } = await newTeam(service);
    const email = newEmail();
    for (let count = 0; count < 10; count += 1) {
      const { id } = await invite(service, owner, email);
      await as(service, owner, 'delete', `/invitations/${id}`).expect(200);
    }
    const answer = await as(service, owner, 'post', '/invite', { email }).expect(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('POST /v1/team/invitations/accept', () => {
  test('takes whoever was invited into the team, with the role and tier that come with it', async () => {
    const { id: teamId, owner } = await newTeam(service);
    const guest = await signedInUser(service, 'free');
    const { id, token } = await invite(service, owner, guest.email, 'admin');
    const team = (await accept(guest, token).expect(200)).body.data;
    expect(team).toMatchObject({ id: teamId, seats: { limit: 10, used: 2 }, invitations: [] });
    expect(team.members[1]).toMatchObject({ userId: guest.id, email: guest.email, role: 'admin' });
    expect((await service.http.get('/v1/me').set(bearer(guest.jwt))).body.data).toMatchObject({
      tier: 'free',
      effectiveTier: 'team',
    });
    expect((await auditOf(service, teamId)).at(-1)).toEqual({
      action: 'member.joined',
      actorId: guest.id,
      targetId: guest.id,
      outcome: 'success',
      details: { email: guest.email, role: 'admin', invitationId: id },
    });
  });

  test('is good once, also for ten at once', async () => {
    const { owner } = await newTeam(service);
    const guest = await signedInUser(service, 'free');
    const { token } = await invite(service, owner, guest.email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(guest, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    await as(service, guest, 'post', '/leave').expect(200);
    expect((await accept(guest, token).expect(409)).body.error.message).toContain('accepted already');
  });

  test("is 403 with another's e-mail address, whatever became of the invitation, and leaves it pending", async () => {
    const { owner } = await newTeam(service);
    const [guest, thief] = [await signedInUser(service, 'free'), await signedInUser(service, 'pro')];
    const { id, token } = await invite(service, owner, guest.email);
    await accept(thief, token).expect(403);
    await decline(thief, token).expect(403);
    await accept(guest, token).expect(200);
    await accept(thief, token).expect(403);
    await as(service, owner, 'delete', `/invitations/${id}`).expect(409);
  });

  test('is 403 until the address is verified', async () => {
    const { owner } = await newTeam(service);
    const guest = await signedInUser(service, 'free');
    const { token } = await invite(service, owner, guest.email);
    await service
      .db('auth.users')
      .where({ id: guest.id })
      .update({ email_verified: false, access_changed_at: service.db.fn.now() });
    await eventually(async () => (await accept(guest, token)).status === 403);
    await service
      .db('auth.users')
      .where({ id: guest.id })
      .update({ email_verified: true, access_changed_at: service.db.fn.now() });
    await eventually(async () => (await accept(guest, token)).status === 200);
  });

  test.each<
    [
      string,
      (by: {
        id: string;
        owner: Awaited<ReturnType<typeof newTeam>>['owner'];
        guest: { jwt: string };
        token: string;
      }) => PromiseLike<unknown>,
    ]
  >([
    ['withdrawn', ({ id, owner }) => as(service, owner, 'delete', `/invitations/${id}`).expect(200)],
    ['declined', ({ guest, token }) => decline(guest, token).expect(200)],
    ['expired', ({ id }) => letExpire(id)],
  ])('is 409 once it is %s, and so is declining', async (what, settle) => {
    const { owner } = await newTeam(service);
    const guest = await signedInUser(service, 'free');
    const { id, token } = await invite(service, owner, guest.email);
    await settle({ id, owner, guest, token });
    expect((await accept(guest, token).expect(409)).body.error.message).toContain(what);
    await decline(guest, token).expect(409);
    await as(service, owner, 'delete', `/invitations/${id}`).expect(409);
    await invite(service, owner, guest.email);
  });

  test('is 409 for somebody in a team already, until they leave', async () => {
    const [{ owner }, { owner: other }] = [await newTeam(service), await newTeam(service)];
    const member = await joined(service, owner);
    const { token } = await invite(service, other, member.email);
    await accept(member, token).expect(409);
    await as(service, member, 'post', '/leave').expect(200);
    await accept(member, token).expect(200);
    const { token: toOwner } = await invite(service, other, owner.email);
    await accept(owner, toOwner).expect(409);
  });

  test('lets one of two teams have somebody who accepts both at once', async () => {
    const guest = await signedInUser(service, 'free');
    const teams = [await newTeam(service), await newTeam(service)];
    const tokens = await Promise.all(teams.map(async ({ owner }) => (await invite(service, owner, guest.email)).token));
    const answers = await Promise.all(tokens.map((token) => accept(guest, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('is 409 while the subscription of the team has no seat for them', async () => {
    const { owner } = await newTeam(service);
    const guest = await signedInUser(service, 'free');
    const { token } = await invite(service, owner, guest.email);
    await service.auth.setTier(owner.id, 'free');
    await accept(guest, token).expect(409);
    await service.auth.setTier(owner.id, 'team');
    await accept(guest, token).expect(200);
  });

  test('is 404 for an unknown token and one whose team has ended, 400 without one, 401 and 403 without a sign-in', async () => {
    const { owner } = await newTeam(service);
    const guest = await signedInUser(service, 'pro');
    const { token } = await invite(service, owner, guest.email);
    await as(service, owner, 'delete', '').expect(200);
    for (const unknown of [token, 'x', randomUUID(), `${token}\u0000`]) await accept(guest, unknown).expect(404);
    await as(service, guest, 'post', '/invitations/accept', {}).expect(400);
    await as(service, guest, 'post', '/invitations/accept', { token: 'x'.repeat(257) }).expect(400);
    await service.http.post('/v1/team/invitations/accept').send({ token }).expect(401);
    const { key } = await createKey(service, guest);
    await service.http.post('/v1/team/invitations/accept').set(bearer(key)).send({ token }).expect(403);
    await service.http.post('/v1/team/invitations/decline').set(bearer(key)).send({ token }).expect(403);
  });
});

test('declining frees the seat, and the team sees it', async () => {
  const { id: teamId, owner } = await newTeam(service);
  const guest = await signedInUser(service, 'free');
  const { id, token } = await invite(service, owner, guest.email);
  await decline(guest, token).expect(200);
  const team = (await as(service, owner, 'get', '')).body.data;
  expect(team.seats.used).toBe(1);
  expect(team.invitations).toMatchObject([{ id, status: 'declined' }]);
  expect((await auditOf(service, teamId)).at(-1)).toMatchObject({
    action: 'invitation.declined',
    actorId: guest.id,
    targetId: id,
  });
});

describe('DELETE /v1/team/invitations/{id}', () => {
  test('withdraws what owner and admins of the same team see, and nothing else', async () => {
    const [{ id: teamId, owner }, { owner: stranger }] = [await newTeam(service), await newTeam(service)];
    const member = await joined(service, owner);
    const { id } = await invite(service, owner, newEmail());
    await as(service, stranger, 'delete', `/invitations/${id}`).expect(404);
    await as(service, member, 'delete', `/invitations/${id}`).expect(403);
    await as(service, owner, 'delete', `/invitations/${randomUUID()}`).expect(404);
    await as(service, owner, 'delete', '/invitations/first').expect(400);
    await as(service, owner, 'delete', `/invitations/${id}`).expect(200);
    await as(service, owner, 'delete', `/invitations/${id}`).expect(409);
    expect((await as(service, owner, 'get', '')).body.data.invitations).toEqual([]);
    expect((await auditOf(service, teamId)).at(-1)).toMatchObject({ action: 'invitation.revoked', targetId: id });
  });
});

test('an expired invitation shows as expired, holds no seat, and is recorded once', async () => {
  const { id: teamId, owner } = await newTeam(service);
  const email = newEmail();
  const { id } = await invite(service, owner, email);
  await letExpire(id);
  const team = (await as(service, owner, 'get', '')).body.data;
  expect(team.seats.used).toBe(1);
  expect(team.invitations).toMatchObject([{ id, status: 'expired' }]);
  await Promise.all([expireInvitations(service.db), expireInvitations(service.db)]);
  await expireInvitations(service.db);
  const recorded = (await auditOf(service, teamId)).filter(({ action }) => action === 'invitation.expired');
  expect(recorded).toEqual([
    {
      action: 'invitation.expired',
      actorId: 'system',
      targetId: id,
      outcome: 'success',
      details: { email, role: 'member' },
    },
  ]);
});

describe('where sign-up is by invitation', () => {
  test('whoever has a pending invitation registers, and nobody else', async () => {
    const invited = harness.start({ NODE_ENV: 'development', SIGNUP: 'invited' });
    const register = (email: string) => invited.http.post('/v1/auth/register').send({ email, password: PASSWORD });
    const { owner } = await newTeam(invited);
    const [email, late] = [newEmail(), newEmail()];
    const { token } = await invite(invited, owner, email);
    const overdue = await invite(invited, owner, late);
    await letExpire(overdue.id);
    await register(newEmail()).expect(403);
    await register(late).expect(403);
    await register(email.toUpperCase()).expect(201);
    const login = await invited.http.post('/v1/auth/login').send({ email, password: PASSWORD }).expect(200);
    await accept({ jwt: login.body.data.accessToken }, token, invited).expect(200);
    await register(email).expect(403);
  });
});
