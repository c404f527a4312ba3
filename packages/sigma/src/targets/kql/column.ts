import type { Tolerance } from '../../convert/walk.js';

/** Kusto's scalar types; `unknown` for a column without a known schema. */
export type ColumnType =
  | 'string'
  | 'int'
  | 'long'
  | 'real'
  | 'bool'
  | 'datetime'
  | 'timespan'
  | 'guid'
  | 'dynamic'
  | 'unknown';

/** How the values of a column relate to the Sigma field; see `data/maps/kql/README.md`. */
export type ValueForm =
  /** The column holds the field's value. */
  | 'value'
  /** The column contains the value among other text, so only "contains" can be tested. */
  | 'text'
  /** The column has only the last segment of the field's path. */
  | 'filename'
  /** The column has one digest; the field has `MD5=…,SHA256=…`. */
  | 'hashes';

/** An expression of known type that can be tested. */
export interface Column {
  /** The text in the query: a column name, an alias of an `extend`, or an element of an array under `mv-apply`. */
  readonly expression: string;
  readonly type: ColumnType;
  readonly form: ValueForm;
}

const NUMERIC: ReadonlySet<ColumnType> = new Set(['int', 'long', 'real']);

/** Whether values of the type compare as numbers. */
export function isNumeric(type: ColumnType): boolean {
  return NUMERIC.has(type);
}

/** The column as text: itself where it is a string (or its type is unknown), else `tostring(…)`. */
export function asText(column: Column): string {
  return column.type === 'string' || column.type === 'unknown' ? column.expression : `tostring(${column.expression})`;
}

/** In Kusto a comparison with nothing is null, and `not(null)` matches no row. Under a `not` the null is therefore made false. */
export function definite(test: string, tolerance: Tolerance): string {
  return tolerance === 'narrower' ? `coalesce(${test}, false)` : test;
}
