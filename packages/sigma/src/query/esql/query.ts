import { type Aggregate, aggregateOf, Grouped, type GroupTest, keyOrFault, spanSeconds } from '../grouped.js';
import { malformed, QueryFault, unreadable } from '../query-fault.js';
import {
  ALWAYS,
  join,
  type ParsedQuery,
  type ParseOptions,
  type QueryNode,
  type QueryRemark,
  test,
  type UnreadPart,
} from '../query-tree.js';
import { splitTokens, type Token, TokenStream } from '../tokens.js';
import { readCondition } from './condition.js';
import { tokenizeEsql } from './lexer.js';

const PRESENTATION = new Set(['keep', 'drop', 'sort', 'rename', 'mv_expand']);
/** Commands that add columns that cannot be tested; the names of all others can. */
const COMPUTING = new Set(['grok', 'dissect']);
const TIME_COLUMN = '@timestamp';

/** Parses an ES|QL query: `FROM`, `WHERE`, `EVAL`, `STATS … BY` with conditions on its results, and commands that only change what is shown. */
export function parseEsql(query: string, { partial = false }: ParseOptions = {}): ParsedQuery {
  return new EsqlReader(query, partial).whole();
}

class EsqlReader {
  readonly #stream: TokenStream;
  readonly #partial: boolean;
  readonly #remarks: QueryRemark[] = [];
  readonly #unread: UnreadPart[] = [];
  /** Column → the field it stands for, or the fault for testing it. */
  readonly #columns = new Map<string, string | QueryFault>();
  readonly #spans = new Map<string, number>();
  readonly #counts: GroupTest[] = [];
  /** Column → the field whose values it counts. */
  readonly #counted = new Map<string, string>();
  readonly #index: string[] = [];
  #grouped: Grouped | undefined;
  #lookBack: number | undefined;

  constructor(query: string, partial: boolean) {
    this.#stream = new TokenStream(tokenizeEsql(query), query.length);
    this.#partial = partial;
  }

  whole(): ParsedQuery {
    const { tokens } = this.#stream;
    const commands = splitTokens(tokens, '|', 0, tokens.length).filter(([from, to]) => to > from);
    if (commands.length === 0) throw malformed('the query is empty', 0);
    const tree = join(
      'and',
      commands.map((range, index) => this.#kept(this.#stream.part(...range), index === 0)),
    );
    const count = this.#grouped?.countOf(this.#counts);
    const window = count?.windowSeconds ?? this.#lookBack;
    return {
      tree,
      remarks: this.#remarks,
      unread: this.#unread,
      index: this.#index,
      ...(count === undefined ? {} : { count: window === undefined ? count : { ...count, windowSeconds: window } }),
    };
  }

  #kept(stream: TokenStream, isFirst: boolean): QueryNode {
    if (!this.#partial || isFirst) return this.#command(stream);
    const { at, end } = stream;
    try {
      return this.#command(stream);
    } catch (error) {
      if (!(error instanceof QueryFault) || error.code !== 'UnreadableQuery') throw error;
      this.#unread.push({ at, end, why: error.message });
      return ALWAYS;
    }
  }

  readonly #field = (name: string, at: number): string => {
    const known = this.#columns.get(name);
    if (known instanceof QueryFault) throw new QueryFault(known.code, known.message, at);
    if (known !== undefined) return known;
    return this.#grouped === undefined ? name : this.#grouped.field(name, at);
  };

