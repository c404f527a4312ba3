/** A reference to a row that is not there: somebody deleted it before the row that names it was saved. */
export interface MissingReference {
  /** The referring column, such as `user_id`. */
  readonly column: string;
  /** The id that is nobody's. */
  readonly id: string;
}

/** `Key (user_id)=(…)`: the shape of the driver's `detail` in every language that Postgres speaks. */
const KEY = /\((\w+)\)=\(([0-9a-f-]{36})\)/;

/**
 * What a save refers to that is not there, of an error that Postgres gave; undefined for any other. A row that cannot be deleted because
 * others refer to it has the same SQLSTATE, but not the column of the constraint's name.
 */
export function missingReference(thrown: unknown): MissingReference | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  const { code, constraint, detail, table } = thrown as Record<'code' | 'constraint' | 'detail' | 'table', unknown>;
  if (code !== '23503') return undefined;
  const [, column, id] = KEY.exec(String(detail)) ?? [];
  if (column === undefined || id === undefined || constraint !== `${table}_${column}_fkey`) return undefined;
  return { column, id };
}
