import type { Migration } from '@tripline/service';

/** What keeps alerts of a SIEM's rule from people although it runs: suppressed, muted, without an incident. */
export const heldBack: Migration = {
  name: '0041-siem-rules-held-back',
  async up(trx) {
    await trx.raw(`alter table coverage.siem_rules add column held_back text[] not null default '{}'`);
  },
};
