import type { Migration } from '@tripline/service';

/**
 * Service accounts of teams. Each is a user without a password, a membership and a seat: so keys, counts and what they make hang on it as on anybody.
 * A deleted one, and one whose team has ended, stays as the name of what it made.
 */
export const serviceAccounts: Migration = {
  name: '0016-service-accounts',
  async up(trx) {
    await trx.raw(`
      create table auth.service_accounts (
        user_id uuid primary key references auth.users on delete cascade,
        team_id uuid references auth.teams on delete set null,
        name text not null,
        created_by uuid references auth.users on delete set null,
        created_at timestamptz not null default now(),
        deleted_at timestamptz
      );
      create unique index service_accounts_name on auth.service_accounts (team_id, name) where deleted_at is null;
      create index service_accounts_team on auth.service_accounts (team_id);
      create index service_accounts_created_by on auth.service_accounts (created_by);
    `);
  },
};
