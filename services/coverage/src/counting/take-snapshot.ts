import { attackVersion } from '@tripline/attack';
import type { Knex } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import { recordChanges } from '../changes/record-changes.js';
import type { ProviderName } from '../cloud/provider.js';
import type { ProviderFacts } from '../cloud/provider-facts.js';
import { factsOf } from '../providers/facts-of.js';
import { computeCoverage, type KnownCell, type TechniqueCoverage } from './compute-coverage.js';
import { computeVisibility } from './compute-visibility.js';
import { COUNTING, isComparable } from './counting.js';
import { judgeDeclared } from './judgement-store.js';
import { loadSights } from './load-sights.js';
import type { SnapshotSummary } from './snapshot-model.js';
import { insertSnapshot, latestSnapshot, loadCells, loadFailedChecks } from './snapshot-store.js';
import { summarise } from './summarise.js';

/** Stores what an account covers now, and in its change feed what got worse, in the caller's transaction: after a scan, or (without one) after detections were declared. */
export async function takeSnapshot(
  trx: Knex,
  {
    accountId,
    scanId,
    now,
    causedBy = scanId,
  }: {
    readonly accountId: string;
    readonly scanId: string | null;
    readonly now: Date;
    /** The scan of another account that this one is counted anew for. */
    readonly causedBy?: string | null;
  },
): Promise<SnapshotSummary> {
  const facts = factsOf(await providerOf(trx, accountId));
  const cells = await loadCells(trx, accountId);
  await judgeDeclared(trx, accountId, facts, cells);
  const sights = await loadSights(trx, accountId);
  const techniques = computeCoverage(facts, sights, cells, await loadFailedChecks(trx, accountId));
  const before = await latestSnapshot(trx, accountId);
  // What no scan has read anew is understood as the scan before understood it.
  const counted = { counting: COUNTING, reading: scanId === null ? (before?.reading ?? COUNTING) : COUNTING };
  const summary: SnapshotSummary = {
    id: uuidv7(),
    scanId,
    attackVersion: attackVersion(),
    ...counted,
    ...summarise(techniques, cells),
    visible: visibleAlone(facts, techniques, cells),
    createdAt: now,
  };
  await insertSnapshot(trx, accountId, summary, techniques);
  const isComparedWith = before === undefined || isComparable(before, summary);
  await recordChanges(trx, { accountId, scanId: causedBy, snapshotId: summary.id, now }, isComparedWith);
  return summary;
}

async function providerOf(trx: Knex, accountId: string): Promise<ProviderName> {
  const account = await trx('coverage.cloud_accounts')
    .where({ id: accountId })
    .first<{ provider: ProviderName } | undefined>('provider');
  if (account === undefined) throw new Error(`there is no cloud account ${accountId} to take a snapshot of`);
  return account.provider;
}

/** The techniques that logs show and nothing covers. */
function visibleAlone(
  facts: ProviderFacts,
  techniques: readonly TechniqueCoverage[],
  cells: readonly KnownCell[],
): string[] {
  const open = techniques.filter(({ status }) => status !== 'covered');
  return computeVisibility(facts, open, cells)
    .filter(({ isVisible }) => isVisible)
    .map(({ techniqueId }) => techniqueId);
}
