import type { ControlMapping, MappingCategory, MappingSource, MappingStrength } from '@tripline/attack';

/** One technique that a signal shows. */
export interface SignalTechnique {
  readonly techniqueId: string;
  readonly strength: MappingStrength;
  readonly category: MappingCategory;
  readonly source: MappingSource;
}

/** A field's value: one, one of several, or none at all (`null`). */
export type SignalValue = string | readonly string[] | null;

/**
 * Something that happens and leaves an event or a log line, with the techniques that it shows. A condition watches for it if the signal's
 * known fields can meet it, and if it tests a field that identifies the signal.
 */
export interface Signal {
  /** A name for evidence: `event CreateUser of iam.amazonaws.com`. */
  readonly label: string;
  /** Known fields; every other field may have any value. */
  readonly fields: ReadonlyMap<string, SignalValue>;
  /** Fields whose value identifies it. */
  readonly naming: ReadonlyMap<string, NamingField>;
  /** Fields that name it when a condition excludes values: "any region but these". */
  readonly namedByExclusion: ReadonlySet<string>;
  /** Words of the message that identify it. */
  readonly words: ReadonlyMap<string, NamedBy>;
  readonly techniques: readonly SignalTechnique[];
  /** The same in usual circumstances; a condition that does not match one of these watches for a part of it only. */
  readonly usual?: readonly Variant[];
  /** A likelier event of the same name; a condition that also matches that one names this one only by a shared name. */
  readonly namesake?: Variant;
  /** Whether ordinary work makes the event all the time; a condition that does not narrow it shows it less well. */
  readonly everyday?: boolean;
  /** Fields that its event cannot have, besides those known to be absent. */
  readonly lacks?: (field: string) => boolean;
}

/** A signal in other circumstances, with the note for a condition (`failed attempts only`). */
export interface Variant {
  readonly otherwise: string;
  readonly fields: ReadonlyMap<string, SignalValue>;
}

/** `exact` names the thing itself, `loose` only where it comes from. */
export type NamedBy = 'exact' | 'loose';

/** How a field names a signal: exactly by a test with its whole value, exactly by any test that narrows it, or only loosely. */
export type NamingField = 'spelt' | 'broad' | 'loose';

/** A detection that names a signal only loosely is one step weaker. */
const STEP_DOWN: Readonly<Record<MappingStrength, MappingStrength>> = {
  significant: 'partial',
  partial: 'minimal',
  minimal: 'minimal',
};

/** The mappings of a detection that names a signal. */
export function signalMappings(signal: Signal, named: NamedBy, evidence: string): readonly ControlMapping[] {
  return signal.techniques.map(({ techniqueId, strength, category, source }) => ({
    techniqueId,
    strength: named === 'exact' ? strength : STEP_DOWN[strength],
    category,
    source,
    evidence,
  }));
}