  #command(stream: TokenStream): QueryNode {
    const keyword = stream.take();
    const name = keyword.text.toLowerCase();
    switch (name) {
      case 'from':
        this.#from(stream);
        return ALWAYS;
      case 'where':
        return this.#where(stream);
      case 'eval':
        this.#eval(stream, keyword);
        return ALWAYS;
      case 'stats':
      case 'inlinestats':
        this.#stats(stream, keyword);
        return ALWAYS;
      case 'limit':
        this.#remark(
          'search_settings',
          `${keyword.source} limits which events are shown; the rule leaves it out.`,
          keyword,
        );
        return ALWAYS;
      default:
    }
    if (COMPUTING.has(name)) this.#dissected(stream, keyword);
    else if (name === 'rename') this.#rename(stream);
    else if (!PRESENTATION.has(name))
      throw unreadable(`${keyword.source} is a command without a counterpart in a rule`, keyword.at);
    this.#remark(
      'presentation',
      `${keyword.source} only changes how the events are shown; the rule leaves it out.`,
      keyword,
    );
    return ALWAYS;
  }

  /** `FROM logs-a-*, logs-b-* METADATA _id`. */
  #from(stream: TokenStream): void {
    let pattern = '';
    while (!stream.done && !stream.isWord('metadata')) {
      const token = stream.take();
      if (token.text === ',' && token.kind === 'sign') {
        this.#index.push(pattern);
        pattern = '';
      } else pattern += token.text;
    }
    if (pattern !== '') this.#index.push(pattern);
  }

  #where(stream: TokenStream): QueryNode {
    const node = readCondition(stream, {
      field: this.#field,
      lookBack: (seconds) => this.#looksBack(seconds),
      remarks: this.#remarks,
    });
    if (this.#grouped === undefined) return node;
    const { onEvents, counts } = this.#grouped.split(node);
    this.#grouped.countOf([...this.#counts, ...counts]);
    this.#counts.push(...counts);
    // What counts a field counts the events that have it.
    const fields = new Set(counts.flatMap(({ name }) => this.#counted.get(name) ?? []));
    return join('and', [...onEvents, ...[...fields].map((field) => test(field, { op: 'exists', value: true }, 0))]);
  }

  #looksBack(seconds: number): void {
    this.#lookBack = seconds;
  }

  /** `EVAL name = expression`: a field under another name can be tested, in lower case too; what is computed cannot. */
  #eval(stream: TokenStream, keyword: Token): void {
    for (const [from, to] of splitTokens(stream.tokens, ',', stream.position, stream.to)) {
      const [name, sign] = [stream.tokens[from], stream.tokens[from + 1]];
      if (name?.kind !== 'word' || sign?.text !== '=') continue;
      const span = this.#spanIn(from + 2, to);
      if (span !== undefined) this.#spans.set(name.text, span);
      this.#columns.set(
        name.text,
        this.#alias(from + 2, to) ??
          unreadable(`${name.text} is computed by ${keyword.source}, which a rule cannot do`, name.at),
      );
    }
  }

  /** The field that an expression is: a name alone, or one whose letter case is changed. */
  #alias(from: number, to: number): string | undefined {
    const { tokens } = this.#stream;
    const words = tokens.slice(from, to);
    const name =
      words.length === 1
        ? words[0]
        : words.length === 4 && /^to_(?:lower|upper|string)$/i.test(words[0]?.text ?? '')
          ? words[2]
          : undefined;
    if (name?.kind !== 'word') return undefined;
    try {
      return this.#field(name.text, name.at);
    } catch (error) {
      if (error instanceof QueryFault) return undefined;
      throw error;
    }
  }

  /** The span of `DATE_TRUNC(10 minutes, @timestamp)` or `BUCKET(@timestamp, 10 minutes)`. */
  #spanIn(from: number, to: number): number | undefined {
    const words = this.#stream.tokens.slice(from, to);
    if (!/^(?:date_trunc|bucket|tbucket)$/i.test(words[0]?.text ?? '')) return undefined;
    const number = words.findIndex(({ kind }) => kind === 'number');
    return number < 0 ? undefined : spanSeconds(`${words[number]?.text} ${words[number + 1]?.text ?? ''}`);
  }

  #stats(stream: TokenStream, keyword: Token): void {
    if (this.#grouped !== undefined) throw unreadable('groups of groups are no correlation of Sigma', keyword.at);
    const { tokens } = stream;
    const by = topLevelBy(stream);
    const aggregates = new Map<string, Aggregate | undefined>();
    for (const [from, to] of splitTokens(tokens, ',', stream.position, by ?? stream.to)) {
      const start = behindName(tokens, from);
      const text = tokens
        .slice(from, to)
        .map(({ source }) => source)
        .join('');
      const column = start > from ? (tokens[from] as Token).text : text;
      const field = this.#countedField(start, to);
      if (field !== undefined) this.#counted.set(column, field);
      aggregates.set(column, field === undefined ? this.#aggregate(start, to) : aggregateOf('count', []));
    }
    const keys = new Map<string, string | QueryFault>();
    let span: number | undefined;
    for (const [from, to] of by === undefined ? [] : splitTokens(tokens, ',', by + 1, stream.to)) {
      const start = behindName(tokens, from);
      const column = (tokens[from] as Token).text;
      const own = this.#spanIn(start, to) ?? (to - start === 1 ? this.#spans.get(column) : undefined);
      if (own !== undefined || column === TIME_COLUMN) span = own ?? span;
      else
        keys.set(
          column,
          keyOrFault(() => this.#key(start, to, column)),
        );
    }
    this.#grouped = new Grouped(keyword.source, keyword.at, keys, aggregates, span);
    this.#columns.clear();
  }

  #key(from: number, to: number, column: string): string {
    const at = this.#stream.tokens[from]?.at ?? 0;
    const field = this.#alias(from, to);
    if (field === undefined) throw unreadable(`the query groups by ${column}, which it computes`, at);
    return field;
  }

  /** The field of `COUNT(field)`. */
  #countedField(from: number, to: number): string | undefined {
    const [called, open, , close] = this.#stream.tokens.slice(from, to);
    if (called?.text.toLowerCase() !== 'count' || open?.text !== '(' || close?.text !== ')') return undefined;
    return this.#alias(from + 2, from + 3);
  }

  /** `COUNT(*)`, `COUNT_DISTINCT(field)`, `PERCENTILE(field, 95)`; undefined for what no correlation counts. */
  #aggregate(from: number, to: number): Aggregate | undefined {
    const [called, open, argument, next, percentile, close] = this.#stream.tokens.slice(from, to);
    if (called?.kind !== 'word' || open?.text !== '(') return undefined;
    const name = called.text.toLowerCase();
    if (argument?.text === ')' || (argument?.text === '*' && next?.text === ')' && to - from === 4))
      return aggregateOf(name, []);
    if (argument?.kind !== 'word') return undefined;
    const known = this.#alias(from + 2, from + 3);
    if (known === undefined) return undefined;
    if (next?.text === ')' && to - from === 4) return aggregateOf(name, [known]);
    return name === 'percentile' && close?.text === ')'
      ? aggregateOf(name, [known], Number(percentile?.text))
      : undefined;
  }

  #rename(stream: TokenStream): void {
    for (const [from] of splitTokens(stream.tokens, ',', stream.position, stream.to)) {
      const [old, , fresh] = stream.tokens.slice(from, from + 3);
      if (old !== undefined && fresh !== undefined) this.#columns.set(fresh.text, this.#field(old.text, old.at));
    }
  }

  #dissected(stream: TokenStream, keyword: Token): void {
    stream.take();
    const pattern = stream.done ? undefined : stream.take();
    for (const found of pattern?.text.matchAll(/%\{(?:\w+:)?([\w.@]+)/g) ?? [])
      this.#columns.set(
        found[1] as string,
        unreadable(`${found[1]} is computed by ${keyword.source}, which a rule cannot do`, keyword.at),
      );
  }

  #remark(code: QueryRemark['code'], message: string, token: Token): void {
    this.#remarks.push({ code, message, at: token.at });
  }
}

/** The position of `BY` outside of brackets. */
function topLevelBy(stream: TokenStream): number | undefined {
  let depth = 0;
  for (let index = stream.position; index < stream.to; index++) {
    const token = stream.tokens[index] as Token;
    if (token.text === '(') depth++;
    else if (token.text === ')') depth--;
    else if (depth === 0 && token.kind === 'word' && token.text.toLowerCase() === 'by') return index;
  }
  return undefined;
}

/** Where an expression begins behind `name =`, if it has a name. */
function behindName(tokens: readonly Token[], from: number): number {
  const sign = tokens[from + 1];
  return sign?.text === '=' && sign.kind === 'sign' ? from + 2 : from;
}
