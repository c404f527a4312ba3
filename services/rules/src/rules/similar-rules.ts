import { type OwnerKind, type OwnerScope, ownedBy, ownerId } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { detectionValues, type KeyedRule, ownerKindOf, type RuleSummary } from '../rule/rule-model.js';

/** The earlier rules that are similar to each of some rules, by key; a rule without any is missing. */
export type SimilarRules = ReadonlyMap<string, readonly Overlap[]>;

/** What a rule shares with another one of the owner's library. `overlap` is the number of shared values over that of all values of both (Jaccard), 0..1. */
interface Overlap extends Pick<RuleSummary, 'key' | 'title'> {
  readonly owner: OwnerKind;
  readonly overlap: number;
}

interface OverlapRow extends Omit<Overlap, 'owner'>, Pick<RuleSummary, 'ownerId' | 'createdBy'> {
  readonly own_key: string;
}

const LEAST_OVERLAP = 0.3;
const MOST_SHOWN = 5;
/** Most rules with a shared value that are compared with one rule: the oldest. */
const MOST_COMPARED = 200;

/**
 * For each of these saved rules, the earlier rules in the owner's library on the same platform that share detection values with it, most
 * similar first. Later rules do not count, so that a generation shows the same when it is read again. One statement, however many rules.
 * @param savedAt when those that the owner does not have yet will have been saved; absent where all are
 */
export async function findSimilarRules(
  scope: OwnerScope,
  db: Knex,
  rules: readonly KeyedRule[],
  savedAt?: Date,
): Promise<SimilarRules> {
  const compared = rules.flatMap(({ key, content }) => {
    const values = detectionValues(content);
    return values.length === 0 || content.platform === null ? [] : [{ key, platform: content.platform, values }];
  });
  if (compared.length === 0) return new Map();
  const before = db('rules.rules')
    .where('key', db.ref('own.key'))
    .andWhere(ownedBy(scope))
    .select(
      db.raw('case when ?::timestamptz is null or bool_or(owner_id = ?) then max(created_at) else ? end', [
        savedAt ?? null,
        ownerId(scope),
        savedAt ?? null,
      ]),
    );
  const candidates = db('rules.rules')
    .where(ownedBy(scope))
    .where('platform', db.ref('own.platform'))
    .where('created_at', '<', before)
    .whereRaw('detection_values && own.values')
    .orderBy('id')
    .limit(MOST_COMPARED)
    .select('key', 'title', 'detection_values', 'owner_id', 'created_by');
  const rows = await db
    .with(
      'own',
      db.raw('select * from jsonb_to_recordset(?::jsonb) as own (key uuid, platform text, values text[])', [
        JSON.stringify(compared),
      ]),
    )
    .from('own')
    .crossJoin(db.raw('lateral (?) as other', [candidates]))
    .joinRaw(
      `cross join lateral (
         select count(*)::int as shared from (select unnest(own.values) intersect select unnest(other.detection_values)) as common
       ) as counted`,
    )
    .select<OverlapRow[]>(
      'own.key as own_key',
      'other.key',
      'other.title',
      'other.owner_id as ownerId',
      'other.created_by as createdBy',
      db.raw(
        `round(shared::numeric / (cardinality(own.values) + cardinality(other.detection_values) - shared), 2)::float8 as overlap`,
      ),
    );
  return mostSimilar(rows);
}

/** The most similar ones of each rule. */
function mostSimilar(rows: readonly OverlapRow[]): SimilarRules {
  const byKey = new Map<string, Overlap[]>();
  for (const { own_key, key, title, overlap, ...whose } of rows) {
    if (overlap < LEAST_OVERLAP) continue;
    byKey.set(own_key, [...(byKey.get(own_key) ?? []), { key, title, owner: ownerKindOf(whose), overlap }]);
  }
  for (const [key, similar] of byKey) {
    const ranked = similar.sort((a, b) => b.overlap - a.overlap || (a.key < b.key ? -1 : 1));
    byKey.set(key, ranked.slice(0, MOST_SHOWN));
  }
  return byKey;
}
