import type { Knex } from '@tripline/service';

/** The schemas that have webhooks, each its own. */
export type WebhookSchema = 'coverage' | 'rules';

/**
 * Makes the tables of webhooks in a service's schema, in the transaction of its migration. They go with the user or the team that they belong to. Steps that
 * have landed call it: it never changes.
 */
export async function makeWebhookTables(trx: Knex, schema: WebhookSchema): Promise<void> {
  await trx.raw(`
    create table ${schema}.webhooks (
      id uuid primary key,
      owner_id uuid not null,
      created_by uuid not null,
      url text not null,
      description text not null,
      -- Types of events that it is told of.
      events text[] not null,
      is_active boolean not null default true,
      -- Sealed by the operator's key; the one before is good until its end.
      secret bytea not null,
      previous_secret bytea,
      previous_until timestamptz,
      -- The seal of the team's audit log up to which it was told; null where it is told of none.
      audit_position bigint,
      created_at timestamptz not null
    );
    create index webhooks_by_owner on ${schema}.webhooks (owner_id, created_at desc, id desc);

    create table ${schema}.webhook_deliveries (
      id uuid primary key,
      webhook_id uuid not null references ${schema}.webhooks (id) on delete cascade,
      type text not null,
      body text not null,
      state text not null check (state in ('pending', 'delivered', 'failed')),
      attempts integer not null default 0,
      -- When it is to be tried next; a sender that has claimed it puts it off.
      due_at timestamptz,
      claimed_until timestamptz,
      -- From when the hours count in which it is tried: its making, or since somebody asked for it again.
      asked_at timestamptz not null,
      response_status integer,
      error text,
      created_at timestamptz not null,
      ended_at timestamptz
    );
    create index webhook_deliveries_newest on ${schema}.webhook_deliveries (webhook_id, created_at desc, id desc);
    create index webhook_deliveries_due on ${schema}.webhook_deliveries (due_at) where due_at is not null;
    create index webhook_deliveries_oldest on ${schema}.webhook_deliveries (created_at);

    create function ${schema}.delete_webhooks_of_owner() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      delete from ${schema}.webhooks where owner_id = old.id;
      return old;
    end $$;
    revoke all on function ${schema}.delete_webhooks_of_owner() from public;
    create trigger ${schema}_webhooks_of_deleted_user before delete on auth.users
      for each row execute function ${schema}.delete_webhooks_of_owner();
    create trigger ${schema}_webhooks_of_ended_team before delete on auth.teams
      for each row execute function ${schema}.delete_webhooks_of_owner();
  `);
}

/** Marks the deliveries that are examples, in the transaction of a service's migration. It never changes either. */
export async function markWebhookTests(trx: Knex, schema: WebhookSchema): Promise<void> {
  await trx.raw(
    `alter table ${schema}.webhook_deliveries add column if not exists is_test boolean not null default false`,
  );
}
