import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type RunningServer, startServer } from '@tripline/service';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer((req, res) => void (req.url === '/quick' && res.end('quick')), {
    port: 0,
    errorBody: ({ code, message }, requestId) => ({ code, message, requestId }),
  });
});
afterAll(() => server.close(0));

/** Sends bytes and gives everything the server answers until it closes the connection. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

test.each([
  ['headers of 20 kB', `GET /quick HTTP/1.1\r\nHost: x\r\nX-More: ${'x'.repeat(20_000)}\r\n\r\n`, '16 kB'],
  ['what is no HTTP', 'HELLO\r\n\r\n', 'not valid HTTP'],
  ['a length that is no number', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n', 'not valid HTTP'],
])('%s is answered 400 in the envelope of errors, with a request id', async (_what, bytes, reason) => {
  const [head = '', body = ''] = (await answerTo(bytes)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 /);
  expect(head).toMatch(/^cache-control: no-store$/im);
  const requestId = /^x-request-id: (\S+)$/im.exec(head)?.[1];
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.parse(body)).toEqual({ code: 'BadRequest', message: expect.stringContaining(reason), requestId });
});

test('a HEAD request that cannot be read is answered 400 without a body', async () => {
  const answer = await answerTo(`HEAD /quick HTTP/1.1\r\nHost: x\r\nX-More: ${'x'.repeat(20_000)}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\n\r\n$/);
});

test('a connection with an answer on its way is cut, so that nothing gets into that answer', async () => {
  expect(await answerTo('GET /slow HTTP/1.1\r\nHost: x\r\n\r\nHELLO\r\n\r\n')).toBe('');
});
