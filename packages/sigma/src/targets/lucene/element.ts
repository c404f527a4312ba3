import type { MappedField } from '../../convert/maps.js';
import type { ValueTest } from '../../model/condition.js';
import { keywordTerm } from './keyword.js';
import type { Place, Term } from './place.js';

/**
 * A test on one element of an array whose positions the product loses (`a1` of an auditd record becomes one of `process.args`): any element
 * may match, which is wider. Under a negation nothing can be expressed.
 */
export function elementTerm(test: ValueTest, name: string, field: MappedField, place: Place): Term {
  place.note(
    'pairing_lost',
    'The product keeps the values in one array without their positions: any of them may match.',
  );
  return place.tolerance === 'wider' ? keywordTerm(test, name, field, place) : { clause: false };
}
