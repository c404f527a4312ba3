import type { MappedField } from '../../convert/maps.js';
import type { Rendered } from '../../convert/walk.js';
import type { ValueTest } from '../../model/condition.js';
import { addressTest, ipTerm } from './address.js';
import { scriptTerm, textTerm } from './analysed.js';
import { detailsTest } from './details.js';
import { elementTerm } from './element.js';
import { everywhereTerm } from './everywhere.js';
import { flattenedTerm } from './flattened.js';
import { keywordTerm, lowerTerm } from './keyword.js';
import { nestedTerm } from './nested.js';
import { booleanTerm, numberTerm } from './number.js';
import type { Place, Term } from './place.js';
import { accountInFields, hashesInFields } from './split.js';

/** Renders the tests of one type of field; `name` is already escaped. */
export type FieldKind = (test: ValueTest, name: string, field: MappedField, place: Place) => Term;

/** Renders a test on a value that the product spreads over several fields, `names`. */
export type SpreadKind = (test: ValueTest, names: readonly string[], field: MappedField, place: Place) => Rendered;

/**
 * The `type`s in the map files of `ecs` and `opensearch`. `string` is the default and a keyword; `lower` is a keyword whose producer writes
 * lower case; `script` is script block text; `element` an array that lost the positions of its values; `everywhere` all fields at once.
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
  everywhere: everywhereTerm,
};

/**
 * Types whose `name` lists fields with parts of the value: `address` ip and keyword, `hashes` four hashes, `account` domain and name,
 * `details` a keyword and texts.
 */
const SPREAD_KINDS: Readonly<Record<string, SpreadKind>> = {
  address: addressTest,
  hashes: hashesInFields,
  account: accountInFields,
  details: detailsTest,
};

/** The renderer for a map's `type`. Throws for an unknown type, which is a fault of the map. */
export function kindOf(type: string): FieldKind {
  const kind = KINDS[type];
  if (kind === undefined) throw new Error(`a field map gives the type "${type}", which no kind of field has`);
  return kind;
}

/** The renderer for a spread value; undefined where the type is one of a single field. */
export function spreadKindOf(type: string): SpreadKind | undefined {
  return SPREAD_KINDS[type];
}
