import type { LeafScope } from '../../convert/text/leaf-scope.js';
import type { TestOf } from '../../convert/text/tests.js';
import { joinRendered, type Rendered } from '../../convert/walk.js';
import { type Dialect, present } from './dialect.js';
import { type Place, unsayable } from './place.js';

/** A comparison of two fields of one event. Missing fields are empty texts in UDM, which would be equal, so both must be present. */
export function comparesFields(
  test: TestOf<'fieldref'>,
  place: Place,
  other: Place,
  dialect: Dialect,
  scope: LeafScope,
): Rendered {
  const left = dialect.prefix + place.path;
  const right = dialect.prefix + other.path;
  const textual = isTextual(place) && isTextual(other);
  if (test.match !== 'equals' && !textual) return unsayable('a comparison with part of another field', place, scope);
  if (place.kind !== other.kind && !textual)
    return unsayable('a comparison with a field of another kind', place, scope);
  const guard = present(place, dialect);
  if (test.match === 'equals') {
    const suffix = textual && !test.cased ? ' nocase' : '';
    return joinRendered('and', [guard, `${left} = ${right}${suffix}`], dialect.syntax);
  }
  const name = { startswith: 'strings.starts_with', endswith: 'strings.ends_with', contains: 'strings.contains' }[
    test.match
  ];
  const text = test.cased
    ? `${name}(${left}, ${right})`
    : `${name}(strings.to_lower(${left}), strings.to_lower(${right}))`;
  return joinRendered('and', [present(other, dialect), text], dialect.syntax);
}

/** Notes that no page of the product's says whether a search may compare two fields; rules may. */
export function noteComparison({ rawSearch }: Dialect, scope: LeafScope): void {
  if (!rawSearch) return;
  scope.note(
    'unsure_field',
    'Google documents comparisons with a value for UDM search, and those of two fields for rules only: where the search is refused, use the YARA-L rule.',
  );
}

function isTextual(place: Place): boolean {
  return place.kind === 'string' || place.kind === 'text' || place.kind === 'raw';
}
