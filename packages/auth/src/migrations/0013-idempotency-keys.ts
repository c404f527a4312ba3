import type { Migration } from '@tripline/service';

/**
 * Keys that callers send so that a repeated request is not done twice, and what was answered (gzip). Without a status the first request runs, until
 * its lease ends: its process has then died.
 */
export const idempotencyKeys: Migration = {
  name: '0013-idempotency-keys',
  async up(trx) {
    await trx.raw(`
      create table auth.idempotency_keys (
        user_id uuid not null references auth.users on delete cascade,
        operation text not null,
        key text not null,
        claim uuid not null,
        request_sha256 bytea not null,
        leased_until timestamptz not null,
        status smallint,
        body bytea,
        created_at timestamptz not null default now(),
        primary key (user_id, operation, key)
      );
      create index idempotency_keys_created on auth.idempotency_keys (created_at);
    `);
  },
};
