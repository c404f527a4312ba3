import type { ControlMapping } from '@tripline/attack';
import { candidates } from './candidates.js';
import type { Condition } from './condition.js';
import { howNamed } from './how-named.js';
import { isNarrowed } from './narrowing.js';
import { type Signal, signalMappings } from './signal.js';

const NO_CONTEXT: ReadonlyMap<string, string> = new Map();

/**
 * The techniques of every signal that a condition names, with the test as evidence. `context` has fields that all events of this detection
 * share; `note` says what else a signal needs in order to occur.
 */
export function signalsIn<S extends Signal>(
  condition: Condition,
  signals: readonly S[],
  {
    context = NO_CONTEXT,
    note,
  }: { readonly context?: ReadonlyMap<string, string>; readonly note?: (signal: S) => string | undefined } = {},
): readonly ControlMapping[] {
  const mappings: ControlMapping[] = [];
  for (const signal of candidates(condition, signals)) {
    const named = howNamed(condition, signal, context);
    if (named === undefined || named.how === 'unnamed') continue;
    const limits = limitsOf(condition, signal, context);
    const evidence = [
      named.how === 'exact' ? signal.label : `${named.by}, such as ${signal.label}`,
      ...limits,
      note?.(signal),
    ].filter((text) => text !== undefined);
    mappings.push(...signalMappings(signal, limits.length > 0 ? 'loose' : named.how, evidence.join('; ')));
  }
  return mappings;
}

/**
 * Why a condition names a signal less well than its test does: it only watches for a part of it, means another event of that name, or takes
 * every event of everyday work.
 */
function limitsOf(condition: Condition, signal: Signal, context: ReadonlyMap<string, string>): readonly string[] {
  const { usual = [], namesake } = signal;
  const takes = (fields: Signal['fields']): boolean =>
    howNamed(condition, { ...signal, fields }, context) !== undefined;
  const limits = usual.filter(({ fields }) => !takes(fields)).map(({ otherwise }) => otherwise);
  if (namesake !== undefined && takes(namesake.fields)) limits.push(namesake.otherwise);
  if (signal.everyday === true && limits.length === 0 && !isNarrowed(condition, signal, context)) {
    limits.push('which ordinary work makes too');
  }
  return limits;
}
