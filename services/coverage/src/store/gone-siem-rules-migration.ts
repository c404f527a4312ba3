import type { Migration } from '@tripline/service';

/** Rules that say which rule of Sigma they were made from, and that are no longer in what their SIEM exports. */
export const goneSiemRules: Migration = {
  name: '0032-gone-siem-rules',
  async up(trx) {
    await trx.raw(`
      create table coverage.siem_gone_rules (
        siem_id uuid not null references coverage.siems (id) on delete cascade,
        key text not null,
        name text not null,
        -- In small letters, as they are compared.
        sigma_id text not null,
        sigma_version text,
        gone_at timestamptz not null,
        primary key (siem_id, key)
      );
      create index siem_gone_rules_of on coverage.siem_gone_rules (siem_id, sigma_id);
      create index siem_rules_of_sigma on coverage.siem_rules (siem_id, lower(sigma_id)) where sigma_id is not null;
    `);
  },
};
