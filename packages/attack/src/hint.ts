/**
 * A technique that public sources attach to an operation, process or value. A hint, not a definition: `weight` counts the sources' rules and
 * pages that make the connection; a common value carries many techniques and means none of them alone.
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

/** A table of hints keyed without regard to letter case. */
export function hintTable(rows: Readonly<Record<string, RawHints>>): ReadonlyMap<string, readonly TechniqueHint[]> {
  return new Map(Object.entries(rows).map(([key, raw]) => [key.toLowerCase(), readHints(raw)]));
}

export const NO_HINTS: readonly TechniqueHint[] = [];
