import type { ValueTest } from '../../model/condition.js';
import { compileExpression } from '../expression.js';
import type { Check } from '../model.js';
import type { Parameters } from '../parameters.js';
import type { Leaf } from '../subject.js';
import { equalsTest, textOfTest } from '../value-text.js';
import type { ConditionReaders } from './group.js';
import { readProcessingState } from './state.js';

/** The conditions on a detection item, by their type. */
export const DETECTION_ITEM_CONDITIONS: ConditionReaders<Leaf> = {
  match_string(parameters) {
    const pattern = compileExpression(parameters, 'pattern');
    const negate = parameters.boolean('negate');
    return onValues(parameters, (test) => {
      const text = test.op === 'string' || test.op === 'placeholder' ? textOfTest(test) : undefined;
      return (text !== undefined && pattern.matchesStart(text)) !== negate;
    });
  },
  match_value(parameters) {
    return onValues(parameters, equalsTest(parameters.scalar('value')));
  },
  contains_wildcard(parameters) {
    return onValues(
      parameters,
      (test) => test.op === 'string' && test.pattern.parts.some((part) => typeof part !== 'string'),
    );
  },
  is_null(parameters) {
    return onValues(parameters, ({ op }) => op === 'null');
  },
  processing_item_applied(parameters) {
    const id = parameters.text('processing_item_id');
    return (leaf, run) => run.wasAppliedToLeaf(leaf, id);
  },
  processing_state: readProcessingState,
};

/** A condition on values: `cond` says whether any or all of them must fulfil it. */
function onValues(parameters: Parameters, holds: (test: ValueTest) => boolean): Check<Leaf> {
  return parameters.word('cond', ['any', 'all']) === 'any'
    ? ({ tests }) => tests.some(holds)
    : ({ tests }) => tests.every(holds);
}
