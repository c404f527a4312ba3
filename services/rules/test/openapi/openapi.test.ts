import { DEFAULT_TARGET_IDS, PLATFORM_IDS, TARGET_IDS } from '@tripline/sigma';
import { createHarness, type Harness, type Instance } from '../support/harness.js';

interface OpenApiOperation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: { properties: Record<string, { pattern?: string }> } }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, unknown> };
}

let harness: Harness;
let app: Instance;
let document: OpenApi;
beforeAll(async () => {
  harness = await createHarness();
  app = harness.start();
  document = (await app.http.get('/openapi.json').expect(200)).body;
});
afterAll(() => harness.close());

describe('the OpenAPI document', () => {
  test('is 3.1 and resolves every reference', () => {
    expect(document.openapi).toBe('3.1.0');
    for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      expect(Object.keys(document.components.schemas)).toContain(name);
    }
  });

  test('names each operation once', () => {
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('describes exactly the methods that each of its paths answers', async () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const answer = await app.http.options(path.replaceAll(/\{\w+\}/g, 'x')).expect(204);
      const allowed = (answer.headers['allow'] ?? '').split(', ').filter((method) => method !== 'HEAD');
      expect([path, ...allowed.sort()]).toEqual([
        path,
        ...Object.keys(methods)
          .map((method) => method.toUpperCase())
          .sort(),
      ]);
    }
  });

  test('has patterns that JSON schema reads as they are meant', async () => {
    const key = document.paths['/v1/api-keys']?.['post']?.requestBody?.content['application/json']?.schema;
    const pattern = new RegExp(key?.properties['name']?.pattern ?? 'none', 'u');
    expect(['a key', 'Schlüssel', ' ', 'tab\t'].map((name) => pattern.test(name))).toEqual([true, true, false, false]);
  });

  test('has 400 on every operation, since an unknown parameter is refused on each', async () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { responses }] of Object.entries(methods)) {
        expect([method, path, Object.keys(responses).includes('400')]).toEqual([method, path, true]);
      }
    }
    await app.http.get('/v1/backends?more=1').expect(400);
  });

  test('names every media type that an export of one rule may have', () => {
    const answer = document.paths['/v1/rules/{key}/export']?.['get']?.responses['200'];
    expect(Object.keys(answer?.content ?? {}).sort()).toEqual([
      'application/json',
      'application/x-ndjson',
      'application/yaml',
      'text/plain',
    ]);
  });

  test('has every path the contract names for this service so far', () => {
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        ...[
          '/v1/api-keys',
          '/v1/api-keys/{prefix}',
          '/v1/generate',
          '/v1/convert',
          '/v1/generations',
          '/v1/generations/{id}',
        ],
        ...['/v1/generations/{id}/document', '/v1/rules', '/v1/rules/{key}', '/v1/backends', '/v1/platforms', '/v1/me'],
        ...['/v1/team/rules', '/v1/team/rules/{ruleKey}', '/v1/team/analytics', '/v1/team/audit'],
        ...[
          'register',
          'login',
          'refresh',
          'logout',
          'verify-email',
          'forgot-password',
          'reset-password',
          'change-password',
        ].map((name) => `/v1/auth/${name}`),
      ]),
    );
  });
});

test('nothing this service answers is to be stored, but for the files of the docs page', async () => {
  for (const path of [
    ...Object.keys(document.paths),
    '/openapi.json',
    '/docs',
    '/nowhere',
    '/docs/assets/nowhere.js',
  ]) {
    const answer = await app.http.get(path.replaceAll(/\{\w+\}/g, 'x'));
    expect([path, answer.headers['cache-control']]).toEqual([path, 'no-store']);
  }
  const file = await app.http.get('/docs/assets/swagger-ui.css').expect(200);
  expect(file.headers['cache-control']).toBe('public, max-age=86400');
});

describe('the docs page', () => {
  test('loads nothing from elsewhere, and also stands below another path', async () => {
    const page = await app.http.get('/docs').expect(200).expect('content-type', /html/);
    for (const [, address] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect(address).toMatch(/^docs\//);
      await app.http.get(`/${address}`).expect(200);
    }
  });
});

describe('the catalogue', () => {
  test('lists the backends with what each can say, the six of the API document first', async () => {
    const { body } = await app.http.get('/v1/backends').expect(200);
    expect(body.data.backends.map(({ id }: { id: string }) => id)).toEqual([...TARGET_IDS]);
    const six = body.data.backends.filter((backend: { default: boolean }) => backend.default);
    expect(six.map(({ id }: { id: string }) => id)).toEqual(DEFAULT_TARGET_IDS);
    expect(body.data.backends.slice(0, 6)).toEqual(six);
    const near = body.data.backends.filter(({ features }: { features: { near: string } }) => features.near === 'yes');
    expect(near.map(({ id }: { id: string }) => id)).toEqual(['siem_spl']);
  });

  test('lists the thirteen platforms in five planes', async () => {
    const { body } = await app.http.get('/v1/platforms').expect(200);
    expect(body.data.platforms.map(({ id }: { id: string }) => id)).toEqual([...PLATFORM_IDS]);
    expect(new Set(body.data.platforms.map(({ plane }: { plane: string }) => plane)).size).toBe(5);
  });
});
