import type { Migration } from '@tripline/service';

/**
 * What the rules service tells of rules that were written for gaps: the newest state of each. One that was deleted stays, so that an older event, which
 * may come later, does not bring it back. They go with the cloud account, and with whoever owned them.
 */
export const gapRules: Migration = {
  name: '0016-gap-rules',
  async up(trx) {
    await trx.raw(`
      create table coverage.gap_rules (
        account_id uuid not null references coverage.cloud_accounts (id) on delete cascade,
        technique_id text not null,
        owner_id uuid not null,
        rule_key uuid not null,
        state text not null,
        seq bigint not null,
        primary key (account_id, owner_id, technique_id, rule_key)
      );
      create index gap_rules_by_owner on coverage.gap_rules (owner_id);

      create function coverage.delete_gap_rules_of_owner() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        delete from coverage.gap_rules where owner_id = old.id;
        return old;
      end $$;
      revoke all on function coverage.delete_gap_rules_of_owner() from public;
      create trigger gap_rules_of_deleted_user before delete on auth.users
        for each row execute function coverage.delete_gap_rules_of_owner();
      create trigger gap_rules_of_ended_team before delete on auth.teams
        for each row execute function coverage.delete_gap_rules_of_owner();
    `);
  },
};
