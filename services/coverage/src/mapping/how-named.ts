import type { Condition } from './condition.js';
import type { NamedBy, Signal, SignalValue } from './signal.js';
import { describeTest, hasWord, narrows, passes, spellsOut, type ValueTest } from './value-test.js';

/** How a condition names a signal that it matches. */
export interface Named {
  /** `unnamed`: the condition would match the signal, but has no test on the fields that identify it. */
  readonly how: NamedBy | 'unnamed';
  /** The test that names it, for evidence; empty for `unnamed`. */
  readonly by: string;
}

const UNNAMED: Named = { how: 'unnamed', by: '' };
const RANK = { unnamed: 0, loose: 1, exact: 2 } as const;

/** The better of two. Of equal ones, the one whose test comes first in the alphabet, so that their order does not matter. */
function better(a: Named, b: Named): Named {
  if (RANK[a.how] !== RANK[b.how]) return RANK[a.how] > RANK[b.how] ? a : b;
  return a.by <= b.by ? a : b;
}

/**
 * Evaluates a condition for a signal: undefined when the signal's known fields fail it, else how well it names the signal. Unknown fields
 * may have any value. A negated test never names what it excludes.
 */
export function howNamed(
  condition: Condition,
  signal: Signal,
  context: ReadonlyMap<string, string>,
): Named | undefined {
  const ask = (part: Condition, negated: boolean): Named | undefined => {
    switch (part.kind) {
      case 'unknown':
        return UNNAMED;
      case 'not':
        return ask(part.of, !negated);
      case 'text':
        return askText(part.text, signal, negated);
      case 'field':
        return askField(part.field, part.test, signal, context, negated);
      default:
        return (part.kind === 'all') !== negated ? every(part.of, negated) : some(part.of, negated);
    }
  };
  const every = (parts: readonly Condition[], negated: boolean): Named | undefined => {
    let found = UNNAMED;
    for (const part of parts) {
      const named = ask(part, negated);
      if (named === undefined) return undefined;
      found = better(found, named);
    }
    return found;
  };
  const some = (parts: readonly Condition[], negated: boolean): Named | undefined => {
    let found: Named | undefined;
    for (const part of parts) {
      const named = ask(part, negated);
      if (named !== undefined) found = found === undefined ? named : better(found, named);
    }
    return found;
  };
  return ask(condition, false);
}

function askText(text: string, signal: Signal, negated: boolean): Named | undefined {
  let found = UNNAMED;
  for (const [word, how] of signal.words) {
    if (!hasWord(text, word)) continue;
    if (negated) return undefined;
    found = better(found, { how, by: `text "${word}"` });
  }
  return found;
}

function valueIn(signal: Signal, name: string, context: ReadonlyMap<string, string>): SignalValue | undefined {
  if (signal.fields.has(name)) return signal.fields.get(name);
  return context.get(name) ?? (signal.lacks?.(name) === true ? null : undefined);
}

function valuesOf(value: SignalValue | undefined): readonly string[] | null | undefined {
  return typeof value === 'string' ? [value] : value;
}

function askField(
  name: string,
  test: ValueTest,
  signal: Signal,
  context: ReadonlyMap<string, string>,
  negated: boolean,
): Named | undefined {
  const values = valuesOf(valueIn(signal, name, context));
  if (values === undefined) return UNNAMED;
  if (values === null) return negated ? UNNAMED : undefined;
  if (negated) {
    if (!values.some((value) => passes(test, value) !== true)) return undefined;
    return signal.namedByExclusion.has(name)
      ? { how: 'exact', by: `${name} other than ${describeTest(test)}` }
      : UNNAMED;
  }
  const passing = values.filter((value) => passes(test, value) !== false);
  if (passing.length === 0) return undefined;
  const naming = signal.naming.get(name);
  if (naming === undefined || !passing.some((value) => narrows(test, value))) return UNNAMED;
  const exact = naming === 'broad' || (naming === 'spelt' && passing.some((value) => spellsOut(test, value)));
  return { how: exact ? 'exact' : 'loose', by: `${name} ${describeTest(test)}` };
}
