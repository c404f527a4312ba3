import type { Condition, ValueTest } from '../../model/condition.js';
import { SigmaError } from '../../model/error.js';
import { reexpand } from '../../parse/placeholder-values.js';
import { joinConditions } from '../../parse/tree.js';
import { changeLeaves } from '../leaves.js';
import type { Parameters } from '../parameters.js';
import type { Leaf } from '../subject.js';
import type { TransformationReaders } from './readers.js';
import { onTests } from './values.js';

/** Transformations of the placeholders that the `expand` modifier has left in values. */
export const PLACEHOLDER_TRANSFORMATIONS: TransformationReaders = {
  value_placeholders(parameters) {
    const concerned = readConcerned(parameters);
    return (subject, step) =>
      onTests((test) =>
        resolved(test, concerned, (name) => {
          const value = step.run.vars.get(name);
          if (value === undefined) {
            throw new SigmaError(
              'RefusedByPipeline',
              `the placeholder %${name}% has no values; add them to the pipeline's vars`,
            );
          }
          return [value].flat().map(String);
        }),
      )(subject, step);
  },
  wildcard_placeholders(parameters) {
    const concerned = readConcerned(parameters);
    return onTests((test) => resolved(test, concerned, () => ['*']));
  },
  query_expression_placeholders(parameters) {
    const concerned = readConcerned(parameters);
    const expression = parameters.text('expression');
    const mapping = parameters.has('mapping') ? parameters.mappingOfTexts('mapping') : undefined;
    parameters.raw('mapping');
    const changed = (leaf: Leaf, test: ValueTest): Condition => {
      const single: Leaf = { ...leaf, join: 'any', tests: [test] };
      if (test.op !== 'placeholder' || !concerned(test.name)) return single;
      if (leaf.kind !== 'field' || test.written !== `%${test.name}%`) {
        throw new SigmaError(
          'RefusedByPipeline',
          `a query expression stands for a whole value of a field, and %${test.name}% is only a part of one`,
        );
      }
      const id = mapping?.get(test.name)?.[0] ?? test.name;
      return { ...leaf, join: 'any', tests: [], expression: expression.replaceAll('{id}', () => id) };
    };
    return (subject, step) =>
      changeLeaves(subject, step, (leaf) =>
        leaf.tests.some((test) => test.op === 'placeholder' && concerned(test.name))
          ? joinConditions(
              leaf.join === 'any' ? 'or' : 'and',
              leaf.tests.map((test) => changed(leaf, test)),
            )
          : leaf,
      );
  },
};

/** The placeholders that an entry is for: all, those that it includes, or all but those that it excludes. */
function readConcerned(parameters: Parameters): (name: string) => boolean {
  const include = parameters.optionalTexts('include');
  const exclude = parameters.optionalTexts('exclude');
  if (include !== undefined && exclude !== undefined) {
    throw parameters.fault('include and exclude are not used together', 'exclude');
  }
  return (name) => include?.includes(name) ?? exclude?.includes(name) !== true;
}

function resolved(
  test: ValueTest,
  concerned: (name: string) => boolean,
  valuesOf: (name: string) => readonly string[],
): readonly ValueTest[] {
  if (test.op !== 'placeholder') return [test];
  return reexpand(test, (name) => (concerned(name) ? valuesOf(name) : undefined));
}
