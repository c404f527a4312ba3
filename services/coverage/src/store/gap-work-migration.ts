import type { Migration } from '@tripline/service';

/** What a team does about gaps: who, until when, how far, and where it is written down. It goes with the account. */
export const gapWork: Migration = {
  name: '0019-gap-work',
  async up(trx) {
    await trx.raw(`
      create table coverage.gap_work (
        account_id uuid not null references coverage.cloud_accounts (id) on delete cascade,
        technique_id text not null,
        state text not null,
        owner text,
        due_at timestamptz,
        ticket_url text,
        recorded_by uuid not null,
        updated_at timestamptz not null,
        primary key (account_id, technique_id)
      );
    `);
  },
};
