import type { Migration } from '@tripline/service';

/**
 * The outbox of what the coverage service is told of documents that were read: which techniques they show. Triggers write it in the transaction of the change, since
 * generations are renamed, deleted, and go from a team that ends to their makers. Only documents count: a technique or a rule that somebody brings says
 * nothing of who attacks. What is not stored, as of TLP:RED, is not told of. The first entries are what was read in the last 90 days.
 */
export const techniquesRead: Migration = {
  name: '0033-techniques-read',
  async up(trx) {
    await trx.raw(`
      -- A generation's changes wait for each other's row lock, so the later one has the higher number.
      create table rules.techniques_read_events (
        seq bigint primary key generated always as identity,
        generation_id uuid not null,
        owner_id uuid not null,
        read_at timestamptz not null,
        document_sha256 text not null,
        title text not null,
        technique_ids text[] not null
      );

      create function rules.tell_of_techniques_read(told rules.generations) returns void language sql as $$
        insert into rules.techniques_read_events (generation_id, owner_id, read_at, document_sha256, title, technique_ids)
          select told.id, told.owner_id, told.created_at, told.sha256, left(told.title, 200),
            array(select distinct item->>'id' from json_array_elements(told.techniques) as item order by 1)
          where told.input_type in ('url', 'text', 'file') and json_array_length(told.techniques) > 0
      $$;
      create function rules.tell_of_reading() returns trigger language plpgsql as $$
      begin
        perform rules.tell_of_techniques_read(new);
        return null;
      end $$;
      create trigger techniques_read after insert or update of title, team_id on rules.generations
        for each row execute function rules.tell_of_reading();
      create function rules.tell_of_deleted_reading() returns trigger language plpgsql as $$
      begin
        insert into rules.techniques_read_events (generation_id, owner_id, read_at, document_sha256, title, technique_ids)
          values (old.id, old.owner_id, old.created_at, old.sha256, '', '{}');
        return null;
      end $$;
      create trigger techniques_unread after delete on rules.generations
        for each row when (old.input_type in ('url', 'text', 'file')) execute function rules.tell_of_deleted_reading();

      -- Whoever is deleted is erased by the coverage service itself. Triggers fire in the order of their names: after rules_of_deleted_user.
      create function rules.forget_readings_of_user() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        delete from rules.techniques_read_events where owner_id = old.id;
        return old;
      end $$;
      revoke all on function rules.forget_readings_of_user() from public;
      create trigger rules_of_deleted_user_unread before delete on auth.users
        for each row execute function rules.forget_readings_of_user();

      select rules.tell_of_techniques_read(g) from rules.generations g
        where created_at > now() - interval '90 days' order by created_at, id;
    `);
  },
};
