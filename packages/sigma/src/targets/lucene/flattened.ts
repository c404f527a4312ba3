import type { MappedField } from '../../convert/maps.js';
import type { TestOf } from '../../convert/text/tests.js';
import type { ValueTest } from '../../model/condition.js';
import { escapeTerm, escapeWholeTerm } from './escape.js';
import { isRespelled, keywordTerm, neverSaid } from './keyword.js';
import { type Place, type Term, unsaid } from './place.js';

const NO_WILDCARDS =
  'The field lies inside a flattened object, which takes whole values and beginnings in one spelling only: only its presence is asked for.';

/**
 * A test on a key of a `flattened` object: whole values, beginnings and presence, all case-sensitive. The product refuses wildcards and
 * expressions there.
 */
export function flattenedTerm(test: ValueTest, name: string, field: MappedField, place: Place): Term {
  switch (test.op) {
    case 'string':
      return textTerm(test, name, field, place);
    case 'number':
    case 'boolean':
      return { value: escapeTerm(field.values?.get(String(test.value)) ?? String(test.value)) };
    case 'regex':
      return unsaid(name, place, 'widened_regex', NO_WILDCARDS);
    case 'placeholder':
      return keywordTerm(test, name, field, place);
    case 'cidr':
    case 'compare':
      return unsaid(name, place, 'test_dropped', NO_WILDCARDS);
    default:
      return { clause: neverSaid(test, name, place) };
  }
}

function textTerm(test: TestOf<'string'>, name: string, field: MappedField, place: Place): Term {
  const { shape, literal } = test.pattern;
  const refused = () => unsaid(name, place, 'widened_wildcard', NO_WILDCARDS);
  if (shape !== 'exact' && shape !== 'startswith') return refused();
  const native = test.cased || shape !== 'exact' ? undefined : field.values?.get(literal.toLowerCase());
  if (native !== undefined && isRespelled(literal, native)) {
    return { value: `(${escapeWholeTerm(native)} OR ${escapeWholeTerm(literal)})` };
  }
  const term = keywordTerm(test, name, { ...field, casing: 'fixed' }, place);
  const spelled = test.cased || field.casing === 'fixed' || literal.toLowerCase() === literal.toUpperCase();
  if (spelled) return term;
  if (place.tolerance !== 'narrower' && place.ctx.settings.casing !== 'plain') return refused();
  place.note(
    'case_plain',
    'A flattened object keeps letter case; the value is written in the spelling of the rule only.',
  );
  return term;
}
