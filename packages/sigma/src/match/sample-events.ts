import type { Condition } from '../model/condition.js';
import type { SigmaRule } from '../model/rule.js';
import type { SigmaEvent } from './event-fields.js';
import { createMatcher } from './match-rule.js';
import { type Budget, findEvent, type Goal, withTests } from './sample-search.js';

/** Events for a rule's self-test. */
export interface SampleEvents {
  /** Events that the rule matches, one per alternative of its condition. */
  readonly match: readonly SigmaEvent[];
  /** Events that the rule does not match: they lack one required value, or have an excluded one. */
  readonly noMatch: readonly SigmaEvent[];
}

const EVENTS_MAX = 5;
/** Most tests that are tried for one rule: a few hundred milliseconds. */
const WORK_MAX = 300_000;
const ALTERNATIVES_MAX = 50;

/**
 * Builds events that a rule matches and events that it only just fails to match, from its condition alone. Each event is verified with the
 * matcher. What cannot be built (a contradiction, a placeholder, an expression for which no text is found) is missing. For a rule with an
 * aggregation tail they are the events that it counts. The same rule gives the same events.
 */
export function sampleEvents(rule: SigmaRule): SampleEvents {
  const matcher = createMatcher(rule);
  const trees = rule.conditions.map(({ tree }) => tree);
  const alternatives = trees.flatMap(alternativesOf).slice(0, ALTERNATIVES_MAX);
  const match = new Samples((event) => matcher.matches(event));
  for (const parts of alternatives) if (!match.isFull) match.look(parts.map((part) => goal(part, true)));
  const noMatch = new Samples((event) => !matcher.matches(event));
  const excluded = trees.map((tree) => goal(tree, false));
  for (const parts of alternatives) {
    for (const [at, part] of parts.entries()) {
      if (noMatch.isFull) break;
      const others = parts.filter((_, index) => index !== at).map((other) => goal(other, true));
      // An event with another value in the field is a better test than one without the field.
      noMatch.look([...others, ...flipped(part), ...presence(part), ...excluded]) ||
        noMatch.look([...others, goal(part, false), ...excluded]);
    }
  }
  return { match: match.found, noMatch: noMatch.found };
}

/** Collects different events that pass a verdict, as many as wanted within the budget. */
class Samples {
  readonly found: SigmaEvent[] = [];
  private readonly seen = new Set<string>();
  private readonly budget: Budget = { left: WORK_MAX / 2 };

  constructor(private readonly accepts: (event: SigmaEvent) => boolean) {}

  get isFull(): boolean {
    return this.found.length >= EVENTS_MAX || this.budget.left <= 0;
  }

  /** Looks for one more event; gives whether the goals led to one, known or not. */
  look(goals: readonly Goal[]): boolean {
    const event = findEvent(goals, this.accepts, this.budget);
    if (event === undefined) return false;
    const text = JSON.stringify(event);
    if (!this.seen.has(text)) this.found.push(event);
    this.seen.add(text);
    return true;
  }
}

/**
 * The alternatives of a condition, each a list of parts that must all hold. They are those of the outermost OR, which often stands beside a
 * filter (`1 of selection_* and not filter`).
 */
function alternativesOf(tree: Condition): readonly (readonly Condition[])[] {
  if (tree.kind === 'or') return tree.children.map(partsOf);
  const parts = partsOf(tree);
  const choice = parts.find((part) => part.kind === 'or');
  if (choice?.kind !== 'or') return [parts];
  const others = parts.filter((part) => part !== choice);
  return choice.children.map((option) => [...partsOf(option), ...others]);
}

function partsOf(tree: Condition): readonly Condition[] {
  return tree.kind === 'and' ? tree.children : [tree];
}

function goal(part: Condition, holds: boolean): Goal {
  return { kind: 'part', part, holds };
}

/** What makes a part fail narrowly: of several required values only the last is missing. */
function flipped(part: Condition): Goal[] {
  if (part.kind !== 'field' || part.join === 'any' || part.tests.length < 2) return [goal(part, false)];
  return [goal(withTests(part, part.tests.slice(0, -1)), true), goal(withTests(part, part.tests.slice(-1)), false)];
}

function presence(part: Condition): Goal[] {
  return part.kind === 'field' ? [{ kind: 'present', field: part.field }] : [];
}
