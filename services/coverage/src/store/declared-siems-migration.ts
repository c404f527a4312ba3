import type { Migration } from '@tripline/service';

/**
 * Rules that were declared one by one are rules of a SIEM named by its kind, each in the accounts that it was declared for. The function does it for one
 * account, now for all that have such rules and later with each declaration. Their queries were never kept: an import of the SIEM brings them.
 */
export const declaredSiems: Migration = {
  name: '0031-declared-siems',
  async up(trx) {
    await trx.raw(`
      -- Declared one by one, and not imported: a detection only where it was declared.
      alter table coverage.siem_rules add column is_declared boolean not null default false;

      create function coverage.adopt_declared(declared_in uuid) returns void
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      declare
        account coverage.cloud_accounts;
        told record;
        siem uuid;
      begin
        select * into account from coverage.cloud_accounts where id = declared_in;
        for told in
          select k.kind, k.label, array_agg(d.id) as detections
          from coverage.detections d
          cross join lateral (select case d.content ->> 'siem'
            when 'siem_spl' then 'splunk' when 'siem_kql' then 'sentinel' when 'siem_dql' then 'opensearch'
            when 'siem_lucene' then 'elastic' when 'siem_eql' then 'elastic' when 'siem_esql' then 'elastic'
            when 'siem_udm' then 'google' when 'siem_yaral' then 'google' else 'sigma' end as id) of_target
          join (values ('splunk', 'Splunk'), ('sentinel', 'Sentinel'), ('elastic', 'Elastic'), ('opensearch', 'OpenSearch'),
            ('google', 'Google SecOps'), ('sigma', 'Sigma')) as k (kind, label) on k.kind = of_target.id
          where d.account_id = declared_in and d.type = 'siem_rule' and d.siem_rule_id is null
          group by k.kind, k.label order by k.kind
        loop
          -- That which has declared rules already, whatever it is called now; else one of this name; else a new one.
          select s.id into siem from coverage.siems s where s.owner_id = account.owner_id and s.kind = told.kind
            and (s.name = told.label or exists (select from coverage.siem_rules r where r.siem_id = s.id and r.is_declared))
            order by exists (select from coverage.siem_rules r where r.siem_id = s.id and r.is_declared) desc, s.created_at, s.id limit 1;
          if siem is null then
            siem := gen_random_uuid();
            insert into coverage.siems (id, created_by, team_id, name, kind, created_at, updated_at)
              values (siem, account.created_by, account.team_id,
                told.label || case when exists (select from coverage.siems s where s.owner_id = account.owner_id and s.name = told.label)
                  then ' (declared ' || to_char(now(), 'YYYY-MM-DD HH24:MI:SS') || ')' else '' end,
                told.kind, now(), now());
          end if;
          insert into coverage.siem_accounts (siem_id, account_id) values (siem, declared_in) on conflict do nothing;
          insert into coverage.siem_rules (id, siem_id, key, name, description, place, language, query, claimed, idle, read, unread, readings, is_declared, created_at, updated_at)
            select gen_random_uuid(), siem, d.natural_key, d.name, d.description, 'declared',
              case when d.content ->> 'siem' like 'siem\\_%' then substr(d.content ->> 'siem', 6) else 'sigma' end, '',
              array(select json_array_elements_text(d.content -> 'techniques')),
              case when d.status_reason in ('deprecated', 'not_scheduled') then d.status_reason end,
              'none', '[{"text":"","why":"the rule was declared, and its query was not kept","line":null}]', '{}', true, d.discovered_at, d.updated_at
            from coverage.detections d where d.id = any (told.detections)
            on conflict (siem_id, key) do update set updated_at = excluded.updated_at;
          update coverage.detections d set siem_rule_id = r.id from coverage.siem_rules r
            where d.id = any (told.detections) and r.siem_id = siem and r.key = d.natural_key;
        end loop;
        update coverage.siem_rules r set name = d.name, description = d.description, claimed = array(select json_array_elements_text(d.content -> 'techniques')),
            idle = case when d.status_reason in ('deprecated', 'not_scheduled') then d.status_reason end, updated_at = d.updated_at
          from coverage.detections d where d.account_id = declared_in and d.siem_rule_id = r.id and r.is_declared and r.updated_at < d.updated_at;
      end $$;

      -- A declared rule ends with the last of its detections.
      create function coverage.end_declared_rule() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      begin
        delete from coverage.siem_rules r where r.id = old.siem_rule_id and r.is_declared
          and not exists (select from coverage.detections d where d.siem_rule_id = r.id);
        return null;
      end $$;
      create trigger detections_end_declared_rule after delete on coverage.detections
        for each row when (old.siem_rule_id is not null) execute function coverage.end_declared_rule();

      -- Where an account goes to somebody else, its declared rules go along, into a SIEM of the new owner; imported ones part.
      create or replace function coverage.part_siems() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        update coverage.detections d set siem_rule_id = null from coverage.siem_rules r, coverage.siems s, coverage.cloud_accounts a
          where d.siem_rule_id = r.id and r.is_declared and s.id = r.siem_id and a.id = d.account_id and s.owner_id <> a.owner_id
            and new.id in (s.id, a.id);
        delete from coverage.siem_rules r using coverage.siems s
          where s.id = r.siem_id and r.is_declared and s.owner_id in (old.owner_id, new.owner_id)
            and not exists (select from coverage.detections d where d.siem_rule_id = r.id);
        delete from coverage.detections d using coverage.siem_rules r, coverage.siems s, coverage.cloud_accounts a
          where d.siem_rule_id = r.id and s.id = r.siem_id and a.id = d.account_id and s.owner_id <> a.owner_id
            and new.id in (s.id, a.id);
        delete from coverage.siem_accounts f using coverage.siems s, coverage.cloud_accounts a
          where s.id = f.siem_id and a.id = f.account_id and s.owner_id <> a.owner_id and new.id in (s.id, a.id);
        perform coverage.adopt_declared(a.id) from coverage.cloud_accounts a
          where a.owner_id in (old.owner_id, new.owner_id)
            and exists (select from coverage.detections d where d.account_id = a.id and d.type = 'siem_rule' and d.siem_rule_id is null);
        return new;
      end $$;

      select coverage.adopt_declared(a.id) from coverage.cloud_accounts a
        where exists (select from coverage.detections d where d.account_id = a.id and d.type = 'siem_rule' and d.siem_rule_id is null)
        order by a.id;
    `);
  },
};
