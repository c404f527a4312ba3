import type { Migration } from '@tripline/service';

/** What an API key is good for, what it was rotated into, and the name of the request that made it. */
export const keyGrants: Migration = {
  name: '0015-key-grants',
  async up(trx) {
    await trx.raw(`
      alter table auth.api_keys
        add column expires_at timestamptz,
        -- Null is everything that keys may, also what is added to that later.
        add column scopes text[],
        -- Addresses and CIDR networks; null is anywhere.
        add column allowed_ips text[],
        -- The prefix of the key that this one was rotated into.
        add column replaced_by text,
        add column idempotency_key text;
      create unique index api_keys_idempotency on auth.api_keys (user_id, idempotency_key)
        where idempotency_key is not null;
      create index api_keys_replaced_by on auth.api_keys (replaced_by) where replaced_by is not null;
    `);
  },
};
