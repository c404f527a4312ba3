import type { KqlToken } from './kql-tokens.js';
import { NotKnown } from './predicate.js';

/** The tokens of tables that `let` defines. */
export type KqlTables = ReadonlyMap<string, readonly KqlToken[]>;

const isSign = (token: KqlToken | undefined, text: string): boolean => token?.kind === 'sign' && token.text === text;
const isWord = (token: KqlToken | undefined, text: string): boolean =>
  token?.kind === 'word' && token.text.toLowerCase() === text;

/** Where the bracket closes that opens at an index. */
function closing(tokens: readonly KqlToken[], from: number): number {
  for (let depth = 0, at = from; at < tokens.length; at++) {
    if (tokens[at]?.kind === 'sign' && '([{'.includes(tokens[at]?.text ?? '')) depth++;
    if (tokens[at]?.kind === 'sign' && ')]}'.includes(tokens[at]?.text ?? '') && --depth === 0) return at;
  }
  throw new NotKnown('a bracket that does not close');
}

/** The index of the first of some signs outside of brackets, or the end. */
export function outside(tokens: readonly KqlToken[], signs: string, from = 0): number {
  for (let at = from; at < tokens.length; at++) {
    const { kind, text } = tokens[at] as KqlToken;
    if (kind !== 'sign') continue;
    if (signs.includes(text)) return at;
    if ('([{'.includes(text)) at = closing(tokens, at);
  }
  return tokens.length;
}

/** A pipeline over one table for each table that one reads: of `union`, of parentheses, and of tables that `let` defines. */
export function legsOf(tokens: readonly KqlToken[], tables: KqlTables, depth = 0): readonly (readonly KqlToken[])[] {
  const [first] = tokens;
  if (depth > 20) throw new NotKnown('tables of tables');
  if (isWord(first, 'materialize')) return legsOf(tokens.slice(1), tables, depth + 1);
  if (isSign(first, '(')) {
    const end = closing(tokens, 0);
    return legsOf([...tokens.slice(1, end), ...tokens.slice(end + 1)], tables, depth + 1);
  }
  const defined = first?.kind === 'word' ? tables.get(first.text) : undefined;
  if (defined !== undefined) return legsOf([...defined, ...tokens.slice(1)], tables, depth + 1);
  if (!isWord(first, 'union')) return [tokens];
  let from = 1;
  while (isSign(tokens[from + 1], '=')) from += 3;
  const end = outside(tokens, '|', from);
  const legs: (readonly KqlToken[])[] = [];
  while (from < end) {
    const to = Math.min(end, outside(tokens, ',', from));
    legs.push(...legsOf([...tokens.slice(from, to), ...tokens.slice(end)], tables, depth + 1));
    from = to + 1;
  }
  return legs;
}

/** The queries of a text: behind a blank line, a table with an operator behind it begins another. */
export function queriesOf(text: string): readonly string[] {
  const plain = text.replace(/(^|[ \t;,|)])\/\/.*$/gm, '$1');
  const queries: string[] = [];
  for (const part of plain.split(/\n\s*\n/).filter((each) => each.trim() !== '')) {
    const begins = /^\s*(?:[A-Z]\w*\s*\||let\s|union\s+\w)/.test(part);
    const isOpen = /(?:[;|,(=]|\b(?:by|and|or))\s*$/.test(queries.at(-1) ?? ';');
    if (queries.length === 0 || (begins && !isOpen)) queries.push(part);
    else queries.push(`${queries.pop()}\n\n${part}`);
  }
  return queries;
}
