import type { Migration } from '@tripline/service';

/** Where each session was last used from, and when: its user sees it, and knows which to end. */
export const sessionOrigins: Migration = {
  name: '0009-session-origins',
  async up(trx) {
    await trx.raw(`
      alter table auth.token_families
        add column ip text,
        add column user_agent text,
        add column last_used_at timestamptz not null default now();
      update auth.token_families f set last_used_at = coalesce(
        (select max(t.created_at) from auth.refresh_tokens t where t.family_id = f.id), f.created_at);
    `);
  },
};
