import { awsEventTable } from './coverage/aws-event-table.js';
import { lazyData } from './data.js';
import type { TechniqueHint } from './hint.js';

/** The planes of which only rules are made. What AWS operations show stands in `aws-events.json`, which coverage reads too. */
type RulePlane = 'gcp' | 'azure' | 'kubernetes' | 'okta' | 'entra_audit' | 'entra_signin' | LoggedProduct;

/** Products with an audit log of their own, which none of the platforms has as its own. */
export type LoggedProduct = 'm365' | 'google_workspace' | 'github';

/** The planes with an own reading of which technique an operation shows first. */
export type OperationPlane = 'aws' | RulePlane;

type PrimaryFile = Readonly<Record<RulePlane, Readonly<Record<string, readonly string[]>>>>;

/** Above any weight that counted sources reach. */
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

/** The own reading of what an intruder's use of an operation shows first, then the sources' hints, each technique once. */
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

/** One operation that shows a technique, with the log that would have it. */
export interface TechniqueOperation {
  readonly plane: OperationPlane;
  /** As its log writes it: `CreateAccessKey`, `create pods/exec`, `Consent to application`. */
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
 * The operations that by our own reading show a technique first, those of AWS that incident reports tell of most before the others; empty for
 * techniques that no such log shows.
 */
export function operationsOfTechnique(techniqueId: string): readonly TechniqueOperation[] {
  return byTechnique().get(techniqueId.toUpperCase()) ?? [];
}
