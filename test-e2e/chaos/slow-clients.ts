import { connect, type Socket } from 'node:net';

/** Clients that occupy connections without using them. */
export interface SlowClients {
  /** Connections opened so far. */
  opened(): number;
  close(): void;
}

const EACH = 10;

/**
 * Opens four kinds of connections: one whose request head never ends; one that sends a byte of its body now and then; one that is half
 * closed after its request; and one that requests a long or endless answer and does not read it.
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
      // The server closed the connection or stopped; the client connects again.
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
