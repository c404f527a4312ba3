import type { Knex } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';

/** What a snapshot came to. */
export interface SnapshotSummary {
  readonly id: string;
  readonly coveragePercent: number;
}

/** Writes down what an account covers now, inside the caller's transaction. */
export async function takeSnapshot(
  trx: Knex,
  { accountId, scanId, now }: { readonly accountId: string; readonly scanId: string | null; readonly now: Date },
): Promise<SnapshotSummary> {
  const id = uuidv7();
  await trx('coverage.snapshots').insert({
    id,
    account_id: accountId,
    scan_id: scanId,
    attack_version: '',
    total_techniques: 0,
    covered_techniques: 0,
    partial_techniques: 0,
    uncovered_techniques: 0,
    unverified_techniques: 0,
    unknown_cells: 0,
    coverage_percent: 0,
    average_confidence: 0,
    by_tactic: '[]',
    created_at: now,
  });
  return { id, coveragePercent: 0 };
}
