import type { Grouped } from '../grouped.js';
import { QueryFault } from '../query-fault.js';
import { listRemark, type QueryNode, type QueryRemark } from '../query-tree.js';
import { splitTokens, type TokenStream } from '../tokens.js';
import { WrittenOut } from '../written-out.js';
import { type ConditionNames, wholeCondition } from './condition.js';
import { type Scalar, wholeScalar } from './scalar.js';

/** Whether a fault refuses the query, and not only a name of it. */
const isOfTheWhole = ({ code }: QueryFault): boolean => code === 'TooDeep' || code === 'TooLarge';

/** What the names of a query stand for: constants of `let`, and columns that operators add. */
export class KqlNames implements ConditionNames {
  readonly #stream: TokenStream;
  readonly #scalars = new Map<string, Scalar | QueryFault>();
  readonly #conditions = new Map<string, QueryNode>();
  /** Names of `let` whose values are kept elsewhere. */
  readonly #elsewhere = new Set<string>();
  readonly #written = new WrittenOut();
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
    const found = this.#scalars.get(name);
    if (found instanceof QueryFault) throw found;
    return found;
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

  /** Whether `let` gives the name to a table that is kept elsewhere. */
  holdsElsewhere(name: string): boolean {
    return this.#elsewhere.has(name);
  }

  condition(name: string, at: number): QueryNode | undefined {
    const found = this.#conditions.get(name);
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
    this.#scalars.set(name, scalar);
  }

  /** Lets a name stand for the result of a condition. */
  setCondition(name: string, node: QueryNode): void {
    this.#conditions.set(name, node);
  }

  /** Runs with another meaning of a name, which ends with it. */
  during(name: string, scalar: Scalar, run: () => void): void {
    const outer = this.#scalars.get(name);
    this.#scalars.set(name, scalar);
    run();
    if (outer === undefined) this.#scalars.delete(name);
    else this.#scalars.set(name, outer);
  }

  /** Remembers what a name stands for. What cannot be read is a fault only where the name is used. */
  define(name: string, range: readonly [number, number]): void {
    try {
      const scalar = wholeScalar(this.#stream, range, this);
      this.#scalars.set(name, scalar);
    } catch (error) {
      if (!(error instanceof QueryFault) || isOfTheWhole(error)) throw error;
      this.#scalars.set(name, error);
    }
    try {
      this.#conditions.set(name, wholeCondition(this.#stream, range, this));
      this.#scalars.delete(name);
    } catch (error) {
      if (!(error instanceof QueryFault) || isOfTheWhole(error)) throw error;
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
