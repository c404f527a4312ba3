import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { type FetchOptions, fetchDocument } from '@tripline/fetch';

const servers: Server[] = [];
/** Requests seen by any server of a test, as `METHOD url host`. */
let seen: string[] = [];

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer((req, res) => {
    seen.push(`${req.method} ${req.url} ${req.headers.host}`);
    listener(req, res);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function page(body: string | Uint8Array, headers: Record<string, string> = {}): RequestListener {
  return (_req, res) => {
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
    res.end(body);
  };
}

function local(port: number, path = '/', more: Partial<FetchOptions> = {}): ReturnType<typeof fetchDocument> {
  return fetchDocument(`http://127.0.0.1:${port}${path}`, { allowHosts: [`127.0.0.1:${port}`], ...more });
}

beforeEach(() => {
  seen = [];
});

afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    }),
  );
});

describe('what a fetch gives', () => {
  test('returns the bytes, the media type, the final address and the moment', async () => {
    const port = await serve(page('<p>hello</p>'));
    const fetched = await local(port, '/a?b=c#part');
    expect(Buffer.from(fetched.bytes).toString()).toBe('<p>hello</p>');
    expect(fetched).toMatchObject({
      contentType: 'text/html; charset=utf-8',
      finalUrl: `http://127.0.0.1:${port}/a?b=c`,
      redirects: [],
      fetchedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(seen).toEqual([`GET /a?b=c 127.0.0.1:${port}`]);
  });

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ])('decompresses %s', async (encoding, compress) => {
    const port = await serve(
      page(compress(Buffer.from('advisory text '.repeat(5000))), { 'content-encoding': encoding }),
    );
    const { bytes } = await local(port);
    expect(bytes.length).toBe(70_000);
  });

  test('decompresses two encodings, the outer one last applied', async () => {
    const port = await serve(page(brotliCompressSync(gzipSync('twice')), { 'content-encoding': 'gzip, br' }));
    expect(Buffer.from((await local(port)).bytes).toString()).toBe('twice');
  });

  test('sends no cookies and no credentials, and asks no proxy for what is on this machine', async () => {
    const headers: Record<string, unknown>[] = [];
    const port = await serve((req, res) => {
      headers.push(req.headers);
      page('x')(req, res);
    });
    const before = { ...process.env };
    process.env['HTTP_PROXY'] = process.env['http_proxy'] = process.env['ALL_PROXY'] = 'http://127.0.0.1:9';
    try {
      await local(port);
    } finally {
      process.env = before;
    }
    expect(headers[0]).not.toHaveProperty('cookie');
    expect(headers[0]).not.toHaveProperty('authorization');
    expect(headers[0]).not.toHaveProperty('referer');
  });
});

describe('redirects', () => {
  const redirect = (location: string, status = 302): RequestListener => {
    return (_req, res) => {
      res.writeHead(status, { location });
      res.end('moved');
    };
  };

  test.each([301, 302, 303, 307, 308])('follows %d to the document and lists the redirects', async (status) => {
    const port = await serve((req, res) => (req.url === '/new' ? page('here') : redirect('/new', status))(req, res));
    const fetched = await local(port, '/old');
    expect(fetched.finalUrl).toBe(`http://127.0.0.1:${port}/new`);
    expect(fetched.redirects).toEqual([`http://127.0.0.1:${port}/old`]);
  });

  test.each([
    ['http://127.0.0.1/', 'not a public address'],
    ['//10.0.0.1/admin', 'not a public address'],
    ['http://169.254.169.254/latest/meta-data/', 'not a public address'],
    ['http://2130706433/', 'not a public address'],
    ['http://[::ffff:127.0.0.1]/', 'not a public address'],
    ['http://localhost/', 'not a public name'],
    ['http://user:pw@advisories.example.com/', 'credentials'],
    ['file:///etc/passwd', 'scheme'],
    ['gopher://127.0.0.1:6379/_FLUSHALL', 'scheme'],
    ['http://advisories.example.com:8080/', 'port 8080'],
  ])('refuses a redirect to %s with 502 and the reason', async (location, reason) => {
    const port = await serve(redirect(location));
    await expect(local(port)).rejects.toMatchObject({
      status: 502,
      code: 'AdvisoryUnreachable',
      message: expect.stringContaining(reason),
    });
  });

  test('refuses a redirect to a name that resolves inward, and never connects to it', async () => {
    const inner = await serve(page('secret'));
    const outer = await serve(redirect(`http://inner.example.com/`));
    const asked: string[] = [];
    const attempt = local(outer, '/', {
      resolve: async (host) => {
        asked.push(`${host}:${inner}`);
        return ['127.0.0.1'];
      },
    });
    await expect(attempt).rejects.toMatchObject({
      status: 502,
      message: 'inner.example.com does not resolve to a public address.',
    });
    expect(asked).toHaveLength(1);
    expect(seen).toEqual([`GET / 127.0.0.1:${outer}`]);
  });

  test('stops after five redirects', async () => {
    const port = await serve((req, res) => redirect(`/${Number(req.url?.slice(1)) + 1}`)(req, res));
    await expect(local(port, '/0')).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining('more than 5 times'),
    });
    expect(seen).toHaveLength(6);
  });

  test('refuses a redirect without a location', async () => {
    const port = await serve((_req, res) => res.writeHead(302).end());
    await expect(local(port)).rejects.toMatchObject({ status: 502, code: 'AdvisoryUnreachable' });
  });
});

