import { randomUUID } from 'node:crypto';
import { eventually } from '@tripline/stack';
import {
  bearer,
  createHarness,
  type Harness,
  type Instance,
  newEmail,
  PASSWORD,
  signedInUser,
  untilReady,
} from './support/harness.js';
import { type MailServer, startMailServer, tokenOfMail } from './support/mail-server.js';
import { PUBLIC_URL, startMails } from './support/mails.js';

let harness: Harness;
let mails: MailServer;
let sender: ReturnType<typeof startMails>;
let service: Instance;

beforeAll(async () => {
  harness = await createHarness();
  mails = await startMailServer();
  service = harness.start({ PUBLIC_URL });
  sender = startMails(harness.database, mails.url);
});
afterAll(async () => {
  await sender.close();
  await harness.close();
  await mails.close();
});

const post = (path: string, body: object, at: Instance = service) => at.http.post(`/v1/auth/${path}`).send(body);
const login = (email: string, password = PASSWORD, at: Instance = service) => post('login', { email, password }, at);

/** The cookie of a name that an answer sets, as a request sends it back; empty when it sets none. */
const cookieOf = ({ headers }: { headers: Record<string, unknown> }, name: string): string => {
  const set = (headers['set-cookie'] ?? []) as string[];
  return set.find((line) => line.startsWith(`${name}=`))?.split(';')[0] ?? '';
};

/** Registers and follows the link of the mail. */
async function registered(): Promise<string> {
  const email = newEmail();
  await post('register', { email, password: PASSWORD }).expect(201);
  await post('verify-email', { token: tokenOfMail(await mails.take(email)) }).expect(200);
  return email;
}

