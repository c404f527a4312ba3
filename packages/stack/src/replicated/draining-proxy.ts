import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of replicas of one API. */
export interface DrainingProxy {
  readonly url: string;
  /** Asks every replica now whether it is ready. */
  look(): Promise<void>;
  close(): Promise<void>;
}

const LOOK_MS = 200;
/** Looks in a row that find a replica not ready before it gets no more: a busy one may miss some. Well within the time that a stopping one waits. */
const LOOKS_MISSED = 5;
/** What belongs to one connection and is not passed on (RFC 9110, 7.6.1). */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'proxy-connection'];

/**
 * Starts a proxy that gives requests to the replicas in turn, as long as they say on `/readyz` that they are ready; it asks them every 200 ms,
 * and gives a replica up after five such looks in vain. It
 * tries nothing twice: a request that a replica drops is answered 502, so that a test sees it.
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
  // An idle connection is the caller's to close: closed here, it may be on its way with the next request.
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
  // A connection of its own for each request: none is given to a replica that is closing it.
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
