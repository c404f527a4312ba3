import type { Migration } from '@tripline/service';

/** Organisations of clouds, each read through one account and gone with it, and the accounts that each has, connected here or not. */
export const organizations: Migration = {
  name: '0021-organizations',
  async up(trx) {
    await trx.raw(`
      create table coverage.organizations (
        id uuid primary key,
        account_id uuid not null unique references coverage.cloud_accounts (id) on delete cascade,
        -- The provider's id of it.
        external_organization_id text not null,
        management_account text not null,
        root text not null,
        role_name text not null,
        -- What the role of each account demands.
        external_id text not null,
        read_at timestamptz not null,
        created_at timestamptz not null
      );

      create table coverage.organization_accounts (
        organization_id uuid not null references coverage.organizations (id) on delete cascade,
        external_account_id text not null,
        name text not null,
        status text not null,
        unit text not null,
        primary key (organization_id, external_account_id)
      );
      -- The accounts of an organisation have one role, and so one external id. It is still made here, and no caller chooses it.
      alter table coverage.cloud_accounts drop constraint cloud_accounts_external_id_key;
      create index cloud_accounts_by_number on coverage.cloud_accounts (owner_id, external_account_id);
    `);
  },
};
