/**
 * A technique that public sources connect with an operation, process or value. `weight` counts the rules and pages that make the
 * connection. It is a hint, not a definition: a common value has many hints, and none of them is certain.
 */
export interface TechniqueHint {
  readonly id: string;
  readonly weight: number;
}

/** A row of a hint table in its stored form: `["T1059.001:6", …]`. */
export type RawHints = readonly string[];

/** Reads the stored form. */
function readHints(raw: RawHints): readonly TechniqueHint[] {
  return raw.map((entry) => {
    const colon = entry.indexOf(':');
    return { id: entry.slice(0, colon), weight: Number(entry.slice(colon + 1)) };
  });
}

/** A table of hints; letter case does not matter in its keys. */
export function hintTable(rows: Readonly<Record<string, RawHints>>): ReadonlyMap<string, readonly TechniqueHint[]> {
  return new Map(Object.entries(rows).map(([key, raw]) => [key.toLowerCase(), readHints(raw)]));
}

export const NO_HINTS: readonly TechniqueHint[] = [];
