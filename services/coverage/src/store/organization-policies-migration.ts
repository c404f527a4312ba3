import type { Migration } from '@tripline/service';

/** The policies of an organisation that forbid calls, null until they are read, and what those of an account are attached to. */
export const organizationPolicies: Migration = {
  name: '0034-organization-policies',
  async up(trx) {
    await trx.raw(`
      alter table coverage.organizations add column policies json;
      alter table coverage.organization_accounts add column path text[] not null default '{}';
      create index organization_accounts_by_number on coverage.organization_accounts (external_account_id);
    `);
  },
};
