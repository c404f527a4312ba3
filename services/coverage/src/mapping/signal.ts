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
 * Something that happens and leaves an event or a log line, with the techniques that it shows to whoever watches for it. A condition that
 * its known fields cannot meet does not watch for it; one that names none of the fields that make it what it is does neither.
 */
export interface Signal {
  /** What it is, for evidence: `event CreateUser of iam.amazonaws.com`. */
  readonly label: string;
  /** Known fields; every other field may hold anything. */
  readonly fields: ReadonlyMap<string, SignalValue>;
  /** Fields whose value makes it what it is. */
  readonly naming: ReadonlyMap<string, NamingField>;
  /** Fields that name it when a condition excludes values: "any region but these". */
  readonly namedByExclusion: ReadonlySet<string>;
  /** Words of the message that name it. */
  readonly words: ReadonlyMap<string, NamedBy>;
  readonly techniques: readonly SignalTechnique[];
  /** The same in usual circumstances; a condition that one of these fails watches for a part of it only. */
  readonly usual?: readonly Variant[];
  /** A likelier event of the same name; a condition that takes that one as well names this one by a name it shares. */
  readonly namesake?: Variant;
  /** Fields that its event cannot have, besides those known to be absent. */
  readonly lacks?: (field: string) => boolean;
}

/** A signal in other circumstances, and what that says of a condition (`failed attempts only`). */
export interface Variant {
  readonly otherwise: string;
  readonly fields: ReadonlyMap<string, SignalValue>;
}

/** `exact` names the thing itself, `loose` no more than where it comes from. */
export type NamedBy = 'exact' | 'loose';

/** How a field names a signal: exactly by a test that spells its value out, exactly by any test that narrows it, or never more than loosely. */
export type NamingField = 'spelt' | 'broad' | 'loose';

/** A detection that names a thing only loosely is a step weaker than one that names it. */
const STEP_DOWN: Readonly<Record<MappingStrength, MappingStrength>> = {
  significant: 'partial',
  partial: 'minimal',
  minimal: 'minimal',
};

/** What a detection that names a signal says about techniques. */
export function signalMappings(signal: Signal, named: NamedBy, evidence: string): readonly ControlMapping[] {
  return signal.techniques.map(({ techniqueId, strength, category, source }) => ({
    techniqueId,
    strength: named === 'exact' ? strength : STEP_DOWN[strength],
    category,
    source,
    evidence,
  }));
}
