import { ConflictError, ForbiddenError, missingReference, NotFoundError, UnauthorizedError } from '@tripline/service';
import type { ErrorRequestHandler, Request } from 'express';
import { ACCOUNT_DELETED, SERVICE_ACCOUNT_ENDED } from '../callers/owner-scope.js';
import { knownCaller } from '../callers/request-caller.js';
import { NO_TEAM } from '../teams/acting-member.js';

/**
 * Handler of errors behind all routes of a service. A process may not know for a second that an account was deleted or a team ended; what it
 * then saves for them is refused by a foreign key. That is no fault of ours: whoever is gone is 401, whoever has no team any more 403, what
 * the path names 404, and anything else that was deleted meanwhile 409.
 */
export const deletedMeanwhile: ErrorRequestHandler = (thrown, req, _res, next) => {
  const missing = missingReference(thrown);
  next(missing === undefined ? thrown : refusalFor(missing.id, req, thrown));
};

function refusalFor(id: string, req: Request, cause: unknown): Error {
  const caller = knownCaller(req);
  if (id === caller?.userId) return new UnauthorizedError(ACCOUNT_DELETED, { cause });
  if (id === caller?.teamId) {
    return caller.isServiceAccount
      ? new UnauthorizedError(SERVICE_ACCOUNT_ENDED, { cause })
      : new ForbiddenError(NO_TEAM, { cause });
  }
  if (req.originalUrl.includes(id)) return new NotFoundError(`There is no ${id} any more.`, { cause });
  return new ConflictError(`What this needs was deleted at the same moment: there is no ${id} any more.`, { cause });
}
