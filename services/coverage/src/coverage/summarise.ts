import { tactics, technique } from '@tripline/attack';
import type { KnownCell, TechniqueCoverage } from './compute-coverage.js';
import type { RegionCoverage, TacticCoverage } from './coverage-resources.js';
import type { RegionRead, SnapshotSummary } from './snapshot-model.js';

/** The figures of a snapshot. */
export type Figures = Omit<SnapshotSummary, 'id' | 'scanId' | 'attackVersion' | 'visible' | 'createdAt'>;

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : round((100 * part) / whole, 1));

/** Sums up the techniques of a snapshot, as a whole, by tactic in ATT&CK's order, and by region. */
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
    coveragePercent: percent(covered, techniques.length),
    averageConfidence: seen.length === 0 ? 0 : round(confidence / seen.length, 2),
    byTactic: byTactic(techniques),
    regions: regionsRead(cells),
    byRegion: byRegion(techniques),
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

/** The regions of which a scan has read something, with the latest time. */
function regionsRead(cells: readonly KnownCell[]): RegionRead[] {
  const latest = new Map<string, Date>();
  for (const { region, readAt } of cells) {
    const known = latest.get(region);
    if (readAt !== null && (known === undefined || known < readAt)) latest.set(region, readAt);
  }
  return [...latest]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([region, readAt]) => ({ region, readAt: readAt.toISOString() }));
}

/** Every region that a technique is needed in, with the techniques whose events arrive there. */
function byRegion(techniques: readonly TechniqueCoverage[]): RegionCoverage[] {
  const regions = [...new Set(techniques.flatMap(({ regionsNeeded }) => regionsNeeded))].sort();
  return regions.map((region) => {
    const own = techniques.filter(({ regionsNeeded }) => regionsNeeded.includes(region));
    const among = (regionsOf: (one: TechniqueCoverage) => readonly string[]): number =>
      own.filter((one) => regionsOf(one).includes(region)).length;
    const covered = among(({ regionsCovered }) => regionsCovered);
    const partial = among(({ regionsPartial }) => regionsPartial);
    return {
      region,
      total: own.length,
      covered,
      partial,
      uncovered: own.length - covered - partial,
      unverified: among(({ regionsUnknown }) => regionsUnknown),
      coverage_percent: percent(covered, own.length),
    };
  });
}
