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
  /** Given for a mapping that never covers by itself whatever its confidence, such as that of a check of configuration. */
  readonly supporting?: true;
  /** Given where several statements of the same control show the technique together, none of which covers it alone. */
  readonly together?: true;
  /** Given for the mapping of a check that asks for what detects the technique: that the check fails is a reason of the gap. */
  readonly asks?: true;
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

/** The confidence from which a detection covers a technique, as the coverage contract sets it. */
const COVERS = 0.6;

/**
 * Whether a mapping covers its technique by itself while the detection is active: it detects with a confidence of 0.6 or more, and a
 * public source says so. Our own judgement alone (`inferred`) never covers, and a row that CTID calls partial only together with others.
 */
export function covers(
  mapping: Pick<ControlMapping, 'strength' | 'source' | 'category' | 'supporting' | 'together'>,
): boolean {
  const { category, source, strength, supporting, together } = mapping;
  if (category !== 'detect' || source === 'inferred' || supporting === true) return false;
  if (source === 'ctid' && strength !== 'significant' && together !== true) return false;
  return mappingConfidence(mapping) >= COVERS;
}

export const NO_MAPPINGS: readonly ControlMapping[] = [];
