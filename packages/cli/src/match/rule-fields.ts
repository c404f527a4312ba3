import type { Condition, SigmaRule } from '@tripline/sigma';

/** The fields that a rule tests. */
export function fieldsOfRule({ conditions }: SigmaRule): readonly string[] {
  return conditions.flatMap(({ tree }) => fieldsOf(tree));
}

function fieldsOf(condition: Condition): readonly string[] {
  if (condition.kind === 'field') return [condition.field];
  if (condition.kind === 'keyword') return [];
  return condition.kind === 'not' ? fieldsOf(condition.child) : condition.children.flatMap(fieldsOf);
}
