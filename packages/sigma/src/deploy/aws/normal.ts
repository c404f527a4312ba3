import type { Condition, FieldTest, ValueTest } from '../../model/condition.js';

/**
 * A test that AWS's pattern languages can express: one of the tests holds for the field, or none does. `field` is undefined for keywords.
 */
export interface Literal {
  readonly field?: string;
  readonly tests: readonly ValueTest[];
  readonly negated: boolean;
  /** `selection.item`, for notes. */
  readonly part: string;
}

/** A condition in which only literals are negated. */
export type NormalForm =
  | { readonly kind: 'literal'; readonly literal: Literal }
  | { readonly kind: 'and' | 'or'; readonly children: readonly NormalForm[] };

/** Pushes every `not` down to the tests, since the languages can only negate comparisons. */
export function normalForm(condition: Condition, negated = false): NormalForm {
  switch (condition.kind) {
    case 'not':
      return normalForm(condition.child, !negated);
    case 'field':
    case 'keyword': {
      const { selection, item } = condition.path;
      const part = item === '' ? selection : `${selection}.${item}`;
      const field = condition.kind === 'field' ? { field: (condition satisfies FieldTest).field } : {};
      const literal = (tests: readonly ValueTest[]): NormalForm => ({
        kind: 'literal',
        literal: { ...field, tests, negated, part },
      });
      if (condition.join === 'any' || condition.tests.length === 1) return literal(condition.tests);
      return { kind: negated ? 'or' : 'and', children: condition.tests.map((test) => literal([test])) };
    }
    default: {
      const kind = (condition.kind === 'and') === negated ? 'or' : 'and';
      return { kind, children: condition.children.map((child) => normalForm(child, negated)) };
    }
  }
}
