import type { MappedField } from '../../convert/maps.js';
import { splitAtBackslash } from '../../convert/text/patterns.js';
import { joinRendered, type Rendered } from '../../convert/walk.js';
import type { ValueTest } from '../../model/condition.js';
import { keywordTerm } from './keyword.js';
import { type Place, unsayable } from './place.js';
import { LUCENE_SYNTAX } from './syntax.js';

const SPLIT = 'The product splits an account into domain and name, so the query compares them one by one.';

/** Tests on an account `DOMAIN\name`, which the product splits: `names` are its fields for domain and name. */
export function accountTest(test: ValueTest, names: readonly string[], field: MappedField, place: Place): Rendered {
  const [domain = '', user = domain] = names;
  if (test.op !== 'string') {
    if (test.op === 'number') return withoutDomain(domain, user, test, field, place);
    if (test.op === 'placeholder') return on(user, test, field, place);
    return unsayable([user], place, test.op === 'regex' ? 'widened_regex' : 'test_dropped', SPLIT);
  }
  const halves = splitAtBackslash(test.pattern);
  if (halves !== undefined && halves !== 'several') {
    const [before, behind] = halves;
    const inDomain =
      before.shape === 'any' ? `_exists_:${domain}` : on(domain, { ...test, pattern: before }, field, place);
    if (behind.shape === 'any') return inDomain;
    return joinRendered('and', [inDomain, on(user, { ...test, pattern: behind }, field, place)], LUCENE_SYNTAX);
  }
  const { parts } = test.pattern;
  if (parts.some((part) => typeof part === 'string' && part.includes('\\')) || test.pattern.shape === 'mixed') {
    return unsayable([user], place, 'widened_wildcard', SPLIT);
  }
  switch (test.pattern.shape) {
    case 'endswith':
      return on(user, test, field, place);
    case 'contains':
      return joinRendered('or', [on(domain, test, field, place), on(user, test, field, place)], LUCENE_SYNTAX);
    case 'startswith':
      // The beginning of the account is the beginning of its domain; of its name only where it has no domain.
      return joinRendered(
        'or',
        [on(domain, test, field, place), withoutDomain(domain, user, test, field, place)],
        LUCENE_SYNTAX,
      );
    default:
      return withoutDomain(domain, user, test, field, place);
  }
}

/** Matches events whose account is only a name that passes the test. */
function withoutDomain(domain: string, user: string, test: ValueTest, field: MappedField, place: Place): Rendered {
  return joinRendered(
    'and',
    [on(user, test, field, place), { text: `NOT _exists_:${domain}`, operator: 'not' }],
    LUCENE_SYNTAX,
  );
}

function on(name: string, test: ValueTest, field: MappedField, place: Place): Rendered {
  const term = keywordTerm(test, name, field, place);
  return 'clause' in term ? term.clause : `${name}:${term.value}`;
}
