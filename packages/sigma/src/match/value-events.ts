import type { Condition } from '../model/condition.js';
import type { SigmaRule } from '../model/rule.js';
import type { SigmaEvent } from './event-fields.js';
import { conditionPredicate, createMatcher } from './match-rule.js';
import { type Budget, findEvent, withTests } from './sample-search.js';

/** Most tests that are tried for one rule: a few hundred milliseconds. */
const WORK_MAX = 300_000;

/** Events of which each value that a rule looks for is in one, and whether they are all. */
interface ValueEvents {
  readonly events: readonly SigmaEvent[];
  /** Whether every value of the rule is in one of them; not for a rule with more values than were asked for, or with one for which no event is found. */
  readonly isComplete: boolean;
}

/**
 * Adds events to those that a rule is known to match, until each alternative of the rule and each value of its lists is in one of them.
 * Values of lists that must hold together are paired in their order, and not each with each. Each event is verified with the matcher.
 * @param known events that the rule matches; those that it does not match are left out
 * @param most how many values are looked for; of more, as many are taken at even distances
 */
export function eventsOfEveryValue(rule: SigmaRule, known: readonly SigmaEvent[], most: number): ValueEvents {
  const matcher = createMatcher(rule);
  const events = known.filter((event) => matcher.matches(event));
  const trees = rule.conditions.map(({ tree }) => tree);
  const whole = trees.length === 1 ? (trees[0] as Condition) : ({ kind: 'or', children: trees } as const);
  const size = waysOf(whole);
  const count = Math.min(size, most);
  const budget: Budget = { left: WORK_MAX };
  let isComplete = size <= most;
  for (let number = 0; number < count; number++) {
    const way = wayOf(whole, Math.floor((number * size) / count));
    const holds = conditionPredicate(way);
    if (events.some((event) => holds(event))) continue;
    const event = findEvent([{ kind: 'part', part: way, holds: true }], (made) => matcher.matches(made), budget);
    if (event === undefined) isComplete = false;
    else events.push(event);
  }
  return { events, isComplete };
}

/** In how many ways a condition can hold, so that each of its values is in one. */
function waysOf(tree: Condition): number {
  switch (tree.kind) {
    case 'and':
      return tree.children.reduce((most, child) => Math.max(most, waysOf(child)), 1);
    case 'or':
      return tree.children.reduce((sum, child) => sum + waysOf(child), 0);
    case 'not':
      return 1;
    default:
      return tree.join === 'any' ? Math.max(1, tree.tests.length) : 1;
  }
}

/** One way in which a condition can hold, by its number; numbers begin again after the last. */
function wayOf(tree: Condition, number: number): Condition {
  switch (tree.kind) {
    case 'and':
      return { kind: 'and', children: tree.children.map((child) => wayOf(child, number)) };
    case 'or': {
      let left = number % waysOf(tree);
      for (const child of tree.children) {
        const ways = waysOf(child);
        if (left < ways) return wayOf(child, left);
        left -= ways;
      }
      return tree;
    }
    case 'not':
      return tree;
    default: {
      const test = tree.join === 'any' ? tree.tests[number % tree.tests.length] : undefined;
      return test === undefined ? tree : withTests(tree, [test]);
    }
  }
}
