import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { isHeldSocketRequest } from '@tripline/service';

const SERVICE = new URL('../dist/bundle/index.js', import.meta.url).href;
/** A process that answers at the port it is told of, and says when it does. */
const PROGRAM = `
  import { startServer } from ${JSON.stringify(SERVICE)};
  const port = { held: Number(process.argv[1]) };
  const server = await startServer((_req, res) => res.end('the child'), { port, host: '127.0.0.1' });
  process.stdout.write(String(server.port));
  process.on('SIGTERM', () => server.close(0).then(() => process.exit(0)));
`;

const children: ChildProcess[] = [];
const sockets: Server[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  for (const socket of sockets.splice(0)) socket.close();
});

const run = (port: number, channel: 'ipc' | 'ignore') => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, String(port)], {
    stdio: ['ignore', 'pipe', 'pipe', channel],
  });
  children.push(child);
  return child;
};

async function listen(port: number): Promise<Server> {
  const socket = createServer().listen(port, '127.0.0.1');
  await once(socket, 'listening');
  sockets.push(socket);
  return socket;
}

const portOf = (socket: Server): number => (socket.address() as AddressInfo).port;

/** Answers the child's question once. */
async function answer(child: ChildProcess, socket: Server | undefined): Promise<number> {
  const [message] = await once(child, 'message');
  if (!isHeldSocketRequest(message)) throw new Error(`not a question: ${JSON.stringify(message)}`);
  await new Promise((resolve) => child.send(message, socket, resolve));
  return message.heldPort;
}

test('a process takes over the listening socket that its parent holds, and nobody can take the port in between', async () => {
  const socket = await listen(0);
  const port = portOf(socket);
  const child = run(port, 'ipc');
  expect(await answer(child, socket)).toBe(port);
  socket.close();
  await once(socket, 'close');
  // The parent has let go, and the child need not have got to it yet.
  await expect(listen(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const [said] = await once(child.stdout ?? child, 'data');
  expect(String(said)).toBe(String(port));
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('the child');
  // It closes as any server does: the port is free again.
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await listen(port);
});

test('a process whose parent does not hold the port ends, and says so', async () => {
  const child = run(4321, 'ipc');
  const said = child.stderr === null ? '' : text(child.stderr);
  await answer(child, undefined);
  expect(await said).toContain('port 4321 cannot be taken over: the process that started this one does not hold it');
});

test('a process that nobody has started to hand it a socket ends, and says so', async () => {
  const child = run(4321, 'ignore');
  const said = child.stderr === null ? '' : text(child.stderr);
  expect(await said).toContain('port 4321 cannot be taken over: this process was not started by one that holds it');
});
