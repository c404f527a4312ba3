import { type OwnerScope, ownedBy } from '@tripline/auth';
import type { json, Knex, TypeOf } from '@tripline/service';
import type { DetectionStatus, Sees } from '../cloud/detection-model.js';
import { FOREIGN_TARGET } from '../cloud/status-word.js';
import { type CountedRow, countsOf, type DetectionCounts } from './detection-counts.js';
import { type DetectionResource, storedFields } from './detection-resource.js';
import type { DetectionType } from './detection-types.js';

/** A technique that a stored detection is mapped to. */
export type MappedTechnique = Omit<
  DetectionResource['mapped_techniques'][number],
  'technique_name' | 'override' | 'basis'
> & {
  readonly detection_id: string;
  /** Null for what a scan found. */
  readonly basis: 'query' | 'claimed' | null;
};

/** A stored detection, without its techniques. */
export type StoredDetection = TypeOf<ReturnType<typeof json.object<typeof storedFields>>>;

/** Filters of a list of detections. */
export interface DetectionFilter {
  readonly detection_type?: DetectionType;
  readonly status?: DetectionStatus;
  readonly sees?: Sees;
  readonly region?: string;
  readonly mapped?: boolean;
  /** A technique that a mapping or an override gives it. */
  readonly technique?: string;
  /** A source of one of its mappings. */
  readonly source?: MappedTechnique['source'];
  readonly managed?: boolean;
  readonly tag?: string;
  /** Text in its name, description or ARN, in any case. */
  readonly q?: string;
}

/** What lists of detections can be sorted by. */
export const SORTED_BY = ['name', 'status', 'detection_type', 'region', 'discovered_at', 'updated_at'] as const;

/** A column to sort by, with a minus before it from the last to the first. */
export type DetectionSort = (typeof SORTED_BY)[number] | `-${(typeof SORTED_BY)[number]}`;

const TABLE = 'coverage.detections as d';
/** Why a detection is not active. Tables keep a provider's word without its prefix: the account says whose it is. */
const STATUS_REASON = `case when d.type = 'siem_rule' or d.status_reason = '${FOREIGN_TARGET}' then d.status_reason
  else (select provider from coverage.cloud_accounts a where a.id = d.account_id) || ':' || d.status_reason end`;
const columns = (db: Knex) => ({
  ...Object.fromEntries(Object.keys(storedFields).map((name) => [name, `d.${name}`])),
  cloud_account_id: 'd.account_id',
  detection_type: 'd.type',
  status_reason: db.raw(STATUS_REASON),
});

const MAPPINGS = 'select from coverage.detection_techniques m where m.detection_id = d.id';
const OVERRIDES = 'select from coverage.mapping_overrides o where o.detection_id = d.id and o.covers';
/** Whether a mapping or an override gives it a technique. */
const MAPPED = `(exists (${MAPPINGS}) or exists (${OVERRIDES}))`;
/** Whether one of them gives it a certain technique, which is bound twice. */
const MAPPED_TO = `(exists (${MAPPINGS} and m.technique_id = ?) or exists (${OVERRIDES} and o.technique_id = ?))`;
/** By position and not by a pattern, in which % and _ would mean something. */
const FOUND_BY = "position(lower(?) in lower(concat_ws(' ', d.name, d.description, d.source_arn))) > 0";

const inScope = (scope: OwnerScope) => (query: Knex.QueryBuilder) =>
  void query.whereIn('d.account_id', (accounts) =>
    accounts.from('coverage.cloud_accounts').select('id').where(ownedBy(scope)),
  );

/** Leaves of the detections in the scope those of an account that fit a filter; `status` is the caller's to narrow. */
const matching =
  (scope: OwnerScope, accountId: string, filter: Omit<DetectionFilter, 'status'>) =>
  (query: Knex.QueryBuilder): void => {
    void query.where('d.account_id', accountId).andWhere(inScope(scope));
    if (filter.detection_type !== undefined) void query.where('d.type', filter.detection_type);
    if (filter.sees !== undefined) void query.where('d.sees', filter.sees);
    if (filter.region !== undefined) void query.where('d.region', filter.region);
    if (filter.managed !== undefined) void query.where('d.is_managed', filter.managed);
    if (filter.mapped !== undefined) void query.whereRaw(filter.mapped ? MAPPED : `not ${MAPPED}`);
    if (filter.technique !== undefined) void query.whereRaw(MAPPED_TO, [filter.technique, filter.technique]);
    if (filter.source === 'override') void query.whereRaw(`exists (${OVERRIDES})`);
    else if (filter.source !== undefined) void query.whereRaw(`exists (${MAPPINGS} and m.source = ?)`, [filter.source]);
    if (filter.tag !== undefined) void query.whereRaw('? = any(d.tags)', [filter.tag]);
    if (filter.q !== undefined) void query.whereRaw(FOUND_BY, [filter.q]);
  };

