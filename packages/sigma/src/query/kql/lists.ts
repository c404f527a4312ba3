import { malformed, QUERY_LIMITS, unreadable } from '../query-fault.js';
import { splitTokens, type Token, type TokenStream } from '../tokens.js';
import { type Names, readScalar, type Scalar } from './scalar.js';

/** Reads `(a, b, …)`; lists that `let` defines stand for their items, and a watchlist is kept elsewhere. */
export function readList(stream: TokenStream, names: Names): readonly Scalar[] {
  stream.expectSign('(');
  const [from, at] = [stream.position, stream.at];
  const to = stream.skipGroup();
  const watchlist = watchlistIn(stream.tokens, [from, to], names);
  if (watchlist !== undefined) return [{ kind: 'elsewhere', name: watchlist, at }];
  stream.moveTo(from);
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
/** Operators that choose among a table's rows. */
const CHOOSING = new Set(['where', 'filter', 'take', 'limit']);
/** Operators that choose among a table's columns, and may compute others. */
const NAMING = new Set(['distinct', 'project']);

type TokenRange = readonly [number, number];

/** An expression without the brackets, and the `materialize`, around all of it. */
export function unwrapped(tokens: readonly Token[], range: TokenRange): TokenRange {
  let [from, to] = range;
  for (let depth = 0; depth < QUERY_LIMITS.depth; depth++) {
    const open = tokens[from]?.text.toLowerCase() === 'materialize' ? from + 1 : from;
    if (open >= to || !isSign(tokens[open], '(') || closing(tokens, open, to) !== to - 1) break;
    [from, to] = [open + 1, to - 1];
  }
  return [from, to];
}

const isSign = (token: Token | undefined, text: string): boolean => token?.kind === 'sign' && token.text === text;

/** The position of the bracket that closes the one at a position. */
function closing(tokens: readonly Token[], open: number, to: number): number | undefined {
  let depth = 0;
  for (let index = open; index < to; index++) {
    if (isSign(tokens[index], '(')) depth++;
    else if (isSign(tokens[index], ')') && --depth === 0) return index;
  }
  return undefined;
}

/** Whether an expression only chooses among values that are kept elsewhere. */
export function isKeptElsewhere(
  tokens: readonly Token[],
  range: TokenRange,
  names: { holdsElsewhere(name: string): boolean },
): boolean {
  const [head, ...operators] = splitTokens(tokens, '|', ...unwrapped(tokens, range)) as [TokenRange, ...TokenRange[]];
  const [from, to] = unwrapped(tokens, head);
  const first = tokens[from];
  if (first?.kind !== 'word') return false;
  const isOutside = OUTSIDE.has(first.text.toLowerCase()) || (to === from + 1 && names.holdsElsewhere(first.text));
  return isOutside && operators.every((operator) => isChoosing(tokens.slice(...operator)));
}

function isChoosing([operator, ...rest]: readonly Token[]): boolean {
  const name = operator?.text.toLowerCase() ?? '';
  if (NAMING.has(name)) return rest.every((token) => token.kind === 'word' || isSign(token, ','));
  return CHOOSING.has(name);
}

/** The watchlist, by its alias, that an expression in a list's place chooses values of; undefined for any other expression. */
function watchlistIn(tokens: readonly Token[], range: TokenRange, names: Names): string | undefined {
  const [from] = unwrapped(tokens, unwrapped(tokens, range));
  const [called, , alias] = tokens.slice(from, from + 3);
  const isWatchlist = called?.kind === 'word' && called.text.toLowerCase() === '_getwatchlist';
  if (!isWatchlist || alias?.kind !== 'text' || !/^\w+$/.test(alias.text)) return undefined;
  return isKeptElsewhere(tokens, range, { holdsElsewhere: () => false }) && names.isNewList(alias.text, called.at)
    ? alias.text
    : undefined;
}
