import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningServer, startServer } from '@tripline/service';

/** What the app does with a request, by its path; it answers with the number of bytes it has read. */
const release = new Map<string, Promise<void>>();
let server: RunningServer;

beforeAll(async () => {
  server = await startServer(
    (req, res) => {
      void (async () => {
        const path = req.url ?? '';
        if (path === '/answering') res.writeHead(200).write('begun');
        await release.get(path);
        let read = 0;
        for await (const chunk of req) read += (chunk as Buffer).length;
        res.end(`read ${read}`);
      })().catch(() => undefined);
    },
    {
      port: 0,
      host: '127.0.0.1',
      silenceSeconds: 1,
      errorBody: ({ code, message }, requestId) => ({ code, message, requestId }),
    },
  );
});
afterAll(() => server.close(0));

function open(bytes: string): { readonly socket: Socket; readonly answer: Promise<string> } {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(bytes);
  return { socket, answer: text(socket).catch(() => '') };
}
const head = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`;
/** A request that is closed for its silence: it measures by the server's own clock that the time has passed. */
const oneSilence = () => open(head('/silent', 1)).answer;

test.each([
  ['no byte of the body arrives', head('/', 10)],
  ['the body stops before its end', `${head('/', 10)}abc`],
  ['a chunked body stops', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'],
])('where %s, the request is answered 408 in the envelope of errors, and closed', async (_what, bytes) => {
  const [answered = '', body = ''] = (await open(bytes).answer).split('\r\n\r\n');
  expect(answered).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
  expect(answered).toMatch(/^connection: close$/im);
  expect(JSON.parse(body)).toEqual({
    code: 'RequestTimeout',
    message: expect.stringContaining('No byte of the body has arrived for 1 s'),
    requestId: expect.any(String),
  });
});

test('a connection with an answer on its way is cut', async () => {
  expect(await open(`${head('/answering', 10)}abc`).answer).toMatch(/begun\r\n$/);
});

test('headers that keep arriving, but not their end, are closed', async () => {
  const { answer, socket } = open('GET / HTTP/1.1\r\nHost: x\r\n');
  const drip = setInterval(() => socket.write('X-More: 1\r\n'), 50);
  expect(await answer).toMatch(/^HTTP\/1\.1 408 |^$/);
  clearInterval(drip);
});

test('a connection that sends nothing at all is closed', async () => {
  const { socket } = open('');
  await once(socket, 'close');
});

test('an upload of 10 MB that keeps sending passes, however long it takes', async () => {
  const total = 10_000_000;
  const part = Buffer.alloc(10_000, 'a');
  const { answer, socket } = open(head('/', total));
  let silences = 0;
  const clock = oneSilence()
    .then(oneSilence)
    .then(() => (silences = 2));
  let sent = 0;
  while (silences < 2) {
    socket.write(part);
    sent += part.length;
    await pause(50);
  }
  await clock;
  socket.write(Buffer.alloc(total - sent, 'a'));
  expect(await answer).toMatch(new RegExp(`^HTTP/1.1 200 [\\s\\S]*read ${total}`));
});

test('a body that the service does not read yet is not taken for silent', async () => {
  const total = 10_000_000;
  let go = (): void => undefined;
  release.set('/later', new Promise((resolve) => (go = resolve)));
  const { answer, socket } = open(head('/later', total));
  socket.write(Buffer.alloc(total, 'a'));
  await oneSilence();
  await oneSilence();
  go();
  expect(await answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*read 10000000/);
});

test('a connection goes on being used after bodies that were whole', async () => {
  const socket = connect(server.port, '127.0.0.1');
  const whole = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc';
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  socket.write(whole);
  await once(socket, 'data');
  await oneSilence();
  await oneSilence();
  socket.write(whole);
  await once(socket, 'data');
  expect(heard.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  socket.destroy();
});
