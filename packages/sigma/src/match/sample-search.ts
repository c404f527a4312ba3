import type { Condition, FieldTest, KeywordTest, ValueTest } from '../model/condition.js';
import { plainPattern } from '../parse/pattern.js';
import type { SigmaEvent } from './event-fields.js';
import { placeValue } from './place-value.js';
import { ABSENT, valueCandidates } from './sample-values.js';
import { type FieldPredicate, fieldPredicate, textOf } from './value-match.js';

/** A goal for the event: a part of a condition that holds or does not, or a field that is present. */
export type Goal =
  | { readonly kind: 'part'; readonly part: Condition; readonly holds: boolean }
  | { readonly kind: 'present'; readonly field: string };

/** The remaining budget of one rule, in tests tried. */
export interface Budget {
  left: number;
}

type Reference = Extract<ValueTest, { op: 'fieldref' }>;

/** The requirements on one field. */
interface Asked {
  readonly must: readonly ValueTest[];
  readonly mustNot: readonly ValueTest[];
  readonly present: boolean;
}

/** The requirements on a field so far, with a value that satisfies them. */
interface FieldState extends Asked {
  readonly value: unknown;
}

interface State {
  readonly fields: Map<string, FieldState>;
  /** Texts that must occur somewhere in the event. */
  readonly keywords: readonly string[];
}

/** Goals that can be reached in several ways; each way is a list of goals. The next to decide comes first. */
interface Choices {
  readonly options: readonly (readonly Goal[])[];
  readonly rest: Choices | undefined;
}

const predicates = new WeakMap<ValueTest, FieldPredicate>();
/** Deeper chains of choices are given up, since each choice is a step on the call stack. */
const CHOICES_MAX = 1500;
/** The cost of running the whole rule on an event, in tests tried. */
const EVENT_COST = 300;
/** How many tests can be copied in the time of trying one. */
const COPIES_PER_TEST = 20;
/** A text costs one more test for every so many characters. */
const CHARACTERS_PER_TEST = 200;

/**
 * Searches for an event that reaches all goals and that `accepts` takes. Fields are solved one by one; choices are tried in the rule's
 * order and taken back when a field has a contradiction. Undefined when there is none, or the budget is used up.
 */
export function findEvent(
  goals: readonly Goal[],
  accepts: (event: SigmaEvent) => boolean,
  budget: Budget,
): SigmaEvent | undefined {
  return search(goals, undefined, { fields: new Map(), keywords: [] }, 0);

  function search(
    goals: readonly Goal[],
    pending: Choices | undefined,
    before: State,
    depth: number,
  ): SigmaEvent | undefined {
    let state: State | undefined = before;
    const units = goals.toReversed();
    const found: Goal[][][] = [];
    // Certain goals come first, so that a contradiction shows before anything is chosen.
    for (let goal = units.pop(); goal !== undefined; goal = units.pop()) {
      if (budget.left-- <= 0) return undefined;
      const options = optionsOf(goal);
      const [only] = options;
      if (options.length > 1) found.push(options);
      else if (only === undefined) state = commit(state, goal, budget);
      else for (const part of only.toReversed()) units.push(part);
      if (state === undefined) return undefined;
    }
    const open = found.reduceRight<Choices | undefined>((rest, options) => ({ options, rest }), pending);
    if (open === undefined) {
      const event = eventOf(state, budget);
      budget.left -= EVENT_COST;
      return event !== undefined && accepts(event) ? event : undefined;
    }
    if (depth >= CHOICES_MAX) return undefined;
    for (const option of open.options) {
      budget.left -= state.fields.size;
      const copy = { fields: new Map(state.fields), keywords: state.keywords };
      const event = search(option, open.rest, copy, depth + 1);
      if (event !== undefined || budget.left <= 0) return event;
    }
    return undefined;
  }
}

/** The state with the requirement that a goal is; undefined where it contradicts. */
function commit(state: State, goal: Goal, budget: Budget): State | undefined {
  if (goal.kind === 'present') return ask(state, goal.field, { present: true }, budget);
  const { part, holds } = goal;
  if (part.kind === 'keyword') return commitKeywords(state, part, holds);
  if (part.kind !== 'field') return state;
  return ask(state, part.field, holds ? { must: part.tests } : { mustNot: part.tests }, budget);
}

/** The state with more requirements on a field, and a value that satisfies them all; undefined where none is found. */
function ask(state: State, field: string, more: Partial<Asked>, budget: Budget): State | undefined {
  const known = state.fields.get(field) ?? { must: [], mustNot: [], present: false, value: ABSENT };
  const asked = {
    must: [...known.must, ...(more.must ?? [])],
    mustNot: [...known.mustNot, ...(more.mustNot ?? [])],
    present: known.present || more.present === true,
  };
  budget.left -= (asked.must.length + asked.mustNot.length) / COPIES_PER_TEST;
  // The current value satisfies the earlier requirements; only new ones can contradict it.
  const news = { must: more.must ?? [], mustNot: more.mustNot ?? [], present: asked.present };
  if (fits(known.value, news, budget)) {
    state.fields.set(field, { ...asked, value: known.value });
    return state;
  }
  const solved = solve(asked, budget);
  if (solved === undefined) return undefined;
  state.fields.set(field, { ...asked, value: solved.found });
  return state;
}

