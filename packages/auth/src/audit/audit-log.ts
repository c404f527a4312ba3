import { type Knex, storableJson } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';

/** Where a request came from. */
export interface Origin {
  ip?: string | undefined;
  userAgent?: string | undefined;
}

/** Who did it and from where, as far as the request tells. */
export interface Actor extends Origin {
  /** A user's id, or `admin` for the operator. */
  id: string | null;
  email: string | null;
  teamId?: string | undefined;
}

/** One thing that happened. `details` must be free of secrets: the log is exported. */
export interface AuditEvent {
  action: string;
  actor: Actor;
  target?: { type: string; id: string } | undefined;
  outcome?: 'success' | 'refused' | 'failure';
  details?: Readonly<Record<string, unknown>>;
}

const MAX_USER_AGENT = 300;

/**
 * Writes an event in the caller's transaction, so that what is recorded and the record stand or fall together. The
 * row belongs to the team the actor was in at the time.
 * @returns the event's id
 */
export async function appendAudit(trx: Knex, event: AuditEvent): Promise<string> {
  const { actor } = event;
  const id = uuidv7();
  await trx('auth.audit_log').insert({
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
  return id;
}
