import type { Knex } from '@tripline/service';
import type { KnownCell } from '../coverage/compute-coverage.js';
import type { SnapshotSummary } from '../coverage/snapshot-model.js';
import { snapshotTechniques } from '../coverage/snapshot-store.js';
import { excludedTechniques } from '../exclusions/exclusion-store.js';
import { computeVisibility } from './compute-visibility.js';
import type { SeenTechnique } from './visibility-view.js';

/** The techniques of a snapshot with their visibility, by id, and the cells that it rests on. */
export async function seenTechniques(
  db: Knex,
  accountId: string,
  snapshot: SnapshotSummary,
): Promise<{ readonly techniques: readonly SeenTechnique[]; readonly cells: readonly KnownCell[] }> {
  const [coverage, excluded, cells] = await Promise.all([
    snapshotTechniques(db, snapshot.id),
    excludedTechniques(db, accountId),
    loadFeeds(db, accountId, snapshot),
  ]);
  const visibility = new Map(computeVisibility(coverage, cells).map((one) => [one.techniqueId, one]));
  const techniques = coverage.flatMap((one) => {
    const visible = visibility.get(one.techniqueId);
    return visible === undefined ? [] : [{ visible, coverage: one, isExcluded: excluded.has(one.techniqueId) }];
  });
  return { techniques, cells };
}

/** The cells of an account that tell of logs, in the regions that the snapshot speaks of. They change with snapshots only. */
async function loadFeeds(db: Knex, accountId: string, { regions }: SnapshotSummary): Promise<KnownCell[]> {
  return db('coverage.account_cells')
    .where({ account_id: accountId })
    .whereNotNull('feeds')
    .whereIn(
      'region',
      regions.map(({ region }) => region),
    )
    .orderBy(['service', 'region'])
    .select({ service: 'service', region: 'region', isKnown: 'is_known', readAt: 'read_at', feeds: 'feeds' });
}
