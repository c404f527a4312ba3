import type { Migration } from '@tripline/service';

/** The audit log of both services: rows go in and stay. It references nothing, so that nothing can take them away. */
export const auditLog: Migration = {
  name: '0003-audit-log',
  async up(trx) {
    await trx.raw(`
      create table auth.audit_log (
        id uuid primary key,
        at timestamptz not null default clock_timestamp(),
        team_id uuid,
        actor_id text,
        actor_email text,
        action text not null,
        target_type text,
        target_id text,
        outcome text not null check (outcome in ('success', 'refused', 'failure')),
        ip text,
        user_agent text,
        details jsonb not null default '{}'
      );
      create index audit_log_team on auth.audit_log (team_id, at desc, id desc);
      create index audit_log_actor on auth.audit_log (actor_id, at desc, id desc);

      create function auth.refuse_audit_change() returns trigger language plpgsql as $$
      begin
        raise exception 'the audit log takes inserts only';
      end $$;
      create trigger audit_log_keeps_rows before update or delete on auth.audit_log
        for each row execute function auth.refuse_audit_change();
      create trigger audit_log_keeps_table before truncate on auth.audit_log
        for each statement execute function auth.refuse_audit_change();
    `);
  },
};
