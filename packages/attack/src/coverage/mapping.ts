/** How well a control shows (or hinders) a technique, in the words of CTID's mappings. */
export type MappingStrength = 'minimal' | 'partial' | 'significant';

/** What a control does about a technique. Only `detect` can cover it. */
export type MappingCategory = 'detect' | 'protect' | 'respond';

/** The source of a mapping; `inferred` is our own judgement. */
export type MappingSource = 'vendor' | 'ctid' | 'event_map' | 'sigma' | 'inferred';

/**
 * One statement that a control shows or hinders a technique. It holds for exactly that technique: parents and sub-techniques inherit
 * nothing and are counted separately.
 */
export interface ControlMapping {
  /** A current ATT&CK id. */
  readonly techniqueId: string;
  readonly strength: MappingStrength;
  readonly category: MappingCategory;
  readonly source: MappingSource;
  /** What the mapping rests on, for people: a finding type, control, event or service. */
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
 * How sure a mapping is, 0 to 0.9 with two decimals: strength (0.3, 0.6, 0.9) × source (vendor and ctid 1, event_map and sigma 0.9,
 * inferred 0.7). The figures are those of the coverage contract.
 */
export function mappingConfidence(mapping: Pick<ControlMapping, 'strength' | 'source'>): number {
  return Math.round(STRENGTH[mapping.strength] * PROVENANCE[mapping.source] * 100) / 100;
}

export const NO_MAPPINGS: readonly ControlMapping[] = [];
