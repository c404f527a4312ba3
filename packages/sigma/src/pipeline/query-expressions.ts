import type { Condition } from '../model/condition.js';
import { mapConditions } from '../parse/tree.js';
import { leavesOfSubject, mapTree } from './leaves.js';
import type { Leaf, Subject } from './subject.js';

/** The document with the fields' own names in query expressions, which are known when all else is done. */
export function fillExpressions(subject: Subject, nameOf: (field: string) => string): Subject {
  if (subject.kind !== 'rule') return subject;
  if (leavesOfSubject(subject).every((leaf) => leaf.kind !== 'field' || leaf.expression === undefined)) return subject;
  const fill = (leaf: Leaf): Leaf =>
    leaf.kind !== 'field' || leaf.expression === undefined
      ? leaf
      : { ...leaf, expression: leaf.expression.replaceAll('{field}', () => nameOf(leaf.field)) };
  return mapConditions(subject, (tree) => mapTree(tree, fill) as Condition);
}
