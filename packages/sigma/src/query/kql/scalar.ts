import { malformed, QueryFault, unreadable } from '../query-fault.js';
import { splitTokens, type Token, type TokenStream } from '../tokens.js';
import { type Scalar, withPath } from './path.js';
import { hasJsonText, isQuotes } from './unquoted.js';

export type { Scalar } from './path.js';

/** Meanings of names other than columns: `let` constants and computed columns. */
export interface Names {
  get(name: string): Scalar | undefined;
  /** The seconds of a constant that is a span of time. */
  spanOf(name: string): number | undefined;
  /** Whether `let` gives the name to values that are kept elsewhere; the rule is told of it. */
  isElsewhere(name: string, at: number): boolean;
  /** Whether a list of this name can be kept elsewhere without being taken for another that `let` names so; the rule is told of it. */
  isNewList(name: string, at: number): boolean;
  /** Counts the values of a list that is written out. @throws QueryFault for too many */
  useList(length: number, at: number): void;
}

/** Functions that do not change their argument for a comparison of texts. */
const TRANSPARENT = new Set([
  'tostring',
  'parse_json',
  'todynamic',
  'toreal',
  'todouble',
  'tolong',
  'toint',
  'todatetime',
  'toguid',
  'tobool',
  'materialize',
]);
/** Those of them that read a text as JSON. */
const PARSING = new Set(['parse_json', 'todynamic']);
const FOLDING = new Set(['tolower', 'toupper']);
const TIMES = new Set([
  'ago',
  'now',
  'datetime',
  'timespan',
  'startofday',
  'endofday',
  'startofweek',
  'ingestion_time',
  'make_datetime',
]);
/** The function whose value other events give. */
const OF_OTHERS = 'toscalar';
/** Functions that give the list of their arguments, or of those of their lists. */
const LISTING = new Set(['pack_array', 'array_concat', 'set_union']);
const TYPED = new Set(['real', 'long', 'int', 'double', 'decimal', 'bool', 'string', 'guid']);
const XML_DATA = /<Data Name="([^"]*)">/;

/** Reads one scalar expression. */
export function readScalar(stream: TokenStream, names: Names): Scalar {
  return stream.nested(() => {
    let scalar = readOperand(stream, names);
    while (stream.isSign('+') || stream.isSign('-') || stream.isSign('*') || stream.isSign('/') || stream.isSign('%')) {
      const sign = stream.take();
      const right = readOperand(stream, names);
      scalar = sumOf(scalar, sign, right);
    }
    return scalar;
  });
}

/** A sum: a time where one is added to, but for one that other events have, which is no setting of a search. */
function sumOf(left: Scalar, sign: Token, right: Scalar): Scalar {
  const { at } = left;
  const derived = [left, right].find((each) => each.kind === 'call' && each.name === OF_OTHERS);
  if (derived !== undefined) return derived;
  if (left.kind === 'time' || right.kind === 'time') return { kind: 'time', at };
  return { kind: 'call', name: sign.text, text: '', args: [], at };
}

function readOperand(stream: TokenStream, names: Names): Scalar {
  const at = stream.at;
  if (stream.isSign('(')) {
    stream.take();
    const inner = readScalar(stream, names);
    stream.expectSign(')');
    return withPath(inner, stream);
  }
  if (stream.takeSign('-')) {
    const number = readOperand(stream, names);
    if (number.kind === 'literal' && typeof number.value === 'number') return { ...number, value: -number.value, at };
    return number;
  }
  if (stream.isSign('[')) return withPath({ kind: 'place', place: '', folded: false, at }, stream);
  const token = stream.take();
  if (token.kind === 'text') return { kind: 'literal', value: token.text, at };
  if (token.kind === 'number') return numberOf(token);
  if (token.kind !== 'word') throw malformed(`${token.source} stands where a value is expected`, at);
  if (stream.isSign('(')) return readCall(token, stream, names);
  const word = token.text.toLowerCase();
  if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true', at };
  if (word === 'null') return { kind: 'literal', value: null, at };
  const known = names.get(token.text);
  return withPath(
    known === undefined ? { kind: 'place', place: token.text, folded: false, at } : { ...known, at },
    stream,
  );
}

function numberOf(token: Token): Scalar {
  const number = Number(token.text);
  if (!Number.isNaN(number)) return { kind: 'literal', value: number, at: token.at };
  return { kind: 'time', at: token.at };
}

function readCall(name: Token, stream: TokenStream, names: Names): Scalar {
  const { at } = name;
  stream.expectSign('(');
  const from = stream.position;
  const to = stream.skipGroup();
  const args = argumentsOf(stream, [from, to]);
  const argument = (index: number): Scalar | undefined => {
    const range = args[index];
    return range === undefined ? undefined : stream.nested(() => wholeScalar(stream, range, names));
  };
  const called = name.text.toLowerCase();
  const call: Call = {
    kind: 'call',
    name: called,
    text: normalForm(stream.tokens, from - 2, to + 1),
    args,
    at,
  };
  if (TIMES.has(called)) return { kind: 'time', at };
  if (called === 'dynamic') return dynamicOf(stream, from, to, at);
  if (LISTING.has(called))
    return (
      listOf(
        args.map((_, index) => attempt(() => argument(index))),
        names,
        at,
      ) ?? call
    );
  if (called === 'column_ifexists') return namedColumn(argument(0), at, stream) ?? call;
  if (called === 'parse_xml') return withPath(xmlPlace(stream, args, names) ?? call, stream);
  return readWrapped(call, argument, stream) ?? withPath(call, stream);
}

