import type { ValueTest } from '../../model/condition.js';
import { readPatternOfRegex } from '../regex-pattern.js';

/** `PCRE` with its leading flags as a test. */
export function expressionTest(text: string): ValueTest {
  const head = /^\(\?([ims]{1,3})\)/.exec(text);
  const source = head === null ? text : text.slice(head[0].length);
  const flags = head === null ? '' : [...new Set(head[1])].sort().join('');
  return readPatternOfRegex(source, flags) ?? { op: 'regex', source, flags };
}
