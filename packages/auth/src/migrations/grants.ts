import type { Knex } from '@tripline/service';

/** What an event is written with; `at` is not among them. */
const AUDIT_COLUMNS = [
  ...['id', 'team_id', 'actor_id', 'actor_email', 'action', 'target_type', 'target_id'],
  ...['outcome', 'ip', 'user_agent', 'details'],
];

/**
 * Gives the services' role its rights in the `auth` schema: rows of every table, but only insert and select in the audit log, without its
 * time, which the database sets. Functions of the owner make its seals and remove names from it. Of the migrations' history the role may
 * only read. May be repeated; run it after the migrations.
 * @param trx a transaction as the role that owns the tables
 */
export async function grantAuthAccess(trx: Knex.Transaction, role: string): Promise<void> {
  await trx.raw('grant usage on schema auth to ??', [role]);
  await trx.raw('grant select, insert, update, delete on all tables in schema auth to ??', [role]);
  await trx.raw('revoke all on auth.audit_log, auth.audit_unsealed, auth.audit_seals, auth.migrations from ??', [role]);
  await trx.raw('grant select on auth.migrations, auth.audit_unsealed, auth.audit_seals to ??', [role]);
  const functions = 'auth.seal_audit_log(integer), auth.redact_deleted_user(integer, integer)';
  await trx.raw(`grant execute on function ${functions} to ??`, [role]);
  await trx.raw('grant select, insert (??) on auth.audit_log to ??', [AUDIT_COLUMNS, role]);
}
