import type { Migration } from '@tripline/service';

/**
 * What an owner stores is the sum of their rows in `rules.storage_changes`. Triggers write one for whatever adds or takes away content, in the transaction
 * that does it: inserts, deletions by whatever way, and what changes its owner when a team ends. A change is a row of its own, so that nobody waits for
 * another's lock; the worker joins an owner's rows into one. Counted are the bytes of the texts, as UTF-8 and before Postgres compresses them.
 */
export const storedBytes: Migration = {
  name: '0006-stored-bytes',
  async up(trx) {
    await trx.raw(`
      alter table rules.documents
        add column bytes integer not null generated always as (octet_length(text) + octet_length(blocks::text)) stored;
      alter table rules.generations
        add column bytes integer not null generated always as (
          octet_length(title) + coalesce(octet_length(url), 0) + coalesce(octet_length(final_url), 0) + octet_length(options::text)
          + octet_length(techniques::text) + octet_length(indicators::text) + octet_length(skipped::text) + octet_length(stats::text)
          + coalesce(octet_length(rules::text), 0)) stored;

      create table rules.storage_changes (
        id bigint primary key generated always as identity,
        owner_id uuid not null,
        bytes bigint not null
      );
      create index storage_changes_by_owner on rules.storage_changes (owner_id) include (bytes);

      insert into rules.storage_changes (owner_id, bytes)
        select owner_id, sum(bytes) from (
          select rules.owner_id, versions.bytes from rules.rule_versions versions join rules.rules rules on rules.id = versions.rule_id
          union all select owner_id, bytes from rules.generations
          union all select generations.owner_id, documents.bytes
            from rules.documents documents join rules.generations generations on generations.id = documents.generation_id
        ) as stored group by owner_id;

      -- Parts of a rule or generation. Those that go with the whole find it gone; it has counted them itself.
      create function rules.count_versions() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          insert into rules.storage_changes (owner_id, bytes)
            select owner_id, -sum(old_rows.bytes) from old_rows join rules.rules rules on rules.id = rule_id group by owner_id;
        end if;
        if tg_op <> 'DELETE' then
          insert into rules.storage_changes (owner_id, bytes)
            select owner_id, sum(new_rows.bytes) from new_rows join rules.rules rules on rules.id = rule_id group by owner_id;
        end if;
        return null;
      end $$;
      create trigger count_inserted after insert on rules.rule_versions
        referencing new table as new_rows for each statement execute function rules.count_versions();
      create trigger count_updated after update on rules.rule_versions
        referencing old table as old_rows new table as new_rows for each statement execute function rules.count_versions();
      create trigger count_deleted after delete on rules.rule_versions
        referencing old table as old_rows for each statement execute function rules.count_versions();

      create function rules.count_documents() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          insert into rules.storage_changes (owner_id, bytes)
            select owner_id, -sum(old_rows.bytes) from old_rows
            join rules.generations generations on generations.id = generation_id group by owner_id;
        end if;
        if tg_op <> 'DELETE' then
          insert into rules.storage_changes (owner_id, bytes)
            select owner_id, sum(new_rows.bytes) from new_rows
            join rules.generations generations on generations.id = generation_id group by owner_id;
        end if;
        return null;
      end $$;
      create trigger count_inserted after insert on rules.documents
        referencing new table as new_rows for each statement execute function rules.count_documents();
      create trigger count_updated after update on rules.documents
        referencing old table as old_rows new table as new_rows for each statement execute function rules.count_documents();
      create trigger count_deleted after delete on rules.documents
        referencing old table as old_rows for each statement execute function rules.count_documents();

      -- A rule or generation that goes takes its parts along; one that gets another owner moves them.
      create function rules.count_deleted_rule() returns trigger language plpgsql as $$
      begin
        insert into rules.storage_changes (owner_id, bytes)
          select old.owner_id, -sum(bytes) from rules.rule_versions where rule_id = old.id having sum(bytes) > 0;
        return old;
      end $$;
      create trigger count_deleted before delete on rules.rules
        for each row execute function rules.count_deleted_rule();

      create function rules.count_moved_rules() returns trigger language plpgsql as $$
      begin
        insert into rules.storage_changes (owner_id, bytes)
          select moved.owner_id, sum(moved.sign * versions.bytes)
          from (
            select old_rows.id, owners.* from old_rows join new_rows using (id)
            cross join lateral (values (old_rows.owner_id, -1), (new_rows.owner_id, 1)) as owners (owner_id, sign)
            where old_rows.owner_id <> new_rows.owner_id
          ) as moved
          join rules.rule_versions versions on versions.rule_id = moved.id
          group by moved.owner_id;
        return null;
      end $$;
      create trigger count_moved after update on rules.rules
        referencing old table as old_rows new table as new_rows for each statement execute function rules.count_moved_rules();

      create function rules.count_inserted_generations() returns trigger language plpgsql as $$
      begin
        insert into rules.storage_changes (owner_id, bytes) select owner_id, sum(bytes) from new_rows group by owner_id;
        return null;
      end $$;
      create trigger count_inserted after insert on rules.generations
        referencing new table as new_rows for each statement execute function rules.count_inserted_generations();

      create function rules.count_deleted_generation() returns trigger language plpgsql as $$
      begin
        insert into rules.storage_changes (owner_id, bytes)
          values (old.owner_id, -old.bytes - coalesce((select bytes from rules.documents where generation_id = old.id), 0));
        return old;
      end $$;
      create trigger count_deleted before delete on rules.generations
        for each row execute function rules.count_deleted_generation();

      create function rules.count_updated_generations() returns trigger language plpgsql as $$
      begin
        insert into rules.storage_changes (owner_id, bytes)
          select changed.owner_id, sum(changed.sign * (changed.bytes + coalesce(documents.bytes, 0)))
          from (
            select id, owner_id, bytes, -1 as sign from old_rows
            union all select id, owner_id, bytes, 1 from new_rows
          ) as changed
          left join rules.documents documents on documents.generation_id = changed.id
          group by changed.owner_id
          having sum(changed.sign * (changed.bytes + coalesce(documents.bytes, 0))) <> 0;
        return null;
      end $$;
      create trigger count_updated after update on rules.generations
        referencing old table as old_rows new table as new_rows for each statement execute function rules.count_updated_generations();

      -- Owners who add at the same moment ask one after the other, each seeing what those before have added. Asked last in a transaction, it is held for
      -- no longer than the commit takes.
      create function rules.stored_bytes_in_turn(owner uuid) returns bigint language plpgsql volatile as $$
      begin
        perform pg_advisory_xact_lock(hashtextextended(owner::text, 5));
        return (select coalesce(sum(bytes), 0) from rules.storage_changes where owner_id = owner);
      end $$;
    `);
  },
};
