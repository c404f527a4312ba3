import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import {
  ConflictError,
  createAdminApp,
  createDatabase,
  defineRoutes,
  endpoint,
  type Knex,
  TooManyRequestsError,
} from '@tripline/service';
import fc from 'fast-check';
import Joi from 'joi';
import request from 'supertest';
import { operation } from './support/operation.js';
import { createTestApp } from './support/test-app.js';

/** Accepts every connection and closes it at once, as a database does while it shuts down. */
const hangUps = createServer((socket) => socket.destroy());
let hangingUp: Knex;
beforeAll(async () => {
  hangUps.listen(0, '127.0.0.1');
  await once(hangUps, 'listening');
  const { port } = hangUps.address() as AddressInfo;
  const url = `postgres://nobody:nothing@127.0.0.1:${port}/none`;
  hangingUp = createDatabase({ url, connections: 1, applicationName: 'test' });
});
afterAll(async () => {
  await hangingUp.destroy();
  hangUps.close();
});

const { app, lines, metrics, readiness } = createTestApp({
  config: { TRUST_PROXY: 0, CORS_ORIGINS: ['https://good.test'], INSTANCE_ID: 'test-1' },
  mount(express) {
    express.use(
      defineRoutes([
        endpoint(
          operation('get', '/things', {
            query: Joi.object<{ detection_type?: string; limit: number; createdBy?: string }>({
              detection_type: Joi.string(),
              createdBy: Joi.string(),
              limit: Joi.number().integer().min(1).max(200).default(50),
            }),
          }),
          {
            handle: ({ query }, _req, res) => void res.json(query),
          },
        ),
        endpoint(
          operation('post', '/things', {
            body: Joi.object<{ name: string; tags?: string[] }>({
              name: Joi.string().max(10).required(),
              tags: Joi.array().items(Joi.string().max(5)),
            }),
          }),
          {
            bodyLimitBytes: 1024,
            handle: ({ body }, _req, res) => void res.json(body),
          },
        ),
        endpoint(operation('delete', '/things/{id}'), {
          handle: (_input, req, res) => void res.json({ id: req.params['id'] }),
        }),
        endpoint(
          operation('post', '/deep', {
            body: Joi.object<{ name: string; deep: unknown[] }>({
              name: Joi.string(),
              deep: Joi.array().unique().items(Joi.valid('a'), Joi.array()),
            }),
          }),
          {
            handle: ({ body }, _req, res) => void res.json({ depth: JSON.stringify(body.deep).length }),
          },
        ),
        endpoint(operation('post', '/anything', { body: Joi.object<{ value: unknown }>({ value: Joi.any() }) }), {
          bodyLimitBytes: 1_000_000,
          handle: (_input, _req, res) => void res.json({}),
        }),
        endpoint(
          operation('post', '/lists', {
            body: Joi.object<{ rows: object[] }>({
              rows: Joi.array()
                .items(Joi.object({ name: Joi.string() }))
                .max(200),
            }),
          }),
          {
            handle: (_input, _req, res) => void res.json({}),
          },
        ),
        endpoint(operation('get', '/broken'), {
          handle: () => {
            throw new Error('select * from secrets: relation does not exist');
          },
        }),
        endpoint(operation('get', '/busy'), {
          handle: async () => {
            throw new TooManyRequestsError('Too much.', 1.2);
          },
        }),
        endpoint(operation('get', '/database-away'), {
          handle: async () => {
            throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' });
          },
        }),
        endpoint(operation('get', '/database-silent'), {
          handle: async () => {
            // The driver's error when a connection is not answered in time.
            throw new Error('timeout expired');
          },
        }),
        endpoint(operation('get', '/database-gone'), {
          handle: async (_input, _req, res) => void res.json(await hangingUp.raw('select 1')),
        }),
        endpoint(operation('get', '/address'), { handle: (_input, req, res) => void res.json({ ip: req.ip }) }),
        endpoint(operation('get', '/taken'), {
          handle: () => {
            throw new ConflictError('Taken.', { details: [{ path: 'name', message: 'is taken' }] });
          },
        }),
      ]),
    );
  },
});
const http = request(app);
const post = (body: string | Buffer, type = 'application/json') =>
  http.post('/things').set('Content-Type', type).send(body);

