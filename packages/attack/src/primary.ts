import { lazyData } from './data.js';
import { NO_HINTS, type TechniqueHint } from './hint.js';

/** The planes with an own reading of which technique an operation shows first. */
export type OperationPlane = 'aws' | 'gcp' | 'azure' | 'kubernetes' | 'okta' | 'entra_audit' | 'entra_signin';

/** Above any weight that counted sources reach. */
const PRIMARY_WEIGHT = 100;

const primary = lazyData(
  'primary-techniques.json',
  (raw: Readonly<Record<OperationPlane, Readonly<Record<string, readonly string[]>>>>) =>
    new Map(
      Object.entries(raw).map(([plane, rows]) => [
        plane,
        new Map(Object.entries(rows).map(([name, ids]) => [name.toLowerCase(), ids] as const)),
      ]),
    ),
);

/** What an intruder's use of an operation shows first, by our own reading; empty where we have none. */
function primaryHints(plane: OperationPlane, operation: string): readonly TechniqueHint[] {
  const ids = primary().get(plane)?.get(operation.toLowerCase());
  return ids === undefined ? NO_HINTS : ids.map((id, index) => ({ id, weight: PRIMARY_WEIGHT - index }));
}

/** Whether we have an own reading of an operation. */
export function hasPrimary(plane: OperationPlane, operation: string): boolean {
  return primaryHints(plane, operation).length > 0;
}

/** The own reading first, then the sources' hints, each technique once. */
export function withPrimary(
  plane: OperationPlane,
  operation: string,
  hints: readonly TechniqueHint[],
): readonly TechniqueHint[] {
  const first = primaryHints(plane, operation);
  if (first.length === 0) return hints;
  const ids = new Set(first.map((hint) => hint.id));
  return [...first, ...hints.filter((hint) => !ids.has(hint.id))];
}

/** One operation that shows a technique, with the log that would have it. */
export interface TechniqueOperation {
  readonly plane: OperationPlane;
  /** As `primary-techniques.json` names it: `CreateAccessKey`, `create pods/exec`, `Consent to application`. */
  readonly operation: string;
}

const byTechnique = lazyData(
  'primary-techniques.json',
  (raw: Readonly<Record<OperationPlane, Readonly<Record<string, readonly string[]>>>>) => {
    const table = new Map<string, TechniqueOperation[]>();
    for (const [plane, rows] of Object.entries(raw) as [
      OperationPlane,
      Readonly<Record<string, readonly string[]>>,
    ][]) {
      for (const [operation, ids] of Object.entries(rows)) {
        for (const id of ids) table.set(id, [...(table.get(id) ?? []), { plane, operation }]);
      }
    }
    return table;
  },
);

/** The operations that by our own reading show a technique first; empty for techniques that no such log shows. */
export function operationsOfTechnique(techniqueId: string): readonly TechniqueOperation[] {
  return byTechnique().get(techniqueId.toUpperCase()) ?? [];
}
