import { malformed, QueryFault, quoted, unreadable } from '../query-fault.js';
import { ALWAYS, conjunctsOf, join, type ParsedQuery, type QueryNode, type QueryRemark, test } from '../query-tree.js';
import { splitTokens, type Token, TokenStream, topLevelSigns } from '../tokens.js';
import { exactly } from '../values.js';
import { type ConditionNames, readCondition, TIME_FIELD, wholeCondition } from './condition.js';
import { tokenizeKql } from './lexer.js';
import { readScalar, type Scalar, wholeScalar } from './scalar.js';

/** The field for the table that a query reads. */
export const TABLE_FIELD = '\0table';

/** Operators that only change what is shown of the events found. */
const PRESENTATION = new Set([
  'project',
  'project-away',
  'project-keep',
  'project-reorder',
  'sort',
  'order',
  'distinct',
  'serialize',
  'render',
  'as',
  'summarize',
  'count',
  'getschema',
  'consume',
]);
const LIMITS = new Set(['take', 'limit', 'top', 'sample']);
/** Operators that cannot be read, with what each does. */
const REFUSED: Readonly<Record<string, string>> = {
  join: 'joins the events with others',
  lookup: 'joins the events with a list',
  union: 'puts several tables together',
  parse: 'cuts a value into new columns',
  'parse-where': 'cuts a value into new columns',
  evaluate: 'calls a plugin',
  invoke: 'calls a function',
  scan: 'looks for a sequence of events',
  'make-series': 'counts over time',
  partition: 'runs a query per group',
  'mv-expand': 'makes a row of every element of a list',
  mvexpand: 'makes a row of every element of a list',
  externaldata: 'reads a list from elsewhere',
  find: 'searches several tables',
  search: 'searches several tables',
  datatable: 'is a list of its own',
};

/**
 * Parses a KQL query: `let` constants, a table, `where`, and operators that only change what is shown. The table becomes a test of {@link
 * TABLE_FIELD}.
 */
export function parseKql(query: string): ParsedQuery {
  const tokens = tokenizeKql(query);
  return new KqlReader(new TokenStream(tokens, query.length)).whole();
}

/** The normal form of an expression that a map file has for a field. */
export function kqlPlace(expression: string): string {
  const tokens = tokenizeKql(expression);
  const stream = new TokenStream(tokens, expression.length);
  const scalar = wholeScalar(stream, [0, tokens.length], { get: () => undefined });
  return scalar.kind === 'place' ? scalar.place : scalar.kind === 'call' ? `=${scalar.text}` : expression;
}

class KqlReader implements ConditionNames {
  readonly #stream: TokenStream;
  readonly #scalars = new Map<string, Scalar | QueryFault>();
  readonly #conditions = new Map<string, QueryNode>();
  readonly #tables = new Map<string, readonly [number, number]>();
  readonly #remarks: QueryRemark[] = [];
  /** The operator that computed counts or groups, if there was one. */
  #grouped: Token | undefined;

  constructor(stream: TokenStream) {
    this.#stream = stream;
  }

  get(name: string): Scalar | undefined {
    const found = this.#scalars.get(name);
    if (found instanceof QueryFault) throw found;
    return found;
  }

  condition(name: string): QueryNode | undefined {
    return this.#conditions.get(name);
  }

