import { QUERY_LIMITS, QueryFault } from '../query-fault.js';

type Range = readonly [number, number];

/** The tables of a query: those that `let` gives a name, and how many are read, each as often as the query names it. */
export class KqlTables {
  readonly #named = new Map<string, Range>();
  #read = 0;
  #tokens = 0;

  define(name: string, range: Range): void {
    this.#named.set(name, range);
  }

  /**
   * The tokens of a table that `let` defines, which are then read once more.
   * @throws QueryFault where a short query stands for more tables, or more of a query, than is read
   */
  use(name: string, at: number): Range | undefined {
    const range = this.#named.get(name);
    if (range === undefined) this.#read++;
    else this.#tokens += range[1] - range[0];
    if (this.#read > QUERY_LIMITS.tables)
      throw new QueryFault('TooLarge', `the query reads more than ${QUERY_LIMITS.tables} tables`, at);
    if (this.#tokens > QUERY_LIMITS.writtenOut)
      throw new QueryFault(
        'TooLarge',
        `with the tables of let written out, the query has more than ${QUERY_LIMITS.writtenOut} words`,
        at,
      );
    return range;
  }
}
