import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Knex } from '@tripline/service';
import type { Response } from 'express';
import { validate as isUuid } from 'uuid';
import { type Actor, appendAudit } from '../../audit/audit-log.js';
import { type AuditFilter, type AuditPosition, listAuditRecords, positionOf } from '../../audit/audit-trail.js';
import type { TeamScope } from '../../callers/owner-scope.js';
import { auditCsv } from './audit-csv.js';

/** Events that are read and written at once; an export holds twice as many in memory. */
const BATCH = 1_000;
/** A reader who takes nothing for this long counts as gone. */
const STALL_MS = 60_000;

/** An export that is recorded and has read its first events; only writing is left. */
export interface AuditExport {
  write(res: Response): Promise<void>;
}

/**
 * Records an export and begins it. It contains the events before the export's own.
 * @param stillAllowed called before each further batch; when it throws, the answer ends in the middle, which its reader can detect
 */
export async function beginExport(
  db: Knex,
  scope: TeamScope,
  actor: Actor,
  filter: AuditFilter,
  stillAllowed: () => Promise<void>,
): Promise<AuditExport> {
  const details = { format: 'csv', ...recorded(filter) };
  const target = { type: 'team', id: scope.teamId };
  const own = await appendAudit(db, { action: 'audit.exported', actor, target, details });
  const after = await positionOf(db, own);
  const batch = (position: AuditPosition) => listAuditRecords(scope, db, filter, { limit: BATCH, after: position });
  const first = await batch(after);

  async function* lines(): AsyncGenerator<string> {
    yield auditCsv.header;
    for (let next = Promise.resolve(first); ; ) {
      const events = await next;
      const last = events.length < BATCH ? undefined : events.at(-1);
      if (last !== undefined) {
        // Read while the current batch is written. A failure is noticed when the batch is needed.
        next = batch(last);
        next.catch(() => undefined);
      }
      yield auditCsv.lines(events);
      if (last === undefined) return;
      await stillAllowed();
    }
  }
  return {
    async write(res) {
      res.setTimeout(STALL_MS, () => res.destroy());
      // Only one batch waits for the reader at a time.
      await pipeline(Readable.from(lines(), { highWaterMark: 1 }), res);
    },
  };
}

/** What the log keeps of a filter: no e-mail address, which would outlast its account there. */
function recorded({ action, actor, from, to }: AuditFilter): Record<string, unknown> {
  return {
    from: from ?? null,
    to: to ?? null,
    action,
    actor: actor === undefined || isUuid(actor) ? actor : 'by e-mail address',
  };
}
