import type { ValueTest } from '../../model/condition.js';
import { ANY, ONE, type Pattern } from '../../model/pattern.js';
import { patternOf } from '../../parse/pattern.js';
import { ALGORITHMS, type Algorithm, readDigest } from './digest.js';
import type { TestOf } from './tests.js';

const LENGTHS: Readonly<Record<Algorithm, number>> = { md5: 32, sha1: 40, sha256: 64, imphash: 32 };

/** Why a test cannot be said where each hash stands in a field of its own. */
export const HASHES_APART =
  'The product keeps each hash in its own field, where this test on all of them together cannot be said.';

/** A test on a value as tests on its parts, each in a field of its own. */
export interface SplitTest<Test extends ValueTest = ValueTest> {
  readonly join: 'any' | 'all';
  /** The position of the field in the map, and its test. */
  readonly parts: readonly (readonly [number, Test])[];
}

/** Splits a test on `Hashes` into its hashes, in lower case; no parts of anything but whole hashes or their beginnings. */
export function splitHashes(test: ValueTest): SplitTest<TestOf<'string'>> {
  if (test.op !== 'string') return { join: 'any', parts: [] };
  return {
    join: test.pattern.literal.includes(',') ? 'all' : 'any',
    parts: hashesOf(test.pattern).map(([algorithm, parts]) => [
      ALGORITHMS.indexOf(algorithm),
      { op: 'string', pattern: patternOf(parts), cased: false },
    ]),
  };
}

function hashesOf(pattern: Pattern): readonly (readonly [Algorithm, Pattern['parts']])[] {
  if (pattern.literal === '' || pattern.parts.includes(ONE)) return [];
  const found: (readonly [Algorithm, Pattern['parts']])[] = [];
  const pieces = pattern.literal.split(',');
  for (const piece of pieces) {
    const digest = readDigest(piece);
    const algorithm = digest?.algorithm;
    const digits = digest?.digits.toLowerCase() ?? '';
    if (algorithm !== undefined) {
      const whole = digits.length === LENGTHS[algorithm];
      if (digits.length > LENGTHS[algorithm] || (!whole && pieces.length > 1)) return [];
      found.push([algorithm, whole ? [digits] : digits === '' ? [ANY] : [digits, ANY]]);
    } else if (pieces.length === 1 && digits !== '') {
      for (const each of ALGORITHMS) {
        if (LENGTHS[each] === digits.length) found.push([each, [digits]]);
      }
    } else return [];
  }
  return found;
}
