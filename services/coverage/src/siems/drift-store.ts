import { type OwnerScope, ownedBy } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { TracedRule } from './reading/find-drift.js';
import type { KnownRule } from './siem-rule-store.js';

/** Rules of one SIEM that are remembered after they went; of more the oldest are forgotten. */
const MOST_GONE = 10_000;
const GONE = 'coverage.siem_gone_rules';

/** A rule that a SIEM had, and that went with an import. */
export interface GoneRule {
  readonly siem_id: string;
  readonly siem_name: string;
  readonly name: string;
  readonly sigma_id: string;
  readonly sigma_version: string | null;
  readonly gone_at: Date;
}

/** The rules of a scope's SIEMs that say they were made from one of these rules of Sigma, whose ids are in small letters; at most `limit`. */
export async function tracedRules(
  scope: OwnerScope,
  db: Knex,
  ids: readonly string[],
  limit: number,
): Promise<TracedRule[]> {
  return db('coverage.siem_rules as r')
    .join('coverage.siems as s', 's.id', 'r.siem_id')
    .whereIn('r.siem_id', (siems) => siems.from('coverage.siems').select('id').where(ownedBy(scope)))
    .whereRaw('lower(r.sigma_id) = any(?)', [[...ids]])
    .orderBy(['r.siem_id', 'r.name', 'r.id'])
    .limit(limit)
    .select<TracedRule[]>({
      ruleId: 'r.id',
      kind: 's.kind',
      sigmaId: 'r.sigma_id',
      version: 'r.sigma_version',
      language: 'r.language',
      query: 'r.query',
      yaml: 'r.yaml',
    });
}

/** The rules made from these rules of Sigma that a scope's SIEMs have no longer; a SIEM that has one of the same id again is left out. */
export async function goneRules(scope: OwnerScope, db: Knex, ids: readonly string[]): Promise<GoneRule[]> {
  return db(`${GONE} as g`)
    .join('coverage.siems as s', 's.id', 'g.siem_id')
    .whereIn('g.siem_id', (siems) => siems.from('coverage.siems').select('id').where(ownedBy(scope)))
    .whereRaw('g.sigma_id = any(?)', [[...ids]])
    .whereNotExists((there) =>
      there
        .from('coverage.siem_rules as r')
        .select(db.raw('1'))
        .whereRaw('r.siem_id = g.siem_id and lower(r.sigma_id) = g.sigma_id'),
    )
    .orderBy(['s.name', 'g.name', 'g.key'])
    .select<GoneRule[]>('g.siem_id', 's.name as siem_name', 'g.name', 'g.sigma_id', 'g.sigma_version', 'g.gone_at');
}

/** Remembers which rules made from Sigma went with an import. */
export async function rememberGone(trx: Knex, siemId: string, rules: readonly KnownRule[]): Promise<void> {
  const rows = rules.flatMap(({ key, name, sigma_id, sigma_version }) =>
    sigma_id === null
      ? []
      : [{ siem_id: siemId, key, name, sigma_id: sigma_id.toLowerCase(), sigma_version, gone_at: trx.fn.now() }],
  );
  for (let at = 0; at < rows.length; at += 500)
    await trx(GONE)
      .insert(rows.slice(at, at + 500))
      .onConflict(['siem_id', 'key'])
      .merge();
  if (rows.length === 0) return;
  await trx.raw(
    `delete from ${GONE} where siem_id = :siemId and key in
       (select key from ${GONE} where siem_id = :siemId order by gone_at desc, key offset :kept)`,
    { siemId, kept: MOST_GONE },
  );
}
