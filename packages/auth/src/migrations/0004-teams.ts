import type { Migration } from '@tripline/service';

/** Invitations into teams, and the tokens of the mails that carry them. */
export const teams: Migration = {
  name: '0004-teams',
  async up(trx) {
    await trx.raw(`
      create table auth.invitations (
        id uuid primary key,
        team_id uuid not null references auth.teams on delete cascade,
        email text not null,
        role text not null check (role in ('admin', 'member')),
        status text not null default 'pending'
          check (status in ('pending', 'accepted', 'declined', 'revoked', 'expired')),
        -- Whom the mail names; they may be gone by then.
        invited_by uuid references auth.users on delete set null,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        settled_at timestamptz,
        -- When a mail is due: now, after a failure later; null when none is to go out (any more).
        mail_due_at timestamptz,
        mail_attempts integer not null default 0,
        mail_sent_at timestamptz,
        -- Why the last attempt failed, in words for the team's owner and admins.
        mail_error text
      );
      create unique index invitations_open on auth.invitations (team_id, email) where status = 'pending';
      create index invitations_team on auth.invitations (team_id, created_at);
      create index invitations_email on auth.invitations (email) where status = 'pending';
      create index invitations_expiry on auth.invitations (expires_at) where status = 'pending';
      create index invitations_mail_due on auth.invitations (mail_due_at) where mail_due_at is not null;

      -- One per mail: a mail that arrived although its server seemed to fail is as good as the one sent after it.
      create table auth.invitation_tokens (
        token_hash bytea primary key,
        invitation_id uuid not null references auth.invitations on delete cascade
      );
      create index invitation_tokens_invitation on auth.invitation_tokens (invitation_id);
    `);
  },
};
