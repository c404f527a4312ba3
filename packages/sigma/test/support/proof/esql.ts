import { ALL, type EsqlColumn, EsqlConditions } from './esql-condition.js';
import { esqlNullTest } from './esql-test.js';
import { esqlSources, esqlTokens } from './esql-tokens.js';
import { both, type NativeEvent, NotKnown, type Predicate, testsOf } from './predicate.js';
import type { Interpreted } from './steps.js';

/** Commands that keep every row, whatever they show of it. Events made here have one value in each field, which `mv_expand` leaves alone. */
const SHOWING = new Set(['keep', 'drop', 'sort', 'limit', 'mv_expand']);

/**
 * Reads an ES|QL query: `WHERE`, columns that `EVAL`, `RENAME` and `STATS … BY` name, and conditions on counts, of which each with a condition of
 * its own is a kind of events. Written from Elastic's reference and not from the reader of queries. What is counted is not compared.
 * @throws NotKnown for tests of columns that are computed, and for functions beyond these.
 */
export function interpretEsql(query: string): Interpreted {
  const { patterns, at } = esqlSources(query);
  return new EsqlReader(esqlTokens(query.slice(at)), patterns).read();
}

class EsqlReader extends EsqlConditions {
  private columns = new Map<string, EsqlColumn>();
  private isGrouped = false;
  private readonly keys = new Set<string>();
  private readonly counts = new Set<Predicate | undefined>();

  constructor(
    tokens: ReturnType<typeof esqlTokens>,
    private readonly patterns: readonly string[],
  ) {
    super(tokens);
  }

  read(): Interpreted {
    const parts: Predicate[] = [];
    while (this.sign('|')) {
      const name = this.next().text.toLowerCase();
      if (name === 'where') parts.push(this.or());
      else if (name === 'eval') this.eval();
      else if (name === 'rename') this.rename();
      else if (name === 'stats') this.stats();
      else if (name === 'grok' || name === 'dissect') this.taken();
      else if (SHOWING.has(name)) this.skip((text) => text === '|');
      else throw new NotKnown(`the command ${name}`);
    }
    if (this.at < this.tokens.length) throw new NotKnown(`what follows from ${this.peek()?.text}`);
    const conditions = (this.counts.size === 0 ? [undefined] : [...this.counts]).map((where) =>
      [...parts, where ?? ALL].flatMap((part) => (part.kind === 'and' ? part.children : part === ALL ? [] : [part])),
    );
    const steps = conditions.map((children) => {
      const predicate = both('and', children);
      const tested = new Set(testsOf(predicate).map(({ field }) => field));
      return { predicate, by: [...this.keys].filter((key) => !tested.has(key)) };
    });
    return { steps, beside: sets(this.patterns), isCounted: true };
  }

  protected override column(name: string): EsqlColumn {
    if (this.columns.has(name)) return this.columns.get(name);
    if (this.isGrouped) throw new NotKnown(`${name}, which no group has`);
    return { kind: 'field', path: name };
  }

  protected override counted({ where }: Extract<EsqlColumn, { readonly kind: 'count' }>): void {
    this.counts.add(where);
  }

  /** `EVAL a = b, c = TO_LOWER(d), e = condition, f = CASE(condition, 1, 0)`; all else is computed. */
  private eval(): void {
    do {
      const name = this.next().text;
      this.expect('=');
      this.columns.set(
        name,
        this.attempted(() => this.flagOrField(), ','),
      );
    } while (this.sign(','));
  }

  /** What reading gives up to a sign or the command's end; undefined for what these pages do not know, which may be shown but not tested. */
  private attempted(read: () => EsqlColumn, end: string): EsqlColumn {
    const from = this.at;
    const ends = (text: string) => text === end || text === '|' || text === 'by';
    const isEnd = () => this.at >= this.tokens.length || ends(this.peek()?.text.toLowerCase() ?? '|');
    let column: EsqlColumn;
    try {
      column = read();
      if (isEnd()) return column;
    } catch (error) {
      if (!(error instanceof NotKnown)) throw error;
    }
    this.at = from;
    this.skip(ends);
    return undefined;
  }

