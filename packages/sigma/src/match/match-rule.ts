import type { Condition, FieldTest, KeywordTest, RulePath, ValueTest } from '../model/condition.js';
import type { SigmaRule } from '../model/rule.js';
import { allValues, fieldValues, type SigmaEvent } from './event-fields.js';
import { fieldPredicate, keywordPredicate } from './value-match.js';

/** Why a part of a condition matched or did not. */
type MatchExplanation =
  | { readonly kind: 'and' | 'or'; readonly matched: boolean; readonly children: readonly MatchExplanation[] }
  | { readonly kind: 'not'; readonly matched: boolean; readonly child: MatchExplanation }
  | {
      readonly kind: 'field' | 'keyword';
      readonly matched: boolean;
      /** The selection and item of the rule. */
      readonly path: RulePath;
      /** Missing for keywords. */
      readonly field?: string;
      /** The event's value: one value, an array of several, undefined where the field is missing. Missing for keywords. */
      readonly value?: unknown;
      readonly join: 'any' | 'all';
      /** Each test with its result. */
      readonly tests: readonly { readonly test: ValueTest; readonly matched: boolean }[];
    };

/** The result for one event: whether any of the rule's conditions holds, and the explanation of each. */
export interface RuleMatch {
  readonly matched: boolean;
  readonly conditions: readonly { readonly source: string; readonly explanation: MatchExplanation }[];
}

/** A rule prepared to run on many events. */
export interface Matcher {
  /** Whether the event satisfies the rule; stops as soon as that is known. */
  matches(event: SigmaEvent): boolean;
  /** The same with the reasons; evaluates every part. */
  explain(event: SigmaEvent): RuleMatch;
}

/**
 * Says whether one event satisfies a rule, and why. The log source is ignored. Of an aggregation only the base condition counts
 * (`matchCorrelation` does the counting). An unresolved placeholder matches nothing.
 */
export function matchRule(rule: SigmaRule, event: SigmaEvent): RuleMatch {
  return createMatcher(rule).explain(event);
}

/** Prepares a rule for many events. */
export function createMatcher(rule: SigmaRule): Matcher {
  const conditions = rule.conditions.map(({ source, tree }) => ({ source, node: prepare(tree) }));
  return {
    matches: (event) => {
      const view = new EventView(event);
      return conditions.some(({ node }) => node.matches(view));
    },
    explain: (event) => {
      const view = new EventView(event);
      const explained = conditions.map(({ source, node }) => ({ source, explanation: node.explain(view) }));
      return { matched: explained.some(({ explanation }) => explanation.matched), conditions: explained };
    },
  };
}

/** Turns one condition tree into a predicate on events. */
export function conditionPredicate(condition: Condition): (event: SigmaEvent) => boolean {
  const node = prepare(condition);
  return (event) => node.matches(new EventView(event));
}

/** An event whose keyword values are collected at most once. */
class EventView {
  private gathered: readonly (string | number | boolean)[] | undefined;

  constructor(readonly event: SigmaEvent) {}

  get keywords(): readonly (string | number | boolean)[] {
    this.gathered ??= allValues(this.event);
    return this.gathered;
  }
}

interface Node {
  matches(view: EventView): boolean;
  explain(view: EventView): MatchExplanation;
}

function prepare(condition: Condition): Node {
  switch (condition.kind) {
    case 'not': {
      const child = prepare(condition.child);
      return {
        matches: (view) => !child.matches(view),
        explain: (view) => {
          const explained = child.explain(view);
          return { kind: 'not', matched: !explained.matched, child: explained };
        },
      };
    }
    case 'field':
      return prepareField(condition);
    case 'keyword':
      return prepareKeyword(condition);
    default:
      return prepareJoin(condition.kind, condition.children.map(prepare));
  }
}

function prepareJoin(kind: 'and' | 'or', children: readonly Node[]): Node {
  const joined = <Part>(parts: readonly Part[], holds: (part: Part) => boolean) =>
    kind === 'and' ? parts.every(holds) : parts.some(holds);
  return {
    matches: (view) => joined(children, (child) => child.matches(view)),
    explain: (view) => {
      const explained = children.map((child) => child.explain(view));
      return { kind, matched: joined(explained, ({ matched }) => matched), children: explained };
    },
  };
}

function prepareField({ field, join, tests, path }: FieldTest): Node {
  const predicates = tests.map(fieldPredicate);
  return {
    matches: (view) => {
      const values = fieldValues(view.event, field);
      return join === 'all'
        ? predicates.every((holds) => holds(values, view.event))
        : predicates.some((holds) => holds(values, view.event));
    },
    explain: (view) => {
      const values = fieldValues(view.event, field);
      const outcomes = predicates.map((holds) => holds(values, view.event));
      return {
        kind: 'field',
        matched: joins(outcomes, join),
        path,
        field,
        ...(values === undefined ? {} : { value: values.length === 1 ? values[0] : values }),
        join,
        tests: tests.map((test, index) => ({ test, matched: outcomes[index] === true })),
      };
    },
  };
}

function prepareKeyword({ join, tests, path }: KeywordTest): Node {
  const predicates = tests.map(keywordPredicate);
  return {
    matches: (view) =>
      join === 'all'
        ? predicates.every((holds) => holds(view.keywords))
        : predicates.some((holds) => holds(view.keywords)),
    explain: (view) => {
      const outcomes = predicates.map((holds) => holds(view.keywords));
      return {
        kind: 'keyword',
        matched: joins(outcomes, join),
        path,
        join,
        tests: tests.map((test, index) => ({ test, matched: outcomes[index] === true })),
      };
    },
  };
}

function joins(outcomes: readonly boolean[], join: 'any' | 'all'): boolean {
  return join === 'all' ? outcomes.every(Boolean) : outcomes.some(Boolean);
}
