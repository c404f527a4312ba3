import type { Migration } from '@tripline/service';

/** Users, their subscription, sessions and one-time tokens; teams and memberships, which the effective tier reads. */
export const accounts: Migration = {
  name: '0001-accounts',
  async up(trx) {
    await trx.raw(`
      create table auth.users (
        id uuid primary key,
        email text not null check (email = lower(email)),
        email_verified boolean not null default false,
        password_hash text,
        name text,
        created_at timestamptz not null default now(),
        -- Set whenever something this user may do was taken away or changed; processes watch it to drop what they cached.
        access_changed_at timestamptz not null default now()
      );
      -- Only accounts with a password here are unique by address: outside identities are never linked by e-mail.
      create unique index users_builtin_email on auth.users (email) where password_hash is not null;
      create index users_access_changed_at on auth.users (access_changed_at);

      create table auth.subscriptions (
        user_id uuid primary key references auth.users on delete cascade,
        tier text not null check (tier in ('free', 'individual', 'pro', 'team', 'enterprise')),
        expires_at timestamptz,
        updated_at timestamptz not null default now()
      );

      create table auth.teams (
        id uuid primary key,
        name text not null,
        owner_id uuid not null references auth.users,
        created_at timestamptz not null default now()
      );
      create unique index teams_owner on auth.teams (owner_id);

      create table auth.memberships (
        user_id uuid primary key references auth.users on delete cascade,
        team_id uuid not null references auth.teams on delete cascade,
        role text not null check (role in ('owner', 'admin', 'member')),
        joined_at timestamptz not null default now()
      );
      create index memberships_team on auth.memberships (team_id);

      create table auth.token_families (
        id uuid primary key,
        user_id uuid not null references auth.users on delete cascade,
        created_at timestamptz not null default now(),
        revoked_at timestamptz
      );
      create index token_families_user on auth.token_families (user_id);

      create table auth.refresh_tokens (
        token_hash bytea primary key,
        family_id uuid not null references auth.token_families on delete cascade,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        rotated_at timestamptz
      );
      create index refresh_tokens_family on auth.refresh_tokens (family_id);

      create table auth.one_time_tokens (
        token_hash bytea primary key,
        user_id uuid not null references auth.users on delete cascade,
        purpose text not null check (purpose in ('verify-email', 'reset-password')),
        -- The password that was given with this registration: it becomes the account's when this token is used.
        password_hash text,
        expires_at timestamptz not null
      );
      create index one_time_tokens_user on auth.one_time_tokens (user_id, purpose);
    `);
  },
};
