import { malformed, unreadable } from '../query-fault.js';
import { splitTokens, type Token, type TokenStream } from '../tokens.js';
import { type Names, readScalar, type Scalar } from './scalar.js';

/** Reads `(a, b, …)`; lists that `let` defines stand for their items. */
export function readList(stream: TokenStream, names: Names): readonly Scalar[] {
  stream.expectSign('(');
  const items: Scalar[] = [];
  while (!stream.takeSign(')')) {
    const item = readScalar(stream, names);
    if (item.kind === 'list') for (const inner of item.items) items.push(inner);
    else if (item.kind === 'place' && names.isElsewhere(item.place, item.at))
      items.push({ kind: 'elsewhere', name: item.place, at: item.at });
    else if (item.kind === 'place') throw unreadable(`the list ${item.place} is not written in the query`, item.at);
    else items.push(item);
    if (!stream.takeSign(',') && !stream.isSign(')')) throw malformed(`"," or ")" is expected in the list`, stream.at);
  }
  return items;
}

/** Reads `(low .. high)`. */
export function readBounds(stream: TokenStream, names: Names): readonly Scalar[] {
  stream.expectSign('(');
  const low = readScalar(stream, names);
  stream.expectSign('..');
  const high = readScalar(stream, names);
  stream.expectSign(')');
  return [low, high];
}

/** Functions that give a table from outside of the log: a file at an address, or a list that the workspace keeps. */
const OUTSIDE = new Set(['externaldata', '_getwatchlist', '_getwatchlistalias']);
/** Operators that choose among a table's values, and add none. */
const CHOOSING = new Set(['where', 'filter', 'distinct', 'project', 'take', 'limit']);

/** Whether an expression only chooses among values that are kept elsewhere. */
export function isKeptElsewhere(
  tokens: readonly Token[],
  [from, to]: readonly [number, number],
  names: { holdsElsewhere(name: string): boolean },
): boolean {
  const [head, ...operators] = splitTokens(tokens, '|', from, to) as [readonly [number, number]];
  const first = tokens[head[0]];
  if (first?.kind !== 'word') return false;
  const isOutside =
    OUTSIDE.has(first.text.toLowerCase()) || (head[1] === head[0] + 1 && names.holdsElsewhere(first.text));
  return (
    isOutside &&
    operators.every(([start]: readonly [number, number]) => CHOOSING.has(tokens[start]?.text.toLowerCase() ?? ''))
  );
}
