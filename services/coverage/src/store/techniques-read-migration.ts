import type { Migration } from '@tripline/service';

/**
 * What the rules service tells of documents that were read: the newest of each generation. One that was deleted stays without its title and techniques, so that an older
 * event, which may come later, does not bring it back. They go with whoever had them read, and after 90 days.
 */
export const techniquesRead: Migration = {
  name: '0033-techniques-read',
  async up(trx) {
    await trx.raw(`
      create table coverage.techniques_read (
        generation_id uuid primary key,
        owner_id uuid not null,
        read_at timestamptz not null,
        document_sha256 text not null,
        title text not null,
        technique_ids text[] not null,
        seq bigint not null
      );
      create index techniques_read_by_owner on coverage.techniques_read (owner_id, read_at);
      create index techniques_read_by_day on coverage.techniques_read (read_at);

      create function coverage.delete_techniques_read_of_owner() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        delete from coverage.techniques_read where owner_id = old.id;
        return old;
      end $$;
      revoke all on function coverage.delete_techniques_read_of_owner() from public;
      create trigger techniques_read_of_deleted_user before delete on auth.users
        for each row execute function coverage.delete_techniques_read_of_owner();
      create trigger techniques_read_of_ended_team before delete on auth.teams
        for each row execute function coverage.delete_techniques_read_of_owner();
    `);
  },
};
