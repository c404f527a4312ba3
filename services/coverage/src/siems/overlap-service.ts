import { type OwnerScope, ownedBy, ownerId } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { ExportReader } from './reading/export-reader.js';
import type { AskedRule, StandingRule } from './reading/find-overlap.js';
import type { SiemOverlapResource } from './siem-resource.js';
import { namedRules } from './standing-store.js';

/** Standing rules that are read at a time. */
const AT_ONCE = 1_000;
/** Rules that are named for one. */
const MOST_NAMED = 10;

/**
 * For each rule those of the caller's SIEMs that notice the same events already; those that could fire come first.
 * @throws BadRequestError for a text that is not Sigma
 */
export async function overlapOf(
  { db, exportReader }: { readonly db: Knex; readonly exportReader: ExportReader },
  scope: OwnerScope,
  asked: readonly AskedRule[],
  gone: AbortSignal,
): Promise<SiemOverlapResource['rules']> {
  const covering = await exportReader.overlap(ownerId(scope), asked, (after) => standingRules(db, scope, after), gone);
  const named = await namedRules(db, [...new Set(covering.flat())]);
  const rank = { yes: 0, unknown: 1, no: 2 } as const;
  return covering.map((ids) => ({
    covered_by: ids
      .flatMap((id) => named.get(id) ?? [])
      .sort((a, b) => rank[a.can_fire] - rank[b.can_fire] || (a.name < b.name ? -1 : 1))
      .slice(0, MOST_NAMED),
  }));
}

/** The rules of a scope's SIEMs that are read as Sigma, in the order of their ids, from the one after `after` on. */
async function standingRules(db: Knex, scope: OwnerScope, after: string | undefined): Promise<readonly StandingRule[]> {
  return db('coverage.siem_rules as r')
    .whereIn('r.siem_id', (siems) => siems.from('coverage.siems').select('id').where(ownedBy(scope)))
    .whereNotNull('r.yaml')
    .where((rules) => {
      if (after !== undefined) void rules.where('r.id', '>', after);
    })
    .orderBy('r.id')
    .limit(AT_ONCE)
    .select<StandingRule[]>('r.id', 'r.yaml');
}
