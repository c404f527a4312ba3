import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { RequestTimeoutError } from '../errors.js';
import type { ErrorBody } from './error-edge.js';
import { requestIdOf } from './request-id.js';

/** A request whose body has not ended. */
interface Arriving {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Of its connection, when last looked at. */
  bytesRead: number;
  heardAt: number;
}

/** Looks within each silence: a request is closed at most a quarter late. */
const LOOKS_PER_SILENCE = 4;

/**
 * Closes requests of whose body no byte has arrived for so long: 408 in the service's envelope where nothing was answered yet, else the
 * connection is cut. One that goes on sending, however slowly, is left to the server's own time for a whole request. A body that nobody
 * reads yet fills the connection's buffer; its silence is ours and does not count.
 */
export function closeSilentRequests(
  server: Server,
  { silenceMs, errorBody }: { readonly silenceMs: number; readonly errorBody: ErrorBody | undefined },
): void {
  const arriving = new Set<Arriving>();
  server.on('request', (req, res) => {
    if (!hasBody(req)) return;
    const entry = { req, res, bytesRead: req.socket.bytesRead, heardAt: Date.now() };
    const forget = (): void => void arriving.delete(entry);
    arriving.add(entry);
    req.once('end', forget);
    req.once('close', forget);
  });
  const lookAtAll = (): void => {
    for (const entry of arriving) {
      const { req } = entry;
      const { bytesRead } = req.socket;
      if (req.complete || bytesRead !== entry.bytesRead || req.readableLength >= req.readableHighWaterMark) {
        entry.bytesRead = bytesRead;
        entry.heardAt = Date.now();
      } else if (Date.now() - entry.heardAt >= silenceMs) {
        arriving.delete(entry);
        refuse(entry, silenceMs, errorBody);
      }
    }
  };
  // A server that finds no port never listens, and is never closed.
  server.once('listening', () => {
    // What arrived while the process was busy is read first.
    const look = setInterval(() => setImmediate(lookAtAll), silenceMs / LOOKS_PER_SILENCE);
    server.once('close', () => clearInterval(look));
  });
}

function refuse({ req, res }: Arriving, silenceMs: number, errorBody: ErrorBody | undefined): void {
  if (res.headersSent || errorBody === undefined) {
    req.socket.destroy();
    return;
  }
  const error = new RequestTimeoutError(
    `No byte of the body has arrived for ${silenceMs / 1000} s. Send it again, without such a pause.`,
  );
  const text = JSON.stringify(errorBody(error, requestIdOf(req)));
  res.once('finish', () => req.socket.destroySoon());
  res.writeHead(error.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  res.end(text);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
