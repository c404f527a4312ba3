import type { GroupTest } from '../grouped.js';
import { malformed, QueryFault, unreadable } from '../query-fault.js';
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
import { readWholeCondition } from './condition.js';
import { ElementTests } from './element-tests.js';
import { applyToElements, CountedRows } from './elements.js';
import { KqlFunctions, statementsIn } from './functions.js';
import { conditionInPlace } from './in-place.js';
import { columnsAdded, readJoinedSteps, readJoinKind } from './join-clause.js';
import { tokenizeKql } from './lexer.js';
import { isKeptElsewhere, unwrapped } from './lists.js';
import { type KqlColumns, KqlNames } from './names.js';
import { leftOutRemark, refusalOf, refused } from './operators.js';
import { queriesIn, together } from './several-queries.js';
import { computedColumns, lookBackOf, readSummarize } from './summarize.js';
import { KqlTables } from './tables.js';
import { isTimeOnly, withoutTime } from './time-range.js';

/** The field for the table that a query reads. */
export const TABLE_FIELD = '\0table';

/**
 * Parses a KQL query: `let` constants, a table, `where`, and operators that only change what is shown. The table becomes a test of {@link
 * TABLE_FIELD}. Of several queries in a text, each is read, and all must be of single events or say the same.
 */
export function parseKql(query: string, { partial = false }: ParseOptions = {}): ParsedQuery {
  const written = queriesIn(query, tokenizeKql(query));
  const read = written.map(({ tokens, at, end }) =>
    new KqlReader(new TokenStream(tokens, end), partial, lookBackOf(query.slice(at, end))).whole(),
  );
  return together(read, written);
}

class KqlReader {
  readonly #stream: TokenStream;
  readonly #names: KqlNames;
  readonly #tables = new KqlTables();
  readonly #functions: KqlFunctions;
  readonly #remarks: QueryRemark[] = [];
  readonly #unread: UnreadPart[] = [];
  readonly #counts: GroupTest[] = [];
  readonly #partial: boolean;
  readonly #lookBack: number | undefined;
  /** Where the `summarize` stands that gives the groups. */
  #groupedAt: number | undefined;
  /** The operator whose results cannot be tested, if there was one. */
  #computed: Token | undefined;
  #joined: QuerySteps | undefined;
  readonly #rows = new CountedRows();

