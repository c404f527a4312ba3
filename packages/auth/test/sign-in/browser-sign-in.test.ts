import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { createBrowser } from '../support/browser.js';
import { claimsOf } from '../support/forged-token.js';
import {
  bearer,
  createHarness,
  type Harness,
  type Instance,
  newEmail,
  PASSWORD,
  signedInUser,
} from '../support/harness.js';
import {
  AUDIENCE,
  CLIENT_ID,
  CLIENT_SECRET,
  type IdentityProvider,
  type Person,
  startIdentityProvider,
} from '../support/identity-provider.js';

const PUBLIC_URL = 'https://tripline.example.test';
const CALLBACK = `${PUBLIC_URL}/v1/auth/oidc/callback`;
const browserHeaders = { 'X-Client': 'browser', Origin: PUBLIC_URL };

let harness: Harness;
let provider: IdentityProvider;
let settings: NodeJS.ProcessEnv;
let service: Instance;

beforeAll(async () => {
  harness = await createHarness();
  provider = await startIdentityProvider(CALLBACK);
  settings = {
    PUBLIC_URL,
    OIDC_ISSUER: provider.issuer,
    OIDC_AUDIENCE: AUDIENCE,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
    BUILTIN_ACCOUNTS: 'false',
  };
  service = harness.start(settings);
});
afterAll(async () => {
  await provider.close();
  await harness.close();
});

const newPerson = (): Person => ({ sub: randomUUID(), email: newEmail(), email_verified: true });

const cookieOf = (header: unknown, name: string): string =>
  new RegExp(`${name}=[^;]*`).exec(String(header))?.[0] ?? `${name}=`;

/** Goes to the provider and back, up to our callback's door. */
async function comeBack(person: Person, at: Instance = service, query = '') {
  provider.arrive(person);
  const start = await at.http.get(`/v1/auth/oidc/start${query}`).expect(303);
  const back = await createBrowser().follow(start.headers['location'] ?? '', CALLBACK);
  return {
    start,
    path: back.pathname + back.search,
    back,
    ticket: cookieOf(start.headers['set-cookie'], 'tripline_sign_in'),
  };
}

async function signIn(person: Person, at: Instance = service, query = '') {
  const { path, ticket } = await comeBack(person, at, query);
  const answer = await at.http.get(path).set('Cookie', ticket).expect(303);
  return { answer, cookie: cookieOf(answer.headers['set-cookie'], 'tripline_refresh') };
}

const refresh = (cookie: string, at: Instance = service) =>
  at.http.post('/v1/auth/refresh').set(browserHeaders).set('Cookie', cookie);
const me = (jwt: string, at: Instance = service) => at.http.get('/v1/me').set(bearer(jwt));

describe('GET /v1/auth/ways', () => {
  const waysOf = async (at: Instance): Promise<unknown> => (await at.http.get('/v1/auth/ways').expect(200)).body.data;

  test('with a provider alone', async () => {
    expect(await waysOf(service)).toEqual({
      password: false,
      passkey: false,
      identityProvider: true,
      signUp: 'closed',
    });
  });

  test('with passwords alone, and accounts for those who are invited', async () => {
    const plain = harness.start({ PUBLIC_URL, SIGNUP: 'invited' });
    expect(await waysOf(plain)).toEqual({ password: true, passkey: true, identityProvider: false, signUp: 'invited' });
  });

  test('without passkeys at an address that browsers allow none for', async () => {
    const plain = harness.start({ PUBLIC_URL: 'https://192.0.2.7' });
    expect(await waysOf(plain)).toMatchObject({ password: true, passkey: false });
  });
});

