import type { MappedField } from '../../convert/maps.js';
import { joinRendered, type Rendered } from '../../convert/walk.js';
import type { ValueTest } from '../../model/condition.js';
import { ONE, type Pattern } from '../../model/pattern.js';
import { type Place, unsayable } from './place.js';
import { LUCENE_SYNTAX } from './syntax.js';

const ALGORITHMS = ['md5', 'sha1', 'sha256', 'imphash'] as const;
type Algorithm = (typeof ALGORITHMS)[number];
const LENGTHS: Readonly<Record<Algorithm, number>> = { md5: 32, sha1: 40, sha256: 64, imphash: 32 };
const LABELLED = /^(md5|sha1|sha256|imphash)=([0-9a-f]{0,64})$/i;

/**
 * Tests on Sysmon's `Hashes` (`MD5=…,SHA256=…,IMPHASH=…`), which the product splits: `names` are its fields for MD5, SHA-1, SHA-256 and
 * imphash, in this order, with lower-case hexadecimal digits.
 */
export function hashesTest(test: ValueTest, names: readonly string[], _field: MappedField, place: Place): Rendered {
  if (test.op === 'string') {
    const found = hashesOf(test.pattern);
    if (found !== undefined) {
      const parts = found.map(([algorithm, term]) => `${names[ALGORITHMS.indexOf(algorithm)]}:${term}`);
      return joinRendered(test.pattern.literal.includes(',') ? 'and' : 'or', parts, LUCENE_SYNTAX);
    }
  }
  const message =
    'The product keeps each hash in its own field, where this test on all of them together cannot be said.';
  return unsayable(names, place, 'test_dropped', message);
}

/** The hashes in a pattern, as terms by algorithm; undefined for anything but whole hashes or their beginnings. */
function hashesOf(pattern: Pattern): readonly (readonly [Algorithm, string])[] | undefined {
  if (pattern.literal === '' || pattern.parts.includes(ONE)) return undefined;
  const found: (readonly [Algorithm, string])[] = [];
  const pieces = pattern.literal.split(',');
  for (const piece of pieces) {
    const labelled = LABELLED.exec(piece);
    if (labelled !== null) {
      const algorithm = (labelled[1] as string).toLowerCase() as Algorithm;
      const digits = (labelled[2] as string).toLowerCase();
      const whole = digits.length === LENGTHS[algorithm];
      if (digits.length > LENGTHS[algorithm] || (!whole && pieces.length > 1)) return undefined;
      found.push([algorithm, whole ? digits : `${digits}*`]);
    } else if (pieces.length === 1 && /^[0-9a-f]{32,64}$/i.test(piece)) {
      for (const algorithm of ALGORITHMS) {
        if (LENGTHS[algorithm] === piece.length) found.push([algorithm, piece.toLowerCase()]);
      }
    } else return undefined;
  }
  return found.length === 0 ? undefined : found;
}
