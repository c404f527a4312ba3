import type { Aggregation, RuleReferenceTree, Threshold } from '../model/rule.js';
import { combinations } from './combinations.js';
import { numberOf } from './value-match.js';
import type { Hit } from './windows.js';

/** What a window must contain to match. */
export interface WindowTest {
  readonly aggregation: Aggregation;
  /** How many different rules or trees there are. */
  readonly rules: readonly string[];
  readonly expression?: RuleReferenceTree;
}

/**
 * The number of a window under an aggregation, and whether it satisfies the thresholds. `value` is undefined where nothing can be
 * calculated (no numeric value in the window); that never matches.
 */
export function judgeWindow(window: readonly Hit[], test: WindowTest): { matched: boolean; value: number | undefined } {
  const { type, thresholds } = test.aggregation;
  if (type === 'temporal' || type === 'temporal_ordered') return judgeTemporal(window, test);
  const value = measure(window, test.aggregation);
  return { matched: value !== undefined && thresholds.every((threshold) => holds(value, threshold)), value };
}

function judgeTemporal(window: readonly Hit[], test: WindowTest): { matched: boolean; value: number } {
  const seen = new Set(window.map(({ rule }) => rule));
  const isOrdered = test.aggregation.type === 'temporal_ordered';
  const value = isOrdered ? longestOrderedRun(window) : seen.size;
  if (test.expression !== undefined) {
    const names = new Set([...seen].map((rule) => test.rules[rule] as string));
    return { matched: evaluate(test.expression, names) && (!isOrdered || value === seen.size), value };
  }
  const { thresholds } = test.aggregation;
  if (thresholds.length > 0) return { matched: thresholds.every((threshold) => holds(value, threshold)), value };
  return { matched: value === test.rules.length, value };
}

/** How many different rules occur in the order of the correlation's list: the longest strictly rising sequence of rule numbers. */
function longestOrderedRun(window: readonly Hit[]): number {
  const tails: number[] = [];
  for (const { rule } of window) {
    const at = tails.findIndex((tail) => tail >= rule);
    if (at < 0) tails.push(rule);
    else tails[at] = rule;
  }
  return tails.length;
}

function measure(window: readonly Hit[], { type, fields, percentile = 50 }: Aggregation): number | undefined {
  if (type === 'event_count') return window.length;
  if (type === 'value_count') {
    const counted = window.flatMap((hit) => combinations(fields.map((field) => hit.valuesOf(field))));
    return new Set(counted.map((values) => JSON.stringify(values))).size;
  }
  const values = window.flatMap((hit) => fields.flatMap((field) => hit.valuesOf(field)));
  const numbers = values.map(numberOf).filter((value) => value !== undefined);
  if (numbers.length === 0) return undefined;
  const sum = numbers.reduce((total, value) => total + value, 0);
  if (type === 'value_sum') return sum;
  if (type === 'value_avg') return sum / numbers.length;
  numbers.sort((a, b) => a - b);
  return type === 'value_median' ? median(numbers) : nearestRank(numbers, percentile);
}

function median(sorted: readonly number[]): number {
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/** The smallest value for which at least the given share of all values is not greater; the 0th percentile is the minimum. */
function nearestRank(sorted: readonly number[], percentile: number): number {
  const rank = Math.max(1, Math.ceil((percentile / 100) * sorted.length));
  return sorted[rank - 1] as number;
}

function holds(value: number, { operator, value: limit }: Threshold): boolean {
  switch (operator) {
    case 'gt':
      return value > limit;
    case 'gte':
      return value >= limit;
    case 'lt':
      return value < limit;
    case 'lte':
      return value <= limit;
    case 'eq':
      return value === limit;
    case 'neq':
      return value !== limit;
  }
}

function evaluate(tree: RuleReferenceTree, seen: ReadonlySet<string>): boolean {
  switch (tree.kind) {
    case 'reference':
      return seen.has(tree.reference);
    case 'not':
      return !evaluate(tree.child, seen);
    case 'and':
      return tree.children.every((child) => evaluate(child, seen));
    case 'or':
      return tree.children.some((child) => evaluate(child, seen));
  }
}
