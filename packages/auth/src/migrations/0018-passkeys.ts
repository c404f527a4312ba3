import type { Migration } from '@tripline/service';

/** Passkeys of accounts with a password, and the challenges that were answered. */
export const passkeys: Migration = {
  name: '0018-passkeys',
  async up(trx) {
    await trx.raw(`
      create table auth.passkeys (
        id uuid primary key,
        user_id uuid not null references auth.users on delete cascade,
        -- The authenticator's own id of it, in base64url.
        credential_id text not null unique,
        name text not null,
        -- In COSE.
        public_key bytea not null,
        -- How often the authenticator says it has signed; 0 for one that does not count.
        counter bigint not null,
        transports text[] not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz
      );
      create index passkeys_user on auth.passkeys (user_id);

      -- A row stands until its challenge would be refused for its age alone.
      create table auth.used_passkey_challenges (
        challenge text primary key,
        expires_at timestamptz not null
      );
    `);
  },
};
