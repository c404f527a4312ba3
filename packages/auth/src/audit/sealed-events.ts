import type { Knex } from '@tripline/service';
import type { TeamScope } from '../callers/owner-scope.js';
import { EVENT_COLUMNS, type RecordedEvent } from './audit-trail.js';

/** Seals that are read at once; each holds the events of one minute. */
const SEALS_AT_ONCE = 20;

/** Events of a team's log in the order of their seals, and the last of these. */
export interface SealedEvents {
  /** A 64-bit number in decimal digits. */
  readonly position: string;
  readonly events: readonly RecordedEvent[];
}

/** The last seal of a team's log, from which {@link sealedEventsAfter} goes on; `0` where there is none. */
export async function lastSeal({ teamId }: TeamScope, db: Knex): Promise<string> {
  const { rows } = await db.raw<{ rows: [{ position: string }] }>(
    'select coalesce(max(position), 0)::text as position from auth.audit_seals where owner = ?',
    [teamId],
  );
  return rows[0].position;
}

/**
 * What a team's log has after a seal. Seals follow each other without gaps, and each is made when its minute is over: whoever reads them in turn misses no event, however
 * late its transaction ended.
 * @param after a position, from {@link lastSeal} or the call before
 * @returns undefined where there is no further seal yet
 */
export async function sealedEventsAfter(
  { teamId }: TeamScope,
  db: Knex,
  after: string,
): Promise<SealedEvents | undefined> {
  const { rows: seals } = await db.raw<{ rows: { position: string; ids: string[] }[] }>(
    `select position::text as position, event_ids as ids from auth.audit_seals where owner = ? and position > ?::bigint
     order by audit_seals.position limit ${SEALS_AT_ONCE}`,
    [teamId, after],
  );
  const last = seals.at(-1);
  if (last === undefined) return undefined;
  const { rows: events } = await db.raw<{ rows: RecordedEvent[] }>(
    `select ${EVENT_COLUMNS}, details from auth.audit_log where id = any(?::uuid[]) and team_id = ? order by at, id`,
    [seals.flatMap(({ ids }) => ids), teamId],
  );
  return { position: last.position, events };
}
