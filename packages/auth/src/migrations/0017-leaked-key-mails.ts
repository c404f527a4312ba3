import type { Migration } from '@tripline/service';

/** Mails that tell of a key that was found in public: which key, and where it was found. */
export const leakedKeyMails: Migration = {
  name: '0017-leaked-key-mails',
  async up(trx) {
    await trx.raw(`
      alter table auth.outbox
        add column key_prefix text,
        add column found_at text,
        drop constraint outbox_kind_check,
        add constraint outbox_kind_check check (kind in (
          'registration', 'password-reset', 'invitation', 'leaked-key',
          'factor-added', 'factor-removed', 'recovery-codes-made', 'recovery-code-used')),
        add constraint outbox_leaked_key check ((kind = 'leaked-key') = (key_prefix is not null));
    `);
  },
};
