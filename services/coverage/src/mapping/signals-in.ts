import type { ControlMapping } from '@tripline/attack';
import { candidates } from './candidates.js';
import type { Condition } from './condition.js';
import { howNamed } from './how-named.js';
import { type Signal, signalMappings } from './signal.js';

const NO_CONTEXT: ReadonlyMap<string, string> = new Map();

/**
 * The techniques of every signal that a condition names, with what names it as evidence. `context` holds fields that all events of this
 * detection share; `weak` says of a signal why it may never come, which makes it a step weaker.
 */
export function signalsIn<S extends Signal>(
  condition: Condition,
  signals: readonly S[],
  {
    context = NO_CONTEXT,
    weak,
  }: { readonly context?: ReadonlyMap<string, string>; readonly weak?: (signal: S) => string | undefined } = {},
): readonly ControlMapping[] {
  const mappings: ControlMapping[] = [];
  for (const signal of candidates(condition, signals)) {
    const named = howNamed(condition, signal, context);
    if (named === undefined || named.how === 'unnamed') continue;
    const notes = [weak?.(signal), ...partsOnly(condition, signal, context)].filter((note) => note !== undefined);
    const evidence = named.how === 'exact' ? signal.label : `${named.by}, such as ${signal.label}`;
    const how = notes.length > 0 ? 'loose' : named.how;
    mappings.push(...signalMappings(signal, how, [evidence, ...notes].join('; ')));
  }
  return mappings;
}

/** Of what parts alone a condition takes notice. */
function partsOnly(condition: Condition, signal: Signal, context: ReadonlyMap<string, string>): readonly string[] {
  const { usual = [] } = signal;
  return usual
    .filter(({ fields }) => howNamed(condition, { ...signal, fields }, context) === undefined)
    .map(({ otherwise }) => otherwise);
}
