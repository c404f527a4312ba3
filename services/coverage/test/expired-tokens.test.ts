import { createHmac } from 'node:crypto';
import { API_PREFIX } from '@tripline/coverage-service';
import { createHarness, type Harness, type Instance, JWT_SECRET, newUser } from './support/harness.js';

/** Operations of an OpenAPI document, by method. */
type PathItem = Record<string, object>;

let harness: Harness;
let service: Instance;
let expired: string;
beforeAll(async () => {
  harness = await createHarness();
  service = harness.start();
  const { session } = await newUser(service, 'enterprise');
  expired = expiredCopy(session.Authorization.replace('Bearer ', ''));
});
afterAll(() => harness.close());

/** A token as ours, signed here, that ended a second ago. */
function expiredCopy(token: string): string {
  const [head = '', claims = ''] = token.split('.');
  const before = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as object;
  const after = Buffer.from(JSON.stringify({ ...before, exp: Math.floor(Date.now() / 1000) - 1 })).toString(
    'base64url',
  );
  const signature = createHmac('sha256', JWT_SECRET).update(`${head}.${after}`).digest('base64url');
  return `${head}.${after}.${signature}`;
}

test('every operation refuses a token that has expired', async () => {
  const { paths } = (await service.http.get('/openapi.json').expect(200)).body as { paths: Record<string, PathItem> };
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  expect(operations.length).toBeGreaterThan(20);
  const answered = await Promise.all(
    operations.map(async (operation) => {
      const [method = '', path = ''] = operation.split(' ');
      const url = `${API_PREFIX}${path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')}`;
      const call = service.http[method as 'get' | 'post' | 'patch' | 'put' | 'delete'](url);
      return [operation, (await call.set('Authorization', `Bearer ${expired}`)).status];
    }),
  );
  expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(operations.map((operation) => [operation, 401])));
});
