import type { ControlMapping } from '@tripline/attack';
import { candidates } from './candidates.js';
import type { Condition } from './condition.js';
import { howNamed } from './how-named.js';
import { type Signal, signalMappings } from './signal.js';

const NO_CONTEXT: ReadonlyMap<string, string> = new Map();

/**
 * The techniques of every signal that a condition names, with what names it as evidence. `context` holds fields that all events of this
 * detection share; `note` says of a signal what else is needed for it to come.
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

/** Why a condition names a signal less than its naming test does: it takes notice of a part only, or means another event by that name. */
function limitsOf(condition: Condition, signal: Signal, context: ReadonlyMap<string, string>): readonly string[] {
  const { usual = [], namesake } = signal;
  const takes = (fields: Signal['fields']): boolean =>
    howNamed(condition, { ...signal, fields }, context) !== undefined;
  const limits = usual.filter(({ fields }) => !takes(fields)).map(({ otherwise }) => otherwise);
  if (namesake !== undefined && takes(namesake.fields)) limits.push(namesake.otherwise);
  return limits;
}
