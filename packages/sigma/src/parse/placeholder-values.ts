import type { ValueTest } from '../model/condition.js';
import { readChain } from './modifiers.js';
import { substitutePlaceholders } from './placeholder.js';
import { readValue } from './value.js';

const NO_VALUES: ReadonlyMap<string, readonly string[]> = new Map();

/**
 * Gives a placeholder its values after all: the tests that the rule's value stands for, read with the modifiers of its field. Placeholders
 * for which `valuesOf` is undefined stay. Throws a `Fault` when the combinations are too many or a value does not suit the modifiers.
 */
export function reexpand(
  { written, modifiers }: Extract<ValueTest, { op: 'placeholder' }>,
  valuesOf: (name: string) => readonly string[] | undefined,
): readonly ValueTest[] {
  const chain = readChain(modifiers, 'value');
  return substitutePlaceholders(written, valuesOf).flatMap((text) => readValue(text, chain, NO_VALUES));
}
