import { createPublicKey, type JsonWebKey, randomUUID } from 'node:crypto';
import { eventually } from '@tripline/stack';
import { stopTheDate } from '@tripline/stack/suites';
import { claimsOf, forgeToken } from '../support/forged-token.js';
import { bearer, createHarness, type Harness, type Instance, newEmail, signedInUser } from '../support/harness.js';
import {
  AUDIENCE,
  type IdentityProvider,
  newKey,
  type Person,
  startIdentityProvider,
} from '../support/identity-provider.js';
import { signOutside } from '../support/outside-token.js';

const TIER = 'https://tripline.test/tier';

let harness: Harness;
let provider: IdentityProvider;
let settings: NodeJS.ProcessEnv;
let service: Instance;

beforeAll(async () => {
  performance.now = () => began + passed;
  harness = await createHarness();
  provider = await startIdentityProvider('https://client.example.test/callback');
  settings = { OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: AUDIENCE };
  service = harness.start(settings);
});
afterAll(async () => {
  await provider.close();
  await harness.close();
  performance.now = clock;
});
afterEach(() => {
  provider.behave('well');
});

const now = () => Math.floor(Date.now() / 1000);
const me = (credential: string, at: Instance = service) => at.http.get('/v1/me').set(bearer(credential));
const newPerson = (): Person => ({ sub: randomUUID(), email: newEmail(), email_verified: true });
/** The claims of a good access token of the provider. */
const claims = (more: object = {}) => ({
  iss: provider.issuer,
  aud: AUDIENCE,
  sub: randomUUID(),
  iat: now(),
  exp: now() + 300,
  ...more,
});
const token = (more: object = {}) => signOutside(claims(more), provider.key());
/** The clock by which what the provider published is believed. It stands unless a test waits: how busy the machine is says nothing of it. */
const clock = performance.now;
const began = clock.call(performance);
let passed = 0;
const wait = (seconds: number): void => {
  passed += seconds * 1000;
};

describe('an access token of the configured provider', () => {
  test('opens the service as its issuer made it; its bearer becomes a free user, once', async () => {
    const person = newPerson();
    const first = (await me(await provider.accessToken(person)).expect(200)).body.data;
    expect(first).toMatchObject({ email: person.email, emailVerified: true, tier: 'free', effectiveTier: 'free' });
    const again = (await me(await provider.accessToken(person)).expect(200)).body.data;
    expect(again).toEqual(first);
    const events = await service.db('auth.audit_log').where({ action: 'user.registered', actor_id: first.id });
    expect(events.map(({ details }: { details: object }) => details)).toEqual([{ issuer: provider.issuer }]);
  });

  test('makes one user, however many requests of however many processes come first', async () => {
    const replica = harness.start(settings);
    const bearerToken = token(newPerson());
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => me(bearerToken, index % 2 === 0 ? service : replica)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
  });

  test('identifies its bearer by issuer and subject only: an equal e-mail address is another person', async () => {
    const local = await signedInUser(service, 'enterprise');
    const outsider = (await me(token({ email: local.email, email_verified: true })).expect(200)).body.data;
    const other = (await me(token({ email: local.email, email_verified: true })).expect(200)).body.data;
    expect(new Set([local.id, outsider.id, other.id]).size).toBe(3);
    expect(outsider.effectiveTier).toBe('free');
  });

  test("does not open a password account whose id equals the token's subject", async () => {
    const local = await signedInUser(service, 'enterprise');
    const { sid } = claimsOf(local.jwt);
    const outsider = (await me(token({ sub: local.id, sid })).expect(200)).body.data;
    expect(outsider.id).not.toBe(local.id);
    await service.http
      .post('/v1/auth/change-password')
      .set(bearer(token({ sub: local.id })))
      .send({ currentPassword: 'x', newPassword: 'correct horse staple' })
      .expect(403);
  });

  test.each<[string, string, () => object]>([
    ['no address', 'not verified', () => ({})],
    ['an address without a word on it', 'not verified', () => ({ email: newEmail() })],
    ['an address that is not verified', 'not verified', () => ({ email: newEmail(), email_verified: false })],
    ['something that is no address', 'not verified', () => ({ email: 'a@b@c', email_verified: true })],
    ['an address with a NUL', 'not verified', () => ({ email: 'a\0@example.test', email_verified: true })],
    ['a verified address', 'verified', () => ({ email: newEmail(), email_verified: true })],
    ['a verified address, the flag as text', 'verified', () => ({ email: newEmail(), email_verified: 'true' })],
    ['a verified address in capitals', 'verified', () => ({ email: newEmail().toUpperCase(), email_verified: true })],
  ])('with %s leaves the account %s', async (_what, outcome, more) => {
    const told: { email?: string } = more();
    const { email, emailVerified, id } = (await me(token(told)).expect(200)).body.data;
    const expected = outcome === 'verified' ? told.email?.toLowerCase() : `${id}@unknown.invalid`;
    expect({ email, emailVerified }).toEqual({ email: expected, emailVerified: outcome === 'verified' });
  });

  test('brings a new verified address to the account, but an older token does not bring the old one back', async () => {
    const [sub, before, after] = [randomUUID(), newEmail(), newEmail()];
    const old = token({ sub, email: before, email_verified: true, iat: now() - 20 });
    await me(old).expect(200);
    await me(token({ sub, email: after, email_verified: true })).expect(200);
    expect((await me(old)).body.data.email).toBe(after);
    expect((await me(token({ sub, email: before, email_verified: false }))).body.data.email).toBe(after);
  });
});