describe('request ids', () => {
  test('of the caller are kept when valid, and returned in every answer, error and log line', async () => {
    const answer = await http.get('/nowhere').set('X-Request-Id', 'trace-42').expect(404);
    expect(answer.headers['x-request-id']).toBe('trace-42');
    expect(answer.body.requestId).toBe('trace-42');
    expect(lines.some((line) => line.includes('"requestId":"trace-42"'))).toBe(true);
  });

  test.each(['', 'a b', 'x'.repeat(129), '<script>'])(
    'that are not valid (%j) are replaced by new ones',
    async (id) => {
      const answer = await http.get('/things').set('X-Request-Id', id).expect(200);
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

describe('caches', () => {
  test.each([
    ['GET', '/things', 200],
    ['GET', '/things?nothing=1', 400],
    ['GET', '/nowhere', 404],
    ['PATCH', '/things', 405],
    ['OPTIONS', '/things', 204],
    ['GET', '/broken', 500],
    ['GET', '/database-away', 503],
    ['GET', '/healthz', 200],
  ] as const)('%s %s, which answers %d, is not to be stored', async (method, path, status) => {
    const answer = await http[method.toLowerCase() as 'get'](path).expect(status);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('the answer to a preflight is not to be stored by anything between', async () => {
    const preflight = http
      .options('/things')
      .set({ origin: 'https://good.test', 'access-control-request-method': 'GET' });
    expect((await preflight.expect(204)).headers['cache-control']).toBe('no-store');
  });
});

describe('paths and methods', () => {
  test('an unknown path is 404, and says which', async () => {
    const answer = await http.get('/nowhere').expect(404);
    expect(answer.body).toMatchObject({ code: 'NotFound', message: 'There is nothing at /nowhere.' });
  });

  test('a known path with the wrong method is 405 with exactly the methods it has', async () => {
    const answer = await http.patch('/things').expect(405);
    expect(answer.body.code).toBe('MethodNotAllowed');
    expect(answer.headers['allow']).toBe('GET, HEAD, POST');
    expect((await http.get('/things/1').expect(405)).headers['allow']).toBe('DELETE');
    expect((await http.post('/healthz').expect(405)).headers['allow']).toBe('GET, HEAD');
    expect((await http.options('/things/1').expect(204)).headers['allow']).toBe('DELETE');
  });

  test('a path that is not validly encoded is 400', async () => {
    const answer = await http.delete('/things/%E0%A4%A').expect(400);
    expect(answer.body.code).toBe('BadRequest');
  });
});

describe('query parameters', () => {
  test.each(['Detection Type', 'detection_type', 'DETECTION_TYPE', 'Detection+Type', 'detection%20type'])(
    'match whatever their case and blanks (%s)',
    async (name) => {
      const answer = await http.get(`/things?${name}=a&LIMIT=7&createdby=me`).expect(200);
      expect(answer.body).toEqual({ detection_type: 'a', limit: 7, createdBy: 'me' });
    },
  );

  test.each([
    ['an unknown one', 'colour=red', 'colour'],
    ['one beyond its bound', 'limit=201', '200'],
    ['one below its bound', 'limit=0', '1'],
    ['a number that is none', 'limit=ten', 'limit'],
    ['one given twice', 'limit=1&Limit=2', 'limit'],
    ['a prototype key', '__proto__=x', '__proto__'],
    ['a NUL character', 'createdBy=a%00b', 'createdBy'],
  ])('refuses %s with 400 and names it or its bound', async (_what, query, named) => {
    const answer = await http.get(`/things?${query}`).expect(400);
    expect(answer.body.message).toContain(named);
    expect(answer.body.details).toHaveLength(1);
  });
});

describe('bodies', () => {
  test('are read and validated, also compressed', async () => {
    await post('{"name":"a"}', 'application/json; charset=utf-8').expect(200, { name: 'a' });
    const call = http.post('/things').set({ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
    // With this content type supertest would convert a Buffer to JSON.
    call.write(gzipSync('{"name":"zipped"}'));
    await call.expect(200, { name: 'zipped' });
  });

  test('name every fault with its path', async () => {
    const answer = await post('{"name":"longer than ten","tags":["ok","too long"],"colour":1}').expect(400);
    expect(answer.body.details.map(({ path }: { path: string }) => path)).toEqual(['name', 'tags[1]', 'colour']);
  });

  test.each<[string, string | Buffer, string, number]>([
    ['malformed JSON', '{"name":', 'application/json', 400],
    ['a JSON list', '[]', 'application/json', 400],
    ['JSON null', 'null', 'application/json', 400],
    ['a number sent as text', '{"name":5}', 'application/json', 400],
    ['no body at all', '', 'application/json', 400],
    ['a prototype key within', '{"name":"a","tags":[{"__proto__":1}]}', 'application/json', 400],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'application/json', 400],
    ['another content type', 'name=a', 'application/x-www-form-urlencoded', 415],
    ['another charset', '{"name":"a"}', 'application/json; charset=latin1', 415],
    ['a body over the limit', `{"name":"${'x'.repeat(2000)}"}`, 'application/json', 413],
  ])('refuse %s', async (_what, body, type, status) => {
    const call = http
      .post('/things')
      .set('Content-Type', type)
      .serialize((value: unknown) => value as string);
    await call.send(body).expect(status);
  });

  test('nested to overflow the stack are 400', async () => {
    const nested = (depth: number) => `{"name":"a","deep":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const answer = await http.post('/deep').set('Content-Type', 'application/json').send(nested(15_000)).expect(400);
    expect(answer.body.message).toContain('32');
    await http.post('/deep').set('Content-Type', 'application/json').send(nested(20)).expect(200);
  });

  test('of 20,000 keys and list items are taken, and of one more refused, whatever their strings hold', async () => {
    const membersOf = (value: unknown): number =>
      typeof value !== 'object' || value === null
        ? 0
        : Object.values(value).reduce<number>((sum, part) => sum + 1 + membersOf(part), 0);
    const text = fc.oneof(fc.string({ unit: fc.constantFrom('"', '\\', ',', '[', '{', '}', ']', 'a') }), fc.string());
    const { value: any } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        ...[text, fc.integer(), fc.constant(null)],
        ...[fc.array(tie('value')), fc.dictionary(text, tie('value')).map((object) => ({ ...object }))],
      ),
    }));
    await fc.assert(
      fc.asyncProperty(any, fc.constantFrom('', ' ', '\n\t'), async (value, indent) => {
        // The limit minus the three other members: `value` and the two items of its list.
        const rest = 20_000 - 3 - membersOf(value);
        const body = (ones: number) => JSON.stringify({ value: [value, Array(ones).fill(1)] }, null, indent);
        const call = (ones: number) => http.post('/anything').set('Content-Type', 'application/json').send(body(ones));
        await call(rest).expect(200);
        expect((await call(rest + 1).expect(400)).body.message).toContain('20000 keys and list items');
      }),
      { numRuns: 60 },
    );
  });

  test('with too many unknown fields or too long a list are refused before each item is validated', async () => {
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, at]));
    const send = async (path: string, body: object) => (await http.post(path).send(body).expect(400)).body;
    expect((await send('/lists', fields(100))).message).toContain(
      'field0 is not a known field; field1 is not a known field; field2 is not a known field (and 97 more)',
    );
    expect((await send('/lists', fields(101))).message).toContain(
      'more than 100 unknown fields, such as field0, field1',
    );
    const nested = { rows: Array.from({ length: 101 }, () => ({ colour: 1 })) };
    expect((await send('/lists', nested)).message).toContain('more than 100 unknown fields, such as rows[0].colour');
    const long = await send('/lists', { rows: Array(201).fill({ name: 1 }) });
    expect(long).toMatchObject({
      message: 'Invalid body: rows has 201 items; at most 200 are allowed.',
      details: [{ path: 'rows' }],
    });
    await http
      .post('/lists')
      .send({ rows: Array(200).fill({ name: 'a' }) })
      .expect(200);
  });

  test('that grow beyond the limit when unpacked are 413', async () => {
    const call = http.post('/things').set({ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
    call.write(gzipSync(`{"name":"${'x'.repeat(5_000_000)}"}`));
    await call.expect(413);
  });

  test('in an unknown encoding are 415', async () => {
    await post('{"name":"a"}').set('Content-Encoding', 'rot13').expect(415);
  });
});

describe('errors', () => {
  test('thrown by our code are answered with their message, headers and details', async () => {
    const answer = await http.get('/busy').expect(429);
    expect(answer.headers['retry-after']).toBe('2');
    expect((await http.get('/taken').expect(409)).body.details).toEqual([{ path: 'name', message: 'is taken' }]);
  });

  test('of libraries become a plain 500 whose stack is in the log only', async () => {
    const answer = await http.get('/broken').set('X-Request-Id', 'broken-1').expect(500);
    expect(answer.body.code).toBe('InternalError');
    expect(answer.text).not.toContain('select');
    expect(
      lines.some(
        (line) => line.includes('broken-1') && line.includes('select * from secrets') && line.includes('stack'),
      ),
    ).toBe(true);
  });

  test('of a database that is away become 503 with Retry-After', async () => {
    const answer = await http.get('/database-away').expect(503);
    expect(answer.body.code).toBe('Unavailable');
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.text).not.toContain('10.0.0.1');
  });
});

describe('a database', () => {
  test.each(['/database-silent', '/database-gone'])(
    'that gives no answer is 503 with Retry-After (%s)',
    async (path) => {
      const answer = await http.get(path).expect(503);
      expect(answer.body.code).toBe('Unavailable');
      expect(answer.headers['retry-after']).toBe('5');
    },
  );

  test('that is away is described in the log only, without secrets', async () => {
    const { log } = console;
    const printed: unknown[] = [];
    console.log = (...words) => printed.push(words);
    try {
      await http.get('/database-gone').expect(503);
    } finally {
      console.log = log;
    }
    expect(printed).toEqual([]);
  });
});

describe('headers', () => {
  test('set strict browser policies and do not name the software', async () => {
    const { headers } = await http.get('/things').expect(200);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.any(String),
    });
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  test('allow the listed origins and no others', async () => {
    const good = await http.get('/things').set('Origin', 'https://good.test').expect(200);
    expect(good.headers['access-control-allow-origin']).toBe('https://good.test');
    const evil = await http.get('/things').set('Origin', 'https://evil.test').expect(200);
    expect(evil.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test("do not forge the client's address unless a proxy is trusted", async () => {
    const forged = await http.get('/address').set('X-Forwarded-For', '203.0.113.9').expect(200);
    expect(forged.body.ip).not.toContain('203.0.113.9');
    const behindProxy = createTestApp({
      config: { TRUST_PROXY: 1, CORS_ORIGINS: [], INSTANCE_ID: 'test-1' },
      mount: (express) => void express.get('/address', (req, res) => void res.json({ ip: req.ip })),
    });
    const answer = await request(behindProxy.app)
      .get('/address')
      .set('X-Forwarded-For', '198.51.100.1, 203.0.113.9')
      .expect(200);
    expect(answer.body.ip).toBe('203.0.113.9');
    const off = await request(behindProxy.app).get('/address').set('Origin', 'https://good.test');
    expect(off.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

test('metrics count requests by method, route pattern and status, on the admin app', async () => {
  await http.delete('/things/some-id').expect(200);
  const answer = await request(createAdminApp(metrics, 'test-1', readiness))
    .get('/metrics')
    .expect(200);
  expect(answer.text).toMatch(
    /http_request_duration_seconds_count\{[^}]*method="DELETE",route="\/things\/:id",status="200"[^}]*\} 1/,
  );
  expect(answer.text).not.toContain('some-id');
  await http.get('/metrics').expect(404);
});
