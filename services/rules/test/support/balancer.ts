import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that gives calls to its backends in turn, as long as they say that they are ready. It tries nothing twice. */
export interface Balancer {
  readonly url: string;
  add(backend: string): void;
  close(): void;
}

/** How often a backend is asked: a small part of the time it drains. */
const POLL_MS = 100;

export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const backends = new Map<string, boolean>();
  let turn = 0;
  const poll = setInterval(() => {
    for (const backend of backends.keys()) {
      void fetch(`${backend}/readyz`).then(
        (answer) => backends.set(backend, answer.ok),
        () => backends.set(backend, false),
      );
    }
  }, POLL_MS);
  const server = createServer((req, res) => {
    const ready = [...backends].filter(([, isReady]) => isReady).map(([backend]) => backend);
    turn += 1;
    const backend = ready[turn % ready.length];
    const fail = (): void => void res.writeHead(502).end();
    if (backend === undefined) return fail();
    const passed = request(`${backend}${req.url}`, { agent, method: req.method, headers: req.headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502);
      answer.pipe(res);
    });
    passed.on('error', fail);
    req.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (backend) => void backends.set(backend, false),
    close() {
      clearInterval(poll);
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