/** The ways to reach a goal, each a list of goals; none for a goal that is a requirement itself. */
function optionsOf(goal: Goal): Goal[][] {
  if (goal.kind === 'present') return [];
  const { part, holds } = goal;
  if (part.kind === 'not') return [[{ kind: 'part', part: part.child, holds: !holds }]];
  if (part.kind === 'and' || part.kind === 'or') {
    const children = part.children.map((child): Goal => ({ kind: 'part', part: child, holds }));
    return (part.kind === 'and') === holds ? [children] : children.map((child) => [child]);
  }
  if (part.tests.length < 2 || (part.join === 'all') === holds) return [];
  return part.tests.map((test) => [{ kind: 'part', part: withTests(part, [test]), holds }]);
}

/** A leaf with some of its tests. */
export function withTests<Leaf extends FieldTest | KeywordTest>(leaf: Leaf, tests: readonly ValueTest[]): Leaf {
  return { ...leaf, tests };
}

/** Excluded keywords are left to the final test: values chosen elsewhere rarely contain them. */
function commitKeywords(state: State, { tests }: KeywordTest, holds: boolean): State | undefined {
  if (!holds) return state;
  const texts: string[] = [];
  for (const test of tests) {
    const [text] = test.op === 'number' ? [String(test.value)] : valueCandidates([test], [], true);
    if (typeof text !== 'string') return undefined;
    texts.push(text);
  }
  return { fields: state.fields, keywords: [...state.keywords, ...texts] };
}

/** A value for the requirements on a field. References to other fields come later. */
function solve(asked: Asked, budget: Budget): { readonly found: unknown } | undefined {
  const [must, mustNot] = [asked.must.filter(isOwn), asked.mustNot.filter(isOwn)];
  for (const value of valueCandidates(must, mustNot, isThere(asked))) {
    if (budget.left <= 0) return undefined;
    if (fits(value, asked, budget)) return { found: value };
  }
  return undefined;
}

function fits(value: unknown, asked: Asked, budget: Budget): boolean {
  if (value === ABSENT && isThere(asked)) return false;
  const cost = typeof value === 'string' ? 1 + value.length / CHARACTERS_PER_TEST : 1;
  const values = value === ABSENT ? undefined : Array.isArray(value) ? value : [value];
  const holds = (test: ValueTest) => {
    budget.left -= cost;
    return budget.left > 0 && predicateOf(test)(values, {});
  };
  return (
    asked.must.every((test) => !isOwn(test) || holds(test)) &&
    !asked.mustNot.some((test) => isOwn(test) && holds(test)) &&
    budget.left > 0
  );
}

function isOwn({ op }: ValueTest): boolean {
  return op !== 'fieldref';
}

/** Whether a field must be present; one that is compared with another field must be. */
function isThere({ present, must }: Asked): boolean {
  return present || !must.every(isOwn);
}

function predicateOf(test: ValueTest): FieldPredicate {
  const known = predicates.get(test) ?? fieldPredicate(test);
  predicates.set(test, known);
  return known;
}

/** Builds the event; fields that refer to another take its value. */
function eventOf(state: State, budget: Budget): SigmaEvent | undefined {
  const values = new Map<string, unknown>();
  for (const [field, { value }] of state.fields) values.set(field, value);
  for (const [field, { must, ...asked }] of state.fields) {
    const reference = must.find((test): test is Reference => test.op === 'fieldref');
    if (reference === undefined) continue;
    const other = values.get(reference.field) ?? ABSENT;
    const text = other === ABSENT ? 'something' : textOf(Array.isArray(other) ? other[0] : other);
    if (text === undefined) return undefined;
    values.set(reference.field, other === ABSENT ? text : other);
    const solved = solve({ ...asked, must: [...must.filter(isOwn), asTest(reference, text)] }, budget);
    if (solved === undefined) return undefined;
    values.set(field, solved.found);
  }
  const event = {};
  for (const [field, value] of values) if (value !== ABSENT) placeValue(event, field, value);
  if (state.keywords.length > 0) {
    placeValue(event, values.has('message') ? 'log' : 'message', state.keywords.join(' '));
  }
  return event;
}

/** The requirement of a reference once the other field's value is known. */
function asTest({ match, cased }: Reference, text: string): ValueTest {
  const isOpen = (end: Reference['match']) => match === end || match === 'contains';
  return { op: 'string', cased, pattern: plainPattern(text, isOpen('endswith'), isOpen('startswith')) };
}
