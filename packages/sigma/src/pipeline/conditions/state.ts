import type { Check } from '../model.js';
import type { Parameters } from '../parameters.js';
import type { PipelineScalar } from '../subject.js';

/** How two values compare in `processing_state` and `rule_attribute`. */
export const COMPARISONS = ['eq', 'ne', 'gte', 'gt', 'lte', 'lt'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Whether `left` stands in a relation to `right`; numbers compare as numbers, texts by their letters. */
export function compares<T extends PipelineScalar>(left: T, operator: Comparison, right: T): boolean {
  switch (operator) {
    case 'eq':
      return left === right;
    case 'ne':
      return left !== right;
    default:
      if (left === null || right === null || typeof left !== typeof right) return false;
      if (operator === 'gte') return left >= right;
      if (operator === 'gt') return left > right;
      return operator === 'lte' ? left <= right : left < right;
  }
}

/** `processing_state`: compares what `set_state` has set; false where it has not. */
export function readProcessingState(parameters: Parameters): Check<unknown> {
  const key = parameters.text('key');
  const wanted = parameters.scalar('val');
  const operator = parameters.word('op', COMPARISONS);
  return (_subject, run) => {
    const value = run.state.get(key);
    return value !== undefined && !Array.isArray(value) && compares(value as PipelineScalar, operator, wanted);
  };
}
