import { type OwnerScope, ownedBy, partOf, type TeamScope } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { RuleSummary } from '../rule/rule-model.js';

/**
 * Rules of the caller's own, in the order of their keys, held until the transaction ends. `besideTeam`: only those whose key the caller's team has too,
 * or only those whose key it does not have.
 */
export async function findOwnRules(
  scope: OwnerScope,
  trx: Knex.Transaction,
  {
    besideTeam,
    keys,
    limit,
  }: { readonly besideTeam?: boolean; readonly keys?: readonly string[]; readonly limit: number },
): Promise<Pick<RuleSummary, 'id' | 'key' | 'title'>[]> {
  const query = trx('rules.rules as rules')
    .where(ownedBy(partOf(scope, 'user')))
    // In the order in which generations hold them.
    .orderBy('key')
    .limit(limit)
    .forUpdate()
    .select<Pick<RuleSummary, 'id' | 'key' | 'title'>[]>('id', 'key', 'title');
  if (keys !== undefined) void query.whereIn('key', [...keys]);
  if (besideTeam !== undefined) {
    const twin = trx('rules.rules as twins')
      .where('twins.owner_id', scope.teamId ?? null)
      .andWhere('twins.key', trx.ref('rules.key'))
      .select('twins.id');
    void (besideTeam ? query.whereExists(twin) : query.whereNotExists(twin));
  }
  return query;
}

/** Those of these keys that the team has. */
export async function findTeamRules(
  scope: TeamScope,
  trx: Knex.Transaction,
  keys: readonly string[],
): Promise<Pick<RuleSummary, 'key' | 'title'>[]> {
  return trx('rules.rules')
    .where(ownedBy(scope))
    .whereIn('key', [...keys])
    .orderBy('key')
    .select('key', 'title');
}

/** Makes rules of the caller's own their team's; triggers count what each of the two stores. Neither text nor state changes, so `updated_at` stays. */
export async function giveToTeam(scope: OwnerScope, trx: Knex.Transaction, ids: readonly string[]): Promise<void> {
  await trx('rules.rules')
    .whereIn('id', [...ids])
    .andWhere(ownedBy(partOf(scope, 'user')))
    .update({ team_id: scope.teamId });
}
