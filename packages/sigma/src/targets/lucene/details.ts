import type { MappedField } from '../../convert/maps.js';
import { joinRendered, type Rendered } from '../../convert/walk.js';
import type { ValueTest } from '../../model/condition.js';
import { textTerm } from './analysed.js';
import { keywordTerm } from './keyword.js';
import type { Place } from './place.js';
import { LUCENE_SYNTAX } from './syntax.js';

/**
 * Tests on a text that the product splits: `names` are a keyword field for its main part, then fields of analysed text with the rest or all
 * of it.
 */
export function detailsTest(test: ValueTest, names: readonly string[], field: MappedField, place: Place): Rendered {
  const parts = names.map((name, index): Rendered => {
    const term = (index === 0 ? keywordTerm : textTerm)(test, name, field, place);
    return 'clause' in term ? term.clause : `${name}:${term.value}`;
  });
  return joinRendered('or', parts, LUCENE_SYNTAX);
}
