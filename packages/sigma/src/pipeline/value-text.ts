import type { ValueTest } from '../model/condition.js';
import { ANY, type Pattern } from '../model/pattern.js';
import { readPattern } from '../parse/pattern.js';
import type { PipelineScalar } from './subject.js';

/** The text of a value as pipelines see it: literals as they are, wildcards as `*` and `?`; undefined for what is no text or number. */
export function textOfTest(test: ValueTest): string | undefined {
  switch (test.op) {
    case 'string':
    case 'placeholder':
      return textOfPattern(test.pattern);
    case 'number':
    case 'boolean':
      return String(test.value);
    default:
      return undefined;
  }
}

/** A pattern as text, without escapes. */
function textOfPattern({ parts }: Pattern): string {
  return parts.map((part) => (typeof part === 'string' ? part : part === ANY ? '*' : '?')).join('');
}

/** Whether a test has exactly this value. A text is read as a Sigma string. */
export function equalsTest(value: PipelineScalar): (test: ValueTest) => boolean {
  if (value === null) return (test) => test.op === 'null';
  if (typeof value === 'number') return (test) => test.op === 'number' && test.value === value;
  if (typeof value === 'boolean') return (test) => test.op === 'boolean' && test.value === value;
  const key = keyOf(readPattern(value));
  return (test) => test.op === 'string' && keyOf(test.pattern) === key;
}

/** A text that only equal patterns share. */
export function keyOf({ parts }: Pattern): string {
  return JSON.stringify(parts);
}
