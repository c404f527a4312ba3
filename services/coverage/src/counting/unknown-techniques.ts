import { technique } from '@tripline/attack';
import type { TechniqueCoverage } from './compute-coverage.js';
import type { RegionCoverage, TacticCoverage } from './shares.js';
import type { RegionFigures, TacticFigures } from './snapshot-model.js';

/** What of a technique says whether, and where, it is unknown. */
export type Unverified = Pick<
  TechniqueCoverage,
  'techniqueId' | 'status' | 'isUnverified' | 'scopesCovered' | 'scopesPartial' | 'scopesUnknown'
>;

/** Whether a technique is unknown: nothing that was read notices it, and something that was not read may. It is no gap. */
export const isUnknown = ({ isUnverified, status }: Pick<Unverified, 'isUnverified' | 'status'>): boolean =>
  isUnverified && status === 'uncovered';

/** The figures of tactics, with how many of their uncovered techniques are unknown. */
export function tacticsWithUnknown(
  figures: readonly TacticFigures[],
  techniques: readonly Unverified[],
): TacticCoverage[] {
  const unknown = techniques.filter(isUnknown);
  return figures.map((one) => ({
    ...one,
    unknown: unknown.filter(({ techniqueId }) => technique(techniqueId)?.tactics.includes(one.tactic)).length,
  }));
}

/** The figures of regions, with how many of their uncovered techniques are unknown there. */
export function regionsWithUnknown(
  figures: readonly RegionFigures[],
  techniques: readonly Unverified[],
): RegionCoverage[] {
  return figures.map((one) => ({
    ...one,
    unknown: techniques.filter(
      ({ scopesCovered, scopesPartial, scopesUnknown }) =>
        scopesUnknown.includes(one.region) && ![...scopesCovered, ...scopesPartial].includes(one.region),
    ).length,
  }));
}
