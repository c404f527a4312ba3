import type { Migration } from '@tripline/service';

/** Who outside users are at their identity provider, and sessions that an outside sign-in began. */
export const identities: Migration = {
  name: '0005-identities',
  async up(trx) {
    await trx.raw(`
      create table auth.identities (
        issuer text not null,
        subject text not null,
        user_id uuid not null references auth.users on delete cascade,
        created_at timestamptz not null default now(),
        -- When the provider issued the newest token whose claims were taken over, if any were; an older one changes nothing.
        claims_at timestamptz,
        primary key (issuer, subject)
      );
      create index identities_user on auth.identities (user_id);

      -- Of a session that an outside sign-in began: whose word it rests on, and when it must be asked for again.
      alter table auth.token_families
        add column issuer text,
        add column ends_at timestamptz,
        add constraint token_families_outside_end check ((issuer is null) = (ends_at is null));
    `);
  },
};
