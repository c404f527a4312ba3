import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';

const SANE = /^[A-Za-z0-9._:-]{1,128}$/;
const ids = new WeakMap<IncomingMessage, string>();

/** Takes the caller's `X-Request-Id` when it is well-formed, else makes one, and sets it on the answer. */
export const assignRequestId: RequestHandler = (req, res, next) => {
  const given = req.headers['x-request-id'];
  const id = typeof given === 'string' && SANE.test(given) ? given : randomUUID();
  ids.set(req, id);
  res.setHeader('X-Request-Id', id);
  next();
};

/** The id of a request that passed {@link assignRequestId}; a new one for a request that did not. */
export function requestIdOf(req: IncomingMessage): string {
  const id = ids.get(req) ?? randomUUID();
  ids.set(req, id);
  return id;
}
