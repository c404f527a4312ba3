import type { ResolvedMap } from '../../convert/maps.js';
import type { ConversionContext } from '../../convert/target.js';
import { joinRendered, type LeafRenderer, type Rendered, type Tolerance } from '../../convert/walk.js';
import type { FieldTest, KeywordTest, ValueTest } from '../../model/condition.js';
import type { Dialect } from './dialect.js';
import { absent, present } from './empty.js';
import { comparesFields } from './fieldref.js';
import { keywordTest } from './keywords.js';
import { type Field, noteField, type Place, resolveField } from './place.js';
import { accountTest, hashPlaces, hashTest } from './split.js';
import { type TestScope, unsayable } from './test-scope.js';
import { anyTest } from './tests.js';

/** Makes a leaf renderer for one event; `map` is undefined for the rule's own names. */
export function udmLeaf(map: ResolvedMap | undefined, dialect: Dialect, ctx: ConversionContext): LeafRenderer {
  return (leaf, tolerance) =>
    leaf.kind === 'keyword'
      ? keywordTest(leaf, map, scopeOf(leaf, dialect, ctx, tolerance))
      : fieldTest(leaf, map, scopeOf(leaf, dialect, ctx, tolerance));
}

function scopeOf(
  leaf: FieldTest | KeywordTest,
  dialect: Dialect,
  ctx: ConversionContext,
  tolerance: Tolerance,
): TestScope {
  const { selection, item } = leaf.path;
  return { dialect, tolerance, ctx, part: item === '' ? selection : `${selection}.${item}` };
}

function fieldTest(leaf: FieldTest, map: ResolvedMap | undefined, scope: TestScope): Rendered {
  const field = resolveField(leaf.field, map);
  noteField(leaf.field, field, scope.ctx);
  const { syntax } = scope.dialect;
  if (leaf.join === 'all') {
    return joinRendered(
      'and',
      leaf.tests.map((test) => anyOf([test], field, map, scope)),
      syntax,
    );
  }
  return anyOf(leaf.tests, field, map, scope);
}

function anyOf(tests: readonly ValueTest[], field: Field, map: ResolvedMap | undefined, scope: TestScope): Rendered {
  const { syntax } = scope.dialect;
  const parts: Rendered[] = [];
  const plain: ValueTest[] = [];
  for (const test of tests) {
    if (test.op === 'null' || (test.op === 'exists' && !test.value)) {
      parts.push(
        joinRendered(
          'and',
          pathsOf(field).map((place) => noValue(place, scope)),
          syntax,
        ),
      );
    } else if (test.op === 'exists') {
      parts.push(
        joinRendered(
          'or',
          pathsOf(field).map((place) => someValue(place, scope)),
          syntax,
        ),
      );
    } else if (test.op === 'fieldref') {
      const other = resolveField(test.field, map);
      noteField(test.field, other, scope.ctx);
      const places = other.places.flatMap((right) => field.places.map((left) => [left, right] as const));
      parts.push(
        joinRendered(
          'or',
          places.map(([left, right]) => comparesFields(test, left, right, scope)),
          syntax,
        ),
      );
    } else {
      plain.push(test);
    }
  }
  if (plain.length > 0) parts.unshift(...plainTests(plain, field, scope));
  return joinRendered('or', parts, syntax);
}

/** A text that several places share is empty only when all of them are missing. */
function noValue(place: Place, scope: TestScope): Rendered {
  return place.inside && scope.tolerance === 'wider'
    ? unsayable('absence', place, scope)
    : absent(place, scope.dialect);
}

function someValue(place: Place, scope: TestScope): Rendered {
  return place.inside && scope.tolerance === 'narrower'
    ? unsayable('presence', place, scope)
    : present(place, scope.dialect);
}

function plainTests(tests: readonly ValueTest[], field: Field, scope: TestScope): readonly Rendered[] {
  if (field.split === 'hashes') return tests.map((test) => hashTest(test, field, scope));
  if (field.split === 'account') return tests.map((test) => accountTest(test, field, scope));
  return field.places.map((place) => anyTest(tests, place, scope));
}

function pathsOf(field: Field): readonly Place[] {
  return field.split === 'hashes' ? hashPlaces(field) : field.places;
}
