import type { Knex } from '@tripline/service';
import type { Account } from '../accounts/account-model.js';
import type { KnownCell } from '../counting/compute-coverage.js';
import { computeVisibility } from '../counting/compute-visibility.js';
import type { SnapshotSummary } from '../counting/snapshot-model.js';
import { readCell, type StoredCell, snapshotTechniques } from '../counting/snapshot-store.js';
import { excludedTechniques } from '../inventory/exclusion-store.js';
import { factsOf } from '../providers/facts-of.js';
import type { SeenTechnique } from './visibility-view.js';

/** The techniques of a snapshot with their visibility, by id, and the cells that it rests on. */
export async function seenTechniques(
  db: Knex,
  { id: accountId, provider }: Pick<Account, 'id' | 'provider'>,
  snapshot: SnapshotSummary,
): Promise<{ readonly techniques: readonly SeenTechnique[]; readonly cells: readonly KnownCell[] }> {
  const [coverage, excluded, cells] = await Promise.all([
    snapshotTechniques(db, snapshot.id),
    excludedTechniques(db, accountId),
    loadFeeds(db, accountId, snapshot),
  ]);
  const visibility = new Map(
    computeVisibility(factsOf(provider), coverage, cells).map((one) => [one.techniqueId, one]),
  );
  const techniques = coverage.flatMap((one) => {
    const visible = visibility.get(one.techniqueId);
    return visible === undefined ? [] : [{ visible, coverage: one, isExcluded: excluded.has(one.techniqueId) }];
  });
  return { techniques, cells };
}

/** The cells of an account that tell of logs, in the scopes that the snapshot speaks of. They change with snapshots only. */
async function loadFeeds(db: Knex, accountId: string, { scopes }: SnapshotSummary): Promise<KnownCell[]> {
  const rows = await db('coverage.account_cells')
    .where({ account_id: accountId })
    .whereNotNull('feeds')
    .whereIn(
      'region',
      scopes.map(({ scope }) => scope),
    )
    .orderBy(['service', 'region'])
    .select<StoredCell[]>({
      service: 'service',
      scope: 'region',
      isKnown: 'is_known',
      readAt: 'read_at',
      feeds: 'feeds',
    });
  return rows.map(readCell);
}
