import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { startTestProxy } from '@tripline/stack';
import { bearer, createHarness, type Harness, type Instance, newEmail } from '../support/harness.js';
import { newKey, type SigningKey } from '../support/identity-provider.js';
import { signOutside } from '../support/outside-token.js';
import { type Script, type ScriptedProvider, startScriptedProvider } from '../support/scripted-provider.js';

const PUBLIC_URL = 'http://tripline.example.test/app';
const AUDIENCE = 'https://api.tripline.test';
const CLIENT = 'a client: 50% & more';
const SECRET = 'secret + more';
const TIER = 'https://tripline.test/tier';

let harness: Harness;
let provider: ScriptedProvider;
let service: Instance;

beforeAll(async () => {
  harness = await createHarness();
  provider = await startScriptedProvider();
  service = start();
});
afterAll(async () => {
  await provider.close();
  await harness.close();
});

const now = () => Math.floor(Date.now() / 1000);
/** A process of its own, so that nothing it read of the provider before stands in the way. */
const start = (env: NodeJS.ProcessEnv = {}) =>
  harness.start({
    PUBLIC_URL,
    OIDC_ISSUER: provider.issuer,
    OIDC_AUDIENCE: AUDIENCE,
    OIDC_CLIENT_ID: CLIENT,
    OIDC_CLIENT_SECRET: SECRET,
    AUTH_TRUST_TIER_CLAIM: TIER,
    BUILTIN_ACCOUNTS: 'false',
    ...env,
  });

/** Begins a sign-in and comes back with a code, for which the provider gives an ID token of these claims. */
async function signIn(
  at: Instance,
  claims: Record<string, unknown> = {},
  script: Script = {},
  { key = provider.key, ...header }: { key?: SigningKey; [name: string]: unknown } = {},
) {
  provider.play(script);
  const begun = await at.http.get('/v1/auth/oidc/start').expect(303);
  const asked = new URL(begun.headers['location'] ?? '').searchParams;
  const sound = {
    ...{ iss: provider.issuer, aud: CLIENT, sub: randomUUID(), nonce: asked.get('nonce') },
    ...{ iat: now(), exp: now() + 60 },
  };
  const idToken = signOutside({ ...sound, ...claims }, key, { typ: 'JWT', ...header });
  provider.play({
    token: () => ({ body: { id_token: idToken, access_token: 'opaque', token_type: 'Bearer' } }),
    ...script,
  });
  return at.http
    .get('/v1/auth/oidc/callback')
    .query({ code: 'a code', state: asked.get('state') })
    .set('Cookie', String(begun.headers['set-cookie']).split(';')[0] ?? '');
}

/** The profile of whoever has just signed in. */
async function profileOf(at: Instance, answer: Awaited<ReturnType<typeof signIn>>) {
  expect(answer.status).toBe(303);
  const cookie = /tripline_refresh=[^;]*/.exec(String(answer.headers['set-cookie']))?.[0] ?? '';
  const headers = { 'X-Client': 'browser', Origin: new URL(PUBLIC_URL).origin, Cookie: cookie };
  const session = await at.http.post('/v1/auth/refresh').set(headers).expect(200);
  return (await at.http.get('/v1/me').set(bearer(session.body.data.accessToken)).expect(200)).body.data;
}