/**
 * Gives a page of an account's detections, sorted by name unless `sort` says otherwise, and the number of all that match. Removed detections
 * are left out unless the filter asks for them.
 */
export async function listDetections(
  scope: OwnerScope,
  db: Knex,
  accountId: string,
  { status, ...filter }: DetectionFilter,
  page: { readonly page: number; readonly page_size: number; readonly sort: DetectionSort },
): Promise<{ detections: StoredDetection[]; total: number }> {
  const fits = matching(scope, accountId, filter);
  const listed = (query: Knex.QueryBuilder): void => {
    fits(query);
    if (status === undefined) void query.whereNot('d.status', 'removed');
    else void query.where('d.status', status);
  };
  const by = page.sort.replace('-', '') as (typeof SORTED_BY)[number];
  const column = by === 'detection_type' ? 'd.type' : `d.${by}`;
  const [detections, count] = await Promise.all([
    db(TABLE)
      .where(listed)
      .orderBy([{ column, order: page.sort.startsWith('-') ? 'desc' : 'asc' }, 'd.name', 'd.id'])
      .limit(page.page_size)
      .offset((page.page - 1) * page.page_size)
      .select(columns(db)),
    db(TABLE).where(listed).count({ total: '*' }).first(),
  ]);
  return { detections: detections as StoredDetection[], total: Number(count?.['total'] ?? 0) };
}

/** How many detections {@link listDetections} would give with each value of what it can be narrowed to, instead of the one that it is narrowed to. */
export async function countDetections(
  scope: OwnerScope,
  db: Knex,
  accountId: string,
  filter: DetectionFilter,
): Promise<DetectionCounts> {
  const { managed: _managed, mapped: _mapped, region: _region, status: _status, ...rest } = filter;
  const rows: CountedRow[] = await db(TABLE)
    .where(matching(scope, accountId, rest))
    .select({ status: 'd.status', region: 'd.region', managed: 'd.is_managed', mapped: db.raw(MAPPED) })
    .count({ count: '*' })
    .groupBy([1, 2, 3, 4].map((place) => db.raw(String(place))));
  return countsOf(rows, filter);
}

/** Finds one detection of the accounts in the scope. */
export async function findDetection(scope: OwnerScope, db: Knex, id: string): Promise<StoredDetection | undefined> {
  return db(TABLE).where('d.id', id).andWhere(inScope(scope)).first(columns(db));
}

/** The status that a detection has now, in the caller's transaction, and whether a caller declared it; undefined when it was withdrawn. */
export async function findDetectionNow(
  trx: Knex,
  id: string,
): Promise<{ readonly status: DetectionStatus; readonly isDeclared: boolean } | undefined> {
  const row = await trx('coverage.detections')
    .where({ id })
    .first<{ status: DetectionStatus; type: DetectionType } | undefined>('status', 'type');
  return row === undefined ? undefined : { status: row.status, isDeclared: row.type === 'siem_rule' };
}

/** Finds several detections of the accounts in the scope, in the order in which their ids are first given. */
export async function findDetections(scope: OwnerScope, db: Knex, ids: readonly string[]): Promise<StoredDetection[]> {
  const found = (await db(TABLE)
    .whereIn('d.id', [...ids])
    .andWhere(inScope(scope))
    .select(columns(db))) as StoredDetection[];
  const byId = new Map(found.map((detection) => [detection.id, detection]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Replaces the tags of a detection. */
export async function storeTags(trx: Knex, id: string, tags: readonly string[]): Promise<void> {
  await trx('coverage.detections')
    .where({ id })
    .update({ tags: [...tags] });
}

/** Gives the techniques of detections, the strongest first: those that cover by themselves, then those with the highest confidence. */
export async function techniquesOf(db: Knex, detectionIds: readonly string[]): Promise<MappedTechnique[]> {
  return db('coverage.detection_techniques')
    .whereIn('detection_id', [...detectionIds])
    .orderBy([
      { column: 'covers', order: 'desc' },
      { column: 'confidence', order: 'desc' },
      { column: 'technique_id' },
      { column: 'category' },
    ])
    .select({
      detection_id: 'detection_id',
      technique_id: 'technique_id',
      confidence: db.raw('round(confidence::numeric, 2)::double precision'),
      strength: 'strength',
      category: 'category',
      source: 'source',
      covers: db.raw('covers and arrives'),
      basis: 'basis',
      evidence: 'evidence',
    });
}
