import type { Grouped, GroupTest } from '../grouped.js';
import { malformed, QueryFault, quoted, unreadable } from '../query-fault.js';
import {
  ALWAYS,
  conjunctsOf,
  join,
  type ParsedQuery,
  type ParseOptions,
  type QueryNode,
  type QueryRemark,
  type QuerySteps,
  test,
  type UnreadPart,
} from '../query-tree.js';
import { splitTokens, type Token, TokenStream, topLevelSigns } from '../tokens.js';
import { exactly } from '../values.js';
import { type ConditionNames, readCondition, wholeCondition } from './condition.js';
import { tokenizeKql } from './lexer.js';
import { TIME_FIELD } from './place-test.js';
import { readScalar, type Scalar, wholeScalar } from './scalar.js';
import { computedColumns, lookBackOf, readSummarize } from './summarize.js';

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
  'getschema',
  'consume',
]);
/** Operators that add or group columns; alone they only change what is shown. */
const SHOWING = new Set(['summarize', 'count', 'mv-expand', 'mvexpand', 'parse', 'invoke']);
const LIMITS = new Set(['take', 'limit', 'top', 'sample']);
/** Operators that cannot be read, with what each does. */
const REFUSED: Readonly<Record<string, string>> = {
  lookup: 'joins the events with a list',
  'parse-where': 'cuts a value into new columns',
  evaluate: 'calls a plugin',
  scan: 'looks for a sequence of events',
  'make-series': 'counts over time',
  partition: 'runs a query per group',
  externaldata: 'reads a list from elsewhere',
  find: 'searches several tables',
  search: 'searches several tables',
  datatable: 'is a list of its own',
};

/**
 * Parses a KQL query: `let` constants, a table, `where`, and operators that only change what is shown. The table becomes a test of {@link
 * TABLE_FIELD}.
 */
