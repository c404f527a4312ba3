import type { MappedField } from '../../convert/maps.js';
import type { ValueTest } from '../../model/condition.js';
import { keywordTerm } from './keyword.js';
import type { Place, Term } from './place.js';

/** How Sysmon writes what is no text: `DWORD (0x00000001)`, `QWORD (0x…-0x…)`, `Binary Data`, `(Empty)`. */
const SPELLED_BY_SYSMON = /[dq]word|0x[0-9a-f]{8}|^binary data$|^\(empty\)$/i;

/**
 * A test on a registry value that the product writes as plain text, a number in decimal digits. The map's `values` give the numbers that
 * rules ask for; another value in Sysmon's spelling is left as it is, with a note.
 */
export function registryTerm(test: ValueTest, name: string, field: MappedField, place: Place): Term {
  const literal = test.op === 'string' ? test.pattern.literal : test.op === 'regex' ? test.source : '';
  if (SPELLED_BY_SYSMON.test(literal) && field.values?.has(literal.toLowerCase()) !== true) {
    place.note('unsure_field', `"${literal}" is how Sysmon writes a registry value; here numbers are decimal text.`);
  }
  return keywordTerm(test, name, field, place);
}
