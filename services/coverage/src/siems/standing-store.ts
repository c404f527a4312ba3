import type { Knex } from '@tripline/service';
import { outdatedIn } from './outdated-names.js';
import type { SiemOverlapResource, SiemResource, SiemRuleCounts, SiemRuleResource } from './siem-resource.js';
import type { SiemRuleQuery } from './siem-schema.js';

/**
 * The rules `r` of SIEMs with what their detections see, and whether they could fire. A rule that does not run never fires; one of which an account
 * brings what it names can; one that no account brings it never does. Where the SIEM may have its log from elsewhere, nobody here knows.
 */
const JUDGED = `(
  select r.*, case when r.failing is not null then 'failing' when r.enabled = false then 'disabled' when r.idle is not null then r.idle end as stopped,
    f.total, f.sees, f.unknown, f.detection_reason, f.detection_detail,
    exists (select from coverage.siem_accounts a where a.siem_id = r.siem_id) as is_fed
  from coverage.siem_rules r left join lateral (
    select count(*) as total, bool_or(d.sees = 'yes') as sees, bool_or(d.sees = 'unknown') as unknown,
      (array_agg(d.sees_reason order by d.sees = 'unknown' desc, d.account_id))[1] as detection_reason,
      (array_agg(d.sees_detail order by d.sees = 'unknown' desc, d.account_id))[1] as detection_detail
    from coverage.detections d where d.siem_rule_id = r.id
  ) f on true
)`;
const CAN_FIRE = `case when j.stopped is not null then 'no' when j.sees then 'yes' when j.total > 0 and not j.unknown then 'no' else 'unknown' end`;
const REASON = `case when j.stopped is not null then j.stopped when j.sees then null when j.total > 0 then j.detection_reason
  when j.read = 'none' then 'query_unread' when not j.is_fed then 'no_account' else 'log_elsewhere' end`;
const DETAIL = `case when j.stopped = 'failing' then j.failing when j.stopped is not null or j.sees then null else j.detection_detail end`;

/** How many rules SIEMs have, by what became of them. */
export async function ruleCounts(
  db: Knex,
  siemIds: readonly string[],
): Promise<ReadonlyMap<string, SiemResource['rules']>> {
  const { rows } = await db.raw<{ rows: ({ siem_id: string } & SiemResource['rules'])[] }>(
    `select siem_id, count(*)::integer as total, count(*) filter (where can_fire = 'yes')::integer as can_fire,
       count(*) filter (where can_fire = 'no')::integer as never_fires, count(*) filter (where can_fire = 'unknown')::integer as unknown,
       count(*) filter (where read = 'whole')::integer as read_whole, count(*) filter (where read = 'part')::integer as read_in_part,
       count(*) filter (where read = 'none')::integer as not_read
     from (select j.siem_id, j.read, ${CAN_FIRE} as can_fire from ${JUDGED} j where j.siem_id = any(cast(? as uuid[]))) x group by siem_id`,
    [[...siemIds]],
  );
  return new Map(rows.map(({ siem_id, ...counts }) => [siem_id, counts]));
}

/** The counts of a SIEM without rules. */
export const NO_RULES: SiemResource['rules'] = {
  ...{ total: 0, can_fire: 0, never_fires: 0, unknown: 0 },
  ...{ read_whole: 0, read_in_part: 0, not_read: 0 },
};

type Filter = Pick<SiemRuleQuery, 'can_fire' | 'reason' | 'read' | 'technique' | 'q'>;

/** The rules of a SIEM by name and technique, each with whether it could fire; `can_fire`, `reason` and `read` are left to whoever asks. */
const FOUND = `(
  select j.id, j.siem_id, j.key, j.name, j.description, j.place, j.language, j.query, j.claimed, ${CAN_FIRE} as can_fire, ${REASON} as reason, ${DETAIL} as reason_detail,
    j.enabled, j.schedule, j.last_run_at, j.last_alert_at, j.failing, j.held_back, j.read, j.unread, j.sigma_id, j.sigma_version, j.updated_at
  from ${JUDGED} j where j.siem_id = :siemId
    and (cast(:q as text) is null or position(lower(:q) in lower(j.name)) > 0)
    and (cast(:technique as text) is null or :technique = any(j.claimed) or exists (
      select from coverage.detections d join coverage.detection_techniques t on t.detection_id = d.id
      where d.siem_rule_id = j.id and t.technique_id = :technique))
)`;

type Row = Omit<SiemRuleResource, 'techniques' | 'accounts' | 'outdated'> & { readonly claimed: readonly string[] };

