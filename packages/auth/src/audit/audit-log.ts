import { type Knex, storableJson } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';

/** Where a request came from. */
export interface Origin {
  ip?: string | undefined;
  userAgent?: string | undefined;
}

/** Who did it and from where, as far as the request says. */
export interface Actor extends Origin {
  /** A user's id, or `admin` for the operator. */
  id: string | null;
  email: string | null;
  teamId?: string | undefined;
}

/** The operator, at the command line. */
export const ADMIN: Actor = { id: 'admin', email: null };

/** One event. `details` must not contain secrets, since the log is exported. */
export interface AuditEvent {
  action: string;
  actor: Actor;
  target?: { type: string; id: string } | undefined;
  outcome?: 'success' | 'refused' | 'failure';
  details?: Readonly<Record<string, unknown>>;
}

const MAX_USER_AGENT = 300;

/**
 * Writes an event in the caller's transaction, so that the change and its record are committed together. The row belongs to the actor's
 * team at that time.
 * @returns the event's id
 */
export async function appendAudit(trx: Knex, event: AuditEvent): Promise<string> {
  const id = uuidv7();
  await auditEntry(trx, event, id).options({ name: 'append-audit' });
  return id;
}

/** The statement that {@link appendAudit} runs, for a place in a larger one of the caller's transaction. */
export function auditEntry(trx: Knex, event: AuditEvent, id: string = uuidv7()): Knex.QueryBuilder {
  const { actor } = event;
  return trx('auth.audit_log').insert({
    id,
    team_id: actor.teamId ?? null,
    actor_id: actor.id,
    actor_email: actor.email,
    action: event.action,
    target_type: event.target?.type ?? null,
    target_id: event.target?.id ?? null,
    outcome: event.outcome ?? 'success',
    ip: actor.ip ?? null,
    user_agent: actor.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    details: storableJson(event.details ?? {}),
  });
}
