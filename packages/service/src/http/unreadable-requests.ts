import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type AppError, BadRequestError, RequestTimeoutError } from '../errors.js';
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
    const error = errorOf(fault);
    const body = JSON.stringify(errorBody(error, requestId));
    const head = [
      `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
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

function errorOf(cause: NodeJS.ErrnoException): AppError {
  if (cause.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new RequestTimeoutError('The request did not arrive in time.', { cause });
  }
  if (cause.code === 'HPE_HEADER_OVERFLOW') {
    return new BadRequestError("The request's address and headers are larger than the 16 kB they may have.", { cause });
  }
  return new BadRequestError('The request is not valid HTTP.', { cause });
}
