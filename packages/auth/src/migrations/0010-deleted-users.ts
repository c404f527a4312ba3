import type { Migration } from '@tripline/service';

/** What is left of accounts that were deleted: what tells processes of it, and what keeps their old tokens from making a new account. */
export const deletedUsers: Migration = {
  name: '0010-deleted-users',
  async up(trx) {
    await trx.raw(`
      create table auth.deleted_users (
        id uuid primary key,
        -- What the audit log knows them by, for as long as it does; null from then on.
        email text,
        deleted_at timestamptz not null default clock_timestamp()
      );
      create index deleted_users_deleted_at on auth.deleted_users (deleted_at);
      create index deleted_users_known on auth.deleted_users (deleted_at) where email is not null;

      create table auth.deleted_identities (
        -- SHA-256 of issuer and subject.
        identity_hash bytea primary key,
        -- A token that was issued before is the deleted account's; one issued later makes a new account.
        deleted_at timestamptz not null
      );
      create index deleted_identities_deleted_at on auth.deleted_identities (deleted_at);
    `);
  },
};
