import type { Condition, ValueTest } from '../../model/condition.js';
import { SigmaError } from '../../model/error.js';
import { plainPattern } from '../../parse/pattern.js';
import { joinConditions } from '../../parse/tree.js';
import { changeLeaves, withTests } from '../leaves.js';
import type { Leaf } from '../subject.js';
import { textOfTest } from '../value-text.js';
import type { TransformationReaders } from './readers.js';

/** The algorithms that digests of these lengths have, in hexadecimal digits. */
const LENGTHS: ReadonlyMap<number, string> = new Map([
  [32, 'MD5'],
  [40, 'SHA1'],
  [64, 'SHA256'],
  [128, 'SHA512'],
]);
const NAMED = /^\**([A-Za-z0-9]+)[=|]([0-9A-Fa-f]+)\**$/;
const PLAIN = /^\**([0-9A-Fa-f]+)\**$/;

/** `hashes_fields`: gives each digest of `Hashes` a field of its own, by its algorithm. */
export const HASH_TRANSFORMATIONS: TransformationReaders = {
  hashes_fields(parameters) {
    const algorithms = new Set(parameters.texts('valid_hash_algos').map((name) => name.toUpperCase()));
    const prefix = parameters.optionalText('field_prefix') ?? '';
    const dropAlgorithm = parameters.boolean('drop_algo_prefix');
    if (dropAlgorithm && prefix === '') {
      throw parameters.fault(
        'drop_algo_prefix without a field_prefix leaves the fields without a name',
        'drop_algo_prefix',
      );
    }
    return (subject, step) =>
      changeLeaves(subject, step, (leaf) => {
        if (leaf.kind !== 'field' || leaf.tests.length === 0 || !leaf.tests.every(({ op }) => op === 'string'))
          return leaf;
        const digests = new Map<string, ValueTest[]>();
        const others: ValueTest[] = [];
        for (const test of leaf.tests) {
          const digest = digestOf(textOfTest(test) ?? '');
          if (digest === undefined || !algorithms.has(digest.algorithm)) {
            others.push(test);
            continue;
          }
          const field = `${prefix}${dropAlgorithm ? '' : digest.algorithm}`;
          const tests = digests.get(field) ?? [];
          tests.push({ op: 'string', pattern: plainPattern(digest.value), cased: false });
          digests.set(field, tests);
        }
        if (digests.size === 0) {
          throw new SigmaError(
            'RefusedByPipeline',
            `the field ${leaf.field} has no digest of ${[...algorithms].join(', ')}; limit hashes_fields by field_name_conditions`,
          );
        }
        const parts: Condition[] = [...digests].map(([field, tests]) => {
          step.run.appliedToField(leaf.field, [field], step.item.id);
          return withTests({ ...leaf, field }, tests) as Leaf;
        });
        // A digest of another algorithm is still looked for where the rule has it.
        const rest = withTests(leaf, others);
        return joinConditions(leaf.join === 'all' ? 'and' : 'or', rest === undefined ? parts : [...parts, rest]);
      });
  },
};

function digestOf(text: string): { readonly algorithm: string; readonly value: string } | undefined {
  const [, name, named] = NAMED.exec(text) ?? [];
  if (name !== undefined && named !== undefined) return { algorithm: name.toUpperCase(), value: named };
  const value = PLAIN.exec(text)?.[1];
  const algorithm = value === undefined ? undefined : LENGTHS.get(value.length);
  return value === undefined || algorithm === undefined ? undefined : { algorithm, value };
}
