import { randomUUID } from 'node:crypto';
import { claimsOf, forgeToken } from './support/forged-token.js';
import {
  bearer,
  createHarness,
  type Harness,
  type Instance,
  JWT_SECRET,
  signedInUser,
  type TestUser,
} from './support/harness.js';

let harness: Harness;
let service: Instance;
let user: TestUser;
let good: Record<string, unknown>;

beforeAll(async () => {
  harness = await createHarness();
  service = harness.start();
  user = await signedInUser(service, 'pro');
  good = claimsOf(user.jwt);
});
afterAll(() => harness.close());

const me = (credential: string) => service.http.get('/v1/me').set(bearer(credential));
const inAnHour = Math.floor(Date.now() / 1000) + 3600;

describe('access tokens', () => {
  test('a token signed as ours, with our claims, is accepted', async () => {
    await me(forgeToken({ ...good, exp: inAnHour }, JWT_SECRET)).expect(200);
  });

  test.each<[string, (claims: Record<string, unknown>) => string]>([
    ['an expired token', (claims) => forgeToken({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 }, JWT_SECRET)],
    ['a token that never ends', ({ exp: _exp, ...claims }) => forgeToken(claims, JWT_SECRET)],
    ['an unsigned token (alg: none)', (claims) => forgeToken(claims, '', { alg: 'none' })],
    ['an unsigned token (alg: NONE)', (claims) => forgeToken(claims, '', { alg: 'NONE' })],
    [
      'a token signed by someone else',
      (claims) => forgeToken(claims, 'another secret of more than thirty-two letters'),
    ],
    [
      'a token signed by our secret with another algorithm',
      (claims) => forgeToken(claims, JWT_SECRET, { alg: 'HS512' }),
    ],
    [
      'a token of an issuer not configured here',
      (claims) => forgeToken({ ...claims, iss: 'https://evil.test' }, JWT_SECRET),
    ],
    ['a token without an issuer', ({ iss: _iss, ...claims }) => forgeToken(claims, JWT_SECRET)],
    ['a token for another audience', (claims) => forgeToken({ ...claims, aud: 'someone-else' }, JWT_SECRET)],
    ['a token without a session', ({ sid: _sid, ...claims }) => forgeToken(claims, JWT_SECRET)],
    ['a token of a session that never was', (claims) => forgeToken({ ...claims, sid: randomUUID() }, JWT_SECRET)],
    ['a token of a user who never was', (claims) => forgeToken({ ...claims, sub: randomUUID() }, JWT_SECRET)],
    ['a token whose subject is no id', (claims) => forgeToken({ ...claims, sub: "x' or 1=1" }, JWT_SECRET)],
    [
      'a token that is not valid yet',
      (claims) => forgeToken({ ...claims, nbf: inAnHour, exp: inAnHour + 9 }, JWT_SECRET),
    ],
    ['text that is no token', () => 'abc'],
    ['three parts that are no token', () => 'a.b.c'],
    [
      'a token whose claims are no JSON',
      (claims) =>
        forgeToken(claims, JWT_SECRET).replace(/\.[^.]+\./, `.${Buffer.from('no JSON').toString('base64url')}.`),
    ],
    ['a token of 10 kB', (claims) => forgeToken({ ...claims, more: 'x'.repeat(10_000) }, JWT_SECRET)],
  ])('refuses %s with 401', async (_what, forge) => {
    const answer = await me(forge(good)).expect(401);
    expect(answer.body).toEqual({
      success: false,
      error: { code: 'Unauthorized', message: expect.any(String), requestId: answer.headers['x-request-id'] },
    });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test.each([
    ['no Authorization header', undefined],
    ['another scheme', 'Basic YTpi'],
    ['an empty bearer', 'Bearer '],
    ['two credentials', 'Bearer a b'],
  ])('refuses %s with 401', async (_what, header) => {
    const call = service.http.get('/v1/me');
    await (header === undefined ? call : call.set('Authorization', header)).expect(401);
  });

  test('ignores a claim of a tier', async () => {
    const answer = await me(forgeToken({ ...good, exp: inAnHour, tier: 'enterprise' }, JWT_SECRET)).expect(200);
    expect(answer.body.data.effectiveTier).toBe('pro');
  });
});

describe('a signing secret that is being changed', () => {
  const NEXT_SECRET = 'the next secret, as long as the one that it comes after';
  const callMe = (instance: Instance, token: string) => instance.http.get('/v1/me').set(bearer(token));

  test('tokens of the earlier secret stay good where it is named as such, and new ones are signed with the next', async () => {
    const changed = harness.start({ JWT_SECRET: NEXT_SECRET, JWT_SECRET_PREVIOUS: JWT_SECRET });
    await callMe(changed, user.jwt).expect(200);
    const { jwt } = await signedInUser(changed, 'pro');
    await callMe(harness.start({ JWT_SECRET: NEXT_SECRET }), jwt).expect(200);
    await callMe(service, jwt).expect(401);
  });

  test('tokens of the earlier secret are refused where it is not named any more', async () => {
    await callMe(harness.start({ JWT_SECRET: NEXT_SECRET }), user.jwt).expect(401);
  });

  test('a token of neither secret is refused while both are named', async () => {
    const changed = harness.start({ JWT_SECRET: NEXT_SECRET, JWT_SECRET_PREVIOUS: JWT_SECRET });
    const forged = forgeToken({ ...good, exp: inAnHour }, 'a third secret of more than thirty-two characters');
    await callMe(changed, forged).expect(401);
  });
});
