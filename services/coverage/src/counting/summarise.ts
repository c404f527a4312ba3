import { tactics, technique } from '@tripline/attack';
import type { KnownCell, TechniqueCoverage } from './compute-coverage.js';
import type { Counted } from './counting.js';
import type { RegionFigures, ScopeRead, SnapshotSummary, TacticFigures } from './snapshot-model.js';
import { isUnknown } from './unknown-techniques.js';

/** The figures of a snapshot. */
export type Figures = Omit<
  SnapshotSummary,
  'id' | 'scanId' | 'attackVersion' | 'visible' | 'createdAt' | keyof Counted
>;

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : round((100 * part) / whole, 1));

/** Sums up the techniques of a snapshot, as a whole, by tactic in ATT&CK's order, and by scope. */
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
    unknown: techniques.filter(isUnknown).length,
    unknownCells: cells.filter(({ isKnown }) => !isKnown).length,
    coveragePercent: percent(covered, techniques.length),
    averageConfidence: seen.length === 0 ? 0 : round(confidence / seen.length, 2),
    byTactic: byTactic(techniques),
    scopes: scopesRead(cells),
    byScope: byScope(techniques),
  };
}

function byTactic(techniques: readonly TechniqueCoverage[]): TacticFigures[] {
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

/** The scopes of which a scan has read something, with the latest time. */
function scopesRead(cells: readonly KnownCell[]): ScopeRead[] {
  const latest = new Map<string, Date>();
  for (const { scope, readAt } of cells) {
    const known = latest.get(scope);
    if (readAt !== null && (known === undefined || known < readAt)) latest.set(scope, readAt);
  }
  return [...latest]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([scope, readAt]) => ({ scope, readAt: readAt.toISOString() }));
}

/** Every scope that a technique is needed in, with the techniques whose events arrive there. */
function byScope(techniques: readonly TechniqueCoverage[]): RegionFigures[] {
  const scopes = [...new Set(techniques.flatMap(({ scopesNeeded }) => scopesNeeded))].sort();
  return scopes.map((scope) => {
    const own = techniques.filter(({ scopesNeeded }) => scopesNeeded.includes(scope));
    const among = (scopesOf: (one: TechniqueCoverage) => readonly string[]): number =>
      own.filter((one) => scopesOf(one).includes(scope)).length;
    const covered = among(({ scopesCovered }) => scopesCovered);
    const partial = among(({ scopesPartial }) => scopesPartial);
    return {
      region: scope,
      total: own.length,
      covered,
      partial,
      uncovered: own.length - covered - partial,
      unverified: among(({ scopesUnknown }) => scopesUnknown),
      coverage_percent: percent(covered, own.length),
    };
  });
}
