import { eventually } from '@tripline/stack';
import fc from 'fast-check';
import {
  bearer,
  createHarness,
  type Harness,
  type Instance,
  JWT_SECRET,
  PASSWORD,
  signedInUser,
} from './support/harness.js';

let harness: Harness;
let service: Instance;

beforeAll(async () => {
  harness = await createHarness();
  service = harness.start({ PUBLIC_URL: 'https://tripline.example.test' });
});
afterAll(() => harness.close());

const refresh = (refreshToken: string, at: Instance = service) =>
  at.http.post('/v1/auth/refresh').send({ refreshToken });
const me = (jwt: string, at: Instance = service) => at.http.get('/v1/me').set(bearer(jwt));
/** Moves the rotation of a user's used tokens into the past, beyond the grace of two tabs. */
const ageRotations = (userId: string) =>
  service.db.raw(
    `update auth.refresh_tokens t set rotated_at = rotated_at - interval '11 seconds'
     from auth.token_families f where f.id = t.family_id and f.user_id = ?`,
    [userId],
  );

describe('refresh tokens', () => {
  test('are exchanged for a new pair, and the access token lives 15 minutes', async () => {
    const user = await signedInUser(service, 'pro');
    const answer = await refresh(user.refreshToken).expect(200);
    expect(Object.keys(answer.body.data).sort()).toEqual(['accessToken', 'expiresAt', 'refreshToken']);
    expect(answer.body.data.refreshToken).not.toBe(user.refreshToken);
    const lifetime = new Date(answer.body.data.expiresAt).getTime() - Date.now();
    expect(Math.round(lifetime / 60_000)).toBe(15);
    await me(answer.body.data.accessToken).expect(200);
  });

  test('may be used by two tabs at once', async () => {
    const user = await signedInUser(service, 'pro');
    const answers = await Promise.all([refresh(user.refreshToken), refresh(user.refreshToken)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    const [one, other] = answers.map((answer) => answer.body.data);
    expect(one.refreshToken).toBe(other.refreshToken);
    for (const { accessToken } of [one, other]) await me(accessToken).expect(200);
    await refresh(one.refreshToken).expect(200);
  });

  test('give the same successor to whoever lost the answer, also after JWT_SECRET was changed', async () => {
    const user = await signedInUser(service, 'pro');
    const first = (await refresh(user.refreshToken).expect(200)).body.data;
    const changed = harness.start({
      JWT_SECRET: 'the next secret of more than thirty-two characters',
      JWT_SECRET_PREVIOUS: JWT_SECRET,
    });
    expect((await refresh(user.refreshToken, changed).expect(200)).body.data.refreshToken).toBe(first.refreshToken);
    const next = (await refresh(first.refreshToken, changed).expect(200)).body.data;
    expect((await refresh(user.refreshToken, changed).expect(200)).body.data.refreshToken).toBe(next.refreshToken);
  });

  test('are never live twice in a session, in whatever order and however often old and new ones are used', async () => {
    const live = async (id: string) => {
      const { rows } = await service.db.raw(
        `select f.id, count(*)::integer as live from auth.refresh_tokens t join auth.token_families f on f.id = t.family_id
         where f.user_id = ? and f.revoked_at is null and t.rotated_at is null and t.expires_at > now() group by f.id`,
        [id],
      );
      return rows.map((row: { live: number }) => row.live);
    };
    const uses = fc.array(
      fc.record({
        back: fc.nat(4),
        together: fc.integer({ min: 1, max: 3 }),
        late: fc.constantFrom(false, false, false, true),
      }),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    await fc.assert(
      fc.asyncProperty(uses, async (steps) => {
        const user = await signedInUser(service, 'pro');
        const known = [user.refreshToken];
        for (const { together, back, late } of steps) {
          if (late) await ageRotations(user.id);
          const token = known[Math.max(0, known.length - 1 - back)] as string;
          const answers = await Promise.all(Array.from({ length: together }, () => refresh(token)));
          const given = new Set(
            answers.flatMap(({ body, status }) => (status === 200 ? [body.data.refreshToken] : [])),
          );
          expect(given.size).toBeLessThanOrEqual(1);
          known.push(...[...given].filter((each) => !known.includes(each)));
          for (const count of await live(user.id)) expect(count).toBe(1);
        }
      }),
      { numRuns: 15 },
    );
  });

  test('end the whole session, everywhere, when an old one is used again', async () => {
    const replica = harness.start();
    const user = await signedInUser(service, 'pro');
    const next = (await refresh(user.refreshToken).expect(200)).body.data;
    await me(next.accessToken, replica).expect(200);
    await ageRotations(user.id);
    await refresh(user.refreshToken).expect(401);
    await refresh(next.refreshToken).expect(401);
    await me(next.accessToken).expect(401);
    await eventually(async () => (await me(next.accessToken, replica)).status === 401);
    const events = await service.db('auth.audit_log').where({ action: 'session.reuse_detected', actor_id: user.id });
    expect(events).toHaveLength(1);
  });

  test("leave a user's other sessions alone", async () => {
    const user = await signedInUser(service, 'pro');
    const other = (await service.http.post('/v1/auth/login').send({ email: user.email, password: PASSWORD })).body.data;
    await refresh(user.refreshToken).expect(200);
    await ageRotations(user.id);
    await refresh(user.refreshToken).expect(401);
    await refresh(other.refreshToken).expect(200);
  });

  test('are refused when unknown or expired, and 400 when missing', async () => {
    await refresh('unknown').expect(401);
    const user = await signedInUser(service, 'pro');
    await service.db.raw(
      `update auth.refresh_tokens t set expires_at = now() from auth.token_families f where f.id = t.family_id and f.user_id = ?`,
      [user.id],
    );
    await refresh(user.refreshToken).expect(401);
    const answer = await service.http.post('/v1/auth/refresh').expect(400);
    expect(answer.body.error.details).toEqual([{ path: 'refreshToken', message: 'refreshToken is required' }]);
  });

  test('are stored as hashes only', async () => {
    const user = await signedInUser(service, 'pro');
    const { rows } = await service.db.raw('select t::text as row from auth.refresh_tokens t');
    expect(rows.map((each: { row: string }) => each.row).join('\n')).not.toContain(user.refreshToken);
  });
});

describe('POST /v1/auth/logout', () => {
  test('ends the session, and with it its access token', async () => {
    const user = await signedInUser(service, 'pro');
    await service.http.post('/v1/auth/logout').send({ refreshToken: user.refreshToken }).expect(200);
    await refresh(user.refreshToken).expect(401);
    await me(user.jwt).expect(401);
  });

  test('tells nothing about an unknown token', async () => {
    await service.http.post('/v1/auth/logout').send({ refreshToken: 'unknown' }).expect(200);
  });
});

describe('browsers (X-Client: browser)', () => {
  const browser = { 'X-Client': 'browser' };
  const origin = { Origin: 'https://tripline.example.test' };
  const signIn = async () => {
    const user = await signedInUser(service, 'pro');
    const answer = await service.http
      .post('/v1/auth/login')
      .set(browser)
      .send({ email: user.email, password: PASSWORD })
      .expect(200);
    const cookie = String(answer.headers['set-cookie']);
    return { answer, cookie, pair: { Cookie: cookie.split(';')[0] ?? '' } };
  };

  test('get the refresh token in a cookie that no script and no other site can use, and not in the body', async () => {
    const { answer, cookie } = await signIn();
    expect(answer.body.data).not.toHaveProperty('refreshToken');
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/v1/auth', 'Max-Age=2592000']) {
      expect(cookie).toContain(attribute);
    }
  });

  test('refresh with the cookie from our own origin only', async () => {
    const { pair } = await signIn();
    const call = (headers: Record<string, string>) =>
      service.http.post('/v1/auth/refresh').set({ ...browser, ...pair, ...headers });
    await call({}).expect(403);
    await call({ Origin: 'https://evil.test' }).expect(403);
    await call({ Origin: 'null' }).expect(403);
    const answer = await call(origin).expect(200);
    expect(String(answer.headers['set-cookie'])).toContain('HttpOnly');
    expect(answer.body.data).not.toHaveProperty('refreshToken');
  });

  test('cannot have their cookie used by a client that does not say it is one', async () => {
    const { pair } = await signIn();
    await service.http
      .post('/v1/auth/refresh')
      .set({ ...pair, ...origin })
      .expect(400);
  });

  test('sign out from our own origin only, and lose the cookie', async () => {
    const { pair } = await signIn();
    const call = (headers: Record<string, string>) =>
      service.http.post('/v1/auth/logout').set({ ...browser, ...pair, ...headers });
    await call({ Origin: 'https://evil.test' }).expect(403);
    const answer = await call(origin).expect(200);
    expect(String(answer.headers['set-cookie'])).toContain('Expires=Thu, 01 Jan 1970');
    await service.http
      .post('/v1/auth/refresh')
      .set({ ...browser, ...pair, ...origin })
      .expect(401);
  });

  test('are 401 without a cookie', async () => {
    await service.http
      .post('/v1/auth/refresh')
      .set({ ...browser, ...origin })
      .expect(401);
  });
});
