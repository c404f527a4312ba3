import type { Condition, FieldTest, KeywordTest } from '../model/condition.js';

/**
 * In which direction a part of a query may differ from the rule. A part that is not negated may only be `wider`; a part under an odd number
 * of `not` only `narrower`. So the whole query never misses an event that the rule matches.
 */
export type Tolerance = 'wider' | 'narrower';

/**
 * The result of rendering a part: a text that needs no parentheses, a text that must be grouped as the named operator, or a constant.
 * `true` matches every event (a test that could not be expressed where wider is allowed), `false` none.
 */
export type Rendered =
  | string
  | boolean
  | {
      readonly text: string;
      readonly operator: 'and' | 'or' | 'not';
      /** Of a negation: the negated part, so that another `not` around it can be removed. */
      readonly operand?: Exclude<Rendered, boolean>;
    };

/** The boolean operators of a target. */
export interface BooleanSyntax {
  /** Between the parts of a conjunction, spaces included. */
  readonly and: string;
  /** Between the parts of a disjunction, spaces included. */
  readonly or: string;
  /** Negates an operand; `grouped` says whether the operand already stands in parentheses or is atomic. */
  not(operand: string): string;
  /** Whether `not` also needs parentheses around an atomic operand. */
  readonly notGroupsAtoms?: boolean;
  /** Whether nested and/or are always in parentheses, because the target's precedence is unusual or unclear. */
  readonly alwaysGroup?: boolean;
  /**
   * Set where a negation alone matches nothing (Lucene): the text that matches every event, to put beside negations without a positive
   * part. A whole condition that is one negation is left to the target, which joins it to its scope.
   */
  readonly everything?: string;
}

/** Renders one leaf; called once per leaf, in the rule's order, with the tolerance of its place. */
export type LeafRenderer = (leaf: FieldTest | KeywordTest, tolerance: Tolerance) => Rendered;

/** Only this many earlier parts are searched for a repetition, so that joining stays linear. */
const REPEATS_LOOKED_FOR = 32;

/**
 * The tree walk that all targets share. Gives the text of the condition, or a constant where nothing of it could be expressed. Constants
 * are folded (`x and true` is `x`, `x or true` is `true`), so there is never an empty group or operand.
 */
export function renderCondition(condition: Condition, syntax: BooleanSyntax, leaf: LeafRenderer): Rendered {
  return walk(condition, syntax, leaf, 'wider');
}

function walk(node: Condition, syntax: BooleanSyntax, leaf: LeafRenderer, tolerance: Tolerance): Rendered {
  switch (node.kind) {
    case 'field':
      // Nobody knows how the operators in such a text bind, so it is grouped beside any other part.
      if (node.expression !== undefined) return { text: node.expression, operator: 'or' };
      return leaf(node, tolerance);
    case 'keyword':
      return leaf(node, tolerance);
    case 'not':
      return renderNot(walk(node.child, syntax, leaf, tolerance === 'wider' ? 'narrower' : 'wider'), syntax);
    default: {
      const parts: Rendered[] = [];
      for (const child of node.children) parts.push(walk(child, syntax, leaf, tolerance));
      return joinRendered(node.kind, parts, syntax);
    }
  }
}

/** Negates a rendered part, folding constants. */
export function renderNot(operand: Rendered, syntax: BooleanSyntax): Rendered {
  if (typeof operand === 'boolean') return !operand;
  if (typeof operand === 'string') {
    return { text: syntax.not(syntax.notGroupsAtoms === true ? `(${operand})` : operand), operator: 'not', operand };
  }
  if (operand.operand !== undefined) return operand.operand;
  return { text: syntax.not(`(${operand.text})`), operator: 'not', operand };
}

/** Joins rendered parts by `and` or `or`. Folds constants and adds the parentheses that precedence demands. */
export function joinRendered(operator: 'and' | 'or', parts: readonly Rendered[], syntax: BooleanSyntax): Rendered {
  const absorbing = operator === 'or';
  const kept = membersOf(parts, absorbing);
  if (kept === undefined) return absorbing;
  if (kept.length === 0) return !absorbing;
  if (kept.length === 1) return kept[0] as Exclude<Rendered, boolean>;
  const between = operator === 'and' ? syntax.and : syntax.or;
  const { everything } = syntax;
  let text = '';
  if (everything !== undefined && operator === 'and' && kept.every(isNegation)) text = everything;
  for (const part of kept) {
    if (text !== '') text += between;
    text += memberText(part, operator, syntax);
  }
  return { text, operator };
}

/** The parts that are joined: no constants, and none twice. Undefined where a constant, the absorbing one, decides all. */
function membersOf(parts: readonly Rendered[], absorbing: boolean): readonly Exclude<Rendered, boolean>[] | undefined {
  const kept: Exclude<Rendered, boolean>[] = [];
  for (const part of parts) {
    if (part === absorbing) return undefined;
    if (typeof part !== 'boolean' && !repeats(part, kept)) kept.push(part);
  }
  return kept;
}

/** One of several joined parts, with the parentheses that precedence demands. */
function memberText(part: Exclude<Rendered, boolean>, operator: 'and' | 'or', syntax: BooleanSyntax): string {
  if (typeof part === 'string') return part;
  if (needsGroup(part.operator, operator, syntax)) return `(${part.text})`;
  const { everything } = syntax;
  return everything !== undefined && operator === 'or' && part.operator === 'not'
    ? `(${everything}${syntax.and}${part.text})`
    : part.text;
}

/** Whether a part repeats an earlier one. Parts are equal where several fields of the rule have the same native name. */
function repeats(part: Exclude<Rendered, boolean>, kept: readonly Exclude<Rendered, boolean>[]): boolean {
  if (kept.length > REPEATS_LOOKED_FOR) return false;
  const text = textOf(part);
  for (const other of kept) if (textOf(other) === text) return true;
  return false;
}

/** The plain text of a rendered part, without outer parentheses. */
export function textOf(part: Exclude<Rendered, boolean>): string {
  return typeof part === 'string' ? part : part.text;
}

function isNegation(part: Exclude<Rendered, boolean>): boolean {
  return typeof part !== 'string' && part.operator === 'not';
}

function needsGroup(inner: 'and' | 'or' | 'not', outer: 'and' | 'or', syntax: BooleanSyntax): boolean {
  if (inner === 'not' || inner === outer) return false;
  return syntax.alwaysGroup === true || outer === 'and';
}
