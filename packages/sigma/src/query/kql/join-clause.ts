import { malformed, unreadable } from '../query-fault.js';
import { ALWAYS, type QueryNode, type QueryRemark, type QuerySteps } from '../query-tree.js';
import { splitTokens, type Token, type TokenStream } from '../tokens.js';
import type { KqlNames } from './names.js';

const RIGHT = new Set(['right', '$right']);
const SIDES = new Set(['left', '$left', ...RIGHT]);

/** The kind of a join, from its options; the stream is behind the word. @param usual what it is without an option */
export function readJoinKind(stream: TokenStream, usual: string): string {
  let kind = usual;
  while (stream.isSign('=', 1)) {
    const option = stream.take().text.toLowerCase();
    stream.take();
    const value = stream.take().text.toLowerCase();
    if (option === 'kind') kind = value;
  }
  return kind;
}

/** The events of both sides, and the fields whose values they share; the stream is behind the options. @param readTable reads the other side's table */
export function readJoinedSteps(
  stream: TokenStream,
  { at }: Token,
  left: QueryNode,
  names: KqlNames,
  readTable: (range: readonly [number, number]) => QueryNode,
): QuerySteps['steps'] {
  const table = readJoinedTable(stream);
  const keys = readJoinKeys(stream);
  const lefts = keys.map(([name]) => names.placeOf(name, at));
  let right = ALWAYS;
  let rights: readonly string[] = [];
  names.ofTable(() => {
    right = readTable(table);
    rights = keys.map(([, name]) => names.placeOf(name, at));
  });
  return [
    { tree: left, by: lefts, at },
    { tree: right, by: rights, at },
  ];
}

/** The remark on a join that only adds columns. */
export function columnsAdded({ text, at }: Token): QueryRemark {
  const message = `${text.toLowerCase()} kind=leftouter only adds columns to the events; the rule leaves it out.`;
  return { code: 'presentation', message, at };
}

/** The tokens of the table that is joined: a name, or a query in parentheses. */
function readJoinedTable(stream: TokenStream): readonly [number, number] {
  const from = stream.position;
  if (stream.takeSign('(')) return [from, stream.skipGroup() + 1];
  stream.take();
  return [from, from + 1];
}

/** The columns behind `on`: of each pair the left table's and the right table's. */
function readJoinKeys(stream: TokenStream): readonly (readonly [string, string])[] {
  if (!stream.takeWord('on')) throw malformed('"on" is expected behind the table of a join', stream.at);
  return splitTokens(stream.tokens, ',', stream.position, stream.to).map((range) => joinKey(stream, range));
}

/** The columns of `on Key` or `on $left.A == $right.B`. */
function joinKey(stream: TokenStream, [from, to]: readonly [number, number]): readonly [string, string] {
  const words = stream.tokens.slice(from, to).filter(({ kind }) => kind === 'word');
  const names = words.map(({ text }) => text).filter((text) => !SIDES.has(text));
  const [left, right = left] = names;
  if (left === undefined || right === undefined || names.length > 2)
    throw unreadable('a correlation joins events by equal columns only', stream.tokens[from]?.at ?? 0);
  const swapped = RIGHT.has(words[0]?.text ?? '');
  return swapped ? [right, left] : [left, right];
}
