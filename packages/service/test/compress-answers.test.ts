import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compressAnswers } from '@tripline/service';
import type { Response } from 'express';
import { createTestApp } from './support/test-app.js';

const LONG = { techniques: Array.from({ length: 200 }, (_, n) => ({ id: `T${1000 + n}`, name: 'a technique' })) };
const TEXT = JSON.stringify(LONG);

let openStream: Response | undefined;
const { app } = createTestApp({
  mount(express) {
    express.get('/v1/before', (_req, res) => void res.json(LONG));
    express.use(compressAnswers());
    express.get('/v1/long', (_req, res) => void res.json(LONG));
    express.get('/v1/short', (_req, res) => void res.json({ ok: true }));
    express.get('/v1/csv', (_req, res) => void res.type('text/csv').send('id,name\n'.repeat(500)));
    express.get('/v1/yaml', (_req, res) => void res.type('application/yaml').send('id: name\n'.repeat(500)));
    express.get('/v1/archive', (_req, res) => void res.type('application/zip').send(Buffer.alloc(5_000)));
    express.get('/v1/events', (_req, res) => {
      openStream = res;
      res.type('text/event-stream').write('event: progress\ndata: 1\n\n');
    });
  },
});
const server = createServer(app);
let port: number;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** The answer as it comes over the wire. */
async function wire(path: string, encodings?: string, method = 'GET') {
  const headers = encodings === undefined ? {} : { 'accept-encoding': encodings };
  const [answer] = (await once(get({ host: '127.0.0.1', port, path, headers, method }), 'response')) as [
    IncomingMessage,
  ];
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return { headers: answer.headers, status: answer.statusCode, bytes: Buffer.concat(parts) };
}

describe('an answer', () => {
  test.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('comes as %s to whoever takes %s, and is then what it was', async (encoding, accepted, decompress) => {
    const { bytes, headers } = await wire('/v1/long', accepted);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['vary']).toMatch(/accept-encoding/i);
    expect(headers['content-type']).toContain('application/json');
    expect(bytes.length).toBeLessThan(TEXT.length / 5);
    expect(decompress(bytes).toString()).toBe(TEXT);
  });

  test.each([
    ['to whoever takes no encoding', '/v1/long', undefined],
    ['to whoever wants it as it is', '/v1/long', 'identity'],
    ['where it is short', '/v1/short', 'br'],
    ['where it is compressed already', '/v1/archive', 'br'],
    ['where its route stands before', '/v1/before', 'br'],
    ['of a fault', '/v1/nothing', 'br'],
  ])('%s comes as it is', async (_what, path, accepted) => {
    const { bytes, headers } = await wire(path, accepted);
    expect(headers['content-encoding']).toBeUndefined();
    expect(Number(headers['content-length'])).toBe(bytes.length);
  });

  test('tells by Vary whether its route stands where answers are compressed', async () => {
    expect((await wire('/v1/short', 'br')).headers['vary']).toMatch(/accept-encoding/i);
    expect((await wire('/v1/nothing', 'br')).headers['vary']).toMatch(/accept-encoding/i);
    expect((await wire('/v1/before', 'br')).headers['vary'] ?? '').not.toMatch(/accept-encoding/i);
  });

  test.each(['/v1/csv', '/v1/yaml'])('that is a file of text (%s) is compressed too', async (path) => {
    expect((await wire(path, 'br')).headers['content-encoding']).toBe('br');
  });

  test('that is a stream of events sends each at once, uncompressed', async () => {
    const headers = { 'accept-encoding': 'br, gzip' };
    const [answer] = (await once(get({ host: '127.0.0.1', port, path: '/v1/events', headers }), 'response')) as [
      IncomingMessage,
    ];
    expect(answer.headers['content-encoding']).toBeUndefined();
    const [first] = (await once(answer, 'data')) as [Buffer];
    expect(first.toString()).toBe('event: progress\ndata: 1\n\n');
    const second = once(answer, 'data');
    openStream?.write('event: progress\ndata: 2\n\n');
    expect(String((await second)[0])).toBe('event: progress\ndata: 2\n\n');
    const ended = once(answer, 'end');
    answer.resume();
    openStream?.end();
    await ended;
  });
});
