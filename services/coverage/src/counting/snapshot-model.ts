import type { Counted } from './counting.js';
import type { RegionCoverage, TacticCoverage } from './shares.js';

/** The stored figures of a tactic; which of its techniques are unknown is told by the techniques. */
export type TacticFigures = Omit<TacticCoverage, 'unknown'>;
/** The stored figures of a region. */
export type RegionFigures = Omit<RegionCoverage, 'unknown'>;

/** A scope that the figures speak of, and when a scan last read something in it (ISO 8601). */
export interface ScopeRead {
  readonly scope: string;
  readonly readAt: string;
}

/** The figures of a snapshot. */
export interface SnapshotSummary extends Counted {
  readonly id: string;
  readonly scanId: string | null;
  readonly attackVersion: string;
  readonly total: number;
  readonly covered: number;
  readonly partial: number;
  readonly uncovered: number;
  readonly unverified: number;
  /** Of the uncovered, those that are unverified: they may be noticed by something that could not be read. */
  readonly unknown: number;
  readonly unknownCells: number;
  /** 100 × covered ÷ total, one decimal. */
  readonly coveragePercent: number;
  /** Over covered and partial techniques, two decimals; 0 when there are none. */
  readonly averageConfidence: number;
  readonly byTactic: readonly TacticFigures[];
  /** The scopes that the figures speak of, by name. */
  readonly scopes: readonly ScopeRead[];
  readonly byScope: readonly RegionFigures[];
  /** The techniques that logs show and nothing covers, by id. */
  readonly visible: readonly string[];
  readonly createdAt: Date;
}
