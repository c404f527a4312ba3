import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ErrorBody } from './error-edge.js';
import { type PortChoice, portsOf } from './ports.js';
import { answerUnreadableRequests } from './unreadable-requests.js';

/** A listening server. */
export interface RunningServer {
  /** The port in use, also when 0 was asked for. */
  readonly port: number;
  /**
   * Stops taking connections, closes idle ones, and waits until what is in flight has been answered. After
   * `deadlineMs` whatever is still open is cut.
   */
  close(deadlineMs: number): Promise<void>;
}

/** Where a server listens, and how it says what it could not read. */
export interface ServerOptions {
  /** 0 takes a free one; of a range, the first that is free. */
  port: PortChoice;
  /** All addresses of the machine unless given. */
  host?: string | undefined;
  /** The service's error envelope, for requests that Node's parser refuses; without it the answer has no body. */
  errorBody?: ErrorBody;
}

/** Longer than proxies keep an idle connection (a minute): a call that they send just as we close it would fail. */
const KEEP_ALIVE_MS = 65_000;

/** Starts listening. @throws Error with code EADDRINUSE when the port, or every port of the range, is taken. */
export async function startServer(listener: RequestListener, options: ServerOptions): Promise<RunningServer> {
  // A caller who dribbles a request is cut after two minutes; a long answer (a stream) is not bounded by this.
  const server = createServer(
    { requestTimeout: 120_000, headersTimeout: 30_000, keepAliveTimeout: KEEP_ALIVE_MS },
    listener,
  );
  if (options.errorBody !== undefined) answerUnreadableRequests(server, options.errorBody);
  await listenOnFirstFree(server, options);
  return { port: (server.address() as AddressInfo).port, close: (deadlineMs) => closeServer(server, deadlineMs) };
}

/** Binds the ports one after the other instead of looking which is free: between a look and the binding another process could take it. */
async function listenOnFirstFree(server: Server, { host, port }: ServerOptions): Promise<void> {
  let taken: unknown;
  for (const each of portsOf(port)) {
    try {
      server.listen(each, host);
      await once(server, 'listening');
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      taken = error;
    }
  }
  throw taken;
}

async function closeServer(server: Server, deadlineMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // A connection that was busy becomes idle after its answer; keep-alive would hold it open until its timeout.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), deadlineMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
