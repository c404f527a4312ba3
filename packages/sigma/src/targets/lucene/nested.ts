import type { MappedField } from '../../convert/maps.js';
import type { ValueTest } from '../../model/condition.js';
import type { Place, Term } from './place.js';

/** A test on a field inside a `nested` object, which a query string cannot reach, not even to test its presence. */
export function nestedTerm(_test: ValueTest, _name: string, _field: MappedField, place: Place): Term {
  place.note('test_dropped', 'The field lies inside a nested object, which a query string cannot reach.');
  return { clause: place.tolerance === 'wider' };
}
