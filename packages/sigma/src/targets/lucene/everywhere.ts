import type { MappedField } from '../../convert/maps.js';
import type { ValueTest } from '../../model/condition.js';
import { wordsOf } from './analysed.js';
import { escapeTerm } from './escape.js';
import { keywordTerm } from './keyword.js';
import type { Place, Term } from './place.js';
import { asWord, regexTerm } from './regex-term.js';

const ADDED =
  'Every field is searched, those the product adds to the event included; in analysed text by the words of the value.';

/**
 * A test on every field, some of them keywords, some analysed text. A value of several words is searched as a whole in the first and word
 * by word in the second, which is wider. Fields of the pipeline `none` count as keywords.
 */
export function everywhereTerm(test: ValueTest, name: string, field: MappedField, place: Place): Term {
  if (field.mapped) place.note('widened_wildcard', ADDED);
  if (test.op === 'number') {
    const word = regexTerm(asWord(test.value), name, place);
    return 'value' in word ? { value: `(${escapeTerm(String(test.value))} OR ${word.value})` } : word;
  }
  const term = keywordTerm(test, name, field, place);
  const words = test.op === 'string' && field.mapped && place.tolerance === 'wider' ? wordsOf(test.pattern) : undefined;
  return words === undefined || !('value' in term) ? term : { value: `(${term.value} OR ${words})` };
}