  whole(): ParsedQuery {
    const statements = splitTokens(this.#stream.tokens, ';', 0, this.#stream.to).filter(([from, to]) => to > from);
    const last = statements.pop();
    if (last === undefined) throw malformed('the query is empty', 0);
    for (const statement of statements) this.#let(statement);
    const tree = this.#pipeline(last, 0);
    return { tree, remarks: this.#remarks };
  }

  #let([from, to]: readonly [number, number]): void {
    const stream = this.#stream.part(from, to);
    if (!stream.takeWord('let'))
      throw unreadable('a query of several statements is read only where all but the last are let', stream.at);
    const name = stream.take().text;
    stream.expectSign('=');
    const start = stream.position;
    const isTable = topLevelSigns(stream.tokens, '|', start, to).length > 0;
    if (isTable) this.#tables.set(name, [start, to]);
    else this.#define(name, [start, to]);
  }

  /** Remembers what a name stands for. What cannot be read is a fault only where the name is used. */
  #define(name: string, range: readonly [number, number]): void {
    try {
      const scalar = wholeScalar(this.#stream, range, this);
      this.#scalars.set(name, scalar);
    } catch (error) {
      if (!(error instanceof QueryFault) || error.code === 'TooDeep') throw error;
      this.#scalars.set(name, error);
    }
    try {
      this.#conditions.set(name, wholeCondition(this.#stream, range, this));
      this.#scalars.delete(name);
    } catch (error) {
      if (!(error instanceof QueryFault) || error.code === 'TooDeep') throw error;
    }
  }

  #pipeline([from, to]: readonly [number, number], depth: number): QueryNode {
    const { tokens } = this.#stream;
    const [head, ...operators] = splitTokens(tokens, '|', from, to);
    const parts: QueryNode[] = [this.#head(head as readonly [number, number], operators.length, depth)];
    for (const [start, end] of operators) parts.push(...this.#operator(this.#stream.part(start, end)));
    return join('and', parts);
  }

  /** The table of the query, or a condition alone, as in searches whose tables are chosen elsewhere. */
  #head([from, to]: readonly [number, number], operators: number, depth: number): QueryNode {
    const stream = this.#stream.part(from, to);
    const first = stream.peek();
    if (first === undefined) throw malformed('the query names no table', stream.at);
    if (first.text === '(' && topLevelSigns(stream.tokens, '|', from + 1, to - 1).length > 0)
      return this.#pipeline([from + 1, to - 1], depth + 1);
    const name = first.text.toLowerCase();
    if (to === from + 1 && first.kind === 'word') return this.#named(first, depth);
    if (name === 'search' && to === from + 2 && stream.isSign('*', 1)) return ALWAYS;
    const refused = REFUSED[name];
    if (refused !== undefined && first.kind === 'word') throw this.#refuse(first, refused);
    if (operators > 0)
      throw unreadable(`a rule reads one table, not ${quoted(textOf(stream.tokens, from, to))}`, first.at);
    return this.#settings(readWhole(stream, this));
  }

  /** What a word alone is: a table, one that `let` defines, or a constant. */
  #named(word: Token, depth: number): QueryNode {
    const table = this.#tables.get(word.text);
    if (table !== undefined) {
      if (depth > 8) throw unreadable('tables that let defines are nested too deeply', word.at);
      return this.#pipeline(table, depth + 1);
    }
    const name = word.text.toLowerCase();
    if (name === 'true' || name === 'false') return { kind: 'constant', value: name === 'true' };
    return test(TABLE_FIELD, exactly(word.text), word.at);
  }

