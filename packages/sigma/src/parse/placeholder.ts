import type { Pattern, PatternPart } from '../model/pattern.js';
import { Fault } from './fault.js';
import { LIMITS } from './limits.js';
import { joinParts, patternOf, readPattern } from './pattern.js';

/** Values for the placeholders of `expand`, by name without the percent signs. They are Sigma strings, so wildcards count. */
export type Placeholders = ReadonlyMap<string, readonly string[]>;

/** A placeholder, or an escaped percent sign that is none. */
const PLACEHOLDER = /\\%|%([\p{L}\p{N}_.-]{1,128})%/gu;

/** One result of an expansion. `unresolved` names the first placeholder without values; it stays in the pattern as `%name%`. */
export interface Expansion {
  readonly pattern: Pattern;
  readonly unresolved?: string;
}

/** The texts in which `%name%` is replaced by its values; a name without values stays. Throws a `Fault` when they are too many. */
export function substitutePlaceholders(
  text: string,
  valuesOf: (name: string) => readonly string[] | undefined,
): readonly string[] {
  let variants = [''];
  let from = 0;
  const append = (choices: readonly string[]): void => {
    if (variants.length * choices.length > LIMITS.variants) {
      throw new Fault('InvalidValue', `the placeholders stand for more than ${LIMITS.variants} values`);
    }
    variants = variants.flatMap((start) => choices.map((choice) => start + choice));
  };
  for (const match of text.matchAll(PLACEHOLDER)) {
    append([text.slice(from, match.index)]);
    from = match.index + match[0].length;
    const values = match[1] === undefined ? undefined : valuesOf(match[1]);
    // A percent sign of a value begins no placeholder.
    append(values?.map((value) => value.replaceAll('%', '\\%')) ?? [match[0]]);
  }
  append([text.slice(from)]);
  return variants;
}

/** Replaces `%name%` by each of its values. `\%` is a percent sign. Throws a `Fault` when the combinations are too many. */
export function expandPlaceholders(text: string, placeholders: Placeholders): Expansion[] {
  let unresolved: string | undefined;
  let variants: (readonly PatternPart[])[][] = [[]];
  const append = (choices: readonly (readonly PatternPart[])[]) => {
    if (variants.length * choices.length > LIMITS.variants) {
      throw new Fault('InvalidValue', `the placeholders stand for more than ${LIMITS.variants} values`);
    }
    variants = variants.flatMap((runs) => choices.map((choice) => [...runs, choice]));
  };
  let from = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    append([readPattern(text.slice(from, match.index)).parts]);
    from = match.index + match[0].length;
    const name = match[1];
    const values = name === undefined ? undefined : placeholders.get(name);
    if (name === undefined) append([['%']]);
    else if (values === undefined) {
      unresolved ??= name;
      append([[match[0]]]);
    } else append(values.map((value) => readPattern(value).parts));
  }
  append([readPattern(text.slice(from)).parts]);
  return variants.map((runs) => {
    const pattern = patternOf(joinParts(runs));
    return unresolved === undefined ? { pattern } : { pattern, unresolved };
  });
}
