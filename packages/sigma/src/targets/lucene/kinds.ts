import type { MappedField } from '../../convert/maps.js';
import type { ValueTest } from '../../model/condition.js';
import { keywordTerm } from './keyword.js';
import type { Place, Term } from './place.js';

/** How the tests of one kind of field are said; `name` is escaped already. */
export type FieldKind = (test: ValueTest, name: string, field: MappedField, place: Place) => Term;

const KINDS: Readonly<Record<string, FieldKind>> = {
  string: keywordTerm,
  keyword: keywordTerm,
};

/** The way to say tests on a field of a map's `type`; a type nobody knows is a fault of the map. */
export function kindOf(type: string): FieldKind {
  const kind = KINDS[type];
  if (kind === undefined) throw new Error(`a field map gives the type "${type}", which no kind of field has`);
  return kind;
}