describe('the ID token', () => {
  test('signs its subject in, with its verified address and trusted tier', async () => {
    const email = newEmail();
    const answer = await signIn(service, { email, email_verified: true, [TIER]: 'team' });
    expect(answer.headers['location']).toBe(PUBLIC_URL);
    expect(await profileOf(service, answer)).toMatchObject({ email, emailVerified: true, tier: 'team' });
  });

  test('may be for several audiences when it was issued to this client', async () => {
    expect((await signIn(service, { aud: [CLIENT, 'other'], azp: CLIENT })).status).toBe(303);
    expect((await signIn(service, { aud: [CLIENT] })).status).toBe(303);
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>?]>([
    ['of another sign-in', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['for another client', { aud: 'another' }],
    ["for this API's audience and no client", { aud: AUDIENCE }],
    ['issued to another client of ours and theirs', { aud: [CLIENT, 'other'], azp: 'other' }],
    ['issued to another client, for this one alone', { azp: 'other' }],
    ['for several audiences, not saying to whom it was issued', { aud: [CLIENT, 'other'] }],
    ['of another issuer', { iss: 'https://evil.test' }],
    ['that is over', { exp: 1_000_000 }],
    ['without a subject', { sub: undefined }],
    ['under an unknown key', {}, { kid: 'unknown' }],
    ['in another algorithm', {}, { alg: 'RS384' }],
  ])('%s is 401', async (_what, claims, header = {}) => {
    const answer = await signIn(service, claims, {}, header);
    expect(answer.status).toBe(401);
    expect(String(answer.headers['set-cookie'])).not.toContain('tripline_refresh');
  });

  test("signed by somebody else is 401, also under the name of the provider's key", async () => {
    expect((await signIn(service, {}, {}, { key: newKey() })).status).toBe(401);
    expect((await signIn(service, {}, {}, { key: { ...newKey(), kid: provider.key.kid } })).status).toBe(401);
  });

  test('that is missing or cannot be read is a fault of the provider: 503', async () => {
    const bearerOf = (idToken: unknown) => ({ access_token: 'opaque', token_type: 'Bearer', id_token: idToken });
    for (const body of [{}, [], 'no JSON', bearerOf(undefined), bearerOf(7), bearerOf('a.b.c')]) {
      expect((await signIn(service, {}, { token: () => ({ body }) })).status).toBe(503);
    }
  });

  test('is refused as an access token: its audience is the client', async () => {
    const claims = { iss: provider.issuer, aud: CLIENT, sub: 'x', iat: now(), exp: now() + 60 };
    await start()
      .http.get('/v1/me')
      .set(bearer(signOutside(claims, provider.key)))
      .expect(401);
  });
});

describe('the userinfo endpoint', () => {
  const told = (more: object) => ({
    userInfo: { body: { email: 'told@example.test', email_verified: true, ...more } },
  });

  test('tells the address that the ID token does not, of the same subject only', async () => {
    const sub = randomUUID();
    const other = await profileOf(service, await signIn(service, { sub }, told({ sub: 'another' })));
    expect(other.emailVerified).toBe(false);
    const same = await profileOf(service, await signIn(service, { sub }, told({ sub })));
    expect(same).toMatchObject({ id: other.id, email: 'told@example.test', emailVerified: true });
  });

  test('may be missing or refuse: the sign-in goes on without an address', async () => {
    const at = start();
    for (const script of [{ userInfo: { status: 403, body: {} } }, { metadata: { userinfo_endpoint: undefined } }]) {
      expect((await profileOf(at, await signIn(at, {}, script))).emailVerified).toBe(false);
    }
  });
});

describe('this service as a client', () => {
  const methods = (...names: string[]) => ({ metadata: { token_endpoint_auth_methods_supported: names } });
  /** How a sign-in shows who is asking. */
  async function shown(env: NodeJS.ProcessEnv, script: Script) {
    let seen: { form: Record<string, string>; authorization: string | undefined } | undefined;
    const token: Script['token'] = (form, authorization) => {
      seen = { form: Object.fromEntries(form), authorization };
      return { status: 400, body: { error: 'invalid_grant' } };
    };
    expect((await signIn(start(env), {}, { ...script, token })).status).toBe(401);
    return seen;
  }
  const grant = {
    grant_type: 'authorization_code',
    code: 'a code',
    redirect_uri: `${PUBLIC_URL}/v1/auth/oidc/callback`,
    code_verifier: expect.stringMatching(/^[\w-]{43}$/),
  };

  test('sends its secret in the header, both parts form-encoded', async () => {
    const basic = `Basic ${btoa('a+client%3A+50%25+%26+more:secret+%2B+more')}`;
    expect(await shown({}, {})).toEqual({ form: grant, authorization: basic });
    expect(await shown({}, methods('client_secret_post', 'client_secret_basic'))).toEqual({
      form: grant,
      authorization: basic,
    });
  });

  test('sends it in the body where the provider wants it there', async () => {
    const form = { ...grant, client_id: CLIENT, client_secret: SECRET };
    expect(await shown({}, methods('client_secret_post'))).toEqual({ form, authorization: undefined });
  });

  test('sends only its id when it has no secret', async () => {
    const form = { ...grant, client_id: CLIENT };
    expect(await shown({ OIDC_CLIENT_SECRET: '' }, {})).toEqual({ form, authorization: undefined });
  });

  test('keeps the parameters that the authorization endpoint already has', async () => {
    provider.play({});
    const answer = await start().http.get('/v1/auth/oidc/start').expect(303);
    const { searchParams } = new URL(answer.headers['location'] ?? '');
    expect([searchParams.get('tenant'), searchParams.get('client_id')]).toEqual(['1', CLIENT]);
  });
});

describe('what the provider publishes', () => {
  test.each<[string, Record<string, unknown>]>([
    ['another issuer', { issuer: 'https://evil.test' }],
    ['no authorization endpoint', { authorization_endpoint: undefined }],
    ['an endpoint that is no web address', { token_endpoint: 'file:///etc/passwd' }],
  ])('of itself with %s is not used: 503', async (_what, metadata) => {
    provider.play({ metadata });
    await start().http.get('/v1/auth/oidc/start').expect(503);
  });

  const rsa = (bits: number) => generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'jwk' });
  const { e, kid, kty, n } = { ...rsa(2048), kid: 'x' };
  test.each<[string, Script['keySet']]>([
    ['an error', { status: 500, body: {} }],
    ['no JSON', { body: '<html>' }],
    ['no list', { body: { keys: 'none' } }],
    ['no keys', { body: { keys: [] } }],
    [
      'things that are no keys',
      { body: { keys: [null, 1, 'x', {}, { kty: 'RSA' }, { kty: 'EC', crv: 'P-256', x: 1 }] } },
    ],
    ['a key that is too short', { body: { keys: [{ ...rsa(1024), kid }] } }],
    ['a key for another use', { body: { keys: [{ e, kid, kty, n, use: 'enc' }] } }],
    ['a key for another algorithm', { body: { keys: [{ e, kid, kty, n, alg: 'PS256' }] } }],
    ['a shared secret', { body: { keys: [{ kty: 'oct', k: 'c2VjcmV0', kid, alg: 'HS256' }] } }],
    ['a redirect', { status: 302, location: 'http://127.0.0.1:9/keys', body: {} }],
    ['more than half a megabyte', { body: { keys: [], filler: 'x'.repeat(600_000) } }],
  ])('as keys with %s is not used: 503', async (_what, keySet) => {
    provider.play({ keySet });
    const claims = { iss: provider.issuer, aud: AUDIENCE, sub: 'x', iat: now(), exp: now() + 60 };
    await start()
      .http.get('/v1/me')
      .set(bearer(signOutside(claims, provider.key)))
      .expect(503);
  });

  test('a single key needs no name', async () => {
    provider.play({});
    const claims = { iss: provider.issuer, aud: AUDIENCE, sub: randomUUID(), iat: now(), exp: now() + 60 };
    const nameless = signOutside(claims, provider.key, { kid: undefined });
    await start().http.get('/v1/me').set(bearer(nameless)).expect(200);
    const { e: e1, n: n1 } = provider.key;
    provider.play({
      keySet: {
        body: {
          keys: [
            { kty, e: e1, n: n1 },
            { e, kid, kty, n },
          ],
        },
      },
    });
    await start().http.get('/v1/me').set(bearer(nameless)).expect(401);
  });
});

test('behind a proxy every call to the provider goes through it', async () => {
  const proxy = await startTestProxy(() => Number(new URL(provider.issuer).port));
  const before = process.env['HTTP_PROXY'];
  process.env['HTTP_PROXY'] = proxy.url;
  try {
    const issuer = 'http://id.example.test';
    const metadata = {
      issuer,
      jwks_uri: 'http://keys.example.test/keys',
      token_endpoint: 'http://token.example.test/token',
      userinfo_endpoint: 'http://people.example.test/me',
    };
    const userInfo = { status: 403, body: {} };
    const answer = await signIn(start({ OIDC_ISSUER: issuer }), { iss: issuer }, { metadata, userInfo });
    expect(answer.status).toBe(303);
    expect(proxy.asked.toSorted()).toEqual([
      'id.example.test:80',
      'keys.example.test:80',
      'people.example.test:80',
      'token.example.test:80',
    ]);
    expect(proxy.plain).toEqual([]);
  } finally {
    if (before === undefined) delete process.env['HTTP_PROXY'];
    else process.env['HTTP_PROXY'] = before;
    await proxy.close();
  }
});
