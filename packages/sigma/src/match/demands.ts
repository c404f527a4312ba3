import type { Condition, FieldTest, KeywordTest, ValueTest } from '../model/condition.js';
import type { Pattern } from '../model/pattern.js';
import type { Anchor } from './aho-corasick.js';

/**
 * Something an event must have for a test to hold, cheap to look up for many rules at once. Texts are in lower case, for the lower-case
 * form of the event's values.
 */
export type Demand =
  /** Some value contains the text. */
  | { readonly kind: 'part'; readonly text: string; readonly anchor: Anchor }
  /** Some value is the text. */
  | { readonly kind: 'equal'; readonly text: string }
  /** Some value is or spells the number. */
  | { readonly kind: 'number'; readonly value: number }
  /** The field is there. */
  | { readonly kind: 'present' };

/** A demand on a field, or, without a field, on any value of the event. */
export interface Literal {
  readonly field?: string;
  readonly demand: Demand;
}

/** Alternatives: at least one must be met. A clause without alternatives is never met. */
export type Clause = readonly Literal[];

/** Runs of ASCII characters. Only these have the same lower-case form in every surrounding. */
const ASCII_RUNS = /[\0-\x7f]+/g;

/**
 * Clauses that all hold for every event that satisfies the condition. None where nothing can be said, as under `not`. The reverse does not
 * hold: an event that meets the clauses may still not satisfy the condition.
 */
export function clausesOf(condition: Condition): readonly Clause[] {
  switch (condition.kind) {
    case 'and':
      return condition.children.flatMap(clausesOf);
    case 'or': {
      const best = condition.children.map((child) => bestClause(clausesOf(child)));
      return best.every((clause) => clause !== undefined) ? [best.flat()] : [];
    }
    case 'not':
      return [];
    case 'field':
    case 'keyword':
      return clausesOfTests(condition);
  }
}

/** The clause that the fewest events will meet: the one whose weakest alternative is the strongest. */
function bestClause(clauses: readonly Clause[]): Clause | undefined {
  let best: Clause | undefined;
  for (const clause of clauses) if (best === undefined || strength(clause) > strength(best)) best = clause;
  return best;
}

/** How telling a clause is: the length of its shortest text; every doubling of the alternatives costs a character. */
export function strength(clause: Clause): number {
  if (clause.length === 0) return Number.POSITIVE_INFINITY;
  return Math.min(...clause.map(({ demand }) => tells(demand))) - Math.log2(clause.length);
}

function tells(demand: Demand): number {
  if (demand.kind === 'present') return -100;
  if (demand.kind === 'number') return 6;
  return demand.kind === 'equal' ? demand.text.length + 6 : demand.text.length;
}

function clausesOfTests(condition: FieldTest | KeywordTest): readonly Clause[] {
  const clauses = condition.tests.map((test) => {
    const demands = condition.kind === 'field' ? demandOfField(test) : demandOfKeyword(test);
    return demands?.map((demand) => (condition.kind === 'field' ? { field: condition.field, demand } : { demand }));
  });
  if (condition.join === 'all') return clauses.filter((clause) => clause !== undefined);
  return clauses.every((clause) => clause !== undefined) ? [clauses.flat()] : [];
}

/** What a test demands of its field: undefined for nothing that can be looked up, an empty list for a test that never holds. */
function demandOfField(test: ValueTest): readonly Demand[] | undefined {
  switch (test.op) {
    case 'string':
      return [demandOfPattern(test.pattern, test.cased)];
    case 'number':
      return [{ kind: 'number', value: test.value }];
    case 'boolean':
      return [{ kind: 'equal', text: String(test.value) }];
    case 'null':
      return undefined;
    case 'exists':
      return test.value ? [{ kind: 'present' }] : undefined;
    case 'placeholder':
      return [];
    case 'regex':
    case 'compare':
    case 'cidr':
    case 'fieldref':
    case 'time':
      return [{ kind: 'present' }];
  }
}

function demandOfKeyword(test: ValueTest): readonly Demand[] | undefined {
  switch (test.op) {
    case 'string': {
      const text = longestLiteral(test.pattern, test.cased);
      return text === '' ? undefined : [{ kind: 'part', text, anchor: 'anywhere' }];
    }
    case 'number':
      return [{ kind: 'part', text: String(test.value).toLowerCase(), anchor: 'anywhere' }];
    case 'regex':
      return undefined;
    default:
      return [];
  }
}

function demandOfPattern(pattern: Pattern, cased: boolean): Demand {
  if (pattern.shape === 'exact') return { kind: 'equal', text: pattern.literal.toLowerCase() };
  const text = longestLiteral(pattern, cased);
  if (text === '') return { kind: 'present' };
  const isWhole = text === pattern.literal.toLowerCase();
  const anchor = !isWhole || pattern.shape === 'contains' ? 'anywhere' : ANCHORS[pattern.shape];
  return { kind: 'part', text, anchor: anchor ?? 'anywhere' };
}

const ANCHORS: Readonly<Partial<Record<Pattern['shape'], Anchor>>> = { startswith: 'start', endswith: 'end' };

/** The longest literal of a pattern in lower case. */
function longestLiteral({ parts }: Pattern, cased: boolean): string {
  let longest = '';
  for (const part of parts) {
    if (typeof part !== 'string') continue;
    for (const run of cased ? (part.match(ASCII_RUNS) ?? []) : [part]) {
      if (run.length > longest.length) longest = run;
    }
  }
  return longest.toLowerCase();
}
