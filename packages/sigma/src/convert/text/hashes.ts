import { isHex } from '../../characters.js';
import type { ValueTest } from '../../model/condition.js';
import { ANY, ONE, type Pattern } from '../../model/pattern.js';
import { patternOf } from '../../parse/pattern.js';
import type { TestOf } from './tests.js';

/** The hashes that Sysmon's `Hashes` (`MD5=…,SHA256=…,IMPHASH=…`) may hold, in the order in which maps give the field of each. */
const ALGORITHMS = ['md5', 'sha1', 'sha256', 'imphash'] as const;
type Algorithm = (typeof ALGORITHMS)[number];
const LENGTHS: Readonly<Record<Algorithm, number>> = { md5: 32, sha1: 40, sha256: 64, imphash: 32 };
const LABELLED = /^(md5|sha1|sha256|imphash)=([0-9a-f]{0,64})$/i;

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
    const labelled = LABELLED.exec(piece);
    if (labelled !== null) {
      const algorithm = (labelled[1] as string).toLowerCase() as Algorithm;
      const digits = (labelled[2] as string).toLowerCase();
      const whole = digits.length === LENGTHS[algorithm];
      if (digits.length > LENGTHS[algorithm] || (!whole && pieces.length > 1)) return [];
      found.push([algorithm, whole ? [digits] : digits === '' ? [ANY] : [digits, ANY]]);
    } else if (pieces.length === 1 && isHex(piece)) {
      for (const algorithm of ALGORITHMS) {
        if (LENGTHS[algorithm] === piece.length) found.push([algorithm, [piece.toLowerCase()]]);
      }
    } else return [];
  }
  return found;
}
