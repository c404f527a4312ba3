import { eventually } from '@tripline/stack';
import { codeOf } from '../support/authenticator-app.js';
import {
  bearer,
  createHarness,
  type Harness,
  type Instance,
  PASSWORD,
  signedInUser,
  type TestUser,
  untilReady,
} from '../support/harness.js';
import { type MailServer, startMailServer } from '../support/mail-server.js';
import { PUBLIC_URL, startMails } from '../support/mails.js';

let harness: Harness;
let mails: MailServer;
let sender: ReturnType<typeof startMails>;
let service: Instance;

beforeAll(async () => {
  harness = await createHarness();
  mails = await startMailServer();
  service = await untilReady(harness.start({ PUBLIC_URL }));
  sender = startMails(harness.database, mails.url);
});
afterAll(async () => {
  await sender.close();
  await harness.close();
  await mails.close();
});

const login = (email: string, at: Instance = service) =>
  at.http.post('/v1/auth/login').send({ email, password: PASSWORD });
const finish = (body: object, at: Instance = service) => at.http.post('/v1/auth/login/second-factor').send(body);
const factors = (user: { jwt: string }, method: 'get' | 'post' | 'delete', path = '', body: object = {}) => {
  const call = service.http[method](`/v1/me/factors${path}`).set(bearer(user.jwt));
  return method === 'post' ? call.send(body) : call;
};
const auditOf = (userId: string, action: string) => service.db('auth.audit_log').where({ actor_id: userId, action });

interface Enrolled extends TestUser {
  secret: string;
  recoveryCodes: string[];
}

/** A user with a confirmed app of which no code counts as used: a test then needs no other period. */
async function enrolled(): Promise<Enrolled> {
  const user = await signedInUser(service, 'pro');
  const { secret } = (await factors(user, 'post', '/totp').expect(201)).body.data;
  const confirmed = await factors(user, 'post', '/totp/confirm', { code: codeOf(secret) }).expect(200);
  await service.db('auth.totp_factors').where({ user_id: user.id }).update({ last_step: 0 });
  return { ...user, secret, recoveryCodes: confirmed.body.data.recoveryCodes };
}

/** The ticket that the right password brings. */
const ticketOf = async (user: TestUser, at: Instance = service): Promise<string> =>
  (await login(user.email, at).expect(200)).body.data.secondFactor.ticket;

test('an account whose address is not verified enrols no app', async () => {
  const user = await signedInUser(service, 'pro');
  await service.db('auth.users').where({ id: user.id }).update({ email_verified: false });
  await factors(user, 'post', '/totp').expect(403);
  await factors(user, 'post', '/totp/confirm', { code: '123456' }).expect(403);
});

test('the code of the tests is that of RFC 6238', () => {
  // Appendix B: the secret is "12345678901234567890", of whose codes the last six digits are ours.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  expect([59, 1_111_111_109, 20_000_000_000].map((seconds) => codeOf(secret, 0, seconds * 1000))).toEqual([
    '287082',
    '081804',
    '353130',
  ]);
});