  constructor(stream: TokenStream, partial: boolean, lookBack: number | undefined) {
    this.#stream = stream;
    this.#names = new KqlNames(stream, this.#remarks);
    this.#functions = new KqlFunctions({
      stream,
      names: this.#names,
      tables: this.#tables,
      define: (statement) => this.#let(statement),
      pipeline: (range, depth) => this.#pipeline(range, depth),
      table: (word, depth) => this.#named(word, depth),
    });
    this.#partial = partial;
    this.#lookBack = lookBack;
  }

  whole(): ParsedQuery {
    const statements = statementsIn(this.#stream, [0, this.#stream.to]);
    const last = statements.pop();
    if (last === undefined) throw malformed('the query is empty', 0);
    for (const statement of statements) this.#let(statement);
    let tree = ALWAYS;
    this.#names.ofTable(() => {
      tree = this.#pipeline(last, 0);
    });
    return this.#parsed(tree);
  }

  #parsed(tree: QueryNode): ParsedQuery {
    const found = { remarks: this.#remarks, unread: this.#unread };
    const window = this.#lookBack === undefined ? {} : { windowSeconds: this.#lookBack };
    if (this.#joined !== undefined) return { ...found, tree: ALWAYS, steps: { ...window, ...this.#joined } };
    const count = this.#names.grouped?.countOf(this.#counts);
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
    if (this.#functions.define(name, [start, to])) return;
    const inner = unwrapped(stream.tokens, [start, to]);
    const isElsewhere = isKeptElsewhere(stream.tokens, inner, this.#names);
    if (isElsewhere) this.#names.keepElsewhere(name);
    const isTable =
      topLevelSigns(stream.tokens, '|', ...inner).length > 0 ||
      stream.isWord('union') ||
      this.#functions.has(stream.peek()?.text ?? '');
    if (isTable) this.#tables.define(name, inner);
    else if (!isElsewhere) this.#names.define(name, inner);
  }

  #pipeline([from, to]: readonly [number, number], depth: number): QueryNode {
    const { tokens } = this.#stream;
    const [head, ...operators] = splitTokens(tokens, '|', from, to);
    let parts: readonly QueryNode[] = [this.#head(head as readonly [number, number], operators.length, depth)];
    const elements = new ElementTests();
    elements.add(join('and', parts), []);
    for (const [start, end] of operators) {
      const stream = this.#stream.part(start, end);
      if (stream.isWord('union')) parts = [join('or', [join('and', parts), ...this.#union(stream, depth, true)])];
      else if (stream.isWord('join') || stream.isWord('lookup')) this.#join(stream, join('and', parts), depth);
      else parts = [...parts, ...this.#kept(stream, elements)];
    }
    return join('and', parts);
  }

  /** What an operator adds. In part, one that cannot be read is left out where the rule then only finds more. */
  #kept(stream: TokenStream, elements: ElementTests): readonly QueryNode[] {
    if (!this.#partial) return this.#operator(stream, elements);
    const { at, end } = stream;
    try {
      return this.#operator(stream, elements);
    } catch (error) {
      if (!(error instanceof QueryFault) || error.code !== 'UnreadableQuery') throw error;
      this.#unread.push({ at, end, why: error.message });
      return [];
    }
  }

  /** `union kind=outer A, (B | where …)`: the events of each. */
  #union(stream: TokenStream, depth: number, hasLeft = false): readonly QueryNode[] {
    const keyword = stream.take();
    if (this.#names.grouped !== undefined)
      throw unreadable('union puts groups beside events, which no rule can', keyword.at);
    while (stream.isSign('=', 1)) {
      for (let taken = 0; taken < 3; taken++) stream.take();
    }
    const nodes: QueryNode[] = [];
    const columns: KqlColumns[] = hasLeft ? [this.#names.columns] : [];
    for (const [from, to] of splitTokens(stream.tokens, ',', stream.position, stream.to)) {
      const first = stream.tokens[from] as Token;
      if (stream.tokens.slice(from, to).some(({ text }) => text === '*'))
        throw unreadable('union with a pattern of names reads tables that are not written in the query', first.at);
      columns.push(this.#names.ofTable(() => nodes.push(this.#head([from, to], 1, depth + 1))));
      if (this.#names.grouped !== undefined)
        throw unreadable('union puts groups together, which no rule can', first.at);
    }
    this.#names.unite(columns, keyword.at);
    return nodes;
  }

  /** `join kind=inner (B | where …) on Key`: events of both sides with equal values; nothing behind it can be tested. */
  #join(stream: TokenStream, left: QueryNode, depth: number): void {
    const keyword = stream.take();
    const isLookup = keyword.text.toLowerCase() === 'lookup';
    const kind = readJoinKind(stream, isLookup ? 'leftouter' : 'innerunique');
    if (kind === 'leftouter') {
      this.#computed ??= keyword;
      this.#remarks.push(columnsAdded(keyword));
      return;
    }
    if (isLookup) throw refused(keyword, 'joins the events with a list');
    if (this.#names.grouped !== undefined || this.#joined !== undefined || depth > 0)
      throw refused(keyword, 'joins the events with others');
    if (kind !== 'inner' && kind !== 'innerunique')
      throw refused(keyword, `of kind ${kind} asks for what other events do not have`);
    const steps = readJoinedSteps(stream, keyword, left, this.#names, (table) => this.#head(table, 1, depth + 1));
    if (this.#names.grouped !== undefined || !steps.every(({ tree }) => hasTable(tree)))
      throw refused(keyword, 'joins the events with groups of others');
    this.#computed ??= keyword;
    this.#joined = { ordered: false, steps };
  }

  /** The table of the query, or a condition alone, as in searches whose tables are chosen elsewhere. */
  #head([from, to]: readonly [number, number], operators: number, depth: number): QueryNode {
    const stream = this.#stream.part(from, to);
    const first = stream.peek();
    if (first === undefined) throw malformed('the query names no table', stream.at);
    if (depth > 8) throw unreadable('tables are nested too deeply', first.at);
    const isTable = to === from + 3 || stream.tokens[from + 1]?.text === 'union';
    if (first.text === '(' && (isTable || topLevelSigns(stream.tokens, '|', from + 1, to - 1).length > 0))
      return this.#pipeline([from + 1, to - 1], depth + 1);
    if (first.text === 'materialize') return this.#head([from + 1, to], operators, depth);
    if (first.text === 'union' && first.kind === 'word') return join('or', this.#union(stream, depth));
    if (to === from + 1 && first.kind === 'word') return this.#named(first, depth);
    if (first.kind === 'word' && stream.isSign('(', 1)) {
      const table = this.#functions.called(stream, depth);
      if (table !== undefined) return table;
    }
    return conditionInPlace(stream, first, operators > 0, this.#names, this.#remarks);
  }

  /** What a word alone is: a table, one that `let` defines, or a constant. */
  #named(word: Token, depth: number): QueryNode {
    if (this.#names.holdsElsewhere(word.text)) throw refused(word, 'is a list from elsewhere');
    const table = this.#tables.use(word.text, word.at);
    if (table !== undefined) {
      if (depth > 8) throw unreadable('tables that let defines are nested too deeply', word.at);
      return this.#pipeline(table, depth + 1);
    }
    const name = word.text.toLowerCase();
    if (name === 'true' || name === 'false') return { kind: 'constant', value: name === 'true' };
    return test(TABLE_FIELD, exactly(word.text), word.at);
  }

  #where(stream: TokenStream, elements: ElementTests): QueryNode {
    const computed = this.#computed;
    const node = readWholeCondition(stream, this.#names);
    if (computed !== undefined && !isTimeOnly(node)) {
      throw unreadable(
        `a condition follows ${computed.source}, and neither a rule over single events nor a correlation can test the result of ${computed.source}`,
        computed.at,
      );
    }
    const kept = withoutTime(node, this.#remarks);
    elements.add(kept, this.#remarks);
    const { grouped } = this.#names;
    if (grouped === undefined) return kept;
    const { onEvents, counts } = grouped.split(grouped.named(kept));
    grouped.countOf([...this.#counts, ...counts]);
    this.#rows.refuse(counts, this.#remarks);
    this.#counts.push(...counts);
    return join('and', onEvents);
  }

  #operator(stream: TokenStream, elements: ElementTests): readonly QueryNode[] {
    const keyword = stream.take();
    const name = keyword.text.toLowerCase();
    if (name === 'where' || name === 'filter') return [this.#where(stream, elements)];
    if (name === 'mv-apply') {
      applyToElements(stream, keyword, this.#names);
      return [];
    }
    this.#columns(name, stream, keyword);
    if (name === 'extend' || name === 'project-rename') return [];
    const remark = leftOutRemark(keyword);
    if (remark === undefined)
      throw refused(keyword, refusalOf(keyword) ?? 'is an operator without a counterpart in a rule');
    this.#remarks.push(remark);
    return [];
  }

  /** Remembers what the columns that an operator adds stand for. */
  #columns(name: string, stream: TokenStream, keyword: Token): void {
    switch (name) {
      case 'extend':
      case 'project':
      case 'project-rename':
        this.#names.defineColumns(stream);
        break;
      case 'summarize':
        this.#summarize(stream, keyword);
        break;
      case 'count':
        this.#computed ??= keyword;
        break;
      case 'mv-expand':
      case 'mvexpand':
        this.#rows.expand(stream, keyword, this.#names);
        break;
      case 'parse':
      case 'invoke':
        for (const column of computedColumns(name, stream))
          this.#names.set(column, unreadable(`${column} is computed by ${name}, which a rule cannot do`, keyword.at));
        break;
    }
  }

  #summarize(stream: TokenStream, keyword: Token): void {
    if (this.#names.grouped !== undefined || this.#joined !== undefined) this.#computed ??= keyword;
    else {
      this.#names.group(readSummarize(stream, keyword, this.#names, this.#rows.grouped));
      this.#groupedAt = keyword.at;
    }
  }
}

function hasTable(node: QueryNode): boolean {
  return conjunctsOf(node).some((part) => part.kind === 'test' && part.field === TABLE_FIELD);
}
