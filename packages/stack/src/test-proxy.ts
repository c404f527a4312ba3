import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** What the proxy does with requests from now on: open the tunnel, answer nothing, or refuse with a status. */
type Conduct = 'open' | 'hang' | number;

/** An outgoing HTTP proxy for tests, which opens tunnels (CONNECT) and records requests. */
export interface TestProxy {
  /** For `HTTP_PROXY` and `HTTPS_PROXY`. */
  readonly url: string;
  /** The tunnels that were asked for, as `host:port`. */
  readonly asked: string[];
  /** Plain proxy requests, which it refuses. */
  readonly plain: string[];
  behave(conduct: Conduct | ((target: string) => Conduct)): void;
  close(): Promise<void>;
}

/**
 * Starts a proxy.
 * @param portOf the port on this machine that a tunnel to `host:port` is connected to
 * @param credentials `user:password` that it demands
 */
export async function startTestProxy(portOf: (target: string) => number, credentials?: string): Promise<TestProxy> {
  const [asked, plain]: [string[], string[]] = [[], []];
  const sockets = new Set<Duplex>();
  let conduct: (target: string) => Conduct = () => 'open';
  const demanded = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;

  const tunnel = (req: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const target = req.url ?? '';
    asked.push(target);
    sockets.add(socket);
    socket.on('error', () => undefined);
    const isKnown = demanded === undefined || req.headers['proxy-authorization'] === demanded;
    const how = isKnown ? conduct(target) : 407;
    if (how === 'hang') return;
    if (how !== 'open') {
      socket.end(`HTTP/1.1 ${how} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const onward = connect(portOf(target), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    sockets.add(onward);
    onward.on('error', () => socket.destroy());
  };
  const server = createServer((req, res) => {
    plain.push(req.url ?? '');
    res.writeHead(501).end();
  });
  server.on('connect', tunnel);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${credentials === undefined ? '' : `${credentials}@`}127.0.0.1:${port}`,
    asked,
    plain,
    behave(next) {
      conduct = typeof next === 'function' ? next : () => next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Files of a test certificate, valid until 2126: `certificate` and `key` of a server named `advisories.example.com` and `idp.example.com`,
 * and the `authority` that signed it, for `NODE_EXTRA_CA_CERTS`.
 */
export const testTls = {
  certificate: fileURLToPath(new URL('../test-tls/server.pem', import.meta.url)),
  key: fileURLToPath(new URL('../test-tls/server.key', import.meta.url)),
  authority: fileURLToPath(new URL('../test-tls/ca.pem', import.meta.url)),
};
