import { malformed, unreadable } from '../query-fault.js';
import type { QueryNode } from '../query-tree.js';
import { splitTokens, type Token, type TokenStream } from '../tokens.js';
import type { KqlNames } from './names.js';
import { wholeScalar } from './scalar.js';
import type { KqlTables } from './tables.js';

type TokenRange = readonly [number, number];

/** A table that `let` defines with parameters: `let F = (Name: string, Days: int = 7) { … }`. */
interface KqlFunction {
  readonly parameters: readonly KqlParameter[];
  readonly body: TokenRange;
}

interface KqlParameter {
  readonly name: string;
  /** The tokens of the value that it has where a call gives none. */
  readonly fallback?: TokenRange;
}

/** What a reader of a query does for the functions of it. */
export interface FunctionReader {
  /** The tokens of the whole query. */
  readonly stream: TokenStream;
  readonly names: KqlNames;
  readonly tables: KqlTables;
  define(statement: TokenRange): void;
  pipeline(range: TokenRange, depth: number): QueryNode;
  table(word: Token, depth: number): QueryNode;
}

/** The functions that `let` gives a name, and the tables that calls of them stand for. */
export class KqlFunctions {
  readonly #defined = new Map<string, KqlFunction>();

  constructor(private readonly reader: FunctionReader) {}

  has(name: string): boolean {
    return this.#defined.has(name);
  }

  /** Whether the tokens behind the name define a function. */
  define(name: string, range: TokenRange): boolean {
    const defined = functionIn(this.reader.stream, range);
    if (defined === undefined) return false;
    this.#defined.set(name, defined);
    this.reader.tables.define(name, defined.body);
    return true;
  }

  /** The table that a call is that is all of a stream: of a function, of `table("Name")`, of a parser of Sentinel's information model. */
  called(stream: TokenStream, depth: number): QueryNode | undefined {
    const start = stream.position;
    const name = stream.take();
    stream.expectSign('(');
    const range: TokenRange = [stream.position, stream.skipGroup()];
    const table = stream.done ? this.#table(name, range, depth) : undefined;
    if (table === undefined) stream.moveTo(start);
    return table;
  }

  #table(name: Token, range: TokenRange, depth: number): QueryNode | undefined {
    const { stream, names } = this.reader;
    const defined = this.#defined.get(name.text);
    if (defined !== undefined) return this.#body(defined, name, range, depth);
    if (name.text.toLowerCase() === 'table') {
      const of = wholeScalar(stream, range, names);
      if (of.kind === 'literal') return this.reader.table({ ...name, text: String(of.value) }, depth);
    }
    return isParserCall(stream, name, range) ? this.reader.table(name, depth) : undefined;
  }

  /** What a function stands for, with what it is called with for its parameters. */
  #body(defined: KqlFunction, name: Token, range: TokenRange, depth: number): QueryNode {
    const { define, names, pipeline, stream, tables } = this.reader;
    if (depth > 8) throw unreadable('functions that let defines are nested too deeply', name.at);
    tables.use(name.text, name.at);
    const values = [...argumentsOf(defined, stream, range)].map(
      ([parameter, given]) => [parameter, wholeScalar(stream, given, names)] as const,
    );
    return names.within(new Map(values), () => {
      const statements = statementsIn(stream, defined.body);
      const last = statements.pop();
      if (last === undefined) throw malformed(`the function ${name.text} is empty`, name.at);
      names.ofConstants(() => statements.forEach(define));
      return pipeline(last, depth + 1);
    });
  }
}

/** The statements of a text that are not empty. */
export function statementsIn(stream: TokenStream, [from, to]: TokenRange): TokenRange[] {
  return splitTokens(stream.tokens, ';', from, to).filter(([start, end]) => end > start);
}

/** The function that a range of tokens defines, with values as parameters; undefined for anything else. */
function functionIn(stream: TokenStream, [from, to]: TokenRange): KqlFunction | undefined {
  const { tokens } = stream;
  const inner = stream.part(from, to);
  if (!inner.takeSign('(')) return undefined;
  const start = inner.position;
  const end = inner.skipGroup();
  if (!isSign(tokens[end + 1], '{') || !isSign(tokens[to - 1], '}')) return undefined;
  const parameters =
    end === start ? [] : splitTokens(tokens, ',', start, end).map((range) => parameterIn(tokens, range));
  if (parameters.some((parameter) => parameter === undefined)) return undefined;
  return { parameters: parameters as readonly KqlParameter[], body: [end + 2, to - 1] };
}

/** `Name: type = value`; undefined for a table. */
function parameterIn(tokens: readonly Token[], [from, to]: TokenRange): KqlParameter | undefined {
  const [name, colon, type, sign] = tokens.slice(from, to);
  if (name?.kind !== 'word' || !isSign(colon, ':') || type?.kind !== 'word') return undefined;
  return isSign(sign, '=') ? { name: name.text, fallback: [from + 4, to] } : { name: name.text };
}

/** The tokens of what a call gives for each parameter, by its place or by its name. @throws QueryFault where one has no value */
function argumentsOf(
  { parameters }: KqlFunction,
  stream: TokenStream,
  [from, to]: TokenRange,
): ReadonlyMap<string, TokenRange> {
  const given = new Map<string, TokenRange>();
  const ranges = from === to ? [] : splitTokens(stream.tokens, ',', from, to);
  for (const [index, [start, end]] of ranges.entries()) {
    const isNamed = isSign(stream.tokens[start + 1], '=');
    const name = isNamed ? stream.tokens[start]?.text : parameters[index]?.name;
    if (name === undefined)
      throw malformed('a function is called with more than it takes', stream.tokens[start]?.at ?? 0);
    given.set(name, isNamed ? [start + 2, end] : [start, end]);
  }
  return new Map(
    parameters.map(({ name, fallback }) => {
      const range = given.get(name) ?? fallback;
      if (range === undefined) throw unreadable(`a function is called without ${name}`, stream.tokens[from]?.at ?? 0);
      return [name, range];
    }),
  );
}

/** Whether a call is of a parser of Sentinel's information model, all of whose arguments are times and settings: `_Im_ProcessEvent(starttime=ago(1d))`. */
function isParserCall(stream: TokenStream, name: Token, [from, to]: TokenRange): boolean {
  const lower = name.text.toLowerCase();
  if (!PARSERS.some((begin) => lower.startsWith(begin))) return false;
  const ranges = from === to ? [] : splitTokens(stream.tokens, ',', from, to);
  const other = ranges.find(([start]) => !SETTINGS.has(stream.tokens[start]?.text.toLowerCase() ?? ''));
  if (other === undefined) return true;
  const of = stream.tokens[other[0]] as Token;
  throw unreadable(`the parser ${name.text} filters by ${of.text}, which is read as a condition behind it only`, of.at);
}

/** Beginnings of the names of such parsers, and of what they are called with that is no condition on the events. */
const PARSERS = ['_im_', 'im', '_asim_', 'asim'];
const SETTINGS = new Set(['starttime', 'endtime', 'disabled', 'pack']);

const isSign = (token: Token | undefined, text: string): boolean => token?.kind === 'sign' && token.text === text;
