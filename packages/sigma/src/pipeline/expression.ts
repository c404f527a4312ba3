import { isDigit } from '../characters.js';
import { Fault } from '../parse/fault.js';
import { compileRegex, readRegex } from '../parse/regex.js';
import type { Parameters } from './parameters.js';

/** A regular expression of a pipeline, run in linear time. */
export interface Expression {
  /** Whether it matches at the start of a text, as Python's `re.match`. */
  matchesStart(text: string): boolean;
  /** The text with every match replaced. `fill` is asked with what gives the groups of a match. */
  replaced(text: string, fill: Replacement['fill']): string;
  /** Throws a `Fault` for a replacement with a group that the expression does not have. */
  check(replacement: Replacement): void;
}

/** What stands in for a match. */
export interface Replacement {
  /** The groups it refers to, by number or name. */
  readonly groups: readonly (number | string)[];
  fill(group: (reference: number | string) => string): string;
}

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
    replaced(text, fill) {
      const matcher = regex.matcher(text);
      let made = '';
      let from = 0;
      while (matcher.find()) {
        made += text.slice(from, matcher.start()) + fill((reference) => matcher.group(reference) ?? '');
        from = matcher.end();
      }
      return made + text.slice(from);
    },
    check({ groups }) {
      const names = regex.namedGroups();
      for (const group of groups) {
        if (typeof group === 'number' ? group > regex.groupCount() : !Object.hasOwn(names, group)) {
          throw new Fault('InvalidPipeline', `the expression has no group ${group}`);
        }
      }
    },
  };
}

const REFERENCE = /\\(?:g<([A-Za-z_]\w*|\d{1,2})>|(\d{1,2})|([\s\S]))/g;

/** Reads a replacement as Python writes it: `\1`, `\g<1>` and `\g<name>` stand for groups; `escaped` says what other `\x` mean. */
export function readReplacement(text: string, escaped: (character: string) => string): Replacement {
  const parts: (string | number | { readonly name: string })[] = [];
  let from = 0;
  for (const match of text.matchAll(REFERENCE)) {
    parts.push(text.slice(from, match.index));
    from = match.index + match[0].length;
    const reference = match[1] ?? match[2];
    if (reference === undefined) parts.push(escaped(match[3] as string));
    else parts.push(isDigit(reference.charAt(0)) ? Number(reference) : { name: reference });
  }
  parts.push(text.slice(from));
  return {
    groups: parts.flatMap((part): (number | string)[] => {
      if (typeof part === 'string') return [];
      return [typeof part === 'number' ? part : part.name];
    }),
    fill: (group) =>
      parts
        .map((part) => (typeof part === 'string' ? part : group(typeof part === 'number' ? part : part.name)))
        .join(''),
  };
}
