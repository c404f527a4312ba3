import type { TacticCoverage } from './coverage-resources.js';

/** The figures of a snapshot. */
export interface SnapshotSummary {
  readonly id: string;
  readonly scanId: string | null;
  readonly attackVersion: string;
  readonly total: number;
  readonly covered: number;
  readonly partial: number;
  readonly uncovered: number;
  readonly unverified: number;
  readonly unknownCells: number;
  /** 100 × covered ÷ total, one decimal. */
  readonly coveragePercent: number;
  /** Over covered and partial techniques, two decimals; 0 when there are none. */
  readonly averageConfidence: number;
  readonly byTactic: readonly TacticCoverage[];
  readonly createdAt: Date;
}
