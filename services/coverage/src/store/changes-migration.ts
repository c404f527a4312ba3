import type { Migration } from '@tripline/service';

/** The change feed of accounts, and who is told of it by mail. */
export const changes: Migration = {
  name: '0010-changes',
  async up(trx) {
    await trx.raw(`
      create table coverage.changes (
        id uuid primary key,
        account_id uuid not null references coverage.cloud_accounts (id) on delete cascade,
        kind text not null check (kind in ('coverage_dropped', 'detection_removed', 'detection_stopped')),
        at timestamptz not null,
        -- The scan that found it; null for what people said or declared.
        scan_id uuid references coverage.scans (id) on delete set null,
        technique_id text,
        detection_id uuid,
        name text not null,
        from_status text not null,
        to_status text not null,
        reason text
      );
      create index changes_by_account on coverage.changes (account_id, at desc, id desc);
      create index changes_by_scan on coverage.changes (scan_id) where scan_id is not null;

      -- The status that the feed last spoke of.
      alter table coverage.detections add column told_status text;
      update coverage.detections set told_status = status;

      create table coverage.change_mails (
        account_id uuid not null references coverage.cloud_accounts (id) on delete cascade,
        user_id uuid not null references auth.users (id) on delete cascade,
        primary key (account_id, user_id)
      );
      create index change_mails_by_user on coverage.change_mails (user_id);
    `);
  },
};