  private flagOrField(): EsqlColumn {
    const from = this.at;
    if (this.peek()?.text.toLowerCase() === 'case' && this.tokens[from + 1]?.text === '(') return this.flagOfCase();
    try {
      const column = this.operand();
      if (this.at >= this.tokens.length || ',|)'.includes(this.peek()?.text ?? '|') || this.isWord('by')) return column;
    } catch (error) {
      if (!(error instanceof NotKnown)) throw error;
    }
    this.at = from;
    return { kind: 'flag', of: this.or() };
  }

  private isWord(text: string): boolean {
    return this.peek()?.text.toLowerCase() === text;
  }

  private flagOfCase(): EsqlColumn {
    this.at += 2;
    const of = this.or();
    this.expect(',');
    const isOne = ['1', 'true'].includes(this.next().text.toLowerCase());
    if (this.sign(',') && isOne && !['0', 'false', 'null'].includes(this.next().text.toLowerCase()))
      throw new NotKnown('CASE of other values');
    this.expect(')');
    return isOne ? { kind: 'flag', of } : undefined;
  }

  /** `RENAME old AS new, new = old`. */
  private rename(): void {
    do {
      const first = this.next().text;
      const isGiven = this.sign('=');
      if (!isGiven && !this.keyword('as')) throw new NotKnown('RENAME without AS');
      const second = this.next().text;
      const [old, fresh] = isGiven ? [second, first] : [first, second];
      this.columns.set(fresh, this.column(old));
    } while (this.sign(','));
  }

  /** `STATS n = COUNT(*) WHERE condition, … BY key, name = expression`. */
  private stats(): void {
    const groups = new Map<string, EsqlColumn>();
    do {
      const name = this.nameOr('');
      const count = this.attempted(() => this.aggregate(), ',');
      groups.set(name, count ?? { kind: 'count' });
    } while (this.sign(','));
    if (this.keyword('by')) {
      do {
        const written = this.peek()?.text ?? '';
        const name = this.nameOr(written);
        const key = this.attempted(() => this.operand(), ',');
        groups.set(name, key);
        if (key?.kind === 'field') this.keys.add(key.path);
      } while (this.sign(','));
    }
    this.columns = groups;
    this.isGrouped = true;
  }

  private nameOr(written: string): string {
    if (this.tokens[this.at + 1]?.text !== '=') return written;
    const name = this.next().text;
    this.at++;
    return name;
  }

  private aggregate(): EsqlColumn {
    const name = this.next().text.toLowerCase();
    this.expect('(');
    const wheres: Predicate[] = [];
    if (name === 'max' && this.isWord('@timestamp')) {
      this.at++;
      this.expect(')');
      return { kind: 'time' };
    }
    if (!this.sign('*') && !this.isWord(')')) {
      const column = this.flagOrField();
      if (column?.kind === 'flag') wheres.push(column.of);
      if (column?.kind === 'field' && name === 'count') wheres.push(esqlNullTest(column, false));
    }
    this.expect(')');
    if (this.keyword('where')) wheres.push(this.or());
    return { kind: 'count', ...(wheres.length === 0 ? {} : { where: both('and', wheres) }) };
  }

  /** `GROK field "pattern"`: the columns that a pattern takes are computed. */
  private taken(): void {
    this.next();
    const { text } = this.next();
    for (const [, name, group] of text.matchAll(/%\{(?:\w+:)?([\w.@]+)(?::\w+)?\}|\(\?<([\w.]+)>/g))
      this.columns.set((name ?? group) as string, undefined);
    this.skip((each) => each === '|');
  }
}

const ENDPOINT = 'endpoint.events.';

/** The data set of the events that an index pattern finds, where all patterns are of named ones; those of Elastic Defend are one for each category. */
function sets(patterns: readonly string[]): NativeEvent {
  const names = patterns.map((pattern) => /^logs-([a-z0-9_]+(?:\.[a-z0-9_]+)+)-/.exec(pattern)?.[1]);
  const [first] = names;
  if (first === undefined || names.includes(undefined)) return {};
  if (!first.startsWith(ENDPOINT)) return { 'data_stream.dataset': first };
  return names.length === 1 ? { 'data_stream.dataset': first, 'event.category': first.slice(ENDPOINT.length) } : {};
}
