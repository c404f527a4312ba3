import { QUERY_LIMITS, QueryFault } from '../query-fault.js';
import { join, negate, type QueryNode, type QueryTest } from '../query-tree.js';

/** The number that `mvfind` gives of a value that it finds: 0 or more, which one no rule can say. */
export const NUMBER_FOUND = Symbol('number of a value that mvfind finds');
type Constant = string | number | boolean | null | typeof NUMBER_FOUND;

/** A condition, and the value that is given where it is the first that holds. */
export interface Case {
  readonly when: QueryNode;
  readonly value: Constant;
}

/**
 * The conditions whose value a test lets pass, without those before them whose value it does not.
 * @throws QueryFault where there are more than a rule can have
 */
export function chosen(cases: readonly Case[], of: QueryTest, at: number): QueryNode | undefined {
  const ways: QueryNode[] = [];
  const excluded: QueryNode[] = [];
  let together: QueryNode[] = [];
  let tests = 0;
  const close = (): void => {
    if (together.length > 0) ways.push(join('and', [join('or', together), ...excluded]));
    tests += together.length === 0 ? 0 : together.length + excluded.length;
    if (tests > QUERY_LIMITS.tests)
      throw new QueryFault('TooLarge', 'the tests of what case gives are more than a rule can have', at);
    together = [];
  };
  for (const { value, when } of cases) {
    const passes = accepts(of, value);
    if (passes === undefined) return undefined;
    if (passes) together.push(when);
    else {
      close();
      excluded.push(negate(when));
    }
  }
  close();
  return join('or', ways);
}

/** Whether a test lets a constant pass; undefined for a test that is not read on constants. */
export function accepts(of: QueryTest, value: Constant): boolean | undefined {
  if (of.op === 'exists') return (value !== null) === of.value;
  if (of.op === 'null') return value === null;
  if (value === null) return false;
  if (typeof value === 'symbol') return asksForIndex(of);
  const text = String(value);
  if (of.op === 'number' || of.op === 'boolean') return text.toLowerCase() === String(of.value);
  if (of.op === 'string' && of.pattern.shape === 'exact')
    return of.cased ? text === of.pattern.literal : text.toLowerCase() === of.pattern.literal.toLowerCase();
  return of.op === 'compare' ? holds(Number(value), of.operator, of.value) : undefined;
}

function holds(number: number, operator: string, value: number): boolean {
  switch (operator) {
    case 'gt':
      return number > value;
    case 'gte':
      return number >= value;
    case 'lt':
      return number < value;
    default:
      return number <= value;
  }
}

/** Whether a test of a number from 0, or of none, asks that there is one; undefined for a test of which one. */
export function asksForIndex(of: QueryTest): boolean | undefined {
  if (of.op === 'exists') return of.value;
  if (of.op === 'null' || (of.op === 'number' && of.value < 0)) return false;
  if (of.op !== 'compare') return undefined;
  if (of.operator === 'lt' && of.value === 0) return false;
  return (of.operator === 'gte' && of.value === 0) || (of.operator === 'gt' && of.value === -1) ? true : undefined;
}
