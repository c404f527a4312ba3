/** Kusto's scalar types, and what a column without a known schema is (`unknown`). */
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

/** How the values of a column relate to the Sigma field they stand for; see `data/maps/kql/README.md`. */
export type ValueForm =
  /** The column holds the field's value. */
  | 'value'
  /** The column holds the value among other text: only "contains" can be asked. */
  | 'text'
  /** The column holds the last segment of the path the field has. */
  | 'filename'
  /** The column holds one digest; the field holds `MD5=…,SHA256=…`. */
  | 'hashes';

/** Something tests can be asked of: an expression of known type. */
export interface Column {
  /** What stands in the query: a column name, an alias of an `extend`, or an element of an array under `mv-apply`. */
  readonly expression: string;
  readonly type: ColumnType;
  readonly form: ValueForm;
}

const NUMERIC: ReadonlySet<ColumnType> = new Set(['int', 'long', 'real']);

/** Whether values of the type compare as numbers. */
export function isNumeric(type: ColumnType): boolean {
  return NUMERIC.has(type);
}

/** The column as text: itself where it is a string (or nobody knows), `tostring(…)` otherwise. */
export function asText(column: Column): string {
  return column.type === 'string' || column.type === 'unknown' ? column.expression : `tostring(${column.expression})`;
}
