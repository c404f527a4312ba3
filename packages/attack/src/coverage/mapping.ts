/** How well a control shows (or hinders) a technique, in the words of CTID's mappings. */
export type MappingStrength = 'minimal' | 'partial' | 'significant';

/** What a control does about a technique. Only `detect` can cover it. */
export type MappingCategory = 'detect' | 'protect' | 'respond';

/** Who says that a control shows a technique; `inferred` is our own judgement. */
export type MappingSource = 'vendor' | 'ctid' | 'event_map' | 'sigma' | 'inferred';

/**
 * One "this control shows that technique". It stands for exactly the technique it names: nothing is inherited by parents or sub-techniques,
 * which are counted separately.
 */
export interface ControlMapping {
  /** A current ATT&CK id. */
  readonly techniqueId: string;
  readonly strength: MappingStrength;
  readonly category: MappingCategory;
  readonly source: MappingSource;
  /** What says so, for people: a finding type, control, event or service. */
  readonly evidence: string;
}

const STRENGTH: Readonly<Record<MappingStrength, number>> = { minimal: 0.3, partial: 0.6, significant: 0.9 };
const PROVENANCE: Readonly<Record<MappingSource, number>> = {
  vendor: 1,
  ctid: 1,
  event_map: 0.9,
  sigma: 0.9,
  inferred: 0.7,
};

/**
 * How sure a mapping is, 0 to 0.9 with two decimals: strength (0.3, 0.6, 0.9) × provenance (vendor and ctid 1, event_map and sigma 0.9,
 * inferred 0.7), the table of the coverage contract.
 */
export function mappingConfidence(mapping: Pick<ControlMapping, 'strength' | 'source'>): number {
  return Math.round(STRENGTH[mapping.strength] * PROVENANCE[mapping.source] * 100) / 100;
}

export const NO_MAPPINGS: readonly ControlMapping[] = [];
