import { withoutEnd, withoutStart } from '../../characters.js';
import { readDigest } from '../../convert/text/digest.js';
import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { exactly, splitAtBackslash } from '../../convert/text/patterns.js';
import { joinRendered, type Rendered } from '../../convert/walk.js';
import type { ValueTest } from '../../model/condition.js';
import { ANY, type Pattern } from '../../model/pattern.js';
import { absent, type Dialect } from './dialect.js';
import { type Field, type Place, unsayable } from './place.js';
import { fitsAny } from './strings.js';

/** The path of each algorithm's hash under a UDM file noun. */
const HASH_PATHS: Readonly<Record<string, string>> = {
  MD5: 'md5',
  SHA1: 'sha1',
  SHA256: 'sha256',
  IMPHASH: 'pe_file.imphash',
};
const HASH_LENGTHS: Readonly<Record<number, readonly string[]>> = {
  32: ['MD5', 'IMPHASH'],
  40: ['SHA1'],
  64: ['SHA256'],
};

/**
 * Sysmon writes all hashes of a file into one text (`SHA1=…,MD5=…`); UDM has a path per algorithm and no prefix. A value that is not one
 * whole hash cannot be mapped.
 */
export function hashTest(test: ValueTest, field: Field, dialect: Dialect, scope: LeafScope): Rendered {
  const base = field.places[0] as Place;
  if (test.op !== 'string') return unsayable('this test of a list of hashes', base, scope);
  const hash = hashOf(test.pattern);
  if (hash === undefined) return unsayable('part of a hash', base, scope);
  if (test.pattern.shape !== 'contains') {
    if (scope.tolerance === 'narrower') return unsayable('the only hash of a file', base, scope);
    scope.note(
      'widened_wildcard',
      'UDM holds each hash of a file by itself: other hashes beside the wanted one are accepted.',
    );
  }
  const places = hash.algorithms.flatMap((algorithm) =>
    field.places.map((place) => ({ ...place, path: `${place.path}.${HASH_PATHS[algorithm] ?? ''}` })),
  );
  return joinRendered(
    'or',
    places.map((place) => fitsAny([exactly(hash.value.toLowerCase())], false, place, dialect)),
    dialect.syntax,
  );
}

function hashOf(pattern: Pattern): { readonly algorithms: readonly string[]; readonly value: string } | undefined {
  // A part of the list may have the commas of its neighbours.
  const part = withoutEnd(pattern.literal, ',');
  const found = readDigest(part.includes('=') ? withoutStart(part, ',').trimStart() : part);
  const value = found?.digits ?? '';
  if (value.length < 32 || value.length > 64) return undefined;
  const named = found?.algorithm?.toUpperCase();
  const algorithms = named === undefined ? HASH_LENGTHS[value.length] : [named];
  return algorithms === undefined ? undefined : { algorithms, value };
}

/** All paths of a file's hashes, for tests of presence. */
export function hashPlaces(field: Field): readonly Place[] {
  return field.places.flatMap((place) =>
    Object.values(HASH_PATHS).map((path) => ({ ...place, path: `${place.path}.${path}` })),
  );
}

/**
 * An account `DOMAIN\user`, which UDM splits into user name (first place) and domain (second). A pattern is split at its only backslash;
 * without one it may be in either half.
 */
export function accountTest(
  test: ValueTest,
  field: Field,
  dialect: Dialect,
  scope: LeafScope,
  write: (test: ValueTest, place: Place) => Rendered,
): Rendered {
  const [user, domain] = field.places as readonly [Place, Place];
  const { syntax } = dialect;
  if (test.op !== 'string') return unsayable('this test of an account', user, scope);
  const render = (pattern: Pattern, place: Place): Rendered => write({ ...test, pattern }, place);
  // An empty half places no condition on its path.
  const half = (pattern: Pattern, place: Place): Rendered =>
    render(pattern.parts.length === 0 ? ANYTHING : pattern, place);
  const withoutDomain = (pattern: Pattern): Rendered =>
    joinRendered('and', [render(pattern, user), absent(domain, dialect)], syntax);
  const halves = splitAtBackslash(test.pattern);
  if (halves === 'several') return unsayable('a value with several backslashes', user, scope);
  if (halves !== undefined) {
    return joinRendered('and', [half(halves[0], domain), half(halves[1], user)], syntax);
  }
  switch (test.pattern.shape) {
    case 'exact':
      return withoutDomain(test.pattern);
    case 'startswith':
      return joinRendered('or', [render(test.pattern, domain), withoutDomain(test.pattern)], syntax);
    case 'contains':
      return joinRendered('or', [render(test.pattern, user), render(test.pattern, domain)], syntax);
    case 'endswith':
    case 'any':
      return render(test.pattern, user);
    default:
      return unsayable('a pattern that may span domain and user', user, scope);
  }
}

const ANYTHING: Pattern = { parts: [ANY], shape: 'any', literal: '' };
