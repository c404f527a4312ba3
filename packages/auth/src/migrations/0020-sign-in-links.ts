import type { Migration } from '@tripline/service';

/** Links by which somebody signs in once. */
export const signInLinks: Migration = {
  name: '0020-sign-in-links',
  async up(trx) {
    await trx.raw(`
      alter table auth.one_time_tokens
        drop constraint one_time_tokens_purpose_check,
        add constraint one_time_tokens_purpose_check check (purpose in ('verify-email', 'reset-password', 'sign-in'));
    `);
  },
};