/** Of tests that say how long ago a token was made: the machine may take longer than they leave. */
function whileTheDateStands(): void {
  let goOn: () => void;
  beforeEach(() => {
    goOn = stopTheDate();
  });
  afterEach(() => goOn());
}

describe('refuses with 401', () => {
  whileTheDateStands();
  const stranger = newKey();
  const publicPem = () =>
    createPublicKey({ key: provider.key() as JsonWebKey, format: 'jwk' }).export({ type: 'spki', format: 'pem' });

  test.each<[string, () => string]>([
    ['a token for another audience', () => token({ aud: 'https://other.test' })],
    ['a token without an audience', () => token({ aud: undefined })],
    ['a token of another issuer', () => token({ iss: 'https://other.test' })],
    ['a token of the issuer with a slash more', () => token({ iss: `${provider.issuer}/` })],
    ['a token that ended more than a minute ago', () => token({ exp: now() - 62 })],
    ['a token that never ends', () => token({ exp: undefined })],
    ['a token that begins in more than a minute', () => token({ nbf: now() + 65 })],
    ['a token issued in the future', () => token({ iat: now() + 65 })],
    ['a token that does not say when it was issued', () => token({ iat: undefined })],
    ['a token without a subject', () => token({ sub: undefined })],
    ['a token with an empty subject', () => token({ sub: '' })],
    ['a token with a NUL in its subject', () => token({ sub: 'a\0b' })],
    ['a token with half a character in its subject', () => token({ sub: 'a\ud800' })],
    ['a token with an endless subject', () => token({ sub: 'x'.repeat(256) })],
    ['a token whose subject is no text', () => token({ sub: { admin: true } })],
    ['a token signed by a stranger', () => signOutside(claims(), stranger)],
    [
      "a token signed by a stranger under the key's name",
      () => signOutside(claims(), { ...stranger, kid: provider.key().kid }),
    ],
    ['an unsigned token', () => forgeToken(claims(), '', { alg: 'none', kid: provider.key().kid } as { alg: string })],
    [
      'a token signed with the public key as an HS256 secret',
      () => forgeToken(claims(), String(publicPem()), { alg: 'HS256', kid: provider.key().kid } as { alg: string }),
    ],
    [
      'a token signed with the right key in another algorithm',
      () => signOutside(claims(), provider.key(), { alg: 'RS512' }),
    ],
    [
      'a token of our own secret in the name of the provider',
      () => forgeToken(claims(), String(service.config.JWT_SECRET)),
    ],
    ['a logout token', () => signOutside(claims(), provider.key(), { typ: 'logout+jwt' })],
    [
      'a token with extensions that must be understood',
      () => signOutside(claims(), provider.key(), { crit: ['b64'], b64: false }),
    ],
    [
      'a token that brings its own key',
      () => signOutside(claims(), stranger, { jku: 'https://evil.test/jwks', kid: stranger.kid }),
    ],
  ])('%s', async (_what, forge) => {
    const answer = await me(forge()).expect(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test('every token of the provider where it is not configured', async () => {
    await me(token(), harness.start()).expect(401);
  });
});

describe('clocks', () => {
  whileTheDateStands();
  test('may differ by a minute', async () => {
    await me(token({ exp: now() - 50 })).expect(200);
    await me(token({ nbf: now() + 50, iat: now() + 50 })).expect(200);
  });
});

describe("the provider's keys", () => {
  test('are read once for many tokens', async () => {
    const replica = harness.start(settings);
    const reads = provider.keySetReads();
    await Promise.all(Array.from({ length: 10 }, () => me(token(), replica).expect(200)));
    expect(provider.keySetReads() - reads).toBe(1);
  });

  test('may change: a token of a new key is accepted, one of a withdrawn key no longer', async () => {
    const old = provider.key();
    await me(token()).expect(200);
    await provider.rotate();
    wait(11);
    await me(token()).expect(200);
    await me(signOutside(claims(), old)).expect(401);
  });

  test('may be for ES256, also as the provider makes the token', async () => {
    await provider.rotate('ES256');
    wait(11);
    expect(provider.key().alg).toBe('ES256');
    await me(await provider.accessToken(newPerson())).expect(200);
    await me(token()).expect(200);
  });

  test('withdrawn without a new token are forgotten after 10 minutes', async () => {
    const old = provider.key();
    await me(token()).expect(200);
    await provider.rotate();
    await me(signOutside(claims(), old)).expect(200);
    wait(601);
    await me(signOutside(claims(), old)).expect(401);
  });

  test('are not read again for every invented key name', async () => {
    const replica = harness.start(settings);
    await me(token(), replica).expect(200);
    wait(11);
    const reads = provider.keySetReads();
    for (let count = 0; count < 20; count += 1) await me(signOutside(claims(), newNamedKey()), replica).expect(401);
    expect(provider.keySetReads() - reads).toBe(1);
  });

  const stranger = newKey();
  const newNamedKey = () => ({ ...stranger, kid: randomUUID() });

  test('are found where OIDC_JWKS_URL says, without the discovery document', async () => {
    const pinned = harness.start({ ...settings, OIDC_JWKS_URL: `${provider.issuer}/jwks` });
    await me(token(), pinned).expect(200);
    const astray = harness.start({ ...settings, OIDC_JWKS_URL: `${provider.issuer}/nothing` });
    await me(token(), astray).expect(503);
  });
});

describe('while the provider is away', () => {
  test.each(['refuse', 'hang'] as const)(
    '(%s) tokens of known keys are accepted for a day, then they are 503',
    async (how) => {
      const replica = harness.start(settings);
      await me(token(), replica).expect(200);
      provider.behave(how);
      wait(23.9 * 3600);
      await me(token(), replica).expect(200);
      wait(0.2 * 3600);
      const answer = await me(token(), replica).expect(503);
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    },
  );

  test('an unknown key is 503, and the provider is asked at most every 10 s', async () => {
    const replica = harness.start(settings);
    await me(token(), replica).expect(200);
    provider.behave('refuse');
    wait(11);
    const unknown = () => signOutside(claims(), newKey());
    await me(unknown(), replica).expect(503);
    provider.behave('well');
    await me(unknown(), replica).expect(503);
    await me(token(), replica).expect(200);
    wait(11);
    await me(unknown(), replica).expect(401);
  });

  test('a process that never read its keys answers 503 to its tokens, and serves other credentials', async () => {
    provider.behave('refuse');
    const replica = harness.start(settings);
    await me(token(), replica).expect(503);
    await me((await signedInUser(replica, 'pro')).jwt, replica).expect(200);
    provider.behave('well');
    wait(11);
    await me(token(), replica).expect(200);
  });
});

describe('AUTH_TRUST_TIER_CLAIM', () => {
  const trusting = () => harness.start({ ...settings, AUTH_TRUST_TIER_CLAIM: TIER });
  const tierOf = async (credential: string, at: Instance) =>
    (await me(credential, at).expect(200)).body.data.effectiveTier;

  test('unset, no tier claim is trusted', async () => {
    for (const name of [TIER, 'tier', 'effectiveTier'])
      expect(await tierOf(token({ [name]: 'enterprise' }), service)).toBe('free');
  });

  test('set, the provider gives the tier, to the account and so to its keys', async () => {
    const at = trusting();
    const person = { ...newPerson(), [TIER]: 'pro' };
    const bearerToken = await provider.accessToken(person);
    expect(await tierOf(bearerToken, at)).toBe('pro');
    const { key } = (await at.http.post('/v1/api-keys').set(bearer(bearerToken)).send({ name: 'a key' }).expect(201))
      .body.data;
    await at.http.get('/v1/rules').set(bearer(key)).expect(200);
    const { id } = (await me(bearerToken, at)).body.data;
    const events = await at.db('auth.audit_log').where({ action: 'user.tier_changed', target_id: id });
    expect(events).toMatchObject([{ actor_id: 'identity-provider', details: { from: 'free', to: 'pro' } }]);
  });

  test('set, the newest token decides: an older one neither raises nor lowers', async () => {
    const [at, replica] = [trusting(), trusting()];
    const sub = randomUUID();
    const old = token({ sub, [TIER]: 'enterprise', iat: now() - 20 });
    const older = token({ sub, [TIER]: 'pro', iat: now() - 40 });
    expect(await tierOf(old, at)).toBe('enterprise');
    expect(await tierOf(older, at)).toBe('enterprise');
    expect(await tierOf(token({ sub, [TIER]: 'free' }), at)).toBe('free');
    await eventually(async () => (await tierOf(old, replica)) === 'free');
    expect(await tierOf(old, at)).toBe('free');
  });

  test.each([
    ['missing', undefined],
    ['unknown', 'platinum'],
    ['no text', ['enterprise']],
    ['of another case', 'Enterprise'],
  ])('set, a tier that is %s changes nothing', async (_what, tier) => {
    const at = trusting();
    const sub = randomUUID();
    expect(await tierOf(token({ sub, [TIER]: 'individual', iat: now() - 20 }), at)).toBe('individual');
    expect(await tierOf(token({ sub, [TIER]: tier }), at)).toBe('individual');
  });

  test('set, a tier claim in our own tokens is still ignored', async () => {
    const at = trusting();
    const local = await signedInUser(at, 'individual');
    const forged = forgeToken({ ...claimsOf(local.jwt), [TIER]: 'enterprise' }, String(at.config.JWT_SECRET));
    expect(await tierOf(forged, at)).toBe('individual');
  });
});

describe('settings', () => {
  test.each<[string, NodeJS.ProcessEnv, string]>([
    ['an issuer without an audience', { OIDC_ISSUER: 'https://id.test' }, 'OIDC_AUDIENCE is required'],
    ['an audience without an issuer', { OIDC_AUDIENCE: 'x' }, 'OIDC_AUDIENCE has no effect without OIDC_ISSUER'],
    [
      'a trusted claim without an issuer',
      { AUTH_TRUST_TIER_CLAIM: 'x' },
      'AUTH_TRUST_TIER_CLAIM has no effect without OIDC_ISSUER',
    ],
    [
      'a client secret without a client',
      { OIDC_ISSUER: 'https://id.test', OIDC_AUDIENCE: 'x', OIDC_CLIENT_SECRET: 'x' },
      'OIDC_CLIENT_SECRET has no effect without OIDC_CLIENT_ID',
    ],
    [
      'a client without an address to come back to',
      { OIDC_ISSUER: 'https://id.test', OIDC_AUDIENCE: 'x', OIDC_CLIENT_ID: 'x' },
      'PUBLIC_URL is required',
    ],
    [
      'an issuer over http in production',
      { NODE_ENV: 'production', SIGNUP: 'closed', OIDC_ISSUER: 'http://id.test', OIDC_AUDIENCE: 'x' },
      'OIDC_ISSUER is "http://id.test"',
    ],
  ])('refuse %s', (_what, env, message) => {
    expect(() => harness.start(env)).toThrow(message);
  });
});

describe('an account that was deleted', () => {
  const remove = (credential: string) => service.http.delete('/v1/me').set(bearer(credential));

  test('takes a token of the last ten minutes, and no older one', async () => {
    const sub = randomUUID();
    await remove(token({ sub, iat: now() - 700 })).expect(403);
    await remove(token({ sub })).expect(200);
  });

  test('is not made anew by a token that was issued before, in any process, and is by a later sign-in', async () => {
    const replica = harness.start(settings);
    const sub = randomUUID();
    const old = token({ sub, iat: now() - 60 });
    const { id } = (await me(old, replica).expect(200)).body.data;
    await remove(old).expect(200);
    await me(old).expect(401);
    await eventually(async () => (await me(old, replica)).status === 401);
    const later = token({ sub, iat: now() + 2 });
    const again = (await me(later).expect(200)).body.data;
    expect(again.id).not.toBe(id);
  });
});
