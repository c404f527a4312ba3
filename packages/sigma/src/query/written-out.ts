import { QUERY_LIMITS, QueryFault } from './query-fault.js';
import type { QueryNode } from './query-tree.js';

/**
 * Counts the tests of conditions that names of a query stand for, each time that such a name is used: a column that is its own double
 * (`a = a AND a`) would make of a short query one that no memory holds.
 */
export class WrittenOut {
  #tests = 0;
  readonly #sizes = new WeakMap<QueryNode, number>();

  /** @param what what has the names, for the message */
  constructor(private readonly what = 'columns') {}

  /** The condition, counted once more. @throws QueryFault where the query then has too many tests */
  use(node: QueryNode, at: number): QueryNode {
    this.useTests(this.#sizeOf(node), at);
    return node;
  }

  /** Counts so many tests more. @throws QueryFault where the query then has too many */
  useTests(number: number, at: number): void {
    this.#tests += number;
    if (this.#tests > QUERY_LIMITS.writtenOut)
      throw new QueryFault(
        'TooLarge',
        `with its ${this.what} written out, the query has more than ${QUERY_LIMITS.writtenOut} tests`,
        at,
      );
  }

  #sizeOf(node: QueryNode): number {
    if (node.kind === 'test' || node.kind === 'constant') return 1;
    const known = this.#sizes.get(node);
    if (known !== undefined) return known;
    const parts = node.kind === 'not' ? [node.child] : node.children;
    const size = parts.reduce((sum, part) => sum + this.#sizeOf(part), 0);
    this.#sizes.set(node, size);
    return size;
  }
}
