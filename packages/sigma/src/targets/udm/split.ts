import { joinRendered, type Rendered } from '../../convert/walk.js';
import type { ValueTest } from '../../model/condition.js';
import { ANY, type Pattern, type PatternPart } from '../../model/pattern.js';
import { absent } from './empty.js';
import type { Field, Place } from './place.js';
import { fitsAny } from './strings.js';
import { exactPattern, type TestScope, unsayable } from './test-scope.js';
import { anyTest } from './tests.js';

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
export function hashTest(test: ValueTest, field: Field, scope: TestScope): Rendered {
  const base = field.places[0] as Place;
  if (test.op !== 'string') return unsayable('this test of a list of hashes', base, scope);
  const hash = hashOf(test.pattern);
  if (hash === undefined) return unsayable('part of a hash', base, scope);
  if (test.pattern.shape !== 'contains') {
    if (scope.tolerance === 'narrower') return unsayable('the only hash of a file', base, scope);
    scope.ctx.note({
      code: 'widened_wildcard',
      message: 'UDM holds each hash of a file by itself: other hashes beside the wanted one are accepted.',
      part: scope.part,
    });
  }
  const places = hash.algorithms.flatMap((algorithm) =>
    field.places.map((place) => ({ ...place, path: `${place.path}.${HASH_PATHS[algorithm] ?? ''}` })),
  );
  return joinRendered(
    'or',
    places.map((place) => fitsAny([exactPattern(hash.value.toLowerCase())], false, place, scope.dialect)),
    scope.dialect.syntax,
  );
}

function hashOf(pattern: Pattern): { readonly algorithms: readonly string[]; readonly value: string } | undefined {
  const found = /^(?:,?\s*(MD5|SHA1|SHA256|IMPHASH)=)?([0-9a-f]{32,64}),?$/i.exec(pattern.literal);
  if (found === null) return undefined;
  const value = found[2] as string;
  const named = found[1]?.toUpperCase();
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
export function accountTest(test: ValueTest, field: Field, scope: TestScope): Rendered {
  const [user, domain] = field.places as readonly [Place, Place];
  const { syntax } = scope.dialect;
  if (test.op !== 'string') return unsayable('this test of an account', user, scope);
  const render = (pattern: Pattern, place: Place): Rendered =>
    anyTest([{ op: 'string', pattern, cased: test.cased }], place, scope);
  const withoutDomain = (pattern: Pattern): Rendered =>
    joinRendered('and', [render(pattern, user), absent(domain, scope.dialect)], syntax);
  const halves = splitAtBackslash(test.pattern);
  if (halves === 'several') return unsayable('a value with several backslashes', user, scope);
  if (halves !== undefined) {
    return joinRendered('and', [render(halves[0], domain), render(halves[1], user)], syntax);
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

function splitAtBackslash(pattern: Pattern): readonly [Pattern, Pattern] | 'several' | undefined {
  let at: readonly [number, number] | undefined;
  for (const [index, part] of pattern.parts.entries()) {
    if (typeof part !== 'string') continue;
    const first = part.indexOf('\\');
    if (first === -1) continue;
    if (at !== undefined || part.includes('\\', first + 1)) return 'several';
    at = [index, first];
  }
  if (at === undefined) return undefined;
  const literal = pattern.parts[at[0]] as string;
  const before = literal.slice(0, at[1]);
  const after = literal.slice(at[1] + 1);
  return [
    toPattern([...pattern.parts.slice(0, at[0]), ...(before === '' ? [] : [before])]),
    toPattern([...(after === '' ? [] : [after]), ...pattern.parts.slice(at[0] + 1)]),
  ];
}

function toPattern(parts: readonly PatternPart[]): Pattern {
  // An empty half places no condition on its path.
  if (parts.length === 0) return { parts: [ANY], shape: 'any', literal: '' };
  const [first, second, third] = parts;
  if (parts.length === 1) {
    if (first === ANY) return { parts, shape: 'any', literal: '' };
    return typeof first === 'string'
      ? { parts, shape: 'exact', literal: first }
      : { parts, shape: 'mixed', literal: '' };
  }
  if (parts.length === 2 && typeof first === 'string' && second === ANY)
    return { parts, shape: 'startswith', literal: first };
  if (parts.length === 2 && first === ANY && typeof second === 'string')
    return { parts, shape: 'endswith', literal: second };
  if (parts.length === 3 && first === ANY && typeof second === 'string' && third === ANY) {
    return { parts, shape: 'contains', literal: second };
  }
  return { parts, shape: 'mixed', literal: '' };
}
