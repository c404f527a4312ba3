import type { ErrorRequestHandler } from 'express';
import { AppError, BadRequestError, InternalError, UnavailableError } from '../errors.js';
import type { Logger } from '../log.js';
import { requestIdOf } from './request-id.js';

/** A service's own error envelope: the body for an error, with the request's id at hand. */
export type ErrorBody = (error: AppError, requestId: string) => unknown;

/**
 * The one place where errors become answers. An {@link AppError} goes out as it says; whatever else was thrown is
 * logged with its stack as an error and answered as a plain 500, so that no library's message reaches a caller.
 */
export function errorEdge(log: Logger, errorBody: ErrorBody): ErrorRequestHandler {
  return (thrown, req, res, next) => {
    const error = toAppError(thrown);
    const requestId = requestIdOf(req);
    logFailure(log, error, { requestId, path: req.path });
    if (res.headersSent) {
      // The status is gone; only cutting the connection tells the reader that the answer is not whole.
      next(thrown);
      return;
    }
    res.status(error.status).set(error.headers).json(errorBody(error, requestId));
  };
}

/**
 * Logs an error that is about to be answered, by who must act: a 500 is our fault (error); a 503 passes by itself, or an alert of its own says so
 * (warn); a 502 is a server elsewhere that a caller named (info). What the caller did wrong stands on the access line alone.
 */
export function logFailure(log: Logger, error: AppError, fields: object): void {
  if (error.status < 500) return;
  const level = error.status === 500 ? 'error' : error.status === 503 ? 'warn' : 'info';
  log[level]({ err: error.cause ?? error, ...fields }, error.message);
}

/** What a caller is told of whatever was thrown: an {@link AppError} as it is, a store that is away as 503, all else as a plain 500. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  // The router's own fault for a path with a broken percent escape.
  if (thrown instanceof URIError)
    return new BadRequestError('The path is not validly percent-encoded.', { cause: thrown });
  if (isStoreAway(thrown)) {
    return new UnavailableError('The service cannot do this right now; try again shortly.', RETRY_SECONDS, {
      cause: thrown,
    });
  }
  return new InternalError(thrown);
}

const RETRY_SECONDS = 5;
/** Postgres refusing or ending connections, and the socket's own words for nobody being there. */
const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03', '53300', '08006', '08001']);
/** The same in the driver's words, where it gives no code; knex puts the statement before them. */
const AWAY_MESSAGE = /(?:^| - )(?:timeout expired|Connection terminated|Client has encountered a connection error)/;

/** Whether a database could not be had at all. */
function isStoreAway(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { code } = thrown as NodeJS.ErrnoException;
  if (code !== undefined) return AWAY.has(code);
  return thrown.name === 'KnexTimeoutError' || AWAY_MESSAGE.test(thrown.message);
}
