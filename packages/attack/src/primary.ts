import { awsEventTable } from './coverage/aws-event-table.js';
import { lazyData } from './data.js';
import type { TechniqueHint } from './hint.js';

/**
 * The logs for which rules are written but no coverage is counted. What AWS operations show is in `aws-events.json`, which coverage reads
 * too.
 */
type RulePlane = 'gcp' | 'azure' | 'kubernetes' | 'okta' | 'entra_audit' | 'entra_signin' | LoggedProduct;

/** Products with an audit log of their own that is not a log of any of the platforms. */
export type LoggedProduct = 'm365' | 'google_workspace' | 'github';

/** The logs for which we have our own reading of an operation's main technique. */
type OperationPlane = 'aws' | RulePlane;

type PrimaryFile = Readonly<Record<RulePlane, Readonly<Record<string, readonly string[]>>>>;

/** Greater than any weight counted in the sources, so that our own reading comes first. */
export const PRIMARY_WEIGHT = 100;

const primary = lazyData(
  'primary-techniques.json',
  (raw: PrimaryFile) =>
    new Map(
      Object.entries(raw).map(([plane, rows]) => [
        plane,
        new Map(Object.entries(rows).map(([name, ids]) => [name.toLowerCase(), ids] as const)),
      ]),
    ),
);

/** Puts our own reading of an operation's main technique before the hints of the sources, each technique once. */
export function withPrimary(
  plane: RulePlane,
  operation: string,
  hints: readonly TechniqueHint[],
): readonly TechniqueHint[] {
  const ids = primary().get(plane)?.get(operation.toLowerCase());
  if (ids === undefined) return hints;
  const first = ids.map((id, index) => ({ id, weight: PRIMARY_WEIGHT - index }));
  return [...first, ...hints.filter((hint) => !ids.includes(hint.id))];
}

/** One operation that shows a technique, with the log that records it. */
export interface TechniqueOperation {
  readonly plane: OperationPlane;
  /** The operation as its log names it: `CreateAccessKey`, `create pods/exec`, `Consent to application`. */
  readonly operation: string;
}

const byTechnique = lazyData('primary-techniques.json', (raw: PrimaryFile) => {
  const table = new Map<string, TechniqueOperation[]>();
  const add = (id: string, operation: TechniqueOperation): void => {
    const known = table.get(id);
    if (known === undefined) table.set(id, [operation]);
    else if (!known.some((each) => each.plane === operation.plane && each.operation === operation.operation)) {
      known.push(operation);
    }
  };
  const events = [...awsEventTable().events].sort((a, b) => b.incidents - a.incidents);
  for (const { name, techniques } of events) {
    for (const { techniqueId, isFirst } of techniques) {
      if (isFirst) add(techniqueId, { plane: 'aws', operation: name });
    }
  }
  for (const [plane, rows] of Object.entries(raw) as [RulePlane, PrimaryFile[RulePlane]][]) {
    for (const [operation, ids] of Object.entries(rows)) for (const id of ids) add(id, { plane, operation });
  }
  return table;
});

/**
 * The operations whose main technique this is, by our own reading; those of AWS that incident reports mention most come first. Empty for
 * techniques that no such log shows.
 */
export function operationsOfTechnique(techniqueId: string): readonly TechniqueOperation[] {
  return byTechnique().get(techniqueId.toUpperCase()) ?? [];
}
