import {
  AdvisoryUnreachableError,
  defineRoutes,
  endpoint,
  noteOnAccessLine,
  TooManyRequestsError,
  UnavailableError,
} from '@tripline/service';
import { Router } from 'express';
import Joi from 'joi';
import request from 'supertest';
import { operation } from './support/operation.js';
import { createTestApp } from './support/test-app.js';

const fail = (path: string, error: Error) =>
  endpoint(operation('get', path), {
    handle: () => {
      throw error;
    },
  });

const { app, lines, metrics } = createTestApp({
  mount(express) {
    const api = Router({ caseSensitive: true });
    express.use((req, _res, next) => {
      if (req.headers['x-refuse'] !== undefined) throw new TooManyRequestsError('Enough.', 1);
      next();
    });
    api.use(
      defineRoutes([
        endpoint(operation('get', '/things/{id}', { query: Joi.object<{ token?: string }>({ token: Joi.string() }) }), {
          handle: (_input, req, res) => {
            noteOnAccessLine(req, {
              caller: { userId: 'u1', credential: 'api-key', keyPrefix: 'tripline_live_abcdefgh' },
            });
            res.json({});
          },
        }),
        fail('/ours', new Error('a fault of ours')),
        fail('/far', new AdvisoryUnreachableError('far.example does not answer.')),
        fail('/busy', new UnavailableError('All are busy.', 5)),
      ]),
    );
    express.use('/api', api);
  },
});
const http = request(app);

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly requestId?: string;
  readonly [field: string]: unknown;
}

const linesOf = (id: string): Line[] =>
  lines.map((line) => JSON.parse(line) as Line).filter(({ requestId }) => requestId === id);

const LEVELS = { info: 30, warn: 40, error: 50 };

async function countOf(labels: string): Promise<string | undefined> {
  const text = await metrics.registry.metrics();
  return text
    .split('\n')
    .find((line) => line.startsWith('http_request_duration_seconds_count{') && line.includes(labels));
}

describe('the access line', () => {
  test('names the route by its pattern with what its router is mounted at, and who called', async () => {
    await http.get('/api/things/secret-id?token=abc').set('X-Request-Id', 'line-1').expect(200);
    const [line] = linesOf('line-1');
    expect(line).toMatchObject({
      level: LEVELS.info,
      msg: 'request completed',
      route: '/api/things/:id',
      res: { status: 200 },
      caller: { userId: 'u1', credential: 'api-key', keyPrefix: 'tripline_live_abcdefgh' },
    });
    expect(JSON.stringify(line)).not.toContain('token=abc');
  });

  test.each([
    ['a fault of ours is an error', '/api/ours', 500, 'error'],
    ['a server elsewhere that does not answer is nobody’s duty here', '/api/far', 502, 'info'],
    ['a shortage is a warning', '/api/busy', 503, 'warn'],
  ] as const)('%s, and the access line stays at info', async (_what, path, status, level) => {
    const id = `level-${status}`;
    await http.get(path).set('X-Request-Id', id).expect(status);
    const [fault, access, ...more] = linesOf(id);
    expect(fault).toMatchObject({ level: LEVELS[level], err: { stack: expect.any(String) } });
    expect(access).toMatchObject({ level: LEVELS.info, route: path, res: { status } });
    expect(access).not.toHaveProperty('err');
    expect(more).toEqual([]);
  });
});

describe('requests are counted under', () => {
  test.each([
    [
      'their pattern when answered',
      'get',
      '/api/things/1',
      {},
      200,
      'method="GET",route="/api/things/:id",status="200"',
    ],
    [
      'their pattern when refused before it',
      'get',
      '/api/things/2',
      { 'X-Refuse': '1' },
      429,
      'method="GET",route="/api/things/:id",status="429"',
    ],
    [
      'their pattern when it has no such method',
      'put',
      '/api/things/3',
      {},
      405,
      'method="PUT",route="/api/things/:id",status="405"',
    ],
    [
      '(unmatched) when no route takes the path',
      'get',
      '/api/nothing/4',
      {},
      404,
      'method="GET",route="(unmatched)",status="404"',
    ],
    [
      '(unmatched) when refused at no route',
      'get',
      '/nothing/%E0%A4%A',
      { 'X-Refuse': '1' },
      429,
      'method="GET",route="(unmatched)",status="429"',
    ],
    [
      'one name for all methods that nobody knows',
      'propfind',
      '/api/things/5',
      {},
      405,
      'method="other",route="/api/things/:id",status="405"',
    ],
  ] as const)('%s', async (_what, method, path, headers, status, labels) => {
    await http[method](path).set(headers).expect(status);
    expect(await countOf(labels)).toBeDefined();
  });
});
