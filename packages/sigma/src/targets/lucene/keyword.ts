import type { MappedField } from '../../convert/maps.js';
import { exactly } from '../../convert/text/patterns.js';
import { joinRendered, type Rendered } from '../../convert/walk.js';
import type { ValueTest } from '../../model/condition.js';
import type { Pattern } from '../../model/pattern.js';
import { compareOnKeyword } from './compare.js';
import { networkOnKeyword } from './network.js';
import { patternHasCase, patternToFoldedRegex, patternToTerm } from './pattern.js';
import { exists, type Place, type Term, unsayable } from './place.js';
import { regexTerm } from './regex-term.js';
import { LUCENE_SYNTAX } from './syntax.js';

/**
 * A test on a `keyword` or `wildcard` field: one term per value, case-sensitive. Exact, except for regular expressions that Lucene's
 * dialect lacks.
 */
export function keywordTerm(test: ValueTest, name: string, field: MappedField, place: Place): Term {
  switch (test.op) {
    case 'string':
      return { value: stringOnKeyword(test.pattern, test.cased, field, place) };
    case 'number':
    case 'boolean':
      // Numbers are written plain: a field that has them as numbers is not a keyword and takes no expression.
      return { value: patternToTerm(exactly(field.values?.get(String(test.value)) ?? String(test.value))) };
    case 'compare':
      return compareOnKeyword(test.operator, test.value, name, field, place);
    case 'regex':
      return regexTerm(test, name, place);
    case 'cidr':
      return networkOnKeyword(test.network, name, place);
    case 'placeholder':
      place.placeholder(test.name);
      return { value: patternToTerm(test.pattern) };
    default:
      return { clause: neverSaid(test, name, place) };
  }
}

/** A test that no type of field can express in a query string. For a comparison with another field, the presence of both remains. */
export function neverSaid(
  test: Extract<ValueTest, { op: 'time' | 'fieldref' | 'null' | 'exists' }>,
  name: string,
  place: Place,
): Rendered {
  const own = unsayable([name], place, 'test_dropped', UNSAYABLE[test.op]);
  return test.op === 'fieldref' && own !== false
    ? joinRendered('and', [own, exists(place.namesOf(test.field))], LUCENE_SYNTAX)
    : own;
}

/** A test on a keyword field whose producer writes lower case, whatever the original log had. */
export function lowerTerm(test: ValueTest, name: string, field: MappedField, place: Place): Term {
  const fixed: MappedField = { ...field, casing: 'fixed' };
  if (test.op === 'regex') return regexTerm({ ...test, flags: `${test.flags}i` }, name, place);
  if (test.op !== 'string') return keywordTerm(test, name, fixed, place);
  const { parts, shape, literal } = test.pattern;
  const lowered = parts.map((part) => (typeof part === 'string' ? part.toLowerCase() : part));
  return keywordTerm(
    { ...test, pattern: { parts: lowered, shape, literal: literal.toLowerCase() } },
    name,
    fixed,
    place,
  );
}

/** Why a kind of test cannot be expressed on any field; null and exists tests are handled elsewhere. */
const UNSAYABLE: Readonly<Record<'time' | 'fieldref' | 'null' | 'exists', string>> = {
  time: 'A query string cannot compare a part of a timestamp: only the presence of the field is asked for.',
  fieldref: 'A query string cannot compare two fields: only their presence is asked for.',
  null: 'A query string cannot tell null from a missing field here.',
  exists: 'A query string cannot tell whether this field is present.',
};

function stringOnKeyword(pattern: Pattern, cased: boolean, field: MappedField, place: Place): string {
  const spelled = cased || pattern.shape !== 'exact' ? undefined : field.values?.get(pattern.literal.toLowerCase());
  const respelled = spelled !== undefined && isRespelled(pattern.literal, spelled);
  if (spelled !== undefined && (!respelled || place.ctx.settings.casing === 'plain')) {
    return patternToTerm(exactly(spelled));
  }
  // A rule that spells a value differently than its producer may know of events with that spelling.
  if (cased || (field.casing === 'fixed' && !respelled) || !patternHasCase(pattern)) return patternToTerm(pattern);
  if (place.ctx.settings.casing === 'plain') {
    place.note('case_plain', 'The field keeps letter case; the value is written in the spelling of the rule only.');
    return patternToTerm(pattern);
  }
  const folded = patternToFoldedRegex(pattern);
  if (!folded.widened) return folded.text;
  if (place.tolerance === 'narrower') {
    place.note('case_plain', 'The value is too long to be written in any letter case; it stands in its own spelling.');
    return patternToTerm(pattern);
  }
  place.note(
    'widened_wildcard',
    'The value in any letter case is longer than the 1,000 characters an expression may have; its end is written as any character.',
  );
  return folded.text;
}

/** Whether a product's spelling of a value differs from the rule's only in letter case. */
export function isRespelled(literal: string, spelled: string): boolean {
  return literal !== spelled && literal.toLowerCase() === spelled.toLowerCase();
}