export function parseKql(query: string, { partial = false }: ParseOptions = {}): ParsedQuery {
  const tokens = tokenizeKql(query);
  return new KqlReader(new TokenStream(tokens, query.length), partial, lookBackOf(query)).whole();
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
  readonly #unread: UnreadPart[] = [];
  readonly #counts: GroupTest[] = [];
  readonly #partial: boolean;
  readonly #lookBack: number | undefined;
  /** Where the `summarize` stands that gives the groups. */
  #groupedAt: number | undefined;
  /** The groups that conditions are on, behind `summarize`. */
  #grouped: Grouped | undefined;
  /** The operator whose results cannot be tested, if there was one. */
  #computed: Token | undefined;
  #joined: QuerySteps | undefined;

  constructor(stream: TokenStream, partial: boolean, lookBack: number | undefined) {
    this.#stream = stream;
    this.#partial = partial;
    this.#lookBack = lookBack;
  }

  get(name: string): Scalar | undefined {
    if (this.#grouped?.has(name) === true)
      return { kind: 'place', place: this.#grouped.field(name, 0), folded: false, at: 0 };
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
    const found = { remarks: this.#remarks, unread: this.#unread };
    const window = this.#lookBack === undefined ? {} : { windowSeconds: this.#lookBack };
    if (this.#joined !== undefined) return { ...found, tree: ALWAYS, steps: { ...window, ...this.#joined } };
    const count = this.#grouped?.countOf(this.#counts);
    if (count === undefined) return { ...found, tree };
    // The correlation has what summarize counts.
    const remarks = this.#remarks.filter(({ at }) => at !== this.#groupedAt);
    return { ...found, remarks, tree, count: { ...window, ...count } };
  }

  #let([from, to]: readonly [number, number]): void {
    const stream = this.#stream.part(from, to);
    if (!stream.takeWord('let'))
      throw unreadable('a query of several statements is read only where all but the last are let', stream.at);
    const name = stream.take().text;
    stream.expectSign('=');
    const start = stream.position;
    const inner =
      stream.tokens[start]?.text.toLowerCase() === 'materialize'
        ? ([start + 2, to - 1] as const)
        : ([start, to] as const);
    const isTable = topLevelSigns(stream.tokens, '|', ...inner).length > 0 || stream.isWord('union');
    if (isTable) this.#tables.set(name, inner);
    else this.#define(name, inner);
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
    let parts: readonly QueryNode[] = [this.#head(head as readonly [number, number], operators.length, depth)];
    for (const [start, end] of operators) {
      const stream = this.#stream.part(start, end);
      if (stream.isWord('union')) parts = [join('or', [join('and', parts), ...this.#union(stream, depth)])];
      else if (stream.isWord('join')) this.#join(stream, join('and', parts), depth);
      else parts = [...parts, ...this.#kept(stream)];
    }
    return join('and', parts);
  }

  /** What an operator adds. In part, one that cannot be read is left out where the rule then only finds more. */
  #kept(stream: TokenStream): readonly QueryNode[] {
    if (!this.#partial) return this.#operator(stream);
    const { at, end } = stream;
    try {
      return this.#operator(stream);
    } catch (error) {
      if (!(error instanceof QueryFault) || error.code !== 'UnreadableQuery') throw error;
      this.#unread.push({ at, end, why: error.message });
      return [];
    }
  }

  /** `union kind=outer A, (B | where …)`: the events of each. */
  #union(stream: TokenStream, depth: number): readonly QueryNode[] {
    const keyword = stream.take();
    if (this.#grouped !== undefined) throw unreadable('union puts groups beside events, which no rule can', keyword.at);
    while (stream.isSign('=', 1)) {
      for (let taken = 0; taken < 3; taken++) stream.take();
    }
    const nodes: QueryNode[] = [];
    for (const [from, to] of splitTokens(stream.tokens, ',', stream.position, stream.to)) {
      const first = stream.tokens[from] as Token;
      if (stream.tokens.slice(from, to).some(({ text }) => text === '*'))
        throw unreadable('union with a pattern of names reads tables that are not written in the query', first.at);
      nodes.push(this.#head([from, to], 1, depth + 1));
      if (this.#isGrouped()) throw unreadable('union puts groups together, which no rule can', first.at);
    }
    return nodes;
  }

  #isGrouped(): boolean {
    return this.#grouped !== undefined;
  }

  /** `join kind=inner (B | where …) on Key`: events of both sides with equal values; nothing behind it can be tested. */
  #join(stream: TokenStream, left: QueryNode, depth: number): void {
    const keyword = stream.take();
    let kind = 'innerunique';
    while (stream.isSign('=', 1)) {
      const option = stream.take().text.toLowerCase();
      stream.take();
      const value = stream.take().text.toLowerCase();
      if (option === 'kind') kind = value;
    }
    if (this.#grouped !== undefined || this.#joined !== undefined || depth > 0)
      throw this.#refuse(keyword, 'joins the events with others');
    if (kind === 'leftouter') {
      this.#computed ??= keyword;
      this.#remark(
        'presentation',
        'join kind=leftouter only adds columns to the events; the rule leaves it out.',
        keyword,
      );
      return;
    }
    if (kind !== 'inner' && kind !== 'innerunique')
      throw this.#refuse(keyword, `of kind ${kind} asks for what other events do not have`);
    const from = stream.position;
    const isGroup = stream.takeSign('(');
    const to = isGroup ? stream.skipGroup() + 1 : from + 1;
    if (!isGroup) stream.take();
    const right = this.#head([from, to], 1, depth + 1);
    if (!stream.takeWord('on')) throw malformed('"on" is expected behind the table of a join', stream.at);
    const keys = splitTokens(stream.tokens, ',', stream.position, stream.to).map((range) => joinKey(stream, range));
    if (this.#isGrouped() || !hasTable(right) || !hasTable(left))
      throw this.#refuse(keyword, 'joins the events with groups of others');
    this.#computed ??= keyword;
    this.#joined = {
      ordered: false,
      steps: [
        { tree: left, by: keys.map(([name]) => name), at: keyword.at },
        { tree: right, by: keys.map(([, name]) => name), at: keyword.at },
      ],
    };
  }

  /** The table of the query, or a condition alone, as in searches whose tables are chosen elsewhere. */
  #head([from, to]: readonly [number, number], operators: number, depth: number): QueryNode {
    const stream = this.#stream.part(from, to);
    const first = stream.peek();
    if (first === undefined) throw malformed('the query names no table', stream.at);
    if (depth > 8) throw unreadable('tables are nested too deeply', first.at);
    if (first.text === '(' && (topLevelSigns(stream.tokens, '|', from + 1, to - 1).length > 0 || to === from + 3))
      return this.#pipeline([from + 1, to - 1], depth + 1);
    if (first.text === 'materialize') return this.#head([from + 1, to], operators, depth);
    if (first.text === 'union' && first.kind === 'word') return join('or', this.#union(stream, depth));
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
    const computed = this.#computed;
    const node = readWhole(stream, this);
    if (computed !== undefined && !isTimeOnly(node)) {
      throw unreadable(
        `a condition follows ${computed.source}, and neither a rule over single events nor a correlation can test the result of ${computed.source}`,
        computed.at,
      );
    }
    const kept = this.#settings(node);
    if (this.#grouped === undefined) return kept;
    const { onEvents, counts } = this.#grouped.split(this.#grouped.named(kept));
    this.#grouped.countOf([...this.#counts, ...counts]);
    this.#counts.push(...counts);
    return join('and', onEvents);
  }

  #operator(stream: TokenStream): readonly QueryNode[] {
    const keyword = stream.take();
    const name = keyword.text.toLowerCase();
    if (name === 'where' || name === 'filter') return [this.#where(stream)];
    if (name === 'extend' || name === 'project' || name === 'project-rename') this.#columns(stream);
    if (name === 'mv-apply') return this.#apply(stream, keyword);
    if (name === 'extend' || name === 'project-rename') return [];
    if (name === 'summarize') this.#summarize(stream, keyword);
    if (name === 'count') this.#computed ??= keyword;
    if (name === 'mv-expand' || name === 'mvexpand') this.#expand(stream);
    if (name === 'parse' || name === 'invoke')
      for (const column of computedColumns(name, stream))
        this.#scalars.set(column, unreadable(`${column} is computed by ${name}, which a rule cannot do`, keyword.at));
    if (SHOWING.has(name) || PRESENTATION.has(name)) {
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

  #summarize(stream: TokenStream, keyword: Token): void {
    if (this.#grouped !== undefined || this.#joined !== undefined) this.#computed ??= keyword;
    else {
      this.#grouped = readSummarize(stream, keyword, this);
      this.#groupedAt = keyword.at;
    }
  }

  /** `mv-expand item = array`: a row of every element, so that a test holds where it does for any. */
  #expand(stream: TokenStream): void {
    for (const [from, to] of splitTokens(stream.tokens, ',', stream.position, stream.to)) {
      const [name, sign] = stream.tokens.slice(from, to);
      const start = sign?.text === '=' ? from + 2 : from;
      const inner = stream.part(start, to);
      const array = stream.nested(() => readScalar(inner, this));
      if (name?.kind === 'word' && array.kind === 'place')
        this.#scalars.set(name.text, {
          ...array,
          place: array.place.endsWith('[]') ? array.place : `${array.place}[]`,
        });
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

/** The columns of `on Key` or `on $left.A == $right.B`. */
function joinKey(stream: TokenStream, [from, to]: readonly [number, number]): readonly [string, string] {
  const words = stream.tokens.slice(from, to).filter(({ kind }) => kind === 'word');
  const names = words.map(({ text }) => text).filter((text) => !/^\$?(?:left|right)$/.test(text));
  const [left, right = left] = names;
  if (left === undefined || right === undefined || names.length > 2)
    throw unreadable('a correlation joins events by equal columns only', stream.tokens[from]?.at ?? 0);
  const swapped = /^\$?right$/.test(words[0]?.text ?? '');
  return swapped ? [right, left] : [left, right];
}

function hasTable(node: QueryNode): boolean {
  return conjunctsOf(node).some((part) => part.kind === 'test' && part.field === TABLE_FIELD);
}

function isTimeOnly(node: QueryNode): boolean {
  return conjunctsOf(node).every((part) => part.kind === 'test' && part.field === TIME_FIELD);
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
