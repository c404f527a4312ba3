import type { Condition, ValueTest } from '../model/condition.js';
import { SigmaError } from '../model/error.js';
import type { SigmaRule } from '../model/rule.js';
import { LIMITS } from '../parse/limits.js';
import { joinConditions, leavesOf, mapConditions, negateCondition } from '../parse/tree.js';
import type { Step } from './model.js';
import type { Leaf, Subject } from './subject.js';

/** What becomes of a detection item: itself, something else, or nothing (undefined). */
export type LeafChange = (leaf: Leaf) => Condition | undefined;

/**
 * Changes the detection items of a rule that the step is for. Correlations have none. Throws a `SigmaError` when nothing is left of a
 * condition, or when it grows beyond the bounds of a parsed rule.
 */
export function changeLeaves(subject: Subject, step: Step, change: LeafChange): Subject {
  if (subject.kind !== 'rule') return subject;
  const { run, item } = step;
  const concerned: LeafChange = (leaf) => {
    run.visit(leaf.tests.length);
    if (!item.leaf(leaf, run) || !fieldsOf(leaf).some((field) => item.field(field, run))) return leaf;
    const changed = change(leaf);
    if (changed === undefined || changed === leaf) return changed;
    for (const made of leavesOf(changed)) run.appliedToLeaf(leaf, made, item.id);
    return changed;
  };
  return mapConditions(subject, (tree) => {
    const bound = { leaves: LIMITS.ruleNodes };
    return mapTree(tree, (leaf) => bounded(concerned(leaf), bound)) ?? nothingLeft(subject);
  });
}

/** The names a field name condition may look at: the item's own, and those of the fields that it compares with. */
function fieldsOf(leaf: Leaf): readonly (string | undefined)[] {
  const own = leaf.kind === 'field' ? leaf.field : undefined;
  const others = leaf.tests.flatMap((test) => (test.op === 'fieldref' ? [test.field] : []));
  return [own, ...others];
}

/** All detection items of a rule's conditions; a correlation has none. */
export function leavesOfSubject(subject: Subject): readonly Leaf[] {
  if (subject.kind !== 'rule') return [];
  return subject.conditions.flatMap(({ tree, aggregation }) =>
    [tree, ...(aggregation?.near ?? [])].flatMap((part) => leavesOf(part)),
  );
}

/** The detection item with other tests; undefined when there are none. */
export function withTests(leaf: Leaf, tests: readonly ValueTest[]): Leaf | undefined {
  if (tests.length === 0) return undefined;
  return { ...leaf, tests, join: tests.length === 1 ? 'any' : leaf.join };
}

/** The condition with other detection items; undefined when none is left. */
export function mapTree(node: Condition, change: LeafChange): Condition | undefined {
  switch (node.kind) {
    case 'field':
    case 'keyword':
      return change(node);
    case 'not': {
      const child = mapTree(node.child, change);
      return child === undefined ? undefined : negateCondition(child);
    }
    default: {
      const children: Condition[] = [];
      for (const each of node.children) {
        const child = mapTree(each, change);
        if (child !== undefined) children.push(child);
      }
      return children.length === 0 ? undefined : joinConditions(node.kind, children);
    }
  }
}

function bounded(made: Condition | undefined, bound: { leaves: number }): Condition | undefined {
  if (made === undefined) return made;
  for (const { tests } of leavesOf(made)) bound.leaves -= tests.length;
  if (bound.leaves < 0) {
    throw new SigmaError('TooLarge', `a pipeline makes a condition of more than ${LIMITS.ruleNodes} values`);
  }
  return made;
}

function nothingLeft({ document }: SigmaRule): never {
  throw new SigmaError(
    'RefusedByPipeline',
    'the pipeline drops every detection item of a condition, so that nothing is left to search for; narrow its conditions',
    { document },
  );
}
