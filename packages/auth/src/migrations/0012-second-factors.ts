import type { Migration } from '@tripline/service';

/** Second factors of accounts with a password: codes of an authenticator app, and the recovery codes that stand in for it. */
export const secondFactors: Migration = {
  name: '0012-second-factors',
  async up(trx) {
    await trx.raw(`
      create table auth.totp_factors (
        user_id uuid primary key references auth.users on delete cascade,
        secret bytea not null,
        created_at timestamptz not null default now(),
        -- When its first code was given: before, it is no factor yet.
        confirmed_at timestamptz,
        -- Of the newest code that was used: the number of its 30 seconds since 1970. A code is good once.
        last_step bigint
      );

      create table auth.recovery_codes (
        code_hash bytea primary key,
        user_id uuid not null references auth.users on delete cascade
      );
      create index recovery_codes_user on auth.recovery_codes (user_id);

      alter table auth.outbox drop constraint outbox_kind_check;
      alter table auth.outbox add constraint outbox_kind_check check (kind in (
        'registration', 'password-reset', 'invitation',
        'factor-added', 'factor-removed', 'recovery-codes-made', 'recovery-code-used'));
    `);
  },
};
