import { randomUUID } from 'node:crypto';
import { eventually } from '@tripline/stack';
import { claimsOf } from './support/forged-token.js';
import {
  bearer,
  createHarness,
  createKey,
  type Harness,
  type Instance,
  PASSWORD,
  signedInUser,
  type TestUser,
} from './support/harness.js';

let harness: Harness;
let service: Instance;
beforeAll(async () => {
  harness = await createHarness();
  service = harness.start();
});
afterAll(() => harness.close());

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0';

const signIn = async ({ email }: { email: string }, userAgent: string) => {
  const login = service.http.post('/v1/auth/login').set('User-Agent', userAgent).send({ email, password: PASSWORD });
  const { accessToken, refreshToken } = (await login.expect(200)).body.data;
  return { jwt: accessToken as string, refreshToken, sessionId: String(claimsOf(accessToken)['sid']) };
};
const sessionsOf = async ({ jwt }: { jwt: string }) =>
  (await service.http.get('/v1/me/sessions').set(bearer(jwt)).expect(200)).body.data.sessions;
const end = ({ jwt }: { jwt: string }, id = '') =>
  service.http.delete(`/v1/me/sessions${id === '' ? '' : `/${id}`}`).set(bearer(jwt));
const me = (jwt: string, at: Instance = service) => at.http.get('/v1/me').set(bearer(jwt));
const refresh = (refreshToken: string) => service.http.post('/v1/auth/refresh').send({ refreshToken });

describe('GET /v1/me/sessions', () => {
  test('shows each session with its device, its address, when it was last used, and which one asks', async () => {
    const user = await signedInUser(service, 'free');
    const browser = await signIn(user, FIREFOX);
    const program = await signIn(user, 'curl/8.5.0');
    const sessions = await sessionsOf(browser);
    expect(sessions).toHaveLength(3);
    expect(sessions).toContainEqual({
      id: browser.sessionId,
      device: 'Firefox on Windows',
      ip: expect.stringContaining('127.0.0.1'),
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      current: true,
    });
    expect(sessions).toContainEqual(expect.objectContaining({ id: program.sessionId, device: 'curl', current: false }));
  });

  test('shows where a session was used last, and puts that one first', async () => {
    const user = await signedInUser(service, 'free');
    const first = await signIn(user, 'curl/8.5.0');
    await signIn(user, FIREFOX);
    await service.http
      .post('/v1/auth/refresh')
      .set('User-Agent', 'HTTPie/3.2')
      .send({ refreshToken: first.refreshToken })
      .expect(200);
    const [latest] = await sessionsOf(first);
    expect(latest).toMatchObject({ id: first.sessionId, device: 'HTTPie' });
    expect(Date.parse(latest.lastUsedAt)).toBeGreaterThan(Date.parse(latest.createdAt));
  });

  test('shows no session that has ended, and nobody else’s', async () => {
    const user = await signedInUser(service, 'free');
    const ended = await signIn(user, 'curl/8.5.0');
    await service.http.post('/v1/auth/logout').send({ refreshToken: ended.refreshToken }).expect(200);
    await signedInUser(service, 'free');
    expect(await sessionsOf(user)).toMatchObject([{ current: true }]);
  });

  test('is not for API keys', async () => {
    const user = await signedInUser(service, 'pro');
    const { key } = await createKey(service, user);
    await service.http.get('/v1/me/sessions').set(bearer(key)).expect(403);
    await service.http.delete('/v1/me/sessions').set(bearer(key)).expect(403);
  });
});

describe('ending sessions', () => {
  /** Has a second process know a token, so that it must learn of its end. */
  const known = async (jwt: string, replica: Instance) => void (await me(jwt, replica).expect(200));
  const refusedBy = (jwt: string, replica: Instance) => eventually(async () => (await me(jwt, replica)).status === 401);
  const lastEvent = async (user: TestUser) =>
    service.db('auth.audit_log').where({ actor_id: user.id }).orderBy('at', 'desc').first();

  test('of one session, every process refuses its tokens within a second and no others', async () => {
    const replica = harness.start();
    const user = await signedInUser(service, 'free');
    const other = await signIn(user, FIREFOX);
    await known(other.jwt, replica);
    await end(user, other.sessionId).expect(200);
    await me(other.jwt).expect(401);
    await refusedBy(other.jwt, replica);
    await refresh(other.refreshToken).expect(401);
    await me(user.jwt).expect(200);
    expect(await lastEvent(user)).toMatchObject({ action: 'session.ended', target_id: other.sessionId });
  });

  test('of all others, the session that makes the call stays', async () => {
    const replica = harness.start();
    const user = await signedInUser(service, 'free');
    const others = [await signIn(user, FIREFOX), await signIn(user, 'curl/8.5.0')];
    for (const { jwt } of others) await known(jwt, replica);
    await end(user).expect(200);
    for (const { jwt, refreshToken } of others) {
      await refusedBy(jwt, replica);
      await refresh(refreshToken).expect(401);
    }
    await refresh(user.refreshToken).expect(200);
    expect(await sessionsOf(user)).toHaveLength(1);
    expect(await lastEvent(user)).toMatchObject({ action: 'session.ended', target_type: 'user', target_id: user.id });
  });

  test('may end the session that makes the call', async () => {
    const user = await signedInUser(service, 'free');
    const own = await signIn(user, FIREFOX);
    await end(own, own.sessionId).expect(200);
    await me(own.jwt).expect(401);
    await me(user.jwt).expect(200);
  });

  test('another user’s, an unknown and an ended one are 404 alike, and end nothing', async () => {
    const [user, other] = [await signedInUser(service, 'free'), await signedInUser(service, 'free')];
    const theirs = String(claimsOf(other.jwt)['sid']);
    for (const id of [theirs, randomUUID()]) await end(user, id).expect(404);
    await me(other.jwt).expect(200);
    const ended = await signIn(user, FIREFOX);
    await end(user, ended.sessionId).expect(200);
    await end(user, ended.sessionId).expect(404);
    await end(user, 'no-id').expect(400);
  });
});
