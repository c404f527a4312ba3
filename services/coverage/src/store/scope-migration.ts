import type { Migration } from '@tripline/service';

/**
 * What people say of an account's coverage: exclusions and accepted risks, mapping overrides, chosen actors, and tags. Rows of a detection go
 * with it.
 */
export const scope: Migration = {
  name: '0009-scope',
  async up(trx) {
    await trx.raw(`
      create table coverage.exclusions (
        id uuid primary key,
        account_id uuid not null references coverage.cloud_accounts (id) on delete cascade,
        kind text not null check (kind in ('exclusion', 'accepted_risk')),
        technique_id text,
        detection_id uuid references coverage.detections (id) on delete cascade,
        reason text not null,
        owner text not null,
        -- Null holds until it is deleted. A time that has passed ends it by itself.
        expires_at timestamptz,
        recorded_by uuid not null,
        created_at timestamptz not null,
        check ((technique_id is null) <> (detection_id is null)),
        unique nulls not distinct (account_id, technique_id, detection_id)
      );
      create index exclusions_by_detection on coverage.exclusions (detection_id) where detection_id is not null;
      create index exclusions_that_end on coverage.exclusions (expires_at) where expires_at is not null and detection_id is not null;

      create table coverage.mapping_overrides (
        id uuid primary key,
        account_id uuid not null references coverage.cloud_accounts (id) on delete cascade,
        detection_id uuid not null references coverage.detections (id) on delete cascade,
        technique_id text not null,
        covers boolean not null,
        reason text not null,
        recorded_by uuid not null,
        created_at timestamptz not null,
        unique (detection_id, technique_id)
      );
      create index mapping_overrides_by_account on coverage.mapping_overrides (account_id, created_at desc, id desc);

      alter table coverage.cloud_accounts
        add column tags text[] not null default '{}',
        add column actor_ids text[] not null default '{}';
      alter table coverage.detections add column tags text[] not null default '{}';
    `);
  },
};
