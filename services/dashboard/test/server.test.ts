import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { eventually, killProcesses, type ServiceProcess, startServiceProcess } from '@tripline/stack';
import request from 'supertest';

const PROGRAM = fileURLToPath(new URL('../dist/server.js', import.meta.url));
const PAGE = fileURLToPath(new URL('../dist/web/', import.meta.url));

/** A service behind the dashboard, which tells what it was sent. */
interface Upstream {
  readonly url: string;
  readonly seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
  close(): Promise<void>;
}

async function startUpstream(
  answer: (req: IncomingMessage, res: ServerResponse) => void = (_req, res) =>
    void res.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'),
): Promise<Upstream> {
  const seen: Upstream['seen'] = [];
  const server = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    req.on('end', () => {
      seen.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers, body });
      answer(req, res);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function startDashboard(
  env: NodeJS.ProcessEnv,
): Promise<{ service: ServiceProcess; url: string; adminUrl: string }> {
  const service = startServiceProcess(PROGRAM, { DRAIN_SECONDS: '0', ...env });
  const { adminUrl, url } = await service.listening();
  return { service, url, adminUrl };
}

afterAll(killProcesses);

describe('the dashboard’s server', () => {
  let rules: Upstream;
  let coverage: Upstream;
  let url: string;
  let adminUrl: string;
  beforeAll(async () => {
    [rules, coverage] = await Promise.all([startUpstream(), startUpstream()]);
    ({ adminUrl, url } = await startDashboard({
      RULES_URL: rules.url,
      COVERAGE_URL: coverage.url,
      PUBLIC_RULES_URL: 'https://tripline.example.test/',
    }));
  });
  afterAll(() => Promise.all([rules.close(), coverage.close()]));

  test.each(['/', '/rules', '/coverage/1/gaps?partial=yes', '/invitation'])(
    '%s is the page, which a browser asks for each time',
    async (path) => {
      const answer = await request(url).get(path).set('Accept-Encoding', 'identity').expect(200);
      expect(answer.headers['content-type']).toContain('text/html');
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.text).toContain('<div id="root">');
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
      });
    },
  );

  // A browser that opens an address asks for HTML; who only looks takes anything.
  test.each(['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', '*/*'])(
    'an address with a dot is the page too, for who takes %s',
    async (accept) => {
      for (const path of ['/coverage/1/techniques/T1556.006', '/coverage/1.2/gaps?x=a.b', '/rules/a.1']) {
        const answer = await request(url).get(path).set('Accept', accept).expect(200);
        expect(answer.headers['content-type']).toContain('text/html');
        expect(answer.text).toContain('<div id="root">');
      }
    },
  );

  test('a file that is not there is nothing, whoever asks for it, and one that is there is itself', async () => {
    const html = 'text/html,*/*;q=0.8';
    await request(url).get('/favicon.ico').set('Accept', 'image/avif,image/webp,*/*;q=0.8').expect(404);
    await request(url).get('/index-of-yesterday.js').set('Accept', '*/*').expect(404);
    await request(url).get('/assets/index-of-yesterday.js').set('Accept', html).expect(404);
    const icon = await request(url).get('/icon.svg').set('Accept', html).expect(200);
    expect(icon.headers['content-type']).toContain('image/svg');
    await request(url).head('/coverage/1/techniques/T1556.006').set('Accept', html).expect(200);
    await request(url).post('/coverage/1/techniques/T1556.006').expect(404);
  });

  test('its policy lets nothing in from elsewhere, and nothing inline', async () => {
    const { headers } = await request(url).get('/').expect(200);
    expect(headers['content-security-policy']?.split(';').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' blob:",
      "object-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
    ]);
  });

  test.each([
    ['br', '.br'],
    ['gzip', '.gz'],
  ])('a script is kept for good and comes as %s', async (encoding, ending) => {
    const script = readdirSync(`${PAGE}assets`).find(
      (name) => name.endsWith('.js') && existsSync(`${PAGE}assets/${name}${ending}`),
    );
    const answer = await request(url).get(`/assets/${script}`).set('Accept-Encoding', encoding).expect(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['cache-control']).toContain('immutable');
  });

  test('a script of an earlier release is gone, and the page does not come in its place', async () => {
    const answer = await request(url).get('/assets/index-of-yesterday.js').expect(404);
    expect(answer.body).toMatchObject({ success: false, error: { code: 'NotFound' } });
  });

  test('the page is told where programs outside reach the services', async () => {
    const { body } = await request(url).get('/config.json').expect(200);
    expect(body).toEqual({ rulesUrl: 'https://tripline.example.test', coverageUrl: `${coverage.url}/api/v1/public` });
  });

  test('calls go to their service as they are, with the caller’s address and one request id', async () => {
    const answer = await request(url)
      .patch('/v1/rules/7?x=1')
      .set({ Authorization: 'Bearer abc', 'X-Request-Id': 'call-9', Cookie: 'tripline_refresh=t' })
      .send({ state: 'accepted' })
      .expect(200);
    expect(answer.headers['x-request-id']).toBe('call-9');
    expect(rules.seen.at(-1)).toMatchObject({
      method: 'PATCH',
      url: '/v1/rules/7?x=1',
      body: '{"state":"accepted"}',
      headers: {
        authorization: 'Bearer abc',
        cookie: 'tripline_refresh=t',
        'x-request-id': 'call-9',
        'x-forwarded-for': expect.stringContaining('127.0.0.1'),
      },
    });
    await request(url).get('/api/v1/public/accounts').expect(200);
    expect(coverage.seen.at(-1)).toMatchObject({ method: 'GET', url: '/api/v1/public/accounts' });
  });

  test('an upload reaches the service whole', async () => {
    const before = rules.seen.length;
    await request(url).post('/v1/generate').attach('file', Buffer.alloc(3_000_000, 'a'), 'advisory.txt').expect(200);
    expect(rules.seen.at(before)?.body.length).toBeGreaterThan(3_000_000);
  });

  test.each([
    ['/metrics', false],
    ['/v2/rules', false],
    ['/api/v1/private', false],
    ['//v1/rules', false],
    ['http://10.0.0.1/v1/rules', false],
    ['/%76%31/rules', false],
  ])('%s is passed on to nobody', async (path) => {
    const before = rules.seen.length + coverage.seen.length;
    const { hostname, port } = new URL(url);
    const asked = httpRequest({ hostname, port, path });
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    expect(rules.seen.length + coverage.seen.length).toBe(before);
  });

  test('is alive and ready, and shows metrics on the admin port alone', async () => {
    await request(url).get('/healthz').expect(200);
    await request(url).get('/readyz').expect(200);
    const metrics = await request(adminUrl).get('/metrics').expect(200);
    for (const name of [
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_p99_seconds',
      'http_request_duration_seconds_count',
    ])
      expect(metrics.text).toMatch(new RegExp(`^${name}{[^}]*process="tripline-dashboard"`, 'm'));
  });
});

