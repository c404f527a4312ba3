import type { ErrorRequestHandler } from 'express';
import { AppError, BadRequestError, InternalError, UnavailableError } from '../errors.js';
import type { Logger } from '../log.js';
import { postgresFault } from '../store/postgres-faults.js';
import { requestIdOf } from './request-id.js';

/** A service's own error envelope: makes the body for an error from it and the request's id. */
export type ErrorBody = (error: AppError, requestId: string) => unknown;

/**
 * The one place where errors become answers. An {@link AppError} is answered as it says. Anything else is logged with its stack and
 * answered as a plain 500, so that no library's message reaches a caller.
 */
export function errorEdge(log: Logger, errorBody: ErrorBody): ErrorRequestHandler {
  return (thrown, req, res, next) => {
    const error = toAppError(thrown);
    const requestId = requestIdOf(req);
    logFailure(log, error, { requestId, path: req.path });
    if (res.headersSent) {
      // The status was already sent; only cutting the connection shows the reader that the answer is incomplete.
      next(thrown);
      return;
    }
    res.status(error.status).set(error.headers).json(errorBody(error, requestId));
  };
}

/**
 * Logs an error that is about to be answered, at a level by who must act. A 500 is our fault (error). A 503 passes by itself, or has an
 * alert of its own (warn). A 502 is a server elsewhere that a caller named (info). Mistakes of callers are only in the access line.
 */
export function logFailure(log: Logger, error: AppError, fields: object): void {
  if (error.status < 500) return;
  const level = error.status === 500 ? 'error' : error.status === 503 ? 'warn' : 'info';
  log[level]({ err: error.cause ?? error, ...fields }, error.message);
}

/** The error for a caller: an {@link AppError} as it is, a Postgres that is away as 503, anything else as a plain 500. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  // The router's own fault for a path with a broken percent escape.
  if (thrown instanceof URIError)
    return new BadRequestError('The path is not validly percent-encoded.', { cause: thrown });
  if (postgresFault(thrown) !== undefined) {
    return new UnavailableError('The service cannot do this right now; try again shortly.', RETRY_SECONDS, {
      cause: thrown,
    });
  }
  return new InternalError(thrown);
}

const RETRY_SECONDS = 5;
