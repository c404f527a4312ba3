import type { Knex } from '@tripline/service';
import type { TeamScope } from '../callers/owner-scope.js';

/** An event as the log keeps it. */
export interface RecordedEvent {
  readonly id: string;
  readonly at: Date;
  readonly actorId: string | null;
  readonly actorEmail: string | null;
  readonly action: string;
  readonly targetType: string | null;
  readonly targetId: string | null;
  readonly outcome: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Which events are wanted. */
export interface AuditFilter {
  /** The earliest moment that counts. */
  readonly from?: Date | undefined;
  /** The first moment that is not included any more. */
  readonly to?: Date | undefined;
  readonly action?: string | undefined;
  /** An actor's id, or their e-mail address. */
  readonly actor?: string | undefined;
}

/** A position in the log. Events are recorded to the microsecond, which a `Date` cannot hold. */
export interface AuditPosition {
  /** Microseconds since 1970, in decimal digits. */
  readonly micros: string;
  readonly id: string;
}

const MICROS = '(extract(epoch from at) * 1000000)::bigint::text';
/** The operator's own address and program are shown to the operator only. */
const unlessOperator = (column: string): string => `case when actor_id = 'admin' then null else ${column} end`;

/** An event as it is shown, without its details. */
export const EVENT_COLUMNS = `id, at, actor_id as "actorId", actor_email as "actorEmail", action, target_type as "targetType", target_id as "targetId",
  outcome, ${unlessOperator('ip')} as ip, ${unlessOperator('user_agent')} as "userAgent"`;
const COLUMNS = `${EVENT_COLUMNS}, ${MICROS} as micros`;

/** How much of the log, and after which event. */
interface AuditPage {
  readonly limit: number;
  readonly after?: AuditPosition | undefined;
}

/** An event whose details are still JSON text, for files that only pass them on. */
export interface AuditRecord extends Omit<RecordedEvent, 'details'> {
  readonly details: string;
}

/**
 * A team's events, newest first: those before `after`, at most `limit`, each with its position. Every page is a range of an index, so that
 * a reader who takes an hour for a million events holds nothing in the database meanwhile.
 */
export async function listAuditEvents(
  scope: TeamScope,
  db: Knex,
  filter: AuditFilter,
  page: AuditPage,
): Promise<(RecordedEvent & AuditPosition)[]> {
  return newestFirst(scope, db, filter, page).select(db.raw(`${COLUMNS}, details`));
}

/** {@link listAuditEvents} with the details as text. */
export async function listAuditRecords(
  scope: TeamScope,
  db: Knex,
  filter: AuditFilter,
  page: AuditPage,
): Promise<(AuditRecord & AuditPosition)[]> {
  return newestFirst(scope, db, filter, page).select(db.raw(`${COLUMNS}, details::text as details`));
}

function newestFirst(
  scope: TeamScope,
  db: Knex,
  { from, to, action, actor }: AuditFilter,
  { limit, after }: AuditPage,
): Knex.QueryBuilder {
  const query = db('auth.audit_log')
    .where({ team_id: scope.teamId })
    .orderBy([
      { column: 'at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(limit);
  if (from !== undefined) void query.where('at', '>=', from);
  if (to !== undefined) void query.where('at', '<', to);
  if (action !== undefined) void query.where({ action });
  if (actor !== undefined) {
    void query.where(actor.includes('@') ? { actor_email: actor.toLowerCase() } : { actor_id: actor });
  }
  if (after !== undefined) {
    void query.whereRaw(`(at, id) < (timestamptz 'epoch' + ?::bigint * interval '1 microsecond', ?::uuid)`, [
      after.micros,
      after.id,
    ]);
  }
  return query;
}

/** Where an event that was just appended stands. @throws Error when there is no such event */
export async function positionOf(db: Knex, id: string): Promise<AuditPosition> {
  const row = await db('auth.audit_log')
    .where({ id })
    .first<AuditPosition | undefined>(db.raw(`id, ${MICROS} as micros`));
  if (row === undefined) throw new Error(`the audit log has no event ${id}`);
  return row;
}