test('events arrive as they are sent, and a reader who leaves ends the call', async () => {
  let left = false;
  const upstream = await startUpstream((req, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: progress\ndata: 1\n\n');
    req.socket.once('close', () => {
      left = true;
    });
  });
  const { url } = await startDashboard({ RULES_URL: upstream.url });
  const stop = new AbortController();
  const answer = await fetch(`${url}/v1/generate`, { method: 'POST', signal: stop.signal });
  const first = await answer.body?.getReader().read();
  expect(new TextDecoder().decode(first?.value)).toBe('event: progress\ndata: 1\n\n');
  stop.abort();
  await eventually(async () => left);
  await upstream.close();
});

test('an answer that a service has compressed stays so, byte for byte', async () => {
  const compressed = brotliCompressSync(JSON.stringify({ techniques: 'a technique '.repeat(1_000) }));
  const upstream = await startUpstream((_req, res) => {
    res
      .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'br', vary: 'Accept-Encoding' })
      .end(compressed);
  });
  const { url } = await startDashboard({ COVERAGE_URL: upstream.url });
  const { hostname, port } = new URL(url);
  const path = '/api/v1/public/accounts/1/coverage/matrix';
  const asked = httpRequest({ hostname, port, path, headers: { 'accept-encoding': 'gzip, br' } });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  expect(upstream.seen.at(-1)?.headers['accept-encoding']).toBe('gzip, br');
  expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringMatching(/accept-encoding/i) });
  expect(Buffer.concat(parts).equals(compressed)).toBe(true);
  expect(brotliDecompressSync(Buffer.concat(parts)).length).toBeGreaterThan(10_000);
  await upstream.close();
});

test('a service that is away is told in its own envelope, and the page is there all the same', async () => {
  const { url } = await startDashboard({ RULES_URL: 'http://127.0.0.1:9', COVERAGE_URL: 'http://127.0.0.1:9' });
  const rulesAway = await request(url).get('/v1/me').expect(503);
  expect(rulesAway.body).toMatchObject({
    success: false,
    error: { code: 'Unavailable', requestId: rulesAway.headers['x-request-id'] },
  });
  expect(rulesAway.headers['retry-after']).toBeDefined();
  const coverageAway = await request(url).get('/api/v1/public/accounts').expect(503);
  expect(coverageAway.body.detail).toContain('The coverage service cannot be reached');
  await request(url).get('/rules').expect(200);
});

test('a stop waits for what is under way, and takes nothing new', async () => {
  let release: () => void = () => undefined;
  const upstream = await startUpstream((_req, res) => {
    release = () => res.end('done');
  });
  const { service, url } = await startDashboard({ RULES_URL: upstream.url });
  const slow = fetch(`${url}/v1/rules`);
  await eventually(async () => upstream.seen.length === 1);
  service.child.kill('SIGTERM');
  await eventually(() => refuses(url));
  release();
  expect(await (await slow).text()).toBe('done');
  expect(await service.exited).toBe(0);
  await upstream.close();
});

/** Whether nothing listens there any more. */
async function refuses(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  return new Promise((resolve) => {
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => resolve(true));
  });
}
