import { makeSignInLink } from '@tripline/auth';
import { codeOf } from './support/authenticator-app.js';
import {
  bearer,
  createHarness,
  type Harness,
  type Instance,
  newEmail,
  PASSWORD,
  signedInUser,
  type TestUser,
  untilReady,
} from './support/harness.js';

const PUBLIC_URL = 'https://tripline.example.test';

let harness: Harness;
let service: Instance;
beforeAll(async () => {
  harness = await createHarness();
  service = harness.start({ PUBLIC_URL });
});
afterAll(() => harness.close());

const linkOf = async (email: string): Promise<string> => (await makeSignInLink(service.db, email, PUBLIC_URL)).url;
const tokenOf = (link: string): string => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
const tokenFor = async ({ email }: { email: string }): Promise<string> => tokenOf(await linkOf(email));
const redeem = (token: string, at: Instance = service) => at.http.post('/v1/auth/login/link').send({ token });
const auditOf = ({ id }: TestUser, action: string) =>
  service.db('auth.audit_log').where({ action, target_id: id }).orderBy('id');

describe('POST /v1/auth/login/link', () => {
  test('signs in once: the session is as that of a password, and the link is refused from then on', async () => {
    const user = await signedInUser(service, 'pro');
    const link = await linkOf(user.email.toUpperCase());
    expect(link).toMatch(/^https:\/\/tripline\.example\.test\/sign-in-link#token=[\w-]{43}$/);
    const { data } = (await redeem(tokenOf(link)).expect(200)).body;
    expect(Object.keys(data).toSorted()).toEqual(['accessToken', 'deviceToken', 'expiresAt', 'refreshToken']);
    const me = await service.http.get('/v1/me').set(bearer(data.accessToken)).expect(200);
    expect(me.body.data).toMatchObject({ email: user.email, tier: 'pro' });
    await service.http.post('/v1/auth/refresh').send({ refreshToken: data.refreshToken }).expect(200);
    const refused = await redeem(tokenOf(link)).expect(401);
    const unknown = await redeem('c3VwZXItc2VjcmV0LXRva2Vu').expect(401);
    // What is refused does not say why.
    expect(refused.body.error.message).toBe(unknown.body.error.message);
  });

  test('signs one of two in that show it at the same moment', async () => {
    const token = await tokenFor(await signedInUser(service, 'free'));
    const answers = await Promise.all(Array.from({ length: 4 }, () => redeem(token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  });

  test('refuses a link that is over, and one after which another was made', async () => {
    const user = await signedInUser(service, 'free');
    const earlier = await tokenFor(user);
    const later = await tokenFor(user);
    await redeem(earlier).expect(401);
    await service
      .db('auth.one_time_tokens')
      .where({ user_id: user.id })
      .update({ expires_at: service.db.raw("expires_at - interval '15 minutes'") });
    await redeem(later).expect(401);
  });

  test('is good for no longer than 15 minutes, and only a hash of it is stored', async () => {
    const user = await signedInUser(service, 'free');
    const token = await tokenFor(user);
    const rows = await service
      .db('auth.one_time_tokens')
      .where({ user_id: user.id, purpose: 'sign-in' })
      .select('*', service.db.raw("expires_at <= now() + interval '15 minutes' as soon"));
    expect(rows).toMatchObject([{ soon: true }]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  test('ends when the password changes and when the account is deleted', async () => {
    const changed = await signedInUser(service, 'free');
    const before = await tokenFor(changed);
    await service.http
      .post('/v1/auth/change-password')
      .set(bearer(changed.jwt))
      .send({ currentPassword: PASSWORD, newPassword: 'nine quiet herons by a lantern' })
      .expect(200);
    await redeem(before).expect(401);
    const leaving = await signedInUser(service, 'free');
    const last = await tokenFor(leaving);
    await service.http.delete('/v1/me').set(bearer(leaving.jwt)).send({ password: PASSWORD }).expect(200);
    await redeem(last).expect(401);
    await expect(linkOf(leaving.email)).rejects.toThrow(
      `There is no account with the e-mail address ${leaving.email}.`,
    );
  });

  test('asks for the second factor where the account has one', async () => {
    const user = await signedInUser(service, 'free');
    const totp = (path: string, body: object = {}) =>
      service.http.post(`/v1/me/factors/totp${path}`).set(bearer(user.jwt)).send(body);
    const { secret } = (await totp('').expect(201)).body.data;
    const { recoveryCodes } = (await totp('/confirm', { code: codeOf(secret) }).expect(200)).body.data;
    const { data } = (await redeem(await tokenFor(user)).expect(200)).body;
    expect(Object.keys(data)).toEqual(['secondFactor']);
    const { methods, ticket } = data.secondFactor;
    expect(methods).toEqual(['totp', 'recovery-code']);
    const finish = (recoveryCode: string) =>
      service.http.post('/v1/auth/login/second-factor').send({ ticket, recoveryCode });
    await finish('wrong-wrong-wrong').expect(401);
    await finish(recoveryCodes[0]).expect(200);
  });

  test('tells a member without a second factor that their team requires one', async () => {
    const user = await signedInUser(service, 'team');
    await service.http.post('/v1/team').set(bearer(user.jwt)).send({ name: 'Strict' }).expect(201);
    await service.db('auth.teams').where({ owner_id: user.id }).update({ requires_second_factor: true });
    const { data } = (await redeem(await tokenFor(user)).expect(200)).body;
    expect(data.secondFactorRequired).toBe(true);
    await service.http.get('/v1/team').set(bearer(data.accessToken)).expect(403);
  });

  test('is recorded when it is made, by the operator, and when it is used, by its user, without the link', async () => {
    const user = await signedInUser(service, 'free');
    const token = await tokenFor(user);
    await redeem(token).expect(200);
    const made = await auditOf(user, 'user.sign_in_link_made');
    const used = await auditOf(user, 'user.sign_in_link_used');
    expect(made).toMatchObject([{ actor_id: 'admin', outcome: 'success' }]);
    expect(used).toMatchObject([{ actor_id: user.id, actor_email: user.email, outcome: 'success' }]);
    expect(JSON.stringify([made, used])).not.toContain(token);
  });

  test('gives a browser its refresh token in a cookie alone', async () => {
    const token = await tokenFor(await signedInUser(service, 'free'));
    const answer = await redeem(token).set('X-Client', 'browser').expect(200);
    expect(Object.keys(answer.body.data).toSorted()).toEqual(['accessToken', 'expiresAt']);
    expect(String(answer.headers['set-cookie'])).toContain('tripline_refresh=');
  });

  test('counts refused links against the address they come from', async () => {
    const bounded = await untilReady(harness.start({ LIMIT_LOGINS_PER_ADDRESS: '3', TRUST_PROXY: '1' }));
    const from = (token: string) => redeem(token, bounded).set('X-Forwarded-For', '203.0.113.77');
    for (const number of [1, 2, 3]) await from(`guess-${number}`).expect(401);
    await from('guess-4').expect(429);
  });

  test('is not there for an account without a password here, nor where there are no such accounts', async () => {
    await expect(linkOf(newEmail())).rejects.toThrow('There is no account with the e-mail address');
    await redeem('none', harness.start({ BUILTIN_ACCOUNTS: 'false', SIGNUP: 'closed' })).expect(404);
  });
});
