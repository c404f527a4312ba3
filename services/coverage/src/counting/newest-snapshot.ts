import { type Knex, NotFoundError } from '@tripline/service';
import type { SnapshotSummary } from './snapshot-model.js';
import { latestSnapshot } from './snapshot-store.js';

/** An account's newest snapshot. @throws NotFoundError for an account that was never scanned */
export async function newestSnapshot(db: Knex, accountId: string): Promise<SnapshotSummary> {
  const snapshot = await latestSnapshot(db, accountId);
  if (snapshot === undefined) throw noCoverage(accountId);
  return snapshot;
}

/** The error for an account that was never scanned. */
export const noCoverage = (accountId: string): NotFoundError =>
  new NotFoundError(
    `The account ${accountId} has no coverage yet: no scan of it has ended with results. Run one to its end with POST /accounts/${accountId}/scans.`,
  );
