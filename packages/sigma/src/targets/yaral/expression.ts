import type { RuleReferenceTree } from '../../model/rule.js';

/** References of which one must occur (`present`), or a single one that must not. */
export interface Clause {
  readonly present: boolean;
  readonly references: readonly string[];
}

/** More clauses would need more event variables than a rule can have. */
const CLAUSES_MAX = 12;

/**
 * An extended temporal expression as clauses that must all hold, which is what a condition section can express: it has `and` and `!`
 * between event variables but no `or`, while alternatives can share one variable. Clauses that mix presence and absence, or absent
 * alternatives, cannot be expressed; `lost` says that some were left out. Undefined where there are too many.
 */
export function clausesOf(
  tree: RuleReferenceTree,
): { readonly clauses: readonly Clause[]; readonly lost: boolean } | undefined {
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
export function atLeast(least: number, references: readonly string[]): readonly Clause[] | undefined {
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
