import { isCounted } from '../knowledge/behaviour.js';
import { knownBehaviour } from '../knowledge/load.js';
import type { Behaviour } from '../model.js';

/** Operations that a correlation rule counts. They get no rule of their own. Lower case. */
export function countedOperations(behaviours: readonly Behaviour[]): ReadonlySet<string> {
  const counted = behaviours.flatMap((each) => {
    const known = each.kind === 'described-behaviour' ? knownBehaviour(each.value) : undefined;
    return known !== undefined && isCounted(known.seen) ? (known.told?.operations ?? []) : [];
  });
  return new Set(counted.map((operation) => operation.toLowerCase()));
}
