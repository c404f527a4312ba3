import { asCsv, defineRoutes, endpoint, ForbiddenError, type Knex, type Logger, requestIdOf } from '@tripline/service';
import type { Request, RequestHandler, Response, Router } from 'express';
import { listAuditEvents } from '../../audit/audit-trail.js';
import { verifyAudit } from '../../audit/audit-verification.js';
import type { Auth } from '../../auth.js';
import { type TeamScope, teamScopeOf } from '../../callers/owner-scope.js';
import { callerOf } from '../../callers/request-caller.js';
import { actorOf } from '../../guards/middleware.js';
import type { Succeed } from '../succeed.js';
import { beginExport } from './audit-export.js';
import { auditOperations } from './audit-operations.js';
import { AUDIT_PAGE, auditFilter, decodePosition, encodePosition } from './audit-query.js';

/** What the audit routes need. */
interface AuditRouterDeps {
  readonly db: Knex;
  readonly log: Logger;
  /** Lets the team's owner and admins in, with an access token. */
  readonly guard: readonly RequestHandler[];
  readonly places: Auth['places'];
  readonly succeed: Succeed;
}

/** `GET /v1/team/audit`: the team's log in pages, or all of it as a file; and whether it is what was sealed. */
export function createAuditRouter({ db, log, guard, places, succeed }: AuditRouterDeps): Router {
  return defineRoutes([
    endpoint(auditOperations.verifyAuditLog, {
      guard,
      handle: async (_input, req, res) => {
        const left = new AbortController();
        res.once('close', () => left.abort());
        // It reads the whole log, so it takes a place like a generation.
        const place = await places.take(callerOf(req), 'verify', left.signal);
        try {
          succeed(res, await verifyAudit(teamScopeOf(req), db));
        } finally {
          await place.release(0);
        }
      },
    }),
    endpoint(auditOperations.listAuditEvents, {
      guard,
      handle: async ({ query }, req, res) => {
        const scope = teamScopeOf(req);
        const filter = auditFilter(query);
        if (query.format === 'csv') {
          // A HEAD request exports nothing.
          if (req.method === 'HEAD') return void asCsv(res, 'team-audit').end();
          const file = await beginExport(db, scope, actorOf(req), filter, () => admitAgain(guard, scope, req, res));
          return writeUnlessLeft(log, req, asCsv(res, 'team-audit'), file.write);
        }
        const limit = query.limit ?? AUDIT_PAGE;
        const after = query.cursor === undefined ? undefined : decodePosition(query.cursor);
        const rows = await listAuditEvents(scope, db, filter, { limit: limit + 1, after });
        const last = rows.length > limit ? rows[limit - 1] : undefined;
        succeed(res, {
          events: rows.slice(0, limit).map(({ micros: _, ...event }) => event),
          nextCursor: last === undefined ? null : encodePosition(last),
        });
      },
    }),
  ]);
}

/** Checks the caller's access to the same team again, so that a long answer ends when the reader loses access. */
async function admitAgain(
  guard: readonly RequestHandler[],
  scope: TeamScope,
  req: Request,
  res: Response,
): Promise<void> {
  for (const check of guard) await check(req, res, () => undefined);
  if (callerOf(req).teamId !== scope.teamId) throw new ForbiddenError('You are in another team now.');
}

async function writeUnlessLeft(
  log: Logger,
  req: Request,
  res: Response,
  write: (res: Response) => Promise<void>,
): Promise<void> {
  try {
    await write(res);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    log.info({ requestId: requestIdOf(req) }, 'the caller left before the export was done');
  }
}
