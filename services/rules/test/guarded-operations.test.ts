import { claimsOf, forgeToken } from '../../../packages/auth/test/support/forged-token.js';
import { joined, newTeam } from '../../../packages/auth/test/support/teams.js';
import { bearer, createHarness, type Harness, type Instance, JWT_SECRET, signedInUser } from './support/harness.js';

/** Operations of an OpenAPI document, by method. */
type PathItem = Record<string, { readonly security?: readonly object[] }>;

let harness: Harness;
let service: Instance;
let expired: string;
beforeAll(async () => {
  harness = await createHarness();
  service = harness.start();
  const { jwt } = await signedInUser(service, 'enterprise');
  expired = forgeToken({ ...claimsOf(jwt), exp: Math.floor(Date.now() / 1000) - 1 }, JWT_SECRET);
});
afterAll(() => harness.close());

test('every operation that takes a token refuses one that has expired', async () => {
  const { paths } = (await service.http.get('/openapi.json').expect(200)).body as { paths: Record<string, PathItem> };
  const guarded = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { security = [] }]) => security.length > 0)
      .map(([method]) => `${method} ${path}`),
  );
  expect(guarded.length).toBeGreaterThan(30);
  const answered = await Promise.all(
    guarded.map(async (operation) => {
      const [method = '', path = ''] = operation.split(' ');
      const url = path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
      const call = service.http[method as 'get' | 'post' | 'patch' | 'put' | 'delete'](url);
      return [operation, (await call.set(bearer(expired))).status];
    }),
  );
  expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(guarded.map((operation) => [operation, 401])));
});

test('the headers of the tightest bound stand on every answer that has a caller, refusals included', async () => {
  const user = await signedInUser(service, 'free');
  const { body: document } = await service.http.get('/openapi.json').expect(200);
  const operations = Object.entries(document.paths as Record<string, Record<string, { security?: object[] }>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security = [] }]) => security.some((scheme) => 'accessToken' in scheme))
        .map(([method]) => ({ path: path.replaceAll(/\{\w+\}/g, 'x'), method })),
  );
  expect(operations.length).toBeGreaterThan(30);
  for (const { method, path } of operations) {
    // What ends the session or the account would leave no caller for the next.
    if (/logout|sessions|change-password|\/v1\/me$/.test(path) && method !== 'get') continue;
    const { headers, status } = await service.http[method as 'get'](path).set(bearer(user.jwt));
    expect([method, path, status, headers['x-ratelimit-limit'], headers['x-ratelimit-resource']]).toEqual([
      method,
      path,
      expect.any(Number),
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^(reads|changes|work)$/),
    ]);
    expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(Date.now() / 1000 - 1);
    expect(Number(headers['x-ratelimit-remaining'])).toBeGreaterThanOrEqual(0);
  }
});

test('every operation that takes a key names one scope for it', async () => {
  const { paths } = (await service.http.get('/openapi.json').expect(200)).body;
  const taken = Object.values<Record<string, { security: Record<string, string[]>[] }>>(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ security }) => security)
    .filter((scheme) => 'apiKey' in scheme);
  expect(taken.length).toBeGreaterThan(5);
  for (const { apiKey } of taken) expect(apiKey).toHaveLength(1);
  expect(paths['/v1/generate'].post.security).toEqual([{ apiKey: ['generate'] }, { accessToken: [] }]);
});

test('rules, generations and what a team shares are closed to a member who lacks the second factor that the team requires', async () => {
  const development = harness.start({ NODE_ENV: 'development' });
  const { id, owner } = await newTeam(development);
  const member = await joined(development, owner);
  await development.db('auth.teams').where({ id }).update({ requires_second_factor: true });
  const fresh = harness.start();
  for (const path of ['/v1/rules', '/v1/generations', '/v1/team/rules', '/v1/team/analytics', '/v1/team/audit']) {
    const answer = await fresh.http.get(path).set(bearer(member.jwt)).expect(403);
    expect([path, answer.body.error.code]).toEqual([path, 'SecondFactorRequired']);
  }
});
