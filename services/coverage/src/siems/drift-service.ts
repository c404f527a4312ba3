import { type OwnerScope, ownerId } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { goneRules, tracedRules } from './drift-store.js';
import type { ExportReader } from './reading/export-reader.js';
import type { SiemDriftResource } from './siem-resource.js';
import { namedRules } from './standing-store.js';

/** Rules of SIEMs that are compared in one request. */
const MOST_TRACED = 1_000;

/**
 * For each text of Sigma what became of it in the caller's SIEMs: the rules that were made from it, and those that are gone.
 * @throws BadRequestError for a text that is not Sigma
 */
export async function driftOf(
  { db, exportReader }: { readonly db: Knex; readonly exportReader: ExportReader },
  scope: OwnerScope,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<SiemDriftResource['rules']> {
  const trace = (ids: readonly string[]) => tracedRules(scope, db, ids, MOST_TRACED);
  const found = await exportReader.drift(ownerId(scope), texts, trace, signal);
  const ids = found.flatMap(({ identities }) => identities.map(({ id }) => id.toLowerCase()));
  const [named, gone] = await Promise.all([
    namedRules(
      db,
      found.flatMap(({ drifts }) => drifts.map(({ ruleId }) => ruleId)),
    ),
    goneRules(scope, db, ids),
  ]);
  return found.map(({ drifts, identities, withoutId }) => {
    const own = new Map(identities.map(({ id }) => [id.toLowerCase(), id]));
    return {
      sigma: identities.map(({ id, version }) => ({ id, version })),
      without_id: withoutId,
      found: [
        ...drifts.flatMap(({ differences, ruleId, sigmaId, state }) => {
          const rule = named.get(ruleId);
          if (rule === undefined) return [];
          return [
            { ...rule, sigma_id: sigmaId, state, gone_at: null, differences: differences.map((one) => ({ ...one })) },
          ];
        }),
        ...gone
          .filter(({ sigma_id }) => own.has(sigma_id))
          .map(({ gone_at, name, siem_id, siem_name, sigma_id }) => ({
            ...{ siem_id, siem_name, rule_id: null, name, can_fire: 'no' as const },
            sigma_id: own.get(sigma_id) ?? sigma_id,
            ...{ state: 'gone' as const, gone_at, differences: [] },
          })),
      ],
    };
  });
}
