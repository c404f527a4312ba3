import type { Condition, FieldTest, KeywordTest, ValueTest } from '../model/condition.js';
import type { SigmaRule } from '../model/rule.js';
import { mapConditions } from '../parse/tree.js';
import { remembered } from '../remembered.js';
import type { Note } from './note.js';
import { partOf } from './text/leaf-scope.js';
import type { Tolerance } from './walk.js';

/** A condition that no event satisfies. */
const NEVER: Condition = { kind: 'or', children: [] };

/** Whether a rule has an expression that needs backtracking. */
const answers = new WeakMap<SigmaRule, boolean>();

/**
 * A rule for a language whose expressions have no look-around, possessive quantifiers or atomic groups: the wider expressions take the
 * place of those, with a note. Under an odd number of `not` they are left out.
 */
export function widenRegexes(rule: SigmaRule, note: (note: Note) => void): SigmaRule {
  const backtracks = remembered(answers, rule, () =>
    rule.conditions.some(({ tree, aggregation }) => [tree, ...(aggregation?.near ?? [])].some(needsIt)),
  );
  return backtracks ? mapConditions(rule, (tree) => widened(tree, 'wider', note)) : rule;
}

function needsIt(node: Condition): boolean {
  switch (node.kind) {
    case 'field':
    case 'keyword':
      return node.tests.some(isBacktracking);
    case 'not':
      return needsIt(node.child);
    default:
      return node.children.some(needsIt);
  }
}

function widened(node: Condition, tolerance: Tolerance, note: (note: Note) => void): Condition {
  switch (node.kind) {
    case 'field':
    case 'keyword':
      return needsIt(node) ? widenedLeaf(node, tolerance, note) : node;
    case 'not':
      return { kind: 'not', child: widened(node.child, tolerance === 'wider' ? 'narrower' : 'wider', note) };
    default:
      return { kind: node.kind, children: node.children.map((child) => widened(child, tolerance, note)) };
  }
}

function widenedLeaf(leaf: FieldTest | KeywordTest, tolerance: Tolerance, note: (note: Note) => void): Condition {
  const what = 'The language has no look-around, possessive quantifiers or atomic groups:';
  const part = partOf(leaf.path);
  if (tolerance === 'wider') {
    note({ code: 'widened_regex', message: `${what} the expression stands without them.`, part });
    return {
      ...leaf,
      tests: leaf.tests.map((test): ValueTest => {
        if (test.op !== 'regex' || test.wider === undefined) return test;
        return { op: 'regex', source: test.wider, flags: test.flags };
      }),
    };
  }
  note({ code: 'widened_regex', message: `${what} the expression was left out of what is excluded.`, part });
  const tests = leaf.tests.filter((test) => !isBacktracking(test));
  return leaf.join === 'all' || tests.length === 0 ? NEVER : { ...leaf, tests };
}

function isBacktracking(test: ValueTest): boolean {
  return test.op === 'regex' && test.wider !== undefined;
}
