import { connect, type Socket } from 'node:net';

/** Clients that hold connections and do no good with them. */
export interface SlowClients {
  /** Connections opened so far. */
  opened(): number;
  close(): void;
}

const EACH = 10;

/**
 * Opens connections of four kinds: a request's head that never ends, a body of which a byte comes now and then, one that is half closed behind its
 * request, and one that asks for what is long or never ends and does not read it.
 */
export function startSlowClients(baseUrl: string, token: string, longPath: string): SlowClients {
  const { host, hostname, port } = new URL(baseUrl);
  const sockets = new Set<Socket>();
  let opened = 0;
  let closed = false;
  const head = (line: string): string => `${line} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n`;
  const open = (behave: (socket: Socket) => void): void => {
    if (closed) return;
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    sockets.add(socket);
    opened += 1;
    socket.on('error', () => undefined);
    socket.once('connect', () => behave(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      // The server went away, or threw this client out: it comes back.
      setTimeout(() => open(behave), 3_000).unref();
    });
  };
  const dribble = (socket: Socket, first: string, drop: string): void => {
    socket.resume();
    socket.write(first);
    const timer = setInterval(() => (socket.writable ? socket.write(drop) : clearInterval(timer)), 1_000).unref();
  };
  const kinds: ((socket: Socket) => void)[] = [
    (socket) => dribble(socket, 'GET /v1/rules HTTP/1.1\r\n', 'X-More: a\r\n'),
    (socket) =>
      dribble(socket, `${head('POST /v1/convert')}Content-Type: application/json\r\nContent-Length: 9000\r\n\r\n`, ' '),
    (socket) => {
      socket.resume();
      socket.end(`${head('GET /v1/rules')}\r\n`);
    },
    (socket) => {
      socket.pause();
      socket.write(`${head(`GET ${longPath}`)}\r\n`);
    },
  ];
  for (const kind of kinds) for (let count = 0; count < EACH; count += 1) open(kind);
  return {
    opened: () => opened,
    close() {
      closed = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
