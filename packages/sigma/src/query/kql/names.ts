import { type Grouped, spanSeconds } from '../grouped.js';
import { QueryFault, unreadable } from '../query-fault.js';
import { listRemark, type QueryNode, type QueryRemark } from '../query-tree.js';
import { splitTokens, type TokenStream } from '../tokens.js';
import { WrittenOut } from '../written-out.js';
import { type ConditionNames, wholeCondition } from './condition.js';
import { remarkOn, rowFault } from './element-tests.js';
import { type Scalar, wholeScalar } from './scalar.js';

/** Whether a fault refuses the query, and not only a name of it. */
const isOfTheWhole = ({ code }: QueryFault): boolean => code === 'TooDeep' || code === 'TooLarge';

/** What names stand for: values, and truths of conditions. */
interface Meanings {
  readonly scalars: Map<string, Scalar | QueryFault>;
  readonly conditions: Map<string, QueryNode>;
}

/** The columns that a table of a query adds to its events. */
export interface KqlColumns {
  readonly scalars: ReadonlyMap<string, Scalar | QueryFault>;
  readonly conditions: ReadonlyMap<string, QueryNode>;
}

/** What the names of a query stand for: constants of `let`, and columns that operators add. */
export class KqlNames implements ConditionNames {
  readonly #stream: TokenStream;
  /** Constants of `let`, which all tables of a query have. */
  readonly #constants: Meanings = { scalars: new Map(), conditions: new Map() };
  /** Columns of the table that is read, before which constants step back; undefined while `let` is read. */
  #columns: Meanings | undefined;
  readonly #spans = new Map<string, number>();
  /** Names of `let` whose values are kept elsewhere. */
  readonly #elsewhere = new Set<string>();
  readonly #written = new WrittenOut();
  readonly #lists = new WrittenOut('lists');
  #grouped: Grouped | undefined;

  constructor(
    /** The tokens of the whole query. */
    stream: TokenStream,
    readonly remarks: QueryRemark[],
  ) {
    this.#stream = stream;
  }

  get(name: string): Scalar | undefined {
    if (this.#grouped?.has(name) === true)
      return { kind: 'place', place: this.#grouped.field(name, 0), folded: false, at: 0 };
    const found = this.#columns?.scalars.get(name) ?? this.#constant(name);
    if (found instanceof QueryFault) throw found;
    return found;
  }

  #constant(name: string): Scalar | QueryFault | undefined {
    return this.#columns?.conditions.has(name) === true ? undefined : this.#constants.scalars.get(name);
  }

  /** The names that are given a meaning now. */
  get #current(): Meanings {
    return this.#columns ?? this.#constants;
  }

  /** The seconds of a constant that is a span of time. */
  spanOf(name: string): number | undefined {
    return this.#spans.get(name);
  }

  /** Reads a table with columns of its own, and gives those that it adds. */
  ofTable(read: () => void): KqlColumns {
    const outer = this.#columns;
    const own: Meanings = { scalars: new Map(), conditions: new Map() };
    this.#columns = own;
    try {
      read();
    } finally {
      this.#columns = outer;
    }
    return own;
  }

  /** The field that a column has the value of. @throws QueryFault for what is computed */
  placeOf(name: string, at: number): string {
    const scalar = this.get(name);
    if (scalar === undefined) return name;
    if (scalar.kind === 'place') {
      const fault = rowFault(scalar.elements);
      if (fault !== undefined) throw fault;
      this.remarks.push(...(scalar.elements ?? []).flatMap(remarkOn));
      return scalar.place;
    }
    throw unreadable(`${name} is computed, and a correlation joins events by fields`, at);
  }

  /** Behind a union, columns are those that all its tables have alike. */
  unite(tables: readonly KqlColumns[], at: number): void {
    const { scalars, conditions } = this.#current;
    const [first, ...others] = tables;
    for (const name of new Set(tables.flatMap((table) => [...table.scalars.keys(), ...table.conditions.keys()]))) {
      const known = scalars.get(name);
      if (known instanceof QueryFault) continue;
      const own = first === undefined ? undefined : placeIn(first, name);
      const isAlike = own !== undefined && others.every((table) => placeIn(table, name)?.place === own.place);
      const fault = () => unreadable(`${name} is not the same in all tables that union puts together`, at);
      conditions.delete(name);
      scalars.set(name, isAlike ? { ...own, at: 0 } : fault());
    }
  }

  /** The columns of the table that is read. */
  get columns(): KqlColumns {
    return this.#current;
  }

  keepElsewhere(name: string): void {
    this.#elsewhere.add(name);
  }

