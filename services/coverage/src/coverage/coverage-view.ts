import { notComparable } from '../counting/counting.js';
import type { SnapshotSummary } from '../counting/snapshot-model.js';
import type { SummarisedAccount } from '../counting/snapshot-store.js';
import { regionsWithUnknown, tacticsWithUnknown, type Unverified } from '../counting/unknown-techniques.js';
import { factsOf } from '../providers/facts-of.js';
import type { CoverageSummary, RegionReadResource, SnapshotResource } from './coverage-resources.js';

/** The coverage summary of an account as the API shows it; `created_at` is the snapshot's, as are the unverified techniques. */
export function summaryView(
  account: SummarisedAccount,
  snapshot: SnapshotSummary,
  unverified: readonly Unverified[],
): CoverageSummary {
  const counted = factsOf(account.provider).techniques();
  const among = (ids: readonly string[]): number => counted.filter(({ id }) => ids.includes(id)).length;
  const { counted_anew_because: _because, created_at, id: _id, ...figures } = snapshotView(snapshot);
  return {
    cloud_account_id: account.id,
    cloud_account_name: account.name,
    ...figures,
    by_tactic: tacticsWithUnknown(snapshot.byTactic, unverified),
    visible_techniques: snapshot.visible.filter((id) => !account.excluded.includes(id)).length,
    excluded_techniques: among(account.excluded),
    proven_techniques: among(account.proven),
    regions: regionsView(snapshot),
    by_region: regionsWithUnknown(snapshot.byScope, unverified),
    last_scan_at: account.lastScanAt,
    created_at,
  };
}

/** The scopes that a snapshot speaks of. */
export function regionsView({ scopes }: SnapshotSummary): RegionReadResource[] {
  return scopes.map(({ scope, readAt }) => ({ region: scope, read_at: new Date(readAt) }));
}

/** A snapshot's own figures, as history and diffs show them; beside the one before, where that is known. */
export function snapshotView(snapshot: SnapshotSummary, before?: SnapshotSummary): SnapshotResource {
  return {
    id: snapshot.id,
    scan_id: snapshot.scanId,
    attack_version: snapshot.attackVersion,
    counting_version: snapshot.counting,
    reading_version: snapshot.reading,
    total_techniques: snapshot.total,
    covered_techniques: snapshot.covered,
    partial_techniques: snapshot.partial,
    uncovered_techniques: snapshot.uncovered,
    unverified_techniques: snapshot.unverified,
    unknown_techniques: snapshot.unknown,
    unknown_cells: snapshot.unknownCells,
    coverage_percent: snapshot.coveragePercent,
    average_confidence: snapshot.averageConfidence,
    counted_anew_because: before === undefined ? null : notComparable(before, snapshot),
    created_at: snapshot.createdAt,
  };
}
