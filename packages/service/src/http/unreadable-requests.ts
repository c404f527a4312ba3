import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { BadRequestError } from '../errors.js';
import type { ErrorBody } from './error-edge.js';

/**
 * Answers requests that Node's parser refuses before the app sees them (headers too large, not HTTP, too slow) in the service's own
 * envelope, with a request id, and ends the connection. While another answer is being sent over the connection, it is only cut.
 */
export function answerUnreadableRequests(server: Server, errorBody: ErrorBody): void {
  const answering = new WeakMap<Duplex, number>();
  server.on('request', (req, res) => {
    const { socket } = req;
    answering.set(socket, (answering.get(socket) ?? 0) + 1);
    res.once('close', () => answering.set(socket, (answering.get(socket) ?? 1) - 1));
  });
  server.on('clientError', (fault: NodeJS.ErrnoException & { rawPacket?: Uint8Array }, socket) => {
    if (!socket.writable || fault.code === 'ECONNRESET' || (answering.get(socket) ?? 0) > 0) {
      socket.destroy();
      return;
    }
    const requestId = randomUUID();
    const body = JSON.stringify(errorBody(new BadRequestError(reasonOf(fault.code), { cause: fault }), requestId));
    const head = [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      'Cache-Control: no-store',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${isHead(fault) ? '' : body}`);
  });
}

/** Whether the unreadable bytes begin a HEAD request. Its client expects no body and would take one for the next answer. */
const isHead = (fault: { readonly rawPacket?: Uint8Array }): boolean =>
  Buffer.from(fault.rawPacket?.subarray(0, 5) ?? []).toString('latin1') === 'HEAD ';

function reasonOf(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW')
    return "The request's address and headers are larger than the 16 kB they may have.";
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request did not arrive in time.';
  return 'The request is not valid HTTP.';
}
