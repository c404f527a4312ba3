import type { Grouped, GroupTest } from '../grouped.js';
import { malformed, QueryFault, unreadable } from '../query-fault.js';
import {
  ALWAYS,
  join,
  type ParsedQuery,
  type ParseOptions,
  type QueryNode,
  type QueryRemark,
  type UnreadPart,
} from '../query-tree.js';
import { splitTokens, type Token, TokenStream } from '../tokens.js';
import { Columns } from './columns.js';
import { tokenizeEsql } from './lexer.js';
import { readStats } from './stats.js';

const PRESENTATION = new Set(['keep', 'drop', 'sort', 'rename', 'mv_expand']);
/** Commands that add columns that cannot be tested; the names of all others can. */
const COMPUTING = new Set(['grok', 'dissect']);

/** Parses an ES|QL query: `FROM`, `WHERE`, `EVAL`, `STATS … BY` with conditions on its results, and commands that only change what is shown. */
export function parseEsql(query: string, { partial = false }: ParseOptions = {}): ParsedQuery {
  return new EsqlReader(query, partial).whole();
}

class EsqlReader {
  readonly #stream: TokenStream;
  readonly #partial: boolean;
  readonly #remarks: QueryRemark[] = [];
  readonly #unread: UnreadPart[] = [];
  readonly #columns: Columns;
  readonly #counts: GroupTest[] = [];
  readonly #index: string[] = [];
  #grouped: Grouped | undefined;
  /** Keys of the groups whose letter case was changed, with their offsets. */
  #folded: ReadonlyMap<string, number> = new Map();
  #lookBack: number | undefined;

  constructor(query: string, partial: boolean) {
    this.#stream = new TokenStream(tokenizeEsql(query), query.length);
    this.#partial = partial;
    this.#columns = new Columns(
      this.#stream.tokens,
      (name, at) => (this.#grouped === undefined ? name : this.#grouped.field(name, at)),
      (back, at) => this.#timeRange(back, at),
    );
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
    for (const [key, at] of count === undefined ? [] : this.#folded) {
      const message = `${key} has one letter case; the rule groups by the value as it is, and may count less together.`;
      this.#remarks.push({ code: 'narrowed', message, at });
    }
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
        this.#columns.eval(stream, keyword);
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
    const node = this.#columns.condition(stream);
    if (this.#grouped === undefined) return node;
    const { onEvents, counts } = this.#grouped.split(node);
    this.#grouped.countOf([...this.#counts, ...counts]);
    this.#counts.push(...counts);
    return join('and', onEvents);
  }

  /** A test of the event's time is a setting of the search. */
  #timeRange(back: number | undefined, at: number): void {
    if (back !== undefined) this.#lookBack = back;
    const message = 'The time range is a setting of the search; the rule leaves it out.';
    this.#remarks.push({ code: 'search_settings', message, at });
  }

  #stats(stream: TokenStream, keyword: Token): void {
    if (this.#grouped !== undefined) throw unreadable('groups of groups are no correlation of Sigma', keyword.at);
    const { grouped, last, folded } = readStats(stream, keyword, this.#columns);
    this.#grouped = grouped;
    this.#folded = folded;
    this.#columns.grouped(last, folded.keys());
  }

  /** `RENAME old AS new, new = old`. */
  #rename(stream: TokenStream): void {
    for (const [from, to] of splitTokens(stream.tokens, ',', stream.position, stream.to)) {
      const [left, between, right] = stream.tokens.slice(from, to);
      if (left === undefined || right === undefined)
        throw malformed('RENAME takes old AS new, or new = old', stream.at);
      if (between?.text === '=') this.#columns.rename(right, left.text);
      else this.#columns.rename(left, right.text);
    }
  }

  #dissected(stream: TokenStream, keyword: Token): void {
    stream.take();
    const pattern = stream.done ? undefined : stream.take();
    for (const [, name] of pattern?.text.matchAll(/(?:%\{(?:\w+:)?|\(\?<)([\w.@]+)/g) ?? [])
      this.#columns.set(
        name as string,
        unreadable(`${name} is computed by ${keyword.source}, which a rule cannot do`, keyword.at),
      );
  }

  #remark(code: QueryRemark['code'], message: string, token: Token): void {
    this.#remarks.push({ code, message, at: token.at });
  }
}
