import type { ValueTest } from '../../model/condition.js';
import { SigmaError } from '../../model/error.js';
import { reexpand } from '../../parse/placeholder-values.js';
import type { Parameters } from '../parameters.js';
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