describe('GET /v1/auth/oidc/start', () => {
  test('leads to the provider with a PKCE challenge, and leaves a ticket that no script can read', async () => {
    const answer = await service.http.get('/v1/auth/oidc/start').expect(303);
    const url = new URL(answer.headers['location'] ?? '');
    expect(`${url.origin}${url.pathname}`).toBe(`${provider.issuer}/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: CLIENT_ID,
      redirect_uri: CALLBACK,
      scope: 'openid email',
      state: expect.any(String),
      nonce: expect.any(String),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^tripline_sign_in=[^;]+; Max-Age=600; Path=\/v1\/auth\/oidc; .*HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test.each(['https://evil.test/', '//evil.test/', '/\\evil.test/', 'dashboard', '/\t/evil.test', '\\\\evil.test'])(
    'refuses a returnTo outside this site with 400: %j',
    async (returnTo) => {
      const answer = await service.http.get('/v1/auth/oidc/start').query({ returnTo }).expect(400);
      expect(answer.body.error.details[0].path).toBe('returnTo');
    },
  );

  test('accepts every path of this site as returnTo', async () => {
    const part = fc.oneof(
      fc.constantFrom('/', '\\', '//', ':', '@', '?', '#', '.', '..', '%', '\t', 'evil.test'),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
        const answer = await service.http.get('/v1/auth/oidc/start').query({ returnTo: `/${parts.join('')}` });
        if (answer.status === 400) return;
        expect(answer.status).toBe(303);
        const ticket = cookieOf(answer.headers['set-cookie'], 'tripline_sign_in').replace('tripline_sign_in=', '');
        expect(new URL(String(claimsOf(ticket)['returnTo'])).origin).toBe(PUBLIC_URL);
      }),
    );
  });

  test('is 503, not an error of ours, while the provider is away', async () => {
    const replica = harness.start(settings);
    provider.behave('refuse');
    try {
      const answer = await replica.http.get('/v1/auth/oidc/start').expect(503);
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    } finally {
      provider.behave('well');
    }
  });

  test('is 404 where no provider is configured', async () => {
    const plain = harness.start();
    await plain.http.get('/v1/auth/oidc/start').expect(404);
    await plain.http.get('/v1/auth/oidc/callback?code=x&state=y').expect(404);
  });
});

describe('a sign-in through the provider', () => {
  test('ends on the page that was asked for, with a session as built-in accounts have', async () => {
    const person = newPerson();
    const { answer, cookie } = await signIn(person, service, '?returnTo=/dashboard%3Fa=1');
    expect(answer.headers['location']).toBe(`${PUBLIC_URL}/dashboard?a=1`);
    expect(String(answer.headers['set-cookie'])).toMatch(
      /tripline_refresh=[^;]+; [^,]*Path=\/v1\/auth; [^,]*, [^,]*HttpOnly; Secure; SameSite=Strict/,
    );
    const { body, headers } = await refresh(cookie).expect(200);
    const profile = (await me(body.data.accessToken).expect(200)).body.data;
    expect(profile).toMatchObject({ email: person.email, emailVerified: true, tier: 'free', team: null });
    const next = cookieOf(headers['set-cookie'], 'tripline_refresh');
    await service.http.post('/v1/auth/logout').set(browserHeaders).set('Cookie', next).expect(200);
    await refresh(next).expect(401);
    await me(body.data.accessToken).expect(401);
  });

  test('is what an account without a password is deleted with, for ten minutes', async () => {
    const { cookie } = await signIn(newPerson());
    const { accessToken } = (await refresh(cookie).expect(200)).body.data;
    const { id } = (await me(accessToken).expect(200)).body.data;
    const began = (ago: string) =>
      service.db.raw(`update auth.token_families set created_at = now() - ?::interval where user_id = ?`, [ago, id]);
    const remove = () => service.http.delete('/v1/me').set(bearer(accessToken));
    await began('11 minutes');
    expect((await remove().expect(403)).body.error.message).toContain('Sign in again');
    await began('9 minutes');
    await remove().expect(200);
    await me(accessToken).expect(401);
  });

  test('ends at PUBLIC_URL where no page was asked for', async () => {
    const { answer } = await signIn(newPerson());
    expect(answer.headers['location']).toBe(PUBLIC_URL);
  });

  test('finds the same account again, also under another address', async () => {
    const person = newPerson();
    const first = (await refresh((await signIn(person)).cookie)).body.data;
    const moved = { ...person, email: newEmail() };
    const second = (await refresh((await signIn(moved)).cookie)).body.data;
    const before = (await me(first.accessToken)).body.data;
    const after = (await me(second.accessToken)).body.data;
    expect(after).toEqual({ ...before, email: moved.email });
  });

  test('never links to an account by its address', async () => {
    const both = harness.start({ ...settings, BUILTIN_ACCOUNTS: 'true' });
    const local = await signedInUser(both, 'enterprise');
    const { cookie } = await signIn({ ...newPerson(), email: local.email }, both);
    const jwt = (await refresh(cookie, both)).body.data.accessToken;
    const outsider = (await me(jwt, both).expect(200)).body.data;
    expect(outsider).toMatchObject({ email: local.email, effectiveTier: 'free' });
    expect(outsider.id).not.toBe(local.id);
    await both.http.post('/v1/auth/login').send({ email: local.email, password: PASSWORD }).expect(200);
  });

  test('takes over no address that the provider has not verified', async () => {
    const person = { ...newPerson(), email_verified: false };
    const jwt = (await refresh((await signIn(person)).cookie)).body.data.accessToken;
    const profile = (await me(jwt)).body.data;
    expect(profile.emailVerified).toBe(false);
    expect(profile.email).toBe(`${profile.id}@unknown.invalid`);
  });

  test('ends after 12 hours, so that whoever is locked out at the provider is locked out here', async () => {
    const { cookie } = await signIn(newPerson());
    const answer = await refresh(cookie).expect(200);
    const next = cookieOf(answer.headers['set-cookie'], 'tripline_refresh');
    const { id } = (await me(answer.body.data.accessToken)).body.data;
    const { rows } = await service.db.raw(
      `update auth.token_families set ends_at = ends_at - interval '12 hours' where user_id = ?
       returning extract(epoch from ends_at - created_at) as lasted`,
      [id],
    );
    expect(rows.map(({ lasted }: { lasted: string }) => Math.round(Number(lasted)))).toEqual([0]);
    await refresh(next).expect(401);
  });
});

describe('GET /v1/auth/oidc/callback', () => {
  test('is 400 in a browser that did not begin the sign-in, and its ticket is good for one try', async () => {
    const { path, ticket } = await comeBack(newPerson());
    await service.http.get(path).expect(400);
    const other = await service.http.get('/v1/auth/oidc/start');
    await service.http.get(path).set('Cookie', cookieOf(other.headers['set-cookie'], 'tripline_sign_in')).expect(400);
    const answer = await service.http.get(path).set('Cookie', ticket).expect(303);
    expect(String(answer.headers['set-cookie'])).toContain('tripline_sign_in=;');
    await service.http.get(path).set('Cookie', ticket).expect(401);
  });

  test('is 400 with a ticket that was changed, has another state, or is an access token of ours', async () => {
    const { back, path, ticket } = await comeBack(newPerson());
    const [head, , signature] = ticket.split('.');
    const claims = Buffer.from('{"state":"x","nonce":"x","codeVerifier":"x","returnTo":"https://evil.test"}');
    const changed = `${head}.${claims.toString('base64url')}.${signature}`;
    await service.http.get(`${back.pathname}?code=x&state=x`).set('Cookie', changed).expect(400);
    await service.http
      .get(path.replace(/state=[^&]+/, 'state=other'))
      .set('Cookie', ticket)
      .expect(400);
    const jwt = (await refresh((await signIn(newPerson())).cookie)).body.data.accessToken;
    await service.http.get(path).set('Cookie', `tripline_sign_in=${jwt}`).expect(400);
    await me(ticket.replace('tripline_sign_in=', '')).expect(401);
  });

  test('is 400 for the answer of another issuer, and when the issuer is missing although the provider names it', async () => {
    const { path, ticket } = await comeBack(newPerson());
    const other = path.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.test');
    await service.http.get(other).set('Cookie', ticket).expect(400);
    await service.http
      .get(path.replace(/&?iss=[^&]+/, ''))
      .set('Cookie', ticket)
      .expect(400);
  });

  test('ignores parameters that a provider adds, but refuses one given twice', async () => {
    const { path, ticket } = await comeBack(newPerson());
    await service.http.get(`${path}&code=again`).set('Cookie', ticket).expect(400);
    await service.http.get(`${path}&session_state=abc`).set('Cookie', ticket).expect(303);
  });

  test('is 401 when the provider lets nobody in, or does not know the code', async () => {
    provider.turnAway();
    const start = await service.http.get('/v1/auth/oidc/start').expect(303);
    const ticket = cookieOf(start.headers['set-cookie'], 'tripline_sign_in');
    const back = await createBrowser().follow(start.headers['location'] ?? '', CALLBACK);
    const refused = await service.http
      .get(back.pathname + back.search)
      .set('Cookie', ticket)
      .expect(401);
    expect(refused.body.error.message).toContain('access_denied');
    const { path, ticket: second } = await comeBack(newPerson());
    await service.http
      .get(path.replace(/code=[^&]+/, 'code=unknown'))
      .set('Cookie', second)
      .expect(401);
  });

  test('is 503 while the provider cannot be reached, refuses us as its client, or hangs', async () => {
    const stranger = harness.start({ ...settings, OIDC_CLIENT_SECRET: 'not the secret' });
    const wrong = await comeBack(newPerson(), stranger);
    await stranger.http.get(wrong.path).set('Cookie', wrong.ticket).expect(503);
    for (const how of ['refuse', 'hang'] as const) {
      const { path, ticket } = await comeBack(newPerson());
      provider.behave(how);
      try {
        await service.http.get(path).set('Cookie', ticket).expect(503);
      } finally {
        provider.behave('well');
      }
    }
  });

  test('counts failures per client address', async () => {
    const strict = harness.start({ ...settings, LIMIT_LOGINS_PER_ADDRESS: '1', TRUST_PROXY: '1' });
    const from = { 'X-Forwarded-For': '198.51.100.23' };
    for (const status of [401, 429]) {
      const { path, ticket } = await comeBack(newPerson(), strict);
      const unknown = path.replace(/code=[^&]+/, 'code=unknown');
      await strict.http.get(unknown).set(from).set('Cookie', ticket).expect(status);
    }
    const { path, ticket } = await comeBack(newPerson(), strict);
    await strict.http.get(path).set('X-Forwarded-For', '198.51.100.24').set('Cookie', ticket).expect(303);
  });
});

describe('with BUILTIN_ACCOUNTS=false', () => {
  test('nobody signs in with a password and sessions of passwords end, while outside sessions work', async () => {
    const both = harness.start({ ...settings, BUILTIN_ACCOUNTS: 'true' });
    const local = await signedInUser(both, 'pro');
    await me(local.jwt, both).expect(200);
    await service.http.post('/v1/auth/login').send({ email: local.email, password: PASSWORD }).expect(404);
    await service.http.post('/v1/auth/register').send({ email: newEmail(), password: PASSWORD }).expect(404);
    await service.http.post('/v1/auth/refresh').send({ refreshToken: local.refreshToken }).expect(401);
    await me(local.jwt).expect(401);
    await refresh((await signIn(newPerson())).cookie).expect(200);
  });

  test('sessions of a provider that is no longer the configured one end', async () => {
    const { cookie } = await signIn(newPerson());
    const answer = await refresh(cookie).expect(200);
    const later = harness.start({ ...settings, OIDC_ISSUER: 'http://127.0.0.1:9/other', BUILTIN_ACCOUNTS: 'true' });
    await me(answer.body.data.accessToken, later).expect(401);
    await refresh(cookieOf(answer.headers['set-cookie'], 'tripline_refresh'), later).expect(401);
  });
});
