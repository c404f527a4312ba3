import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

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

/** Starts listening. @throws Error with code EADDRINUSE when the port is taken. */
export async function startServer(listener: RequestListener, port: number, host?: string): Promise<RunningServer> {
  // A caller who dribbles a request is cut after two minutes; a long answer (a stream) is not bounded by this.
  const server = createServer({ requestTimeout: 120_000, headersTimeout: 30_000, keepAliveTimeout: 10_000 }, listener);
  server.listen(port, host);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: (deadlineMs) => closeServer(server, deadlineMs) };
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
