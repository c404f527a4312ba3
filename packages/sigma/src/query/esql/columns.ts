import { spanSeconds } from '../grouped.js';
import { QueryFault, unreadable } from '../query-fault.js';
import type { QueryNode } from '../query-tree.js';
import { splitTokens, type Token, type TokenStream } from '../tokens.js';
import { WrittenOut } from '../written-out.js';
import { readCondition } from './condition.js';
import type { ConditionContext } from './operand.js';

/** What `CASE` or a condition of its own gives a column of: events that satisfy `where` have `field`'s value, or 1 where there is none. */
export interface Conditional {
  readonly where: QueryNode;
  readonly field?: string;
}

/** What stands behind `CASE(condition, value, …` for the events that do not satisfy it. */
const NOTHING = new Set(['null', '0', 'false']);
const ONE = new Set(['1', 'true']);

/** The columns that a query adds to its events, and what a rule can test of them. */
export class Columns {
  /** Column → the field it stands for, or the fault for testing it. */
  readonly #known = new Map<string, string | QueryFault>();
  /** Columns whose letter case was changed. */
  readonly #folded = new Set<string>();
  readonly #spans = new Map<string, number>();
  readonly #conditional = new Map<string, Conditional>();
  /** Columns that hold when a group's last event was, and how long ago that is. */
  readonly #last = new Set<string>();
  readonly #ages = new Set<string>();
  readonly #written = new WrittenOut();
  readonly #context: ConditionContext;
  /** For conditions of columns and of single counts: a time there is no setting of the whole search. */
  readonly #ofColumns: ConditionContext;