/** What a call that passes its argument on stands for; undefined for a call that computes something else. */
function readWrapped(
  call: Call,
  argument: (index: number) => Scalar | undefined,
  stream: TokenStream,
): Scalar | undefined {
  const { name, args } = call;
  if (TYPED.has(name) && args.length === 1) return literalIn(argument(0)) ?? call;
  if (name === 'iff' && args.length === 3) return chosenOf(call, () => argument(1));
  if (TRANSPARENT.has(name) && args.length >= 1) {
    const inner = attempt(() => argument(0));
    return inner === undefined ? call : withPath(PARSING.has(name) ? parsedOf(inner) : inner, stream);
  }
  if (name === 'trim' && args.length === 2) return trimmedOf(argument);
  return FOLDING.has(name) && args.length === 1 ? foldedOf(argument(0)) : undefined;
}

/** The value that text of JSON has. */
function parsedOf(inner: Scalar): Scalar {
  return inner.kind === 'place' && hasJsonText(inner.place) ? { ...inner, unquoted: true } : inner;
}

/** A value without the quotes around it; undefined where `trim` takes off something else. */
function trimmedOf(argument: (index: number) => Scalar | undefined): Scalar | undefined {
  const [ends, inner] = [attempt(() => argument(0)), attempt(() => argument(1))];
  const isUnquoted = ends?.kind === 'literal' && isQuotes(ends.value) && inner?.kind === 'place';
  return isUnquoted ? { ...inner, unquoted: true } : undefined;
}

type TokenRange = readonly [number, number];
type Call = Extract<Scalar, { readonly kind: 'call' }>;

function argumentsOf(stream: TokenStream, [from, to]: TokenRange): readonly TokenRange[] {
  return from === to ? [] : splitTokens(stream.tokens, ',', from, to);
}

/** The column that a text names. */
function namedColumn(name: Scalar | undefined, at: number, stream: TokenStream): Scalar | undefined {
  if (name?.kind !== 'literal') return undefined;
  return withPath({ kind: 'place', place: String(name.value), folded: false, at }, stream);
}

function literalIn(value: Scalar | undefined): Scalar | undefined {
  return value?.kind === 'literal' ? value : undefined;
}

/** The column that our converter's own form for an array that may be empty is about; any other `iff` is a call. */
function chosenOf(call: Call, second: () => Scalar | undefined): Scalar {
  const chosen = /^iff\(array_length\(/.test(call.text) ? second() : undefined;
  return chosen?.kind === 'place' ? chosen : call;
}

/** A column or constant in one letter case; undefined for what else a call folds. */
function foldedOf(inner: Scalar | undefined): Scalar | undefined {
  if (inner?.kind === 'place') return { ...inner, folded: true };
  return inner?.kind === 'literal' ? inner : undefined;
}

/** Parses a range of tokens as one scalar and nothing else. */
export function wholeScalar(stream: TokenStream, [from, to]: readonly [number, number], names: Names): Scalar {
  const inner = stream.part(from, to);
  const scalar = readScalar(inner, names);
  const rest = inner.peek();
  if (rest !== undefined)
    throw unreadable(`the expression goes on with ${rest.source}, which a rule cannot compute`, rest.at);
  return scalar;
}

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof QueryFault && error.code !== 'TooDeep' && error.code !== 'TooLarge') return undefined;
    throw error;
  }
}

function dynamicOf(stream: TokenStream, from: number, to: number, at: number): Scalar {
  const items: Scalar[] = [];
  for (let index = from; index < to; index++) {
    const token = stream.tokens[index] as Token;
    if (token.kind === 'text') items.push({ kind: 'literal', value: token.text, at: token.at });
    else if (token.kind === 'number') items.push(numberOf(token));
    else if (token.kind === 'sign' && '{:'.includes(token.text))
      return { kind: 'call', name: 'dynamic', text: 'dynamic', args: [], at };
  }
  return { kind: 'list', items, at };
}

/** The list of constants that a call gives; undefined where one is none. */
function listOf(args: readonly (Scalar | undefined)[], names: Names, at: number): Scalar | undefined {
  const items: Scalar[] = [];
  for (const each of args) {
    const own = each?.kind === 'list' ? each.items : each === undefined ? [] : [each];
    // A list of itself twice over doubles with every step.
    names.useList(own.length, at);
    if (own.length === 0 || own.some(({ kind }) => kind !== 'literal')) return undefined;
    for (const item of own) items.push(item);
  }
  return { kind: 'list', items, at };
}

/** `parse_xml(extract('<Data Name="X">…', 0, EventData))`, with which our converter reads the XML of a Windows event. */
function xmlPlace(stream: TokenStream, args: readonly (readonly [number, number])[], names: Names): Scalar | undefined {
  const [range] = args;
  if (range === undefined || stream.tokens[range[0]]?.text.toLowerCase() !== 'extract') return undefined;
  const [pattern, , column] = splitTokens(stream.tokens, ',', range[0] + 2, range[1] - 1);
  if (pattern === undefined || column === undefined) return undefined;
  const of = attempt(() => wholeScalar(stream, pattern, names));
  const where = attempt(() => wholeScalar(stream, column, names));
  if (of?.kind !== 'literal' || where?.kind !== 'place') return undefined;
  const name = XML_DATA.exec(String(of.value))?.[1];
  if (name === undefined) return undefined;
  const plain = name.replace(/\\(.)/g, '$1').replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return { kind: 'place', place: `${where.place}.${plain}\0xml`, folded: false, at: where.at };
}

/** Tokens in one spelling, so that equal expressions are equal texts. */
function normalForm(tokens: readonly Token[], from: number, to: number): string {
  let text = '';
  let last: Token | undefined;
  for (let index = from; index < to; index++) {
    const token = tokens[index] as Token;
    if (token.kind === 'word' && last?.kind === 'word') text += ' ';
    text += token.kind === 'text' ? JSON.stringify(token.text) : token.text;
    last = token;
  }
  return text;
}
