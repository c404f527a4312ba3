import type { Migration } from '@tripline/service';

/** Mails that tell of changes in a cloud account's coverage: what changed stands in the row. */
export const coverageChangeMails: Migration = {
  name: '0019-coverage-change-mails',
  async up(trx) {
    await trx.raw(`
      alter table auth.outbox
        add column details json,
        drop constraint outbox_kind_check,
        add constraint outbox_kind_check check (kind in (
          'registration', 'password-reset', 'invitation', 'leaked-key', 'coverage-changes',
          'factor-added', 'factor-removed', 'recovery-codes-made', 'recovery-code-used')),
        add constraint outbox_details check ((kind = 'coverage-changes') = (details is not null));
    `);
  },
};
