import { compileRegex, readRegex } from '../parse/regex.js';
import type { Parameters } from './parameters.js';

/** A regular expression of a pipeline, run in linear time. */
export interface Expression {
  /** Whether it matches at the start of a text, as Python's `re.match`. */
  matchesStart(text: string): boolean;
  /** The text with every match replaced. */
  replaced(text: string, replacement: Replacement): string;
}

/** The text of a match's replacement; `group` gives what a group of the match holds. */
type Replacement = (group: (reference: number | string) => string) => string;

/** Compiles a parameter. Throws a `Fault` (InvalidRegex) at its place for one that cannot be run in linear time. */
export function compileExpression(parameters: Parameters, key: string): Expression {
  const source = parameters.text(key);
  return parameters.at(key, () => compileText(source));
}

/** Compiles an expression. Throws a `Fault` (InvalidRegex). */
export function compileText(text: string): Expression {
  const { source, flags } = readRegex(text, '');
  const regex = compileRegex(source, flags);
  return {
    matchesStart: (text) => regex.matcher(text).lookingAt(),
    replaced(text, replacement) {
      const matcher = regex.matcher(text);
      let made = '';
      let from = 0;
      while (matcher.find()) {
        made += text.slice(from, matcher.start()) + replacement((reference) => matcher.group(reference) ?? '');
        from = matcher.end();
      }
      return made + text.slice(from);
    },
  };
}