describe('POST /v1/auth/register', () => {
  test('answers 201; the address can sign in at once, and is verified by the link of the mail', async () => {
    const email = newEmail();
    const answer = await post('register', { email, password: PASSWORD }).expect(201);
    expect(answer.body).toEqual({ success: true, data: { email, emailVerified: false, message: expect.any(String) } });
    const unverified = await login(email).expect(200);
    const me = await service.http.get('/v1/me').set(bearer(unverified.body.data.accessToken)).expect(200);
    expect(me.body.data).toMatchObject({
      email,
      emailVerified: false,
      tier: 'free',
      effectiveTier: 'free',
      team: null,
    });

    const mail = await mails.take(email);
    expect(mail.text).toContain('https://tripline.example.test/app/verify-email#token=');
    await post('verify-email', { token: tokenOfMail(mail) }).expect(200);
    await service.http.get('/v1/me').set(bearer(unverified.body.data.accessToken)).expect(200);
    const after = await login(email).expect(200);
    const verified = await service.http.get('/v1/me').set(bearer(after.body.data.accessToken)).expect(200);
    expect(verified.body.data.emailVerified).toBe(true);
  });

  test('answers a known address exactly as a new one, and mails its owner', async () => {
    const email = await registered();
    const known = await post('register', { email, password: 'another password' }).expect(201);
    const fresh = newEmail();
    const unknown = await post('register', { email: fresh, password: PASSWORD }).expect(201);
    expect({ ...known.body.data, email: '' }).toEqual({ ...unknown.body.data, email: '' });
    expect((await mails.take(email)).text).toContain('it has an account');
    await login(email, 'another password').expect(401);
    await login(email).expect(200);
  });

  test('gives the account to the reader of the mail, with the password of that registration', async () => {
    const email = newEmail();
    await post('register', { email, password: 'the squatter knows this' }).expect(201);
    await mails.take(email);
    const squatter = await login(email, 'the squatter knows this').expect(200);
    await post('register', { email, password: PASSWORD }).expect(201);
    await post('verify-email', { token: tokenOfMail(await mails.take(email)) }).expect(200);
    await login(email, 'the squatter knows this').expect(401);
    await service.http.get('/v1/me').set(bearer(squatter.body.data.accessToken)).expect(401);
    await login(email).expect(200);
  });

  test('keeps a password that was set before the link of the registration is followed', async () => {
    const changed = newEmail();
    await post('register', { email: changed, password: PASSWORD }).expect(201);
    const link = tokenOfMail(await mails.take(changed));
    const { body } = await login(changed).expect(200);
    const passwords = { currentPassword: PASSWORD, newPassword: 'changed in the meantime' };
    await post('change-password', passwords).set(bearer(body.data.accessToken)).expect(200);
    await post('verify-email', { token: link }).expect(200);
    await login(changed).expect(401);
    await login(changed, 'changed in the meantime').expect(200);

    const reset = newEmail();
    await post('register', { email: reset, password: PASSWORD }).expect(201);
    const earlier = tokenOfMail(await mails.take(reset));
    await post('forgot-password', { email: reset }).expect(200);
    const token = tokenOfMail(await mails.take(reset));
    await post('reset-password', { token, newPassword: 'set by the mailbox' }).expect(200);
    await post('verify-email', { token: earlier }).expect(400);
    await login(reset, 'set by the mailbox').expect(200);
  });

  test('takes one spelling per address', async () => {
    const email = await registered();
    await login(email.toUpperCase()).expect(200);
  });

  test.each<[string, object, string]>([
    ['an unknown field', { email: 'a@example.test', password: PASSWORD, tier: 'enterprise' }, 'tier'],
    ['a missing password', { email: 'a@example.test' }, 'password'],
    ['a password of 11 characters', { email: 'a@example.test', password: 'kx7#Qw!m2Zp' }, 'password'],
    ['a password of 257 characters', { email: 'a@example.test', password: 'x'.repeat(257) }, 'password'],
    ['what is no address', { email: 'nobody', password: PASSWORD }, 'email'],
    ['a list of addresses', { email: ['a@example.test'], password: PASSWORD }, 'email'],
  ])('refuses %s with 400 naming the field', async (_what, body, field) => {
    const answer = await post('register', body).expect(400);
    expect(answer.body.error.code).toBe('BadRequest');
    expect(answer.body.error.details[0].path).toBe(field);
    expect(JSON.stringify(answer.body)).not.toContain(PASSWORD);
  });

  test.each<[string, string, RegExp]>([
    ['a common password with a year', 'Password2026', /commonly used/],
    ['a row of the keyboard', 'qwertyuiop12', /easy to guess/],
    ['one letter again and again', 'a'.repeat(256), /Repeated/],
    ['a common password twice', 'p4ssw0rdp4ssw0rd', /Repeated/],
    ['the e-mail address', 'ada.lovelace@example.test', /easy to guess/],
    ['the name in the e-mail address with a number', 'adalovelace12', /easy to guess/],
    ['the name of the product', 'Tripline-2026', /easy to guess/],
    ['a published phrase', 'correcthorsebatterystaple', /Without known phrases/],
    ['a season with a year', 'Summer2026Summer', /season or month with its year/],
    ['words of the address and the product with a year', 'LovelaceSecurity2026!', /easy to guess/],
  ])('refuses %s as a password, and says why and what to do', async (_what, password, why) => {
    const answer = await post('register', { email: 'ada.lovelace@example.test', password }).expect(400);
    const [{ message, path }] = answer.body.error.details;
    expect(path).toBe('password');
    expect(message).toMatch(why);
    expect(message).toMatch(/Take four or more words .* password manager/);
    expect(JSON.stringify(answer.body)).not.toContain(password);
  });

  test('does not block other requests while it judges the most expensive passwords', async () => {
    const email = newEmail();
    const costly = Array.from({ length: 8 }, (_, i) => `${i}4@8({[<36910|!175$72%2`.repeat(12).slice(0, 256));
    const answered: string[] = [];
    const judged = costly.map((password) =>
      post('register', { email, password }).then(({ status }) => answered.push(`judged ${status}`)),
    );
    const others = Array.from({ length: 8 }, () =>
      service.http.get('/healthz').then(({ status }) => answered.push(`other ${status}`)),
    );
    await Promise.all([...judged, ...others]);
    // Were they judged on the event loop, the first would be answered before what came after it. Which of the others overtake which, the machine decides.
    expect(answered[0]).toBe('other 200');
    expect([...answered].sort()).toEqual([...costly.map(() => 'judged 201'), ...others.map(() => 'other 200')]);
  });

  test.each(['closed', 'invited'])('is 403 without an invitation where sign-up is %s', async (SIGNUP) => {
    const closed = harness.start({ SIGNUP });
    await post('register', { email: newEmail(), password: PASSWORD }, closed).expect(403);
  });

  test('does not exist where built-in accounts are switched off, and neither do their tokens', async () => {
    const { jwt } = await signedInUser(service, 'pro');
    const outsideOnly = harness.start({ BUILTIN_ACCOUNTS: 'false' });
    await post('register', { email: newEmail(), password: PASSWORD }, outsideOnly).expect(404);
    await outsideOnly.http.get('/v1/me').set(bearer(jwt)).expect(401);
  });

  test('verifies at once in development without SMTP, and nowhere else', async () => {
    const development = harness.start({ NODE_ENV: 'development' });
    const email = newEmail();
    const answer = await post('register', { email, password: PASSWORD }, development).expect(201);
    expect(answer.body.data.emailVerified).toBe(true);
    const withoutMail = harness.start();
    const other = await post('register', { email: newEmail(), password: PASSWORD }, withoutMail).expect(201);
    expect(other.body.data.emailVerified).toBe(false);
  });
});

