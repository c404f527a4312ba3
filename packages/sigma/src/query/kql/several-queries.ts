import { unreadable } from '../query-fault.js';
import { join, type ParsedQuery } from '../query-tree.js';
import type { Token } from '../tokens.js';

/** One of the queries of a text: its tokens, and where in the text it stands. */
interface WrittenQuery {
  readonly tokens: readonly Token[];
  readonly at: number;
  readonly end: number;
}

/**
 * The queries of a text, as the editors of Sentinel and Defender divide them: behind a blank line, a table's name with an operator behind it, or
 * `let` or `union`, begins another query where the one before is complete.
 */
export function queriesIn(text: string, tokens: readonly Token[]): readonly WrittenQuery[] {
  const starts = [0];
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    if (before !== undefined && depth === 0 && begins(tokens, index) && isComplete(tokens, index - 1))
      if (/\n[^\S\n]*\n/.test(text.slice(before.end, token.at))) starts.push(index);
    if (token.kind === 'sign' && '([{'.includes(token.text)) depth++;
    if (token.kind === 'sign' && ')]}'.includes(token.text)) depth--;
  }
  return starts.map((start, number) => {
    const own = tokens.slice(start, starts[number + 1]);
    return { tokens: own, at: number === 0 ? 0 : (own[0]?.at ?? 0), end: own.at(-1)?.end ?? text.length };
  });
}

function begins(tokens: readonly Token[], index: number): boolean {
  const [first, second] = [tokens[index], tokens[index + 1]];
  if (first?.kind !== 'word') return false;
  const isTable = /^[A-Z]\w*$/.test(first.text) && second?.text === '|' && second.kind === 'sign';
  return isTable || ((first.text === 'let' || first.text === 'union') && second?.kind === 'word');
}

/** Words behind which a query cannot end. */
const GOING_ON: ReadonlySet<string> = new Set(['by', 'and', 'or', 'on', 'in', 'has', 'contains', 'not']);
/** Operators that nothing must follow. */
const ALONE: ReadonlySet<string> = new Set(['count', 'getschema', 'serialize', 'consume']);

function isComplete(tokens: readonly Token[], index: number): boolean {
  const { kind, text } = tokens[index] as Token;
  if (kind === 'sign') return text === ')' || text === ']' || text === '}';
  if (kind !== 'word') return true;
  const before = tokens[index - 1];
  const isOperator = before?.kind === 'sign' && before.text === '|';
  return isOperator ? ALONE.has(text) : !GOING_ON.has(text);
}

/** What several queries find. @throws QueryFault where they count or join events, and not all alike */
export function together(queries: readonly ParsedQuery[], places: readonly WrittenQuery[]): ParsedQuery {
  const different = new Map(queries.toReversed().map((query) => [keyOf(query), query]));
  const [first, ...others] = [...different.values()].toReversed();
  if (first === undefined || others.length === 0) return first as ParsedQuery;
  const all = [first, ...others];
  if (all.some(({ count, steps }) => count !== undefined || steps !== undefined))
    throw unreadable(
      'the text has several queries that count or join events; each is a rule of its own',
      places[1]?.at ?? 0,
    );
  return {
    tree: join(
      'or',
      all.map(({ tree }) => tree),
    ),
    remarks: all.flatMap(({ remarks }) => remarks),
    unread: all.flatMap(({ unread = [] }) => unread),
  };
}

/** A text that is equal for queries which mean the same, wherever they stand. */
function keyOf({ tree, count, steps }: ParsedQuery): string {
  return JSON.stringify([tree, count, steps], (key, value: unknown) => (key === 'at' ? undefined : value));
}