describe('pinning', () => {
  test('resolves a name once and connects to the checked address, whatever the name resolves to afterwards', async () => {
    const port = await serve(page('pinned'));
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const asked: string[] = [];
    const fetched = await fetchDocument(`http://advisories.example.com:${port}/`, {
      allowHosts: [`advisories.example.com:${port}`],
      resolve: async (host) => {
        asked.push(host);
        return answers.shift() ?? [];
      },
    });
    expect(Buffer.from(fetched.bytes).toString()).toBe('pinned');
    expect(asked).toEqual(['advisories.example.com']);
    expect(seen).toEqual([`GET / advisories.example.com:${port}`]);
  });

  test('resolves and checks again for each redirect, also to the same name', async () => {
    const port = await serve((req, res) => {
      if (req.url === '/end') page('x')(req, res);
      else res.writeHead(302, { location: '/end' }).end();
    });
    const answers = [['127.0.0.1'], []];
    const attempt = fetchDocument(`http://advisories.example.com:${port}/`, {
      allowHosts: [`advisories.example.com:${port}`],
      resolve: async () => answers.shift() ?? [],
    });
    await expect(attempt).rejects.toMatchObject({ status: 502 });
    expect(seen).toHaveLength(1);
  });
});

describe('answers that are refused', () => {
  test.each([400, 401, 403, 404, 410, 429, 500, 503])('answers 502 for status %d', async (status) => {
    const port = await serve((_req, res) => res.writeHead(status).end('no'));
    await expect(local(port)).rejects.toMatchObject({
      status: 502,
      code: 'AdvisoryUnreachable',
      message: `127.0.0.1 answered with status ${status}.`,
    });
  });

  test.each(['image/png', 'video/mp4', 'application/zip', 'application/x-msdownload', 'font/woff2', 'text/css'])(
    'answers 422 for %s without reading it',
    async (type) => {
      const port = await serve((_req, res) => {
        res.writeHead(200, { 'content-type': type });
        res.write('an endless body begins'); // never ended: reading it would run into the time limit
      });
      await expect(local(port)).rejects.toMatchObject({
        status: 422,
        code: 'UnprocessableAdvisory',
        message: expect.stringContaining(type),
      });
    },
  );

  test.each([
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.ms-outlook',
    'application/rtf',
    'application/yaml',
    'message/rfc822',
    'text/csv',
  ])('%s is none of them: documents of this kind are read', async (type) => {
    const port = await serve((_req, res) => res.writeHead(200, { 'content-type': type }).end('a document'));
    expect((await local(port)).contentType).toBe(type);
  });

  test('answers 422 for an empty document', async () => {
    const port = await serve(page(''));
    await expect(local(port)).rejects.toMatchObject({ status: 422, code: 'UnprocessableAdvisory' });
  });

  test('answers 502 when nobody listens, without naming the port', async () => {
    const port = await serve(page('x'));
    await new Promise((resolve) => servers.splice(0)[0]?.close(resolve));
    await expect(local(port)).rejects.toMatchObject({
      status: 502,
      message: '127.0.0.1 could not be reached: the connection was refused.',
    });
  });

  test('answers 502 when the connection closes in the middle of the answer', async () => {
    const port = await serve((_req, res) => {
      res.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' });
      res.write('half', () => res.destroy());
    });
    await expect(local(port)).rejects.toMatchObject({ status: 502, code: 'AdvisoryUnreachable' });
  });

  test('answers 502 when the server speaks no HTTP, without repeating what it said', async () => {
    const server = createTcpServer((socket) => socket.resume().end('SSH-2.0-OpenSSH_9.6\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const attempt = local((server.address() as AddressInfo).port);
    await expect(attempt).rejects.toMatchObject({ status: 502, message: expect.not.stringContaining('SSH') });
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('limits', () => {
  const MIB = 1024 * 1024;

  /** Counts what was written until the client hung up. */
  function endless(
    chunk: Uint8Array,
    headers: Record<string, string> = {},
  ): { listener: RequestListener; closed: Promise<number> } {
    let written = 0;
    let hungUp: (bytes: number) => void = () => undefined;
    const closed = new Promise<number>((resolve) => {
      hungUp = resolve;
    });
    const listener: RequestListener = (_req, res) => {
      res.writeHead(200, { 'content-type': 'text/html', ...headers });
      const push = (): void => {
        while (!res.destroyed && res.write(chunk)) written += chunk.length;
      };
      res.on('drain', push).on('close', () => hungUp(written));
      push();
    };
    return { listener, closed };
  }

  test('stops an answer that never ends at 10 MB', async () => {
    const { listener, closed } = endless(Buffer.alloc(65_536, 'a'));
    const port = await serve(listener);
    await expect(local(port)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('10485760 bytes'),
    });
    expect(await closed).toBeLessThan(64 * MIB);
  });

  test.each([
    ['gzip', (data: Buffer) => gzipSync(data)],
    ['deflate', (data: Buffer) => deflateSync(data)],
    ['br', (data: Buffer) => brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ])('stops a %s bomb at 10 MB', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(80 * MIB));
    const port = await serve(page(bomb, { 'content-encoding': encoding }));
    const before = process.memoryUsage().arrayBuffers;
    await expect(local(port)).rejects.toMatchObject({ status: 422, code: 'UnprocessableAdvisory' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * MIB);
  });

  test('stops a nested bomb at the stage that exceeds the limit, even where the final output would be small', async () => {
    // A million empty gzip members: a long stream that decompresses to nothing.
    const member = gzipSync('');
    const inner = Buffer.alloc(member.length * 1_000_000);
    for (let at = 0; at < inner.length; at += member.length) member.copy(inner, at);
    const port = await serve(page(gzipSync(inner), { 'content-encoding': 'gzip, gzip' }));
    await expect(local(port)).rejects.toMatchObject({ status: 422, message: expect.stringContaining('larger than') });
  });

  test('refuses three encodings and unknown ones', async () => {
    const thrice = await serve(page('x', { 'content-encoding': 'gzip, gzip, gzip' }));
    await expect(local(thrice)).rejects.toMatchObject({ status: 422, message: expect.stringContaining('3 times') });
    const unknown = await serve(page('x', { 'content-encoding': 'zstd' }));
    await expect(local(unknown)).rejects.toMatchObject({ status: 422, message: expect.stringContaining('zstd') });
  });

  test('answers 422 for damaged compressed data', async () => {
    const broken = await serve(page('not gzip at all', { 'content-encoding': 'gzip' }));
    await expect(local(broken)).rejects.toMatchObject({ status: 422, message: expect.stringContaining('damaged') });
    const cut = await serve(
      page(brotliCompressSync(Buffer.from('text '.repeat(999))).subarray(0, 12), { 'content-encoding': 'br' }),
    );
    await expect(local(cut)).rejects.toMatchObject({ status: 422, message: expect.stringContaining('damaged') });
  });

  test('ends a slow drip at the total time', async () => {
    let closed: () => void = () => undefined;
    const hungUp = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const port = await serve((_req, res) => {
      res.writeHead(200, { 'content-type': 'text/html' });
      const timer = setInterval(() => res.write('.'), 20);
      res.on('close', () => {
        clearInterval(timer);
        closed();
      });
    });
    await expect(local(port, '/', { limits: { totalMs: 300 } })).rejects.toMatchObject({
      status: 502,
      message: '127.0.0.1 did not deliver the document within 0.3 s.',
    });
    await hungUp;
  });

  test('ends a compressed drip at the total time', async () => {
    const port = await serve((_req, res) => {
      res.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
      res.write(gzipSync('x'.repeat(100_000)).subarray(0, 30));
    });
    await expect(local(port, '/', { limits: { totalMs: 300 } })).rejects.toMatchObject({ status: 502 });
  });

  test('ends a wait for the head of the answer at the total time, redirects included', async () => {
    const port = await serve((req, res) => {
      if (req.url === '/') res.writeHead(302, { location: '/silent' }).end();
    });
    await expect(local(port, '/', { limits: { totalMs: 300 } })).rejects.toMatchObject({
      status: 502,
      code: 'AdvisoryUnreachable',
    });
    expect(seen).toHaveLength(2);
  });

  test('gives up on a connection whose TLS handshake never ends', async () => {
    const server = createTcpServer((socket) => socket.resume());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const attempt = fetchDocument(`https://127.0.0.1:${port}/`, {
      allowHosts: ['127.0.0.1'],
      limits: { connectMs: 200 },
    });
    await expect(attempt).rejects.toMatchObject({
      status: 502,
      message: '127.0.0.1 could not be reached: connecting took too long.',
    });
    await new Promise((resolve) => server.close(resolve));
  });

  test("throws the caller's own reason when the caller ends the fetch", async () => {
    const controller = new AbortController();
    const port = await serve(() => controller.abort(new Error('the client hung up')));
    await expect(local(port, '/', { signal: controller.signal })).rejects.toThrow('the client hung up');
  });

  test('closes its connection when the document has arrived', async () => {
    const port = await serve(page('x'));
    const closed = new Promise((resolve) => servers[0]?.on('connection', (socket) => socket.on('close', resolve)));
    await local(port);
    await closed;
  });
});