  constructor(
    readonly tokens: readonly Token[],
    /** The field of a column that the events have themselves. */
    readonly own: (name: string, at: number) => string,
    timeRange: ConditionContext['timeRange'],
  ) {
    this.#context = {
      field: this.field,
      flag: (name, at) => {
        const found = this.#conditional.get(name);
        return found === undefined || found.field !== undefined ? undefined : this.#written.use(found.where, at);
      },
      isFolded: (name) => this.#folded.has(name),
      isAge: (name) => this.#ages.has(name),
      timeRange,
    };
    this.#ofColumns = {
      ...this.#context,
      timeRange: (_, at) => {
        throw unreadable('a rule cannot tell events apart by their time', at);
      },
    };
  }

  /** The field of a column. @throws QueryFault for one that no rule can test */
  readonly field = (name: string, at: number): string => {
    const known = this.#known.get(name);
    if (known instanceof QueryFault) throw new QueryFault(known.code, known.message, at);
    return known ?? this.own(name, at);
  };

  condition(stream: TokenStream): QueryNode {
    return readCondition(stream, this.#context);
  }

  set(name: string, known: string | QueryFault): void {
    this.#known.set(name, known);
  }

  spanOf(column: string): number | undefined {
    return this.#spans.get(column);
  }

  /**
   * The columns of the groups take the place of the events' own. `last` are those of the time of their last event; `folded`, keys whose letter
   * case was changed.
   */
  grouped(last: ReadonlySet<string>, folded: Iterable<string>): void {
    for (const columns of [this.#known, this.#conditional, this.#folded, this.#ages]) columns.clear();
    for (const column of last) this.#last.add(column);
    for (const column of folded) this.#folded.add(column);
  }

  /** Gives a column another name. @throws QueryFault for one that no rule can test */
  rename(old: Token, fresh: string): void {
    const field = this.field(old.text, old.at);
    const isFolded = this.#folded.has(old.text);
    for (const columns of [this.#conditional, this.#folded, this.#ages]) columns.delete(fresh);
    this.#known.set(fresh, field);
    if (isFolded) this.#folded.add(fresh);
  }

  /** `EVAL name = expression`: a field under another name can be tested, in lower case too, and a condition; what is computed cannot. */
  eval(stream: TokenStream, keyword: Token): void {
    for (const [from, to] of splitTokens(stream.tokens, ',', stream.position, stream.to)) {
      const [name, sign] = [stream.tokens[from], stream.tokens[from + 1]];
      if (name?.kind !== 'word' || sign?.text !== '=') continue;
      const span = this.spanIn(from + 2, to);
      if (span !== undefined) this.#spans.set(name.text, span);
      this.#define(stream, name, [from + 2, to], keyword);
    }
  }

  #define(stream: TokenStream, name: Token, [from, to]: readonly [number, number], keyword: Token): void {
    const alias = this.alias(from, to);
    if (alias !== undefined && this.isFolding(from, to)) this.#folded.add(name.text);
    else this.#folded.delete(name.text);
    const conditional = alias === undefined ? this.conditional(stream, from, to) : undefined;
    if (this.#isAge(from, to)) this.#ages.add(name.text);
    this.#conditional.delete(name.text);
    if (conditional !== undefined) this.#conditional.set(name.text, conditional);
    this.#known.set(
      name.text,
      alias ?? unreadable(`${name.text} is computed by ${keyword.source}, which a rule cannot do`, name.at),
    );
  }

  /** `DATE_DIFF("minute", last, now())`: how long ago a group's last event was when the query ran. */
  #isAge(from: number, to: number): boolean {
    const [called, , , , column, , now, ...rest] = this.tokens.slice(from, to);
    return (
      called?.text.toLowerCase() === 'date_diff' &&
      now?.text.toLowerCase() === 'now' &&
      rest.length === 3 &&
      this.#last.has(column?.text ?? '')
    );
  }

  /** Whether an expression has a field's value in changed letter case. */
  isFolding(from: number, to: number): boolean {
    const [first] = this.tokens.slice(from, to);
    return to - from === 1 ? this.#folded.has(first?.text ?? '') : /^to_(?:lower|upper)$/i.test(first?.text ?? '');
  }

  /** The field that an expression is: a name alone, or one whose letter case is changed. */
  alias(from: number, to: number): string | undefined {
    const words = this.tokens.slice(from, to);
    const name =
      words.length === 1
        ? words[0]
        : words.length === 4 && /^to_(?:lower|upper|string)$/i.test(words[0]?.text ?? '')
          ? words[2]
          : undefined;
    if (name?.kind !== 'word') return undefined;
    return readable(() => this.field(name.text, name.at));
  }

  /** `CASE(condition, 1, 0)`, `CASE(condition, field)`, a condition alone, or a column that is one of them. */
  conditional(stream: TokenStream, from: number, to: number): Conditional | undefined {
    const [first, open] = this.tokens.slice(from, to);
    if (to - from === 1) return this.#conditional.get(first?.text ?? '');
    const isCase = first?.kind === 'word' && first.text.toLowerCase() === 'case' && open?.text === '(';
    if (!isCase) return this.#where(stream, from, to);
    const [condition, value, otherwise, ...more] = splitTokens(this.tokens, ',', from + 2, to - 1);
    if (condition === undefined || value === undefined || more.length > 0) return undefined;
    if (otherwise !== undefined && !NOTHING.has(this.#text(otherwise))) return undefined;
    const field = ONE.has(this.#text(value)) ? undefined : this.alias(...value);
    if (field === undefined && !ONE.has(this.#text(value))) return undefined;
    // Of events that do not satisfy the condition, 0 and false would be a value to count.
    if (field !== undefined && otherwise !== undefined && this.#text(otherwise) !== 'null') return undefined;
    const where = this.#where(stream, ...condition);
    return where === undefined ? undefined : { ...where, ...(field === undefined ? {} : { field }) };
  }

  #where(stream: TokenStream, from: number, to: number): Conditional | undefined {
    const where = readable(() => readCondition(stream.part(from, to), this.#ofColumns));
    return where === undefined ? undefined : { where };
  }

  #text([from, to]: readonly [number, number]): string {
    const [only, ...others] = this.tokens.slice(from, to);
    return others.length === 0 && only?.kind !== 'text' ? (only?.text.toLowerCase() ?? '') : '';
  }

  /** The span of `DATE_TRUNC(10 minutes, @timestamp)` or `BUCKET(@timestamp, 10 minutes)`. */
  spanIn(from: number, to: number): number | undefined {
    const words = this.tokens.slice(from, to);
    if (!/^(?:date_trunc|bucket|tbucket)$/i.test(words[0]?.text ?? '')) return undefined;
    const number = words.findIndex(({ kind }) => kind === 'number');
    return number < 0 ? undefined : spanSeconds(`${words[number]?.text} ${words[number + 1]?.text ?? ''}`);
  }
}

/** What reading gives; undefined for what no rule can say. */
function readable<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof QueryFault && error.code !== 'TooDeep' && error.code !== 'TooLarge') return undefined;
    throw error;
  }
}
