import { type OwnerScope, ownedBy } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { detectionValues, type RuleContent } from './rule-model.js';

/** A rule of the owner's library that looks for much the same. `overlap` is shared values over all values of both (Jaccard), 0..1. */
export interface SimilarRule {
  readonly key: string;
  readonly title: string;
  readonly overlap: number;
}

const LEAST_OVERLAP = 0.3;
const MOST_SHOWN = 5;

/**
 * The rules that were in the owner's library before this saved one, on the same platform, and share detection values with it; most alike
 * first. Later rules do not count, so that reading a generation again shows what it showed.
 */
export async function findSimilarRules(
  scope: OwnerScope,
  db: Knex,
  rule: { readonly key: string; readonly content: Pick<RuleContent, 'evidence' | 'platform'> },
): Promise<SimilarRule[]> {
  const values = detectionValues(rule.content);
  if (values.length === 0 || rule.content.platform === null) return [];
  const candidates = await db('rules.rules')
    .where(ownedBy(scope))
    .where('platform', rule.content.platform)
    .where('created_at', '<', db('rules.rules').where('key', rule.key).andWhere(ownedBy(scope)).max('created_at'))
    .whereRaw('detection_values && ?::text[]', [values])
    .orderBy('id')
    .limit(200)
    .select<{ key: string; title: string; detection_values: string[] }[]>(['key', 'title', 'detection_values']);
  const own = new Set(values);
  return candidates
    .map(({ key, title, detection_values: theirs }) => {
      const shared = theirs.filter((value) => own.has(value)).length;
      return { key, title, overlap: Math.round((100 * shared) / (own.size + theirs.length - shared)) / 100 };
    })
    .filter(({ overlap }) => overlap >= LEAST_OVERLAP)
    .sort((a, b) => b.overlap - a.overlap || (a.key < b.key ? -1 : 1))
    .slice(0, MOST_SHOWN);
}
