import type { Pattern, Condition as SigmaCondition, ValueTest as SigmaTest } from '@tripline/sigma';
import { all, any, type Condition, field, not, UNKNOWN } from './condition.js';
import { logField } from './log-field.js';
import { Regexes } from './search-regex.js';
import type { ValueTest } from './value-test.js';

/** Reads the condition of a rule in Sigma, as parsed, as one on log events. Letter case does not count, as in Sigma, unless the rule says so. */
export function readSigmaCondition(tree: SigmaCondition): Condition {
  return read(tree, new Regexes());
}

function read(tree: SigmaCondition, regexes: Regexes): Condition {
  switch (tree.kind) {
    case 'and':
      return all(tree.children.map((child) => read(child, regexes)));
    case 'or':
      return any(tree.children.map((child) => read(child, regexes)));
    case 'not':
      return not(read(tree.child, regexes));
    case 'keyword':
      return joined(tree.join, tree.tests.map(keyword));
    case 'field': {
      const name = logField(tree.field);
      return joined(
        tree.join,
        tree.tests.map((test) => outcomeTest(name, test) ?? fieldTest(name, test, regexes)),
      );
    }
  }
}

/** Fields in which products write how a call ended, beside CloudTrail's own: ECS, the add-on of Splunk for AWS, and UDM. */
const OUTCOME_FIELDS = new Set(['event.outcome', 'action', 'errorCode', 'security_result.action']);
/** The words that products have for it, in lower case. */
const SUCCEEDED = new Set(['success', 'allow']);
const FAILED = new Set(['failure', 'block']);

/** A test of how a call ended, on the fields of CloudTrail's record: one that succeeded has no error. Undefined for any other test. */
function outcomeTest(name: string, test: SigmaTest): Condition | undefined {
  if (!OUTCOME_FIELDS.has(name) || test.op !== 'string' || test.pattern.shape !== 'exact') return undefined;
  const failed = any([field('errorCode', { op: 'exists' }), field('errorMessage', { op: 'exists' })]);
  const told = test.pattern.literal.toLowerCase();
  if (SUCCEEDED.has(told)) return not(failed);
  return FAILED.has(told) && name !== 'errorCode' ? failed : undefined;
}

const joined = (join: 'any' | 'all', parts: readonly Condition[]): Condition =>
  join === 'all' ? all(parts) : any(parts);

function keyword(test: SigmaTest): Condition {
  if (test.op !== 'string') return UNKNOWN;
  const literals = test.pattern.parts.filter((part) => typeof part === 'string');
  return all(literals.map((text) => ({ kind: 'text', text })));
}

function fieldTest(name: string, test: SigmaTest, regexes: Regexes): Condition {
  switch (test.op) {
    case 'string':
      return field(name, patternTest(test.pattern, !test.cased));
    case 'number':
    case 'boolean':
      return field(name, { op: 'equals', value: String(test.value), ignoreCase: true });
    case 'null':
      return not(field(name, { op: 'exists' }));
    case 'exists':
      return test.value ? field(name, { op: 'exists' }) : not(field(name, { op: 'exists' }));
    case 'compare':
      return field(name, {
        op: test.operator.startsWith('g') ? 'above' : 'below',
        value: test.value,
        inclusive: test.operator.endsWith('e'),
      });
    case 'regex':
      return field(name, regexes.test(test.wider ?? test.source, test.flags.includes('i')));
    default:
      return field(name, { op: 'unread' });
  }
}

/** A pattern as a test. One character that may be any is taken for any run of them, which matches no less. */
function patternTest({ literal, parts, shape }: Pattern, ignoreCase: boolean): ValueTest {
  switch (shape) {
    case 'exact':
      return { op: 'equals', value: literal, ignoreCase };
    case 'startswith':
      return { op: 'prefix', value: literal, ignoreCase };
    case 'endswith':
      return { op: 'suffix', value: literal, ignoreCase };
    case 'contains':
      return { op: 'contains', value: literal, ignoreCase };
    case 'any':
      return { op: 'exists' };
    default:
      // A star inside a literal would be read as any run, which matches no less either.
      return {
        op: 'wildcard',
        value: parts.map((part) => (typeof part === 'string' ? part : '*')).join(''),
        ignoreCase,
      };
  }
}