  isElsewhere(name: string, at: number): boolean {
    if (!this.#elsewhere.has(name)) return false;
    this.remarks.push(listRemark(name, at));
    return true;
  }

  isNewList(name: string, at: number): boolean {
    if (this.#elsewhere.has(name)) return false;
    this.remarks.push(listRemark(name, at));
    return true;
  }

  useList(length: number, at: number): void {
    this.#lists.useTests(length, at);
  }

  /** Whether `let` gives the name to a table that is kept elsewhere. */
  holdsElsewhere(name: string): boolean {
    return this.#elsewhere.has(name);
  }

  condition(name: string, at: number): QueryNode | undefined {
    const own = this.#columns;
    const found =
      own?.conditions.get(name) ?? (own?.scalars.has(name) === true ? undefined : this.#constants.conditions.get(name));
    return found === undefined ? undefined : this.#written.use(found, at);
  }

  /** The groups that conditions are on, behind `summarize`. */
  get grouped(): Grouped | undefined {
    return this.#grouped;
  }

  /** From here on conditions are on these groups. */
  group(grouped: Grouped): void {
    this.#grouped = grouped;
  }

  /** Gives a name a meaning; a fault is thrown where the name is used. */
  set(name: string, scalar: Scalar | QueryFault): void {
    this.#current.scalars.set(name, scalar);
  }

  /** Lets a name stand for the result of a condition. */
  setCondition(name: string, node: QueryNode): void {
    this.#current.conditions.set(name, node);
  }

  /** Reads what a function stands for that is called with these values; they and what it defines itself are no names behind it. */
  within<Result>(values: ReadonlyMap<string, Scalar>, read: () => Result): Result {
    const { scalars, conditions } = this.#constants;
    const outer = [new Map(scalars), new Map(conditions)] as const;
    for (const [name, scalar] of values) {
      scalars.set(name, scalar);
      conditions.delete(name);
    }
    try {
      return read();
    } finally {
      restore(scalars, outer[0]);
      restore(conditions, outer[1]);
    }
  }

  /** Reads definitions of constants within a table. */
  ofConstants(read: () => void): void {
    const outer = this.#columns;
    this.#columns = undefined;
    try {
      read();
    } finally {
      this.#columns = outer;
    }
  }

  /** Runs with another meaning of a name, which ends with it. */
  during(name: string, scalar: Scalar, run: () => void): void {
    const { scalars } = this.#current;
    const outer = scalars.get(name);
    scalars.set(name, scalar);
    run();
    if (outer === undefined) scalars.delete(name);
    else scalars.set(name, outer);
  }

  /** Remembers what a name stands for. What cannot be read is a fault only where the name is used. */
  define(name: string, range: readonly [number, number]): void {
    const { scalars, conditions } = this.#current;
    const span = range[1] === range[0] + 1 ? spanSeconds(this.#stream.tokens[range[0]]?.text ?? '') : undefined;
    if (span !== undefined) this.#spans.set(name, span);
    const scalar = this.#scalarOf(range);
    const condition = this.#conditionOf(range);
    if (condition === undefined) {
      scalars.set(name, scalar);
      conditions.delete(name);
    } else {
      conditions.set(name, condition);
      scalars.delete(name);
    }
  }

  #scalarOf(range: readonly [number, number]): Scalar | QueryFault {
    try {
      return wholeScalar(this.#stream, range, this);
    } catch (error) {
      if (!(error instanceof QueryFault) || isOfTheWhole(error)) throw error;
      return error;
    }
  }

  #conditionOf(range: readonly [number, number]): QueryNode | undefined {
    try {
      return wholeCondition(this.#stream, range, this);
    } catch (error) {
      if (!(error instanceof QueryFault) || isOfTheWhole(error)) throw error;
      return undefined;
    }
  }

  /** The columns of `extend`, `project` and `project-rename`: `name = expression, …`. */
  defineColumns(stream: TokenStream): void {
    for (const [from, to] of splitTokens(stream.tokens, ',', stream.position, stream.to)) {
      const [name, sign] = [stream.tokens[from], stream.tokens[from + 1]];
      if (to - from > 2 && name?.kind === 'word' && sign?.text === '=') this.define(name.text, [from + 2, to]);
    }
  }
}

function restore<Value>(map: Map<string, Value>, outer: ReadonlyMap<string, Value>): void {
  map.clear();
  for (const [name, value] of outer) map.set(name, value);
}

function placeIn({ scalars }: KqlColumns, name: string): Extract<Scalar, { kind: 'place' }> | undefined {
  const meaning = scalars.get(name);
  return meaning instanceof QueryFault || meaning?.kind !== 'place' || meaning.folded ? undefined : meaning;
}
