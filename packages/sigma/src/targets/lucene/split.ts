import type { MappedField } from '../../convert/maps.js';
import { accountTest } from '../../convert/text/account.js';
import { HASHES_APART, splitHashes } from '../../convert/text/hashes.js';
import { joinRendered, type Rendered } from '../../convert/walk.js';
import type { ValueTest } from '../../model/condition.js';
import { keywordTerm } from './keyword.js';
import { patternToTerm } from './pattern.js';
import { type Place, unsayable } from './place.js';
import { LUCENE_SYNTAX } from './syntax.js';

/** Tests on Sysmon's `Hashes`: `names` are the fields of the hashes. */
export function hashesInFields(test: ValueTest, names: readonly string[], _field: MappedField, place: Place): Rendered {
  const split = splitHashes(test);
  if (split.parts.length === 0) return unsayable(names, place, 'test_dropped', HASHES_APART);
  const parts = split.parts.map(([at, { pattern }]) => `${names[at]}:${patternToTerm(pattern)}`);
  return joinRendered(split.join === 'all' ? 'and' : 'or', parts, LUCENE_SYNTAX);
}

/** Tests on an account `DOMAIN\name`: `names` are its fields for domain and name. */
export function accountInFields(test: ValueTest, names: readonly string[], field: MappedField, place: Place): Rendered {
  const [domain = '', user = domain] = names;
  return accountTest(test, {
    on(half, wanted) {
      const name = half === 'domain' ? domain : user;
      const term = keywordTerm(wanted, name, field, place);
      return 'clause' in term ? term.clause : `${name}:${term.value}`;
    },
    domain: (given) => (given ? `_exists_:${domain}` : { text: `NOT _exists_:${domain}`, operator: 'not' }),
    join: (join, parts) => joinRendered(join === 'all' ? 'and' : 'or', parts, LUCENE_SYNTAX),
    lost: (code, message) => unsayable([user], place, code, message),
  });
}
