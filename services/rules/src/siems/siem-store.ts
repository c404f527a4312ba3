import { type OwnerScope, ownerId, ownersOf, type TeamScope } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import type { Siem } from './siem-schemas.js';

/** What each of the scope's owners has chosen, by their ids; who has chosen nothing is missing. */
export async function findSiems(
  scope: OwnerScope | TeamScope,
  db: Knex,
): Promise<ReadonlyMap<string, readonly Siem[]>> {
  const rows = await db('rules.siems')
    .whereIn('owner_id', [...ownersOf(scope)])
    .select<{ owner_id: string; siems: readonly Siem[] }[]>('owner_id', 'siems');
  return new Map(rows.map((row) => [row.owner_id, row.siems]));
}

/** Keeps the choice of the scope's owner in place of the one before. */
export async function saveSiems(
  scope: OwnerScope,
  trx: Knex.Transaction,
  siems: readonly Siem[],
  now: Date,
): Promise<void> {
  await trx('rules.siems')
    .insert({ owner_id: ownerId(scope), siems: JSON.stringify(siems), updated_at: now })
    .onConflict('owner_id')
    .merge();
}
