import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PortChoice, portsOf } from '../settings/ports.js';
import type { ErrorBody } from './error-edge.js';
import { takeHeldSocket } from './held-socket.js';
import { closeSilentRequests } from './silent-requests.js';
import { answerUnreadableRequests } from './unreadable-requests.js';

/** A listening server. */
export interface RunningServer {
  /** The port in use, also when 0 was asked for. */
  readonly port: number;
  /**
   * Stops accepting connections, closes idle ones, and waits for requests in flight. After `deadlineMs` the remaining connections are cut.
   */
  close(deadlineMs: number): Promise<void>;
}

/** Where a server listens, and its error envelope. */
export interface ServerOptions {
  /** 0 takes a free one; of a range, the first that is free; a held one comes from the parent process, with the address it is bound to. */
  port: PortChoice;
  /** All addresses of the machine unless given. */
  host?: string | undefined;
  /** The service's error envelope, for requests that Node's parser refuses; without it the answer has no body. */
  errorBody?: ErrorBody;
  /** How long a request may pause before its end, in seconds, and how long its headers may take; 20 unless given. */
  silenceSeconds?: number | undefined;
}

/** Longer than proxies keep an idle connection (a minute): a call that they send just when we close it would fail. */
const KEEP_ALIVE_MS = 65_000;

/** How long a whole request may take to arrive: 10 MB at 12 kB/s. */
const REQUEST_MS = 900_000;
const SILENCE_SECONDS = 20;

/** Starts listening. @throws Error with code EADDRINUSE when the port, or every port of the range, is taken. */
export async function startServer(listener: RequestListener, options: ServerOptions): Promise<RunningServer> {
  const silenceMs = (options.silenceSeconds ?? SILENCE_SECONDS) * 1000;
  // A caller who sends a request too slowly is cut; long answers (streams) are not affected.
  const server = createServer(
    {
      requestTimeout: REQUEST_MS,
      headersTimeout: silenceMs,
      connectionsCheckingInterval: silenceMs / 4,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    listener,
  );
  closeSilentRequests(server, { silenceMs, errorBody: options.errorBody });
  if (options.errorBody !== undefined) answerUnreadableRequests(server, options.errorBody);
  await listenOnFirstFree(server, options);
  return { port: (server.address() as AddressInfo).port, close: (deadlineMs) => closeServer(server, deadlineMs) };
}

/**
 * Tries to bind the ports one after the other. Checking which is free would not help, since another process could take it before the bind.
 */
async function listenOnFirstFree(server: Server, { host, port }: ServerOptions): Promise<void> {
  if (typeof port === 'object' && 'held' in port) {
    server.listen(await takeHeldSocket(port.held));
    await once(server, 'listening');
    return;
  }
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
  // A busy connection becomes idle after its answer, and keep-alive would keep it open until its timeout.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), deadlineMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
