import type { Knex } from '@tripline/service';
import type { TeamScope } from '../callers/owner-scope.js';

/** A place where the log differs from its seals. */
interface AuditFault {
  readonly kind: 'event_changed' | 'event_removed' | 'event_added' | 'seal_changed' | 'seal_removed';
  /** The seal's place in the chain, from 1; null for an event that no seal holds. */
  readonly seal: number | null;
  /** The minute of the seal or the event, where there is one to tell. */
  readonly minute: Date | null;
  /** The event; null where the seal itself is at fault. */
  readonly eventId: string | null;
}

/** What checking a team's log against its seals found. */
export interface AuditVerification {
  readonly intact: boolean;
  /** At most 100. */
  readonly faults: readonly AuditFault[];
  readonly sealedEvents: number;
  /** Events of the last minute or two, which are in no seal yet. */
  readonly unsealedEvents: number;
  /** Events without names any more, because the account was deleted long ago. */
  readonly redactedEvents: number;
  /** The end of the chain. A copy kept elsewhere shows later whether the whole chain was rebuilt. */
  readonly head: { readonly position: number; readonly hash: string; readonly sealedAt: Date } | null;
}

const SEALS_AT_ONCE = 500;
const MAX_FAULTS = 100;
/** For the statements that read a whole log; nobody else waits for them. */
const VERIFY_MS = 60_000;

interface Seal {
  readonly position: string;
  readonly minute: Date;
  readonly sealed_at: Date;
  readonly events: number;
  readonly hash: string;
  readonly previous_hash: string | null;
  readonly is_whole: boolean;
}

/** Checks a team's log against its seals, as both are at one moment. */
export function verifyAudit(scope: TeamScope, db: Knex): Promise<AuditVerification> {
  return db.transaction(
    async (trx) => {
      await trx.raw(`set local statement_timeout = ${VERIFY_MS}`);
      return verifyAuditIn(scope, trx);
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

/** {@link verifyAudit} within a transaction that sees one moment. */
export async function verifyAuditIn({ teamId }: TeamScope, trx: Knex): Promise<AuditVerification> {
  const faults: AuditFault[] = [];
  const note = (found: readonly AuditFault[]): void => void faults.push(...found.slice(0, MAX_FAULTS - faults.length));
  let last: Seal | undefined;
  let sealedEvents = 0;
  for (;;) {
    const seals = await readSeals(trx, teamId, last?.position ?? '0');
    for (const seal of seals) {
      note(faultsOfSeal(seal, last));
      sealedEvents += seal.events;
      last = seal;
    }
    const [first, end] = [seals[0], seals.at(-1)];
    if (first === undefined || end === undefined) break;
    note(await eventsUnlikeSeals(trx, teamId, first.position, end.position));
    if (seals.length < SEALS_AT_ONCE) break;
  }
  note(await eventsUnlikeNotes(trx, teamId));
  note(await eventsNotNoted(trx, teamId));
  const { rows } = await trx.raw<{ rows: { unsealed: number; redacted: number }[] }>(
    `select (select count(*)::int from auth.audit_unsealed where owner = :teamId) as unsealed,
       (select count(*)::int from auth.audit_log where team_id = :teamId::uuid
          and (actor_digest is not null or named_digest is not null)) as redacted`,
    { teamId },
  );
  return {
    intact: faults.length === 0,
    faults,
    sealedEvents,
    unsealedEvents: rows[0]?.unsealed ?? 0,
    redactedEvents: rows[0]?.redacted ?? 0,
    head: last === undefined ? null : { position: Number(last.position), hash: last.hash, sealedAt: last.sealed_at },
  };
}

async function readSeals(trx: Knex, teamId: string, after: string): Promise<Seal[]> {
  const { rows } = await trx.raw<{ rows: Seal[] }>(
    `select s.position, s.minute, s.sealed_at, cardinality(s.event_ids) as events, encode(s.hash, 'hex') as hash,
       encode(s.previous_hash, 'hex') as previous_hash, s.hash = auth.audit_seal_hash(s) as is_whole
     from auth.audit_seals s where s.owner = ? and s.position > ?::bigint order by s.position limit ${SEALS_AT_ONCE}`,
    [teamId, after],
  );
  return rows;
}

function faultsOfSeal(seal: Seal, before: Seal | undefined): AuditFault[] {
  const [position, expected] = [Number(seal.position), Number(before?.position ?? 0) + 1];
  if (position !== expected) return [{ kind: 'seal_removed', seal: expected, minute: null, eventId: null }];
  if (seal.is_whole && seal.previous_hash === (before?.hash ?? null)) return [];
  return [{ kind: 'seal_changed', seal: position, minute: seal.minute, eventId: null }];
}

interface FaultRow {
  readonly position: string | null;
  readonly minute: Date | null;
  readonly id: string;
  readonly kind: AuditFault['kind'];
}

const toFault = ({ id, kind, minute, position }: FaultRow): AuditFault => ({
  kind,
  seal: position === null ? null : Number(position),
  minute,
  eventId: id,
});

/** Events in seals that the log has differently or not at all. */
async function eventsUnlikeSeals(trx: Knex, teamId: string, from: string, to: string): Promise<AuditFault[]> {
  const { rows } = await trx.raw<{ rows: FaultRow[] }>(
    `select s.position, s.minute, sealed.id, case when a.id is null then 'event_removed' else 'event_changed' end as kind
     from auth.audit_seals s cross join lateral unnest(s.event_ids, s.event_hashes) as sealed (id, hash)
     left join auth.audit_log a on a.id = sealed.id
     where s.owner = ? and s.position between ?::bigint and ?::bigint
       and auth.is_event_as_noted(a, sealed.hash) is not true
     order by s.position, sealed.id limit ${MAX_FAULTS}`,
    [teamId, from, to],
  );
  return rows.map(toFault);
}

/** The same for events that are not sealed yet. */
async function eventsUnlikeNotes(trx: Knex, teamId: string): Promise<AuditFault[]> {
  const { rows } = await trx.raw<{ rows: FaultRow[] }>(
    `select null as position, noted.minute, noted.event_id as id,
       case when a.id is null then 'event_removed' else 'event_changed' end as kind
     from auth.audit_unsealed noted left join auth.audit_log a on a.id = noted.event_id
     where noted.owner = ? and auth.is_event_as_noted(a, noted.event_hash) is not true
     order by noted.minute, noted.event_id limit ${MAX_FAULTS}`,
    [teamId],
  );
  return rows.map(toFault);
}

/** Events without the note that is written when they are recorded, or whose seal is missing. */
async function eventsNotNoted(trx: Knex, teamId: string): Promise<AuditFault[]> {
  const { rows } = await trx.raw<{ rows: FaultRow[] }>(
    `select null as position, date_trunc('minute', a.at, 'UTC') as minute, a.id, 'event_added' as kind
     from auth.audit_log a
     left join (select unnest(event_ids) as id from auth.audit_seals where owner = :teamId) sealed on sealed.id = a.id
     left join auth.audit_unsealed noted on noted.event_id = a.id and noted.owner = :teamId
     where a.team_id = :teamId::uuid and sealed.id is null and noted.event_id is null
     order by a.at, a.id limit ${MAX_FAULTS}`,
    { teamId },
  );
  return rows.map(toFault);
}
