import { type Aggregate, aggregateOf, Grouped, keyOrFault } from '../grouped.js';
import { type QueryFault, unreadable } from '../query-fault.js';
import { test } from '../query-tree.js';
import { splitTokens, type Token, type TokenStream } from '../tokens.js';
import type { Columns } from './columns.js';

const TIME_COLUMN = '@timestamp';

/** What `STATS … BY` makes of the events. */
export interface Stats {
  readonly grouped: Grouped;
  /** Columns of the time of a group's last event. */
  readonly last: ReadonlySet<string>;
  /** Keys that have a field's value in changed letter case, with their offsets. */
  readonly folded: ReadonlyMap<string, number>;
}

/** Reads `STATS n = COUNT(*), COUNT_DISTINCT(a) BY b, BUCKET(@timestamp, 10 minutes)`; the stream is behind the word. */
export function readStats(stream: TokenStream, keyword: Token, columns: Columns): Stats {
  const by = topLevelWord(stream, 'by', stream.position, stream.to);
  const { aggregates, last } = readAggregates(stream, by ?? stream.to, columns);
  const { keys, span, folded } = readKeys(stream, by, columns);
  return { grouped: new Grouped(keyword.source, keyword.at, keys, aggregates, span), last, folded };
}

function readAggregates(stream: TokenStream, to: number, columns: Columns) {
  const { tokens } = stream;
  const aggregates = new Map<string, Aggregate | undefined>();
  const last = new Set<string>();
  for (const [from, end] of splitTokens(tokens, ',', stream.position, to)) {
    const start = behindName(tokens, from);
    const words = tokens.slice(from, end);
    const column = start > from ? (words[0] as Token).text : words.map(({ source }) => source).join('');
    const [called, , argument] = tokens.slice(start, end);
    if (called?.text.toLowerCase() === 'max' && argument?.text === TIME_COLUMN && end - start === 4) last.add(column);
    const field = countedField(tokens.slice(start, end), start, columns);
    aggregates.set(
      column,
      field === undefined ? filtered(stream, start, end, columns) : countOf(field, tokens[start]?.at ?? 0),
    );
  }
  return { aggregates, last };
}

function readKeys(stream: TokenStream, by: number | undefined, columns: Columns) {
  const { tokens } = stream;
  const keys = new Map<string, string | QueryFault>();
  const folded = new Map<string, number>();
  let span: number | undefined;
  for (const [from, to] of by === undefined ? [] : splitTokens(tokens, ',', by + 1, stream.to)) {
    const start = behindName(tokens, from);
    const column = (tokens[from] as Token).text;
    const own = columns.spanIn(start, to) ?? (to - start === 1 ? columns.spanOf(column) : undefined);
    if (own !== undefined || column === TIME_COLUMN) span = own ?? span;
    else {
      const at = tokens[start]?.at ?? 0;
      keys.set(
        column,
        keyOrFault(() => keyOf(at, columns.alias(start, to), column)),
      );
      if (columns.isFolding(start, to)) folded.set(column, at);
    }
  }
  return { keys, span, folded };
}

function keyOf(at: number, field: string | undefined, column: string): string {
  if (field === undefined) throw unreadable(`the query groups by ${column}, which it computes`, at);
  return field;
}

/** The field of `COUNT(field)`. */
function countedField(
  [called, open, , close, ...more]: readonly Token[],
  from: number,
  columns: Columns,
): string | undefined {
  if (called?.text.toLowerCase() !== 'count' || open?.text !== '(' || close?.text !== ')' || more.length > 0)
    return undefined;
  return columns.alias(from + 2, from + 3);
}

/** `COUNT(field)` counts the events that have the field, and no other count of the same groups does. */
function countOf(field: string, at: number): Aggregate {
  return { type: 'event_count', fields: [], where: test(field, { op: 'exists', value: true }, at) };
}

/** An aggregate, of the events alone that satisfy what stands behind `WHERE`. */
function filtered(stream: TokenStream, from: number, to: number, columns: Columns): Aggregate | undefined {
  const where = topLevelWord(stream, 'where', from, to);
  if (where === undefined) return aggregateIn(stream, from, to, columns);
  const aggregate = aggregateIn(stream, from, where, columns);
  const only = columns.conditional(stream, where + 1, to);
  return aggregate === undefined || aggregate.where !== undefined || only === undefined || only.field !== undefined
    ? undefined
    : { ...aggregate, where: only.where };
}

/** `COUNT(*)`, `COUNT_DISTINCT(field)`, `PERCENTILE(field, 95)`, `SUM(CASE(condition, 1, 0))`; undefined for what no correlation counts. */
function aggregateIn(stream: TokenStream, from: number, to: number, columns: Columns): Aggregate | undefined {
  const [called, open, argument, next, percentile, close] = stream.tokens.slice(from, to);
  if (called?.kind !== 'word' || open?.text !== '(') return undefined;
  const name = called.text.toLowerCase();
  if (argument?.text === ')' || (argument?.text === '*' && next?.text === ')' && to - from === 4))
    return aggregateOf(name, []);
  const known = columns.alias(from + 2, from + 3);
  if (argument?.kind === 'word' && known !== undefined) {
    if (next?.text === ')' && to - from === 4) return aggregateOf(name, [known]);
    if (next?.text === ',')
      return name === 'percentile' && close?.text === ')'
        ? aggregateOf(name, [known], Number(percentile?.text))
        : undefined;
  }
  return ofSome(name, stream, [from + 2, to - 1], columns);
}

/** An aggregate of a column that only some of the events set. */
function ofSome(
  name: string,
  stream: TokenStream,
  [from, to]: readonly [number, number],
  columns: Columns,
): Aggregate | undefined {
  if (!['sum', 'max', 'count', 'count_distinct'].includes(name)) return undefined;
  const found = columns.conditional(stream, from, to);
  if (found === undefined) return undefined;
  const { where, field } = found;
  if (field === undefined && name === 'sum') return { type: 'event_count', fields: [], where };
  if (field === undefined && name === 'max') return { type: 'event_count', fields: [], where, isFlag: true };
  return field !== undefined && name === 'count_distinct' ? { type: 'value_count', fields: [field], where } : undefined;
}

/** The position of a word outside of brackets. */
function topLevelWord({ tokens }: TokenStream, word: string, from: number, to: number): number | undefined {
  let depth = 0;
  for (let index = from; index < to; index++) {
    const token = tokens[index] as Token;
    if (token.text === '(') depth++;
    else if (token.text === ')') depth--;
    else if (depth === 0 && token.kind === 'word' && token.text.toLowerCase() === word) return index;
  }
  return undefined;
}

/** Where an expression begins behind `name =`, if it has a name. */
function behindName(tokens: readonly Token[], from: number): number {
  const sign = tokens[from + 1];
  return sign?.text === '=' && sign.kind === 'sign' ? from + 2 : from;
}
