import type { Knex } from '@tripline/service';
import { latestSnapshot } from './snapshot-store.js';
import { takeSnapshot } from './take-snapshot.js';

/** Takes a new snapshot after a change that no scan made, in the caller's transaction. An account that was never scanned gets none. */
export async function refreshSnapshot(trx: Knex, accountId: string): Promise<void> {
  if ((await latestSnapshot(trx, accountId)) === undefined) return;
  await takeSnapshot(trx, { accountId, scanId: null, now: new Date() });
}
