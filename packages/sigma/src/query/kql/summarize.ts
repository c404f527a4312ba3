import { type Aggregate, aggregateOf, Grouped, keyOrFault, spanSeconds } from '../grouped.js';
import { QueryFault, unreadable } from '../query-fault.js';
import type { QueryElement } from '../query-tree.js';
import { splitTokens, type Token, type TokenStream } from '../tokens.js';
import { rowFault } from './element-tests.js';
import { type Names, type Scalar, wholeScalar } from './scalar.js';

/** Aggregates that keep the different values; `array_length` of them counts these. */
const SETS = new Set(['make_set', 'makeset', 'make_set_if']);

/** Reads `summarize n = count(), dcount(a) by b, bin(Timestamp, 10m)`; the stream is behind the word. */
export function readSummarize(stream: TokenStream, keyword: Token, names: Names, elements: QueryElement[]): Grouped {
  const by = topLevelBy(stream);
  const aggregates = readAggregates(stream, by ?? stream.to, names, elements);
  const { keys, span } = readKeys(stream, by, names, elements);
  return new Grouped(keyword.source, keyword.at, keys, aggregates, span);
}

/** The aggregates before `by`, under the names of their columns. */
function readAggregates(
  stream: TokenStream,
  to: number,
  names: Names,
  elements: QueryElement[],
): ReadonlyMap<string, Aggregate | undefined> {
  const aggregates = new Map<string, Aggregate | undefined>();
  for (const range of splitTokens(stream.tokens, ',', stream.position, to)) {
    const { name, column, start, end } = namedRange(stream, range);
    const [called, open] = stream.tokens.slice(start, end);
    if (called?.kind !== 'word' || open?.text !== '(') continue;
    const argument = argumentOf(stream, start + 2, end - 1, names, elements);
    const function_ = called.text.toLowerCase();
    const plain = name ?? `${called.text}_${column}`;
    aggregates.set(plain, argument === undefined ? undefined : aggregateOf(function_, argument));
    if (SETS.has(function_) && argument !== undefined)
      aggregates.set(`=array_length(${name ?? `set_${column}`})`, aggregateOf('dcount', argument));
  }
  return aggregates;
}

/** The keys behind `by`, and the span of a `bin` among them in seconds. */
function readKeys(
  stream: TokenStream,
  by: number | undefined,
  names: Names,
  elements: QueryElement[],
): { readonly keys: ReadonlyMap<string, string | QueryFault>; readonly span: number | undefined } {
  const keys = new Map<string, string | QueryFault>();
  let span: number | undefined;
  for (const range of by === undefined ? [] : splitTokens(stream.tokens, ',', by + 1, stream.to)) {
    const { name, column, start, end } = namedRange(stream, range);
    const first = stream.tokens[start];
    if (first === undefined) continue;
    if (first.text.toLowerCase() === 'bin' && stream.tokens[start + 1]?.text === '(') {
      const text = stream.tokens[end - 2]?.text ?? '';
      span = spanSeconds(text) ?? names.spanOf(text) ?? span;
      continue;
    }
    const key = keyOrFault(() => placeOf(wholeScalar(stream, [start, end], names), first.at, elements));
    keys.set(name ?? column, key);
    if (typeof key === 'string') keys.set(key, key);
  }
  return { keys, span };
}

function placeOf(scalar: Scalar, at: number, elements: QueryElement[]): string {
  if (scalar.kind === 'place' && !scalar.place.startsWith('\0')) {
    const fault = rowFault(scalar.elements);
    if (fault !== undefined) throw fault;
    elements.push(...(scalar.elements ?? []));
    return scalar.place;
  }
  throw unreadable('a correlation groups by fields, not by computed values', at);
}

/** The fields of an aggregate's argument; none for `count()`; undefined for what is computed. */
function argumentOf(
  stream: TokenStream,
  from: number,
  to: number,
  names: Names,
  elements: QueryElement[],
): readonly string[] | undefined {
  if (to <= from) return [];
  const [first] = splitTokens(stream.tokens, ',', from, to);
  try {
    const scalar = wholeScalar(stream, first as readonly [number, number], names);
    if (scalar.kind !== 'place' || rowFault(scalar.elements) !== undefined) return undefined;
    elements.push(...(scalar.elements ?? []));
    return [scalar.place];
  } catch (error) {
    if (error instanceof QueryFault && error.code !== 'TooDeep' && error.code !== 'TooLarge') return undefined;
    throw error;
  }
}

/** `name = expression` or an expression; `column` is the name that Kusto gives one without. */
function namedRange(stream: TokenStream, [from, to]: readonly [number, number]) {
  const [first, sign] = stream.tokens.slice(from, to);
  const name = first?.kind === 'word' && sign?.text === '=' ? first.text : undefined;
  const start = name === undefined ? from : from + 2;
  const words = stream.tokens
    .slice(start, to)
    .filter(({ kind }) => kind === 'word')
    .map(({ text }) => text);
  const isCall = stream.tokens[start + 1]?.text === '(';
  return { name, column: words.slice(isCall ? 1 : 0).join('_'), start, end: to };
}

function topLevelBy(stream: TokenStream): number | undefined {
  let depth = 0;
  for (let index = stream.position; index < stream.to; index++) {
    const token = stream.tokens[index] as Token;
    if (token.kind === 'sign' && '([{'.includes(token.text)) depth++;
    else if (token.kind === 'sign' && ')]}'.includes(token.text)) depth--;
    else if (depth === 0 && token.kind === 'word' && token.text.toLowerCase() === 'by') return index;
  }
  return undefined;
}

/** How far a query looks back: its only `ago(…)`, or the only span that `let` gives a name; undefined where there are several. */
export function lookBackOf(query: string): number | undefined {
  const named = new Map(
    [...query.matchAll(/\blet\s+(\w+)\s*=\s*(\d+[smhd])\s*;/g)].map(([, name, span]) => [name, span]),
  );
  const spans = new Set(
    [...query.matchAll(/\bago\s*\(\s*(\w+)\s*\)/g)].flatMap(([, text = '']) =>
      /^\d+[smhd]$/.test(text) ? text : (named.get(text) ?? []),
    ),
  );
  const [only, ...others] = spans.size > 0 ? spans : new Set(named.values());
  return only === undefined || others.length > 0 ? undefined : spanSeconds(only);
}

/** Columns that an operator adds and computes, by its tokens. */
export function computedColumns(keyword: string, stream: TokenStream): readonly string[] {
  if (keyword === 'invoke')
    return [
      'GlobalPrevalence',
      'GlobalFirstSeen',
      'GlobalLastSeen',
      'Signer',
      'Issuer',
      'SignatureState',
      'IsCertificateValid',
      'IsRootSignerMicrosoft',
      'IsExecutable',
      'ThreatName',
      'Publisher',
      'SoftwareName',
      'ProfileAvailability',
    ];
  const words: string[] = [];
  for (let index = stream.position + 1; index < stream.to; index++) {
    const token = stream.tokens[index] as Token;
    // Columns of `parse` stand between its texts; a type may follow.
    if (token.kind === 'word' && !['with', 'kind', 'simple', 'regex', 'relaxed', 'flags'].includes(token.text))
      words.push(token.text);
  }
  return words;
}
