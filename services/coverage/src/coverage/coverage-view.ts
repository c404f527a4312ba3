import { awsTechniques } from '@tripline/attack';
import type { CoverageSummary, RegionReadResource, SnapshotResource } from './coverage-resources.js';
import type { SnapshotSummary } from './snapshot-model.js';
import type { SummarisedAccount } from './snapshot-store.js';

/** The coverage summary of an account as the API shows it; `created_at` is the snapshot's. */
export function summaryView(account: SummarisedAccount, snapshot: SnapshotSummary): CoverageSummary {
  const ofAws = (ids: readonly string[]): number => awsTechniques().filter(({ id }) => ids.includes(id)).length;
  const { created_at, id: _id, ...figures } = snapshotView(snapshot);
  return {
    cloud_account_id: account.id,
    cloud_account_name: account.name,
    ...figures,
    by_tactic: snapshot.byTactic,
    visible_techniques: snapshot.visible.filter((id) => !account.excluded.includes(id)).length,
    excluded_techniques: ofAws(account.excluded),
    proven_techniques: ofAws(account.proven),
    regions: regionsView(snapshot),
    by_region: snapshot.byRegion,
    last_scan_at: account.lastScanAt,
    created_at,
  };
}

/** The regions that a snapshot speaks of. */
export function regionsView({ regions }: SnapshotSummary): RegionReadResource[] {
  return regions.map(({ region, readAt }) => ({ region, read_at: new Date(readAt) }));
}

/** A snapshot's own figures, as history and diffs show them. */
export function snapshotView(snapshot: SnapshotSummary): SnapshotResource {
  return {
    id: snapshot.id,
    scan_id: snapshot.scanId,
    attack_version: snapshot.attackVersion,
    total_techniques: snapshot.total,
    covered_techniques: snapshot.covered,
    partial_techniques: snapshot.partial,
    uncovered_techniques: snapshot.uncovered,
    unverified_techniques: snapshot.unverified,
    unknown_cells: snapshot.unknownCells,
    coverage_percent: snapshot.coveragePercent,
    average_confidence: snapshot.averageConfidence,
    created_at: snapshot.createdAt,
  };
}