describe('POST /v1/auth/login', () => {
  test('answers a wrong password and an unknown address alike', async () => {
    const email = await registered();
    const wrong = await login(email, 'wrong password').expect(401);
    const unknown = await login(newEmail(), 'wrong password').expect(401);
    expect(wrong.body.error.message).toBe(unknown.body.error.message);
  });

  test('records the failure of a known account in the audit log, and nothing of an unknown address', async () => {
    const email = await registered();
    const stranger = newEmail();
    await login(stranger, 'wrong password').expect(401);
    await login(email, 'wrong password').expect(401);
    const events = () =>
      service.db('auth.audit_log').where({ action: 'login.failed' }).whereIn('actor_email', [email, stranger]);
    await eventually(async () => (await events()).length > 0);
    expect(await events()).toMatchObject([{ actor_email: email, outcome: 'refused' }]);
  });

  test('refuses further guesses at an account with 429 and Retry-After, known or not, also with the right password', async () => {
    const strict = await untilReady(harness.start({ LIMIT_LOGINS_PER_ACCOUNT: '3' }));
    for (const email of [await registered(), newEmail()]) {
      const guesses = await Promise.all(Array.from({ length: 5 }, () => login(email, 'guess', strict)));
      expect(guesses.map((answer) => answer.status).sort()).toEqual([401, 401, 401, 429, 429]);
      const answer = await login(email, PASSWORD, strict).expect(429);
      expect(answer.body.error.code).toBe('TooManyRequests');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  test('lets the owner sign in, however often others fail from other addresses', async () => {
    const strict = await untilReady(harness.start({ LIMIT_LOGINS_PER_ACCOUNT: '3', TRUST_PROXY: '1' }));
    const email = await registered();
    const from = (address: string, password: string) => login(email, password, strict).set('X-Forwarded-For', address);
    for (const address of ['198.51.100.1', '198.51.100.2', '2001:db8::1']) {
      const guesses = await Promise.all(Array.from({ length: 6 }, () => from(address, 'guess')));
      expect(guesses.filter(({ status }) => status === 429)).toHaveLength(3);
      await from(address, PASSWORD).expect(429);
    }
    await from('203.0.113.9', PASSWORD).expect(200);
  });

  test.each(['a program', 'a browser'])(
    'lets %s sign in from a known device, however often others fail',
    async (kind) => {
      const limits = { LIMIT_LOGINS_PER_ACCOUNT: '3', LIMIT_LOGINS_PER_ADDRESS: '5' };
      const strict = await untilReady(harness.start({ ...limits, TRUST_PROXY: '1', PUBLIC_URL }));
      const email = await registered();
      const address = `203.0.113.${kind === 'a browser' ? 20 : 21}`;
      const from = (to: string, password: string) => login(to, password, strict).set('X-Forwarded-For', address);
      const client = kind === 'a browser' ? { 'X-Client': 'browser' } : {};
      const first = await from(email, PASSWORD).set(client).expect(200);
      const token: string = first.body.data.deviceToken;
      const cookie = cookieOf(first, 'tripline_device');
      expect([typeof token, cookie === '']).toEqual(kind === 'a browser' ? ['undefined', false] : ['string', true]);
      const known = (to: string, password: string) =>
        kind === 'a browser'
          ? from(to, password).set(client).set('Cookie', cookie)
          : login(to, password, strict).send({ deviceToken: token }).set('X-Forwarded-For', address);

      for (let i = 0; i < 3; i += 1) await from(email, 'guess').expect(401);
      await from(email, PASSWORD).expect(429);
      await known(email, PASSWORD).expect(200);
      // Nobody else's account is opened to guesses by it.
      await known(newEmail(), 'guess').expect(401);
      await known(newEmail(), 'guess').expect(429);
      await known(email, PASSWORD).expect(200);
      // And who has stolen it cannot guess without end.
      for (let i = 0; i < 3; i += 1) await known(email, 'guess').expect(401);
      await known(email, 'guess').expect(429);
    },
  );

  test('counts with a forged device token as without one', async () => {
    const strict = await untilReady(harness.start({ LIMIT_LOGINS_PER_ACCOUNT: '2' }));
    const email = await registered();
    const { deviceToken } = (await login(email, PASSWORD, strict).expect(200)).body.data;
    const [head, , tail] = deviceToken.split('.');
    const claims = { id: randomUUID(), users: [randomUUID()], aud: 'tripline-device', exp: 4_000_000_000 };
    const forged = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), tail].join('.');
    const attempt = () => login(email, 'guess', strict).send({ deviceToken: forged });
    await attempt().expect(401);
    await attempt().expect(401);
    await attempt().expect(429);
  });

  test('counts failures per client address, as the trusted proxy tells it, and forgets successes', async () => {
    const strict = await untilReady(harness.start({ LIMIT_LOGINS_PER_ADDRESS: '2', TRUST_PROXY: '1' }));
    const email = await registered();
    const from = (address: string, password: string, to = newEmail()) =>
      login(to, password, strict).set('X-Forwarded-For', address);
    for (let i = 0; i < 4; i += 1) await from('203.0.113.7', PASSWORD, email).expect(200);
    await from('203.0.113.7', 'guess').expect(401);
    await from('203.0.113.7', 'guess').expect(401);
    await from('203.0.113.7', 'guess').expect(429);
    await from('203.0.113.8', 'guess').expect(401);
  });

  test('goes on without Redis, with each process counting for itself', async () => {
    const withoutRedis = harness.start({ REDIS_URL: 'redis://127.0.0.1:1', LIMIT_LOGINS_PER_ACCOUNT: '2' });
    const email = await registered();
    await login(email, PASSWORD, withoutRedis).expect(200);
    await login(email, 'guess', withoutRedis).expect(401);
    await login(email, 'guess', withoutRedis).expect(401);
    await login(email, PASSWORD, withoutRedis).expect(429);
  });
});

describe('forgotten passwords', () => {
  test('sets a new password by the link of the mail, once, and ends all sessions', async () => {
    const email = await registered();
    const before = (await login(email).expect(200)).body.data;
    await post('forgot-password', { email }).expect(200);
    const token = tokenOfMail(await mails.take(email));
    await post('reset-password', { token, newPassword: 'a new password' }).expect(200);
    await post('reset-password', { token, newPassword: 'yet another one' }).expect(400);
    await login(email).expect(401);
    await login(email, 'a new password').expect(200);
    await service.http.get('/v1/me').set(bearer(before.accessToken)).expect(401);
    await post('refresh', { refreshToken: before.refreshToken }).expect(401);
  });

  test('answers alike for known and unknown addresses', async () => {
    const email = await registered();
    const known = await post('forgot-password', { email }).expect(200);
    const unknown = await post('forgot-password', { email: newEmail() }).expect(200);
    expect(known.body).toEqual(unknown.body);
    await mails.take(email);
  });

  test('keeps the link good when the new password is easy to guess', async () => {
    const email = await registered();
    await post('forgot-password', { email }).expect(200);
    const token = tokenOfMail(await mails.take(email));
    const refused = await post('reset-password', { token, newPassword: `${email.split('@')[0]}` }).expect(400);
    expect(refused.body.error.details[0].path).toBe('newPassword');
    await post('reset-password', { token, newPassword: 'a new password' }).expect(200);
  });

  test('refuses an expired link, and a verification link in its place', async () => {
    const email = newEmail();
    await post('register', { email, password: PASSWORD }).expect(201);
    await post('reset-password', { token: tokenOfMail(await mails.take(email)), newPassword: PASSWORD }).expect(400);
    await post('forgot-password', { email }).expect(200);
    const token = tokenOfMail(await mails.take(email));
    await service.db.raw('update auth.one_time_tokens set expires_at = now()');
    await post('reset-password', { token, newPassword: 'a new password' }).expect(400);
  });

  test('shows a token in development without SMTP, and an invalid one for unknown addresses', async () => {
    const development = harness.start({ NODE_ENV: 'development' });
    const email = newEmail();
    await post('register', { email, password: PASSWORD }, development).expect(201);
    const known = await post('forgot-password', { email }, development).expect(200);
    const unknown = await post('forgot-password', { email: newEmail() }, development).expect(200);
    const reset = (token: string) => post('reset-password', { token, newPassword: 'a new password' }, development);
    await reset(known.body.data.resetToken).expect(200);
    await reset(unknown.body.data.resetToken).expect(400);
    expect((await post('forgot-password', { email }, service).expect(200)).body.data).not.toHaveProperty('resetToken');
  });
});

describe('POST /v1/auth/change-password', () => {
  test('needs the current password, keeps this session and ends the others', async () => {
    const user = await signedInUser(service, 'pro');
    const other = (await login(user.email).expect(200)).body.data.accessToken;
    const change = (currentPassword: string) =>
      post('change-password', { currentPassword, newPassword: 'a new password' }).set(bearer(user.jwt));
    await change('wrong').expect(403);
    await change(PASSWORD).expect(200);
    await service.http.get('/v1/me').set(bearer(user.jwt)).expect(200);
    await service.http.get('/v1/me').set(bearer(other)).expect(401);
    await login(user.email, 'a new password').expect(200);
  });

  test.each([
    ['the team', 'AcmeSecurity2026!'],
    ['the user', 'Augusta-King-1815'],
  ])('refuses what is made of the names of %s, here and by the link of a reset mail', async (_whose, newPassword) => {
    const user = await signedInUser(service, 'team');
    await service.http.post('/v1/team').set(bearer(user.jwt)).send({ name: 'Acme' }).expect(201);
    await service.http.patch('/v1/me').set(bearer(user.jwt)).send({ name: 'Augusta King' }).expect(200);
    const passwords = { currentPassword: PASSWORD, newPassword };
    const changed = await post('change-password', passwords).set(bearer(user.jwt)).expect(400);
    await post('forgot-password', { email: user.email }).expect(200);
    const token = tokenOfMail(await mails.take(user.email));
    const reset = await post('reset-password', { token, newPassword }).expect(400);
    for (const { body } of [changed, reset]) {
      expect(body.error.details).toEqual([{ path: 'newPassword', message: expect.stringContaining('your team') }]);
    }
    await post('reset-password', { token, newPassword: `${newPassword} velvet anchor mosaic` }).expect(200);
  });

  test('refuses a guessable new password, and still accepts one that was set before at sign-in', async () => {
    const user = await signedInUser(service, 'pro');
    const weak = 'password';
    const itsHash = '$argon2id$v=19$m=8,t=1,p=1$UnbhNJZ365o90Mh3KaxAMA$i4u1tGv9PZXmDx2oYQ/xoTsEM2VSV3SdB83puWFkw5g';
    await service.db('auth.users').where({ id: user.id }).update({ password_hash: itsHash });
    await login(user.email, weak).expect(200);
    const change = (newPassword: string) =>
      post('change-password', { currentPassword: weak, newPassword }).set(bearer(user.jwt));
    expect((await change('passwordpassword').expect(400)).body.error.details[0].path).toBe('newPassword');
    await change('a new password').expect(200);
  });

  test('is open to a session though others have used up the guesses at the account', async () => {
    const strict = await untilReady(harness.start({ LIMIT_LOGINS_PER_ACCOUNT: '2' }));
    const user = await signedInUser(strict, 'pro');
    for (let i = 0; i < 2; i += 1) await login(user.email, 'guess', strict).expect(401);
    await login(user.email, PASSWORD, strict).expect(429);
    const change = (currentPassword: string) =>
      post('change-password', { currentPassword, newPassword: 'a new password' }, strict).set(bearer(user.jwt));
    await change('guess').expect(403);
    await change(PASSWORD).expect(200);
    for (let i = 0; i < 2; i += 1) await change('guess').expect(403);
    await change('a new password').expect(429);
  });

  test('is 401 without a credential', async () => {
    await post('change-password', { currentPassword: PASSWORD, newPassword: 'a new password' }).expect(401);
  });
});
