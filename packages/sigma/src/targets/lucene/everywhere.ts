import type { MappedField } from '../../convert/maps.js';
import type { ValueTest } from '../../model/condition.js';
import { wordsOf } from './analysed.js';
import { keywordTerm } from './keyword.js';
import { noteAt, type Place, type Term } from './place.js';

/**
 * A test on every field, some of them keywords, some analysed text: a value of several words is asked for whole in the first and word by
 * word in the second, which is wider.
 */
export function everywhereTerm(test: ValueTest, name: string, field: MappedField, place: Place): Term {
  const term = keywordTerm(test, name, field, place);
  const words = test.op === 'string' && place.tolerance === 'wider' ? wordsOf(test.pattern) : undefined;
  if (words === undefined || !('value' in term)) return term;
  noteAt(
    place,
    'widened_wildcard',
    'Every field is searched; in fields of analysed text the words of the value are, not the text between them.',
  );
  return { value: `(${term.value} OR ${words})` };
}
