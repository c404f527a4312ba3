import { tactics, technique } from '@tripline/attack';
import type { KnownCell, TechniqueCoverage } from './compute-coverage.js';
import type { TacticCoverage } from './coverage-resources.js';
import type { SnapshotSummary } from './snapshot-model.js';

/** The figures of a snapshot. */
export type Figures = Omit<SnapshotSummary, 'id' | 'scanId' | 'attackVersion' | 'createdAt'>;

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** Sums up the techniques of a snapshot, as a whole and by tactic in ATT&CK's order. */
export function summarise(techniques: readonly TechniqueCoverage[], cells: readonly KnownCell[]): Figures {
  const count = (status: TechniqueCoverage['status']): number => techniques.filter((t) => t.status === status).length;
  const covered = count('covered');
  const seen = techniques.filter(({ status }) => status !== 'uncovered');
  const confidence = seen.reduce((sum, one) => sum + one.confidence, 0);
  return {
    total: techniques.length,
    covered,
    partial: count('partial'),
    uncovered: count('uncovered'),
    unverified: techniques.filter(({ isUnverified }) => isUnverified).length,
    unknownCells: cells.filter(({ isKnown }) => !isKnown).length,
    coveragePercent: techniques.length === 0 ? 0 : round((100 * covered) / techniques.length, 1),
    averageConfidence: seen.length === 0 ? 0 : round(confidence / seen.length, 2),
    byTactic: byTactic(techniques),
  };
}

function byTactic(techniques: readonly TechniqueCoverage[]): TacticCoverage[] {
  return tactics().flatMap(({ id, name, shortName }) => {
    const own = techniques.filter((one) => technique(one.techniqueId)?.tactics.includes(shortName));
    if (own.length === 0) return [];
    const count = (status: TechniqueCoverage['status']): number => own.filter((one) => one.status === status).length;
    return [
      {
        tactic_id: id,
        tactic: shortName,
        name,
        total: own.length,
        covered: count('covered'),
        partial: count('partial'),
        uncovered: count('uncovered'),
      },
    ];
  });
}