  #where(stream: TokenStream): QueryNode {
    const before = this.#grouped;
    const node = readWhole(stream, this);
    if (before !== undefined) {
      throw unreadable(
        `a condition follows ${before.source}, and a rule over single events cannot test the result of ${before.source}`,
        before.at,
      );
    }
    return this.#settings(node);
  }

  #operator(stream: TokenStream): readonly QueryNode[] {
    const keyword = stream.take();
    const name = keyword.text.toLowerCase();
    if (name === 'where' || name === 'filter') return [this.#where(stream)];
    if (name === 'extend' || name === 'project' || name === 'project-rename') this.#columns(stream);
    if (name === 'mv-apply') return this.#apply(stream, keyword);
    if (name === 'extend' || name === 'project-rename') return [];
    if (name === 'summarize' || name === 'distinct' || name === 'count') this.#grouped ??= keyword;
    if (PRESENTATION.has(name)) {
      this.#remark(
        'presentation',
        `${keyword.source} only changes how the events are shown; the rule leaves it out.`,
        keyword,
      );
      return [];
    }
    if (LIMITS.has(name)) {
      this.#remark(
        'search_settings',
        `${keyword.source} limits how many events are shown; the rule leaves it out.`,
        keyword,
      );
      return [];
    }
    throw this.#refuse(keyword, REFUSED[name] ?? 'is an operator without a counterpart in a rule');
  }

  #refuse(token: Token, what: string): QueryFault {
    return unreadable(`${token.source} ${what}; a rule over single events cannot express that`, token.at);
  }

  #columns(stream: TokenStream): void {
    for (const [from, to] of splitTokens(stream.tokens, ',', stream.position, stream.to)) {
      const [name, sign] = [stream.tokens[from], stream.tokens[from + 1]];
      if (to - from > 2 && name?.kind === 'word' && sign?.text === '=') this.#define(name.text, [from + 2, to]);
    }
  }

  /** `mv-apply item = array on (summarize name = countif(test), …)`, with which our converter counts the elements that satisfy a test. */
  #apply(stream: TokenStream, keyword: Token): readonly QueryNode[] {
    stream.nested(() => {
      const item = stream.take().text;
      stream.expectSign('=');
      const array = readScalar(stream, this);
      if (array.kind !== 'place' || !stream.takeWord('on'))
        throw this.#refuse(keyword, 'computes over the elements of a list');
      stream.expectSign('(');
      const from = stream.position;
      const to = stream.skipGroup();
      const outer = this.#scalars.get(item);
      this.#scalars.set(item, { ...array, place: `${array.place}[]` });
      for (const [start, end] of splitTokens(stream.tokens, '|', from, to)) {
        const inner = stream.part(start, end);
        if (inner.isWord('mv-apply')) this.#apply(inner, inner.take());
        else this.#countElements(inner, keyword);
      }
      if (outer === undefined) this.#scalars.delete(item);
      else this.#scalars.set(item, outer);
    });
    return [];
  }

  #countElements(stream: TokenStream, keyword: Token): void {
    if (!stream.takeWord('summarize')) throw this.#refuse(keyword, 'computes over the elements of a list');
    for (const [from, to] of splitTokens(stream.tokens, ',', stream.position, stream.to)) {
      const [name, , counted] = [stream.tokens[from], stream.tokens[from + 1], stream.tokens[from + 2]];
      if (name === undefined || counted?.text !== 'countif') {
        // Sums of the counts of inner elements keep name and meaning.
        if (counted?.text === 'sum') continue;
        throw this.#refuse(keyword, 'computes over the elements of a list');
      }
      this.#conditions.set(name.text, wholeCondition(stream, [from + 4, to - 1], this));
    }
  }

  /** Takes tests of the event's time out of a condition. */
  #settings(node: QueryNode): QueryNode {
    const kept: QueryNode[] = [];
    for (const part of conjunctsOf(node)) {
      if (part.kind === 'test' && part.field === TIME_FIELD) {
        this.#remarks.push({
          code: 'search_settings',
          message: 'The time range is a setting of the search; the rule leaves it out.',
          at: part.at,
        });
      } else {
        const time = timeWithin(part);
        if (time !== undefined)
          throw unreadable('the time of the event stands among alternatives, which a rule cannot express', time);
        kept.push(part);
      }
    }
    return join('and', kept);
  }

  #remark(code: QueryRemark['code'], message: string, token: Token): void {
    this.#remarks.push({ code, message, at: token.at });
  }
}

function readWhole(stream: TokenStream, names: ConditionNames): QueryNode {
  const node = readCondition(stream, names);
  const rest = stream.peek();
  if (rest !== undefined) throw malformed(`the condition ends before ${rest.source}`, rest.at);
  return node;
}

function timeWithin(node: QueryNode): number | undefined {
  if (node.kind === 'test') return node.field === TIME_FIELD ? node.at : undefined;
  if (node.kind === 'constant') return undefined;
  for (const child of node.kind === 'not' ? [node.child] : node.children) {
    const found = timeWithin(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function textOf(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ source }) => source)
    .join(' ');
}