/** A page of a SIEM's rules by name. */
export async function listSiemRules(
  db: Knex,
  siemId: string,
  { can_fire = null, q = null, read = null, reason = null, technique = null }: Nullable<Filter>,
  { page, page_size }: { readonly page: number; readonly page_size: number },
): Promise<SiemRuleResource[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select x.* from ${FOUND} x where (cast(:can_fire as text) is null or x.can_fire = :can_fire)
       and (cast(:reason as text) is null or x.reason = :reason) and (cast(:read as text) is null or x.read = :read)
     order by x.name, x.id limit :limit offset :offset`,
    { siemId, q, technique, can_fire, reason, read, limit: page_size, offset: (page - 1) * page_size },
  );
  const ids = rows.map(({ id }) => id);
  const [accounts, techniques] = await Promise.all([accountsOf(db, ids), techniquesOf(db, ids)]);
  return rows.map(({ claimed, ...row }) => ({
    ...row,
    outdated: outdatedIn(row).map(({ name, now }) => ({ name, now })),
    techniques: techniques.get(row.id) ?? claimed.map((id) => ({ technique_id: id, basis: 'claimed' as const })),
    accounts: accounts.get(row.id) ?? [],
  }));
}

type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };

const FACETS = ['can_fire', 'reason', 'read'] as const;
type Cell = Pick<SiemRuleResource, (typeof FACETS)[number]> & { readonly total: number };

/** How many of a SIEM's rules match, and how many would with each other value of one of the filters. */
export async function countSiemRules(
  db: Knex,
  siemId: string,
  filter: Filter,
): Promise<{ readonly total: number; readonly counts: SiemRuleCounts }> {
  const { q = null, technique = null } = filter;
  const { rows } = await db.raw<{ rows: Cell[] }>(
    `select x.can_fire, x.reason, x.read, count(*)::integer as total from ${FOUND} x group by x.can_fire, x.reason, x.read`,
    { siemId, q, technique },
  );
  const fits = (cell: Cell, but?: (typeof FACETS)[number]): boolean =>
    FACETS.every((facet) => facet === but || filter[facet] === undefined || cell[facet] === filter[facet]);
  const countsOf = <Facet extends (typeof FACETS)[number]>(facet: Facet) => {
    const totals = new Map<NonNullable<Cell[Facet]>, number>();
    for (const cell of rows) {
      const value = cell[facet];
      if (value !== null && fits(cell, facet)) totals.set(value, (totals.get(value) ?? 0) + cell.total);
    }
    return [...totals]
      .map(([value, total]) => ({ value, total }))
      .sort((a, b) => b.total - a.total || (a.value < b.value ? -1 : 1));
  };
  return {
    total: rows.filter((cell) => fits(cell)).reduce((sum, { total }) => sum + total, 0),
    counts: { can_fire: countsOf('can_fire'), reason: countsOf('reason'), read: countsOf('read') },
  };
}

type NamedRule = SiemOverlapResource['rules'][number]['covered_by'][number];

/** Rules with their SIEMs' names and whether they could fire, by id. */
export async function namedRules(db: Knex, ids: readonly string[]): Promise<ReadonlyMap<string, NamedRule>> {
  const { rows } = await db.raw<{ rows: NamedRule[] }>(
    `select j.id as rule_id, j.name, j.siem_id, s.name as siem_name, ${CAN_FIRE} as can_fire
     from ${JUDGED} j join coverage.siems s on s.id = j.siem_id where j.id = any(cast(? as uuid[]))`,
    [[...ids]],
  );
  return new Map(rows.map((rule) => [rule.rule_id, rule]));
}

async function accountsOf(
  db: Knex,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SiemRuleResource['accounts']>> {
  const rows = await db('coverage.detections')
    .whereIn('siem_rule_id', [...ids])
    .orderBy('account_id')
    .select<(SiemRuleResource['accounts'][number] & { rule: string })[]>({
      rule: 'siem_rule_id',
      cloud_account_id: 'account_id',
      detection_id: 'id',
      sees: 'sees',
      sees_reason: 'sees_reason',
      sees_detail: 'sees_detail',
    });
  return grouped(rows);
}

async function techniquesOf(
  db: Knex,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SiemRuleResource['techniques']>> {
  const rows = await db('coverage.detection_techniques as t')
    .join('coverage.detections as d', 'd.id', 't.detection_id')
    .whereIn('d.siem_rule_id', [...ids])
    .andWhere('t.category', 'detect')
    .orderBy('t.technique_id')
    .distinct<(SiemRuleResource['techniques'][number] & { rule: string })[]>({
      rule: 'd.siem_rule_id',
      technique_id: 't.technique_id',
      basis: 't.basis',
    });
  return grouped(rows);
}

function grouped<T extends { readonly rule: string }>(rows: readonly T[]): Map<string, Omit<T, 'rule'>[]> {
  const found = new Map<string, Omit<T, 'rule'>[]>();
  for (const { rule, ...row } of rows) {
    const known = found.get(rule);
    if (known === undefined) found.set(rule, [row]);
    else known.push(row);
  }
  return found;
}
