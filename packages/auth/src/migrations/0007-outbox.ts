import type { Migration } from '@tripline/service';

/** The outbox: every mail that is to go out, written in the transaction of what it tells of. Mails of invitations move into it. */
export const outbox: Migration = {
  name: '0007-outbox',
  async up(trx) {
    await trx.raw(`
      create table auth.outbox (
        id uuid primary key,
        -- What the mail tells of. What it says, and whether it goes out at all, is decided when it is sent.
        kind text not null check (kind in ('registration', 'password-reset', 'invitation')),
        email text not null,
        -- The password that was given with a registration, for the link of its mail to bring.
        password_hash text,
        invitation_id uuid unique references auth.invitations on delete cascade,
        created_at timestamptz not null default clock_timestamp(),
        -- When an attempt is due: at once, later while one is under way or after a failure; null when there will be none.
        due_at timestamptz default clock_timestamp(),
        gives_up_at timestamptz not null,
        attempts integer not null default 0,
        sent_at timestamptz,
        failed_at timestamptz,
        -- Why the last attempt failed, in words for people who may not see our network.
        error text,
        constraint outbox_registration check ((kind = 'registration') = (password_hash is not null)),
        constraint outbox_invitation check ((kind = 'invitation') = (invitation_id is not null))
      );
      create index outbox_due on auth.outbox (due_at) where due_at is not null;
      create index outbox_registrations on auth.outbox (email) where password_hash is not null;

      -- The columns mail_* of auth.invitations stay for processes of the release before, which still write and read them.
      insert into auth.outbox
        (id, kind, email, invitation_id, created_at, due_at, gives_up_at, attempts, sent_at, error)
      select gen_random_uuid(), 'invitation', email, id, created_at, case when status = 'pending' then mail_due_at end,
             expires_at, mail_attempts, mail_sent_at, mail_error
      from auth.invitations where mail_due_at is not null or mail_sent_at is not null or mail_attempts > 0;
      update auth.invitations set mail_due_at = null where mail_due_at is not null;
    `);
  },
};
