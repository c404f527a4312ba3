import type { Knex } from '@tripline/service';
import type { TechniqueSight } from '../technique-sight.js';
import type { KnownForward } from './sight-model.js';

/**
 * The forwards `f` of the account `:accountId`, by the cells that they come from (`f.cell_service`, `f.cell_scope`), with the account `f.a_id` of the same
 * owner that they go to. The other account is one that the owner has connected and scanned: a number that somebody merely claims shows
 * nothing of anybody.
 */
const FORWARDS = `(
    select c.service as cell_service, c.region as cell_scope, b.external_account_id = x.account as is_own, x.*, a.id as a_id,
      exists (select from coverage.account_cells there
              where there.account_id = a.id and there.service = x.reader and there.region = x.scope and there.is_known) as is_read
    from coverage.account_cells c
      join coverage.cloud_accounts b on b.id = c.account_id
      cross join lateral json_to_recordset(coalesce(c.forwards, '[]')) as x(
        account text, scope text, reader text, "into" text, via text, techniques json)
      left join lateral (
        select id from coverage.cloud_accounts other
        where other.owner_id = b.owner_id and other.provider = b.provider and other.external_account_id = x.account
          and other.last_scan_at is not null
        order by other.id = b.id desc, other.last_scan_at desc limit 1
      ) a on true
    where c.account_id = :accountId and (b.regions is null or c.region = any(b.regions))
  )`;

/** What an account forwards, and whether it is known what sees it there. */
export async function loadForwards(
  db: Knex,
  accountId: string,
): Promise<readonly { readonly service: string; readonly scope: string; readonly forward: KnownForward }[]> {
  const { rows } = await db.raw<{
    rows: { service: string; scope: string; forward: KnownForward }[];
  }>(
    `select f.cell_service as service, f.cell_scope as scope, json_build_object(
       'account', f.account, 'scope', f.scope, 'reader', f.reader, 'into', f."into", 'via', f.via, 'techniques', f.techniques, 'isOwn', f.is_own, 'accountId', f.a_id,
       'state', case when f.a_id is null then 'not_connected' when f.is_read then 'read' else 'unread' end) as forward
     from ${FORWARDS} f order by 1, 2, f.account, f.scope, f."into"`,
    { accountId },
  );
  return rows;
}

/**
 * What detections of the owner's other accounts see of an account: those that hear what it forwards, for the techniques that both know. The
 * scope is that of what is forwarded. Findings of a service that go to detections of another count by the rows that say that these pass them on. `sights` of the account's own detections are `loadSights`.
 */
export async function loadForeignSights(db: Knex, accountId: string): Promise<readonly TechniqueSight[]> {
  const { rows } = await db.raw<{ rows: TechniqueSight[] }>(
    `select null as service, f.cell_scope as scope, array[f.cell_scope] as sees, d.status, d.status_reason as "statusReason",
            m.technique_id as "techniqueId", count(distinct d.id)::int as detections,
            round(max(least(m.confidence, coalesce(t.confidence, 1)))::numeric, 2)::double precision as confidence,
            coalesce(round(max(least(m.confidence, coalesce(t.confidence, 1))) filter (where (m.covers or m.category = 'respond') and coalesce(t.covers, true))::numeric, 2), 0)
              ::double precision as covering, 0 as claiming
     from ${FORWARDS} f
       join coverage.detections d on d.account_id = f.a_id and d.status <> 'removed' and f."into" = any(d.hears)
       join coverage.detection_techniques m on m.detection_id = d.id and (m.category = 'detect' or m.category = 'respond' and f.reader <> f.cell_service)
       left join lateral json_to_recordset(f.techniques) as t("techniqueId" text, confidence real, covers boolean) on t."techniqueId" = m.technique_id
     where not f.is_own and f.is_read and (f.techniques is null or t."techniqueId" is not null)
       and not exists (select from coverage.exclusions x where x.detection_id = d.id and (x.expires_at is null or x.expires_at > now()))
       and not exists (select from coverage.mapping_overrides o where o.detection_id = d.id and o.technique_id = m.technique_id and not o.covers)
     group by 2, d.status, d.status_reason, m.technique_id`,
    { accountId },
  );
  return rows;
}
