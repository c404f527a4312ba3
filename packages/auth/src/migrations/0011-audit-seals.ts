import type { Migration } from '@tripline/service';

/**
 * Seals of the audit log. Every event is noted with its hash as it is recorded; the rules worker chains what was noted, per owner and minute. What
 * tells who somebody was (address, browser, e-mail) stands in the hash as a salted digest, so that it can be taken out of the event later: the digest
 * then stands in its place, and the salt is gone.
 */
export const auditSeals: Migration = {
  name: '0011-audit-seals',
  async up(trx) {
    await trx.raw(`
      alter table auth.audit_log
        -- Of what tells who acted and from where, and of the address that the details name. Each digest is set when that was taken out.
        add column actor_salt uuid default gen_random_uuid(),
        add column actor_digest bytea,
        add column named_salt uuid default gen_random_uuid(),
        add column named_digest bytea;
      create index audit_log_named on auth.audit_log ((details ->> 'email')) where details ->> 'email' is not null;
      create index audit_log_user_targets on auth.audit_log (target_id) where target_type = 'user';

      create function auth.audit_digest(content jsonb) returns bytea language sql immutable parallel safe
        as $$ select pg_catalog.sha256(pg_catalog.convert_to(content::text, 'UTF8')) $$;
      create function auth.audit_actor_digest(entry auth.audit_log) returns bytea language sql stable parallel safe
        as $$ select auth.audit_digest(
          pg_catalog.jsonb_build_array(entry.actor_salt, entry.actor_email, entry.ip, entry.user_agent)) $$;
      create function auth.audit_named_digest(entry auth.audit_log) returns bytea language sql stable parallel safe
        as $$ select auth.audit_digest(pg_catalog.jsonb_build_array(entry.named_salt, entry.details -> 'email')) $$;
      create function auth.audit_event_hash(entry auth.audit_log) returns bytea language sql stable parallel safe
        as $$ select auth.audit_digest(pg_catalog.jsonb_build_array(
          entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.team_id, entry.actor_id, entry.action,
          entry.target_type, entry.target_id, entry.outcome,
          case when pg_catalog.jsonb_typeof(entry.details) = 'object' then entry.details - 'email' else entry.details end,
          pg_catalog.encode(coalesce(entry.actor_digest, auth.audit_actor_digest(entry)), 'hex'),
          pg_catalog.encode(coalesce(entry.named_digest, auth.audit_named_digest(entry)), 'hex'))) $$;

      -- An event without what tells who its actor was, or without the address that its details name.
      create function auth.redacted_event(entry auth.audit_log, actor boolean, named boolean) returns auth.audit_log
      language plpgsql stable set search_path = pg_catalog, pg_temp as $$
      declare
        made auth.audit_log := entry;
      begin
        if actor then
          made.actor_digest := auth.audit_actor_digest(entry);
          made.actor_salt := null;
          made.actor_email := null;
          made.ip := null;
          made.user_agent := null;
        end if;
        if named then
          made.named_digest := auth.audit_named_digest(entry);
          made.named_salt := null;
          made.details := made.details - 'email';
        end if;
        return made;
      end $$;

      -- Whether an event is the one that was noted with this hash, whole or with a part taken out as above.
      create function auth.is_event_as_noted(entry auth.audit_log, noted bytea) returns boolean
      language sql stable parallel safe as $$
        select auth.audit_event_hash(entry) = noted
          and (entry.actor_digest is null
               or pg_catalog.num_nonnulls(entry.actor_salt, entry.actor_email, entry.ip, entry.user_agent) = 0)
          and (entry.named_digest is null or entry.named_salt is null and entry.details -> 'email' is null) $$;

      -- The one change that the log takes: what tells who somebody was is taken out, and its digest put in its place.
      create or replace function auth.refuse_audit_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
          if new is distinct from old
             and new is not distinct from auth.redacted_event(
               old, new.actor_digest is not null and old.actor_digest is null,
               new.named_digest is not null and old.named_digest is null) then
            return new;
          end if;
        end if;
        raise exception 'the audit log takes inserts only';
      end $$;

      -- Events that no seal holds yet, each with its hash as it was recorded.
      create table auth.audit_unsealed (
        event_id uuid primary key,
        owner text not null,
        minute timestamptz not null,
        event_hash bytea not null
      );
      create index audit_unsealed_oldest on auth.audit_unsealed (minute, event_id);
      create index audit_unsealed_owner on auth.audit_unsealed (owner);

      -- The chain of an owner (a team, else an actor): each seal holds events of one minute, and the hash of the seal before it.
      create table auth.audit_seals (
        owner text not null,
        position bigint not null,
        minute timestamptz not null,
        event_ids uuid[] not null,
        event_hashes bytea[] not null,
        previous_hash bytea,
        sealed_at timestamptz not null,
        hash bytea not null,
        primary key (owner, position)
      );
      create function auth.audit_seal_hash(seal auth.audit_seals) returns bytea language sql stable
        set bytea_output = 'hex'
        as $$ select auth.audit_digest(pg_catalog.jsonb_build_array(
          seal.owner, seal.position, (extract(epoch from seal.minute) * 1000000)::bigint, seal.event_ids,
          seal.event_hashes, seal.previous_hash, (extract(epoch from seal.sealed_at) * 1000000)::bigint)) $$;
      create function auth.refuse_seal_change() returns trigger language plpgsql as $$
      begin
        raise exception 'seals of the audit log are never changed';
      end $$;
      create trigger audit_seals_stay before update or delete on auth.audit_seals
        for each row execute function auth.refuse_seal_change();
      create trigger audit_seals_keep_table before truncate on auth.audit_seals
        for each statement execute function auth.refuse_seal_change();

      create function auth.note_audit_event() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        insert into auth.audit_unsealed (event_id, owner, minute, event_hash)
          values (new.id, coalesce(new.team_id::text, new.actor_id, 'nobody'), date_trunc('minute', new.at, 'UTC'),
                  auth.audit_event_hash(new));
        return null;
      end $$;
      revoke all on function auth.note_audit_event() from public;
      create trigger audit_log_is_noted after insert on auth.audit_log
        for each row execute function auth.note_audit_event();
      insert into auth.audit_unsealed (event_id, owner, minute, event_hash)
        select entry.id, coalesce(entry.team_id::text, entry.actor_id, 'nobody'), date_trunc('minute', entry.at, 'UTC'),
               auth.audit_event_hash(entry)
        from auth.audit_log entry;

      -- Seals events of minutes that are over, the oldest first; returns how many. What commits later is in a later seal of its minute.
      create function auth.seal_audit_log(most integer) returns integer
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare
        part record;
        before auth.audit_seals;
        made auth.audit_seals;
        sealed integer := 0;
      begin
        -- A chain has one end: one process at a time.
        if not pg_try_advisory_xact_lock(hashtext('tripline audit seals')) then
          return 0;
        end if;
        for part in
          with taken as (
            delete from auth.audit_unsealed where event_id in (
              select event_id from auth.audit_unsealed where minute < date_trunc('minute', clock_timestamp(), 'UTC')
              order by minute, event_id limit most)
            returning owner, minute, event_id, event_hash)
          select owner, minute, array_agg(event_id order by event_id) as ids,
                 array_agg(event_hash order by event_id) as hashes
          from taken group by owner, minute order by owner, minute
        loop
          before := null;
          select * into before from auth.audit_seals where owner = part.owner order by position desc limit 1;
          made.owner := part.owner;
          made.position := coalesce(before.position, 0) + 1;
          made.minute := part.minute;
          made.event_ids := part.ids;
          made.event_hashes := part.hashes;
          made.previous_hash := before.hash;
          made.sealed_at := clock_timestamp();
          made.hash := auth.audit_seal_hash(made);
          insert into auth.audit_seals select made.*;
          sealed := sealed + cardinality(part.ids);
        end loop;
        return sealed;
      end $$;
      revoke all on function auth.seal_audit_log(integer) from public;

      -- Takes out of the log who somebody was whose account was deleted more than so many days ago: a batch of one of them. Returns how many rows that
      -- were; 0 once nobody is left.
      create function auth.redact_deleted_user(kept_days integer, most integer) returns integer
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare
        gone auth.deleted_users;
        redacted integer;
        total integer := 0;
      begin
        select * into gone from auth.deleted_users where deleted_at < now() - make_interval(days => kept_days)
          order by deleted_at limit 1 for update skip locked;
        if gone.id is null then
          return 0;
        end if;
        update auth.audit_log entry set actor_salt = made.actor_salt, actor_digest = made.actor_digest,
            actor_email = made.actor_email, ip = made.ip, user_agent = made.user_agent
          from (select (auth.redacted_event(e, true, false)).* from auth.audit_log e
                where e.actor_id = gone.id::text and e.actor_digest is null limit most) made
          where entry.id = made.id;
        get diagnostics redacted = row_count;
        total := redacted;
        update auth.audit_log entry set named_salt = made.named_salt, named_digest = made.named_digest,
            details = made.details
          from (select (auth.redacted_event(e, false, true)).* from auth.audit_log e
                where e.id in (
                  select id from auth.audit_log where details ->> 'email' = gone.email
                    and at <= gone.deleted_at and named_digest is null
                  union
                  select id from auth.audit_log where target_type = 'user' and target_id = gone.id::text
                    and details -> 'email' is not null and named_digest is null
                  limit most)) made
          where entry.id = made.id;
        get diagnostics redacted = row_count;
        total := total + redacted;
        if total = 0 then
          delete from auth.deleted_users where id = gone.id;
          total := 1;
        end if;
        return total;
      end $$;
      revoke all on function auth.redact_deleted_user(integer, integer) from public;
    `);
  },
};
