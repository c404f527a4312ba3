import type { Aggregation, RuleReferenceTree, Threshold } from '../../model/rule.js';
import { leastOf } from './thresholds.js';

/** References of which one must occur (`present`), or a single one that must not. */
export interface Clause {
  readonly present: boolean;
  readonly references: readonly string[];
}

/** More clauses would need more event variables than a rule can have. */
const CLAUSES_MAX = 12;

/** What a correlation asks for; `lost` says that some of it was left out. */
interface AskedClauses {
  readonly clauses: readonly Clause[];
  readonly lost: boolean;
}

/**
 * What a temporal correlation asks for, as clauses that must all hold, for languages that have `and` but no `or` between kinds of events:
 * all references, as many different ones as its thresholds demand, or its expression. Undefined where clauses cannot say it.
 */
export function clausesOf(
  references: readonly string[],
  { type, thresholds }: Aggregation,
  expression: RuleReferenceTree | undefined,
): AskedClauses | undefined {
  if (expression !== undefined) return clausesOfExpression(expression);
  const least = Math.max(1, ...thresholds.map((threshold) => leastReferences(threshold, references.length)));
  if (thresholds.length === 0 || least === references.length) {
    return { clauses: references.map((reference) => ({ present: true, references: [reference] })), lost: false };
  }
  if (least > references.length || type === 'temporal_ordered') return undefined;
  const clauses = atLeast(least, references);
  return clauses === undefined ? undefined : { clauses, lost: false };
}

/** The number of references from which on a threshold holds; more than there are where it does not hold from there on. */
function leastReferences(threshold: Threshold, all: number): number {
  const { operator, value } = threshold;
  if (operator === 'eq' && value !== all) return all + 1;
  return leastOf(threshold) ?? all + 1;
}

/** Clauses that mix presence and absence, or absent alternatives, cannot be expressed. Undefined where there are too many. */
function clausesOfExpression(tree: RuleReferenceTree): AskedClauses | undefined {
  const normal = conjunctiveForm(tree, false);
  if (normal === undefined) return undefined;
  const clauses: Clause[] = [];
  let lost = false;
  for (const literals of normal) {
    const references = [...new Set(literals.map(({ reference }) => reference))];
    if (literals.every(({ negated }) => !negated)) clauses.push({ present: true, references });
    else if (references.length === 1 && literals.every(({ negated }) => negated))
      clauses.push({ present: false, references });
    else lost = true;
  }
  return { clauses, lost };
}

interface Literal {
  readonly reference: string;
  readonly negated: boolean;
}

/** Conjunctive normal form; undefined where it grows too large. */
function conjunctiveForm(tree: RuleReferenceTree, negated: boolean): readonly (readonly Literal[])[] | undefined {
  if (tree.kind === 'reference') return [[{ reference: tree.reference, negated }]];
  if (tree.kind === 'not') return conjunctiveForm(tree.child, !negated);
  const parts: (readonly (readonly Literal[])[])[] = [];
  for (const child of tree.children) {
    const part = conjunctiveForm(child, negated);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  let result: readonly (readonly Literal[])[];
  if ((tree.kind === 'and') !== negated) {
    result = parts.flat();
  } else {
    result = [[]];
    for (const part of parts) {
      result = result.flatMap((left) => part.map((right) => [...left, ...right]));
      if (result.length > CLAUSES_MAX) return undefined;
    }
  }
  return result.length > CLAUSES_MAX ? undefined : result;
}

/**
 * "At least `least` of the references", as clauses: whichever `least - 1` of them are removed, one of the others must occur. Undefined
 * where that needs more clauses than a rule can have.
 */
function atLeast(least: number, references: readonly string[]): readonly Clause[] | undefined {
  let choices: readonly (readonly string[])[] = [[]];
  const size = references.length - least + 1;
  for (let count = 0; count < size; count += 1) {
    choices = choices.flatMap((choice) =>
      references.slice(references.indexOf(choice.at(-1) ?? '') + 1).map((reference) => [...choice, reference]),
    );
    if (choices.length > CLAUSES_MAX * CLAUSES_MAX) return undefined;
  }
  return choices.length > CLAUSES_MAX ? undefined : choices.map((chosen) => ({ present: true, references: chosen }));
}
