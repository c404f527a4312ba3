import type { MappedField } from '../../convert/maps.js';
import type { ValueTest } from '../../model/condition.js';
import { ipTerm } from './address.js';
import { scriptTerm, textTerm } from './analysed.js';
import { elementTerm } from './element.js';
import { everywhereTerm } from './everywhere.js';
import { flattenedTerm } from './flattened.js';
import { keywordTerm, lowerTerm } from './keyword.js';
import { nestedTerm } from './nested.js';
import { booleanTerm, numberTerm } from './number.js';
import type { Place, Term } from './place.js';
import { registryTerm } from './registry.js';

/** Renders the tests of one type of field; `name` is already escaped. */
export type FieldKind = (test: ValueTest, name: string, field: MappedField, place: Place) => Term;

/**
 * The `type`s in the map files of `ecs` and `opensearch`. `string` is the default and a keyword; `lower` is a keyword whose producer writes
 * lower case; `script` is script block text; `registry` a registry value as text; `element` an array that lost the positions of its values;
 * `everywhere` all fields at once. Types of values that are in several fields are in `parts.ts`.
 */
const KINDS: Readonly<Record<string, FieldKind>> = {
  string: keywordTerm,
  keyword: keywordTerm,
  lower: lowerTerm,
  text: textTerm,
  script: scriptTerm,
  ip: ipTerm,
  number: numberTerm,
  boolean: booleanTerm,
  flattened: flattenedTerm,
  nested: nestedTerm,
  element: elementTerm,
  registry: registryTerm,
  everywhere: everywhereTerm,
};

/** The renderer for a map's `type`. Throws for an unknown type, which is a fault of the map. */
export function kindOf(type: string): FieldKind {
  const kind = KINDS[type];
  if (kind === undefined) throw new Error(`a field map gives the type "${type}", which no kind of field has`);
  return kind;
}