describe('an authenticator app', () => {
  test('is enrolled with a secret and the address of its QR code, and is a factor from its first code on', async () => {
    const user = await signedInUser(service, 'pro');
    const { secret, url } = (await factors(user, 'post', '/totp').expect(201)).body.data;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(url).protocol).toBe('otpauth:');
    expect(decodeURIComponent(url)).toContain(`Tripline:${user.email}`);
    expect(new URL(url).searchParams.get('secret')).toBe(secret);
    expect((await factors(user, 'get').expect(200)).body.data).toEqual({
      totp: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    });
    expect((await login(user.email).expect(200)).body.data).toHaveProperty('accessToken');

    const wrong = await factors(user, 'post', '/totp/confirm', { code: codeOf(secret, 7) }).expect(400);
    expect(wrong.body.error.details[0].path).toBe('code');
    const { recoveryCodes } = (await factors(user, 'post', '/totp/confirm', { code: codeOf(secret) }).expect(200)).body
      .data;
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await factors(user, 'get').expect(200)).body.data).toEqual({
      totp: { confirmedAt: expect.any(String) },
      passkeys: [],
      recoveryCodesLeft: 10,
    });
    await factors(user, 'post', '/totp').expect(409);
    expect(await auditOf(user.id, 'user.factor_added')).toMatchObject([{ details: { factor: 'totp' } }]);
    expect((await mails.take(user.email)).subject).toContain('A second factor was added');
  });

  test('answers the password with a ticket, which opens nothing, and begins the session with the code', async () => {
    const user = await enrolled();
    const begun = (await login(user.email).expect(200)).body.data;
    expect(Object.keys(begun)).toEqual(['secondFactor']);
    expect(begun.secondFactor).toEqual({
      ticket: expect.any(String),
      expiresAt: expect.any(String),
      methods: ['totp', 'recovery-code'],
    });
    await service.http.get('/v1/me').set(bearer(begun.secondFactor.ticket)).expect(401);
    const session = await finish({ ticket: begun.secondFactor.ticket, code: codeOf(user.secret) }).expect(200);
    expect(session.body.data).toMatchObject({ refreshToken: expect.any(String), deviceToken: expect.any(String) });
    await service.http.get('/v1/me').set(bearer(session.body.data.accessToken)).expect(200);
  });

  test('accepts each code once, also when two sign-ins use it at the same moment', async () => {
    const user = await enrolled();
    const tickets = await Promise.all([ticketOf(user), ticketOf(user), ticketOf(user)]);
    const code = codeOf(user.secret);
    const answers = await Promise.all(tickets.map((ticket) => finish({ ticket, code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    // Nor is an older one good then: somebody may have seen it.
    await finish({ ticket: tickets[0], code: codeOf(user.secret, -1) }).expect(401);
    await eventually(async () => (await auditOf(user.id, 'login.failed')).length === 3);
    expect(await auditOf(user.id, 'login.failed')).toContainEqual(
      expect.objectContaining({ outcome: 'refused', details: { factor: 'totp' } }),
    );
  });

  test('ends the other sessions when it becomes the first factor, and keeps this one', async () => {
    const user = await signedInUser(service, 'pro');
    const other = (await login(user.email).expect(200)).body.data.accessToken;
    const { secret } = (await factors(user, 'post', '/totp').expect(201)).body.data;
    await factors(user, 'post', '/totp/confirm', { code: codeOf(secret) }).expect(200);
    await service.http.get('/v1/me').set(bearer(other)).expect(401);
    await service.http.get('/v1/me').set(bearer(user.jwt)).expect(200);
  });

  test('is removed with its recovery codes, told by mail, and then the password is enough', async () => {
    const user = await enrolled();
    expect((await mails.take(user.email)).subject).toContain('added');
    await factors(user, 'delete', '/totp').expect(200);
    await factors(user, 'delete', '/totp').expect(404);
    expect((await factors(user, 'get').expect(200)).body.data).toEqual({
      totp: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    });
    expect((await login(user.email).expect(200)).body.data).toHaveProperty('accessToken');
    expect((await mails.take(user.email)).subject).toContain('removed');
  });
});

describe('a ticket', () => {
  test('is over when the password was changed meanwhile, and is none of anybody else', async () => {
    const user = await enrolled();
    const other = await enrolled();
    const ticket = await ticketOf(user);
    await finish({ ticket, code: codeOf(other.secret) }).expect(401);
    const passwords = { currentPassword: PASSWORD, newPassword: 'a password of later' };
    await service.http.post('/v1/auth/change-password').set(bearer(user.jwt)).send(passwords).expect(200);
    const answer = await finish({ ticket, code: codeOf(user.secret) }).expect(401);
    expect(answer.body.error.message).toContain('begin again');
    await finish({ ticket: user.jwt, code: codeOf(user.secret) }).expect(401);
  });

  test.each<[string, object]>([
    ['no factor', {}],
    ['two factors', { code: '123456', recoveryCode: 'a' }],
    ['a code of five digits', { code: '12345' }],
  ])('is refused with %s (400)', async (_what, factor) => {
    await finish({ ticket: 'any', ...factor }).expect(400);
  });

  test('limits wrong codes over all addresses, and still accepts recovery codes', async () => {
    const strict = await untilReady(harness.start({ TRUST_PROXY: '1', PUBLIC_URL }));
    const user = await enrolled();
    const ticket = await ticketOf(user, strict);
    const from = (address: string, body: object) => finish({ ticket, ...body }, strict).set('X-Forwarded-For', address);
    const wrong = codeOf(user.secret, 9);
    for (let i = 0; i < 10; i += 1) await from(`198.51.100.${i}`, { code: wrong }).expect(401);
    await from('198.51.100.77', { code: codeOf(user.secret) }).expect(429);
    await from('203.0.113.1', { recoveryCode: user.recoveryCodes[0] }).expect(200);
  });

  test('takes codes from a device that signed in before, whatever others try', async () => {
    const user = await enrolled();
    const code = codeOf(user.secret);
    const { deviceToken } = (await finish({ ticket: await ticketOf(user), code }).expect(200)).body.data;
    const ticket = await ticketOf(user);
    for (let i = 0; i < 10; i += 1) await finish({ ticket, code: codeOf(user.secret, 9) }).expect(401);
    await finish({ ticket, code: codeOf(user.secret, 1) }).expect(429);
    await finish({ ticket, code: codeOf(user.secret, 1), deviceToken }).expect(200);
  });
});

describe('recovery codes', () => {
  test('are good once each, however they are typed, and their use is told by mail', async () => {
    const user = await enrolled();
    await mails.take(user.email);
    const [first = '', second = ''] = user.recoveryCodes;
    const ticket = await ticketOf(user);
    await finish({ ticket, recoveryCode: first.toUpperCase().replaceAll('-', ' ') }).expect(200);
    await finish({ ticket, recoveryCode: first }).expect(401);
    const races = await Promise.all([0, 1, 2].map(() => finish({ ticket, recoveryCode: second })));
    expect(races.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await factors(user, 'get').expect(200)).body.data.recoveryCodesLeft).toBe(8);
    expect(await auditOf(user.id, 'user.recovery_code_used').orderBy('at')).toMatchObject([
      { details: { left: 9 } },
      { details: { left: 8 } },
    ]);
    expect((await mails.take(user.email)).subject).toContain('recovery code');
  });

  test('are made anew, and the earlier ones are good for nothing then', async () => {
    const user = await enrolled();
    const { recoveryCodes } = (await factors(user, 'post', '/recovery-codes').expect(201)).body.data;
    const ticket = await ticketOf(user);
    await finish({ ticket, recoveryCode: user.recoveryCodes[0] }).expect(401);
    await finish({ ticket, recoveryCode: recoveryCodes[0] }).expect(200);
    expect(await auditOf(user.id, 'user.recovery_codes_made')).toHaveLength(1);
  });

  test('are refused to an account without a factor', async () => {
    await factors(await signedInUser(service, 'free'), 'post', '/recovery-codes').expect(409);
  });

  test('are stored as hashes', async () => {
    const user = await enrolled();
    const { rows } = await service.db.raw('select r::text as row from auth.recovery_codes r where user_id = ?', [
      user.id,
    ]);
    const stored = rows.map((each: { row: string }) => each.row).join('\n');
    for (const code of user.recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''));
  });
});

describe('changing factors', () => {
  test.each<['post' | 'delete', string, object]>([
    ['post', '/totp', {}],
    ['post', '/totp/confirm', { code: '123456' }],
    ['delete', '/totp', {}],
    ['post', '/recovery-codes', {}],
  ])('%s %s needs a fresh sign-in', async (method, path, body) => {
    const user = await enrolled();
    await service.db.raw(
      "update auth.token_families set created_at = created_at - interval '11 minutes' where user_id = ?",
      [user.id],
    );
    const answer = await factors(user, method, path, body).expect(403);
    expect(answer.body.error.code).toBe('FreshSignInRequired');
    await factors(user, 'get').expect(200);
  });
});
