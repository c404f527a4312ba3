import { claimsOf, forgeToken } from './support/forged-token.js';
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
