import type { Migration } from '@tripline/service';

/** API keys and the daily counts of generations. */
export const apiKeys: Migration = {
  name: '0002-api-keys',
  async up(trx) {
    await trx.raw(`
      create table auth.api_keys (
        id uuid primary key,
        user_id uuid not null references auth.users on delete cascade,
        name text not null,
        prefix text not null unique,
        key_hash bytea not null unique,
        created_at timestamptz not null default now(),
        last_used_at timestamptz,
        revoked_at timestamptz
      );
      create index api_keys_active on auth.api_keys (user_id, created_at) where revoked_at is null;

      -- bucket is 'user' (everything), 'session' (tokens) or the id of an API key.
      create table auth.usage_counts (
        user_id uuid not null references auth.users on delete cascade,
        day date not null,
        bucket text not null,
        used integer not null check (used >= 0),
        primary key (user_id, day, bucket)
      );
      create index usage_counts_day on auth.usage_counts (day);
    `);
  },
};
