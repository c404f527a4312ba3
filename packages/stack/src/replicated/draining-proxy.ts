import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of replicas of one API. */
export interface DrainingProxy {
  readonly url: string;
  /** Checks every replica's readiness now. */
  look(): Promise<void>;
  close(): Promise<void>;
}

const LOOK_MS = 200;
/**
 * How many checks in a row must find a replica not ready before it gets no more requests; a busy one may miss some. It is well within the
 * time that a stopping replica waits.
 */
const LOOKS_MISSED = 5;
/** Headers that belong to one connection and are not passed on (RFC 9110, 7.6.1). */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'proxy-connection'];

/**
 * Starts a proxy that gives requests to the replicas in turn, as long as their `/readyz` says that they are ready. It checks every 200 ms,
 * and gives a replica up after five failed checks. It retries nothing: a request that a replica drops is answered 502, so that a test sees
 * it.
 * @param addresses where the replicas listen now
 */
export async function startDrainingProxy(addresses: () => readonly string[]): Promise<DrainingProxy> {
  const missed = new Map<string, number>();
  let ready: readonly string[] = [];
  let turn = 0;
  const look = async (): Promise<void> => {
    const known = addresses();
    await Promise.all(
      known.map(async (address) => {
        missed.set(address, (await isReady(address)) ? 0 : (missed.get(address) ?? LOOKS_MISSED) + 1);
      }),
    );
    ready = known.filter((address) => (missed.get(address) ?? LOOKS_MISSED) < LOOKS_MISSED);
  };
  // Only the caller closes idle connections: when the proxy closes one, the next request may already be on its way.
  const server = createServer({ keepAliveTimeout: 0 }, (req, res) => {
    turn += 1;
    const target = ready[turn % Math.max(1, ready.length)];
    if (target === undefined) res.writeHead(503, { 'content-type': 'text/plain' }).end('No replica is ready.\n');
    else passOn(target, req, res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let closed = false;
  const loop = async (): Promise<void> => {
    await look();
    if (!closed) setTimeout(() => void loop(), LOOK_MS).unref();
  };
  void loop();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    look,
    async close() {
      closed = true;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function isReady(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

function passOn(target: string, req: IncomingMessage, res: ServerResponse): void {
  const { hostname, port } = new URL(target);
  const headers = { ...endToEnd(req.headers), 'x-forwarded-for': req.socket.remoteAddress ?? '' };
  // A separate connection for each request, so that none is given to a replica that is closing it.
  const out = request({ hostname, port, method: req.method, path: req.url, headers, agent: false }, (answer) => {
    res.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
    answer.pipe(res);
    answer.on('error', () => res.destroy());
  });
  out.on('error', (error) => {
    if (res.headersSent) res.destroy();
    else
      res.writeHead(502, { 'content-type': 'text/plain' }).end(`The replica dropped the request: ${error.message}\n`);
  });
  res.on('close', () => out.destroy());
  req.pipe(out);
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)));
}
