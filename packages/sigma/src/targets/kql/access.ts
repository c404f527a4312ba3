import { isName, partsBetween } from '../../characters.js';
import { escapeRegex } from '../../convert/text/patterns.js';
import type { Column, ColumnType, ValueForm } from './column.js';
import { identifierOf, quoteName, quoteString } from './literal.js';
import type { TableSchema } from './tables.js';

/** How a value is reached in a table. */
export type Access =
  /** A column of the table. */
  | { readonly kind: 'column'; readonly column: Column }
  /** An expression that an `extend` computes first. */
  | {
      readonly kind: 'extend';
      readonly expression: string;
      readonly column: Column;
      /** A shorter expression, for values that contain none of the lower-case `about` texts. */
      readonly plain?: { readonly expression: string; readonly about: readonly string[] };
    }
  /** Elements of an array: the array's expression, paths from array to inner array, and the value's path within an element. */
  | {
      readonly kind: 'array';
      readonly root: string;
      readonly inner: readonly string[];
      readonly leaf: string;
      readonly form: ValueForm;
    };

const FORMS: ReadonlySet<string> = new Set<ValueForm>(['text', 'filename', 'hashes']);

/** Keys of a path: plain after a dot, quoted in brackets, `[1]` for one element, `[]` for "any element". */
const STEP = /\.([^.[\]]+)|\["([^"]+)"\]|(\[\])|(\[\d+\])/gy;

/** What `parseAccess` needs of the table. */
export interface AccessScope {
  readonly schema: TableSchema;
  /** The column with the event's fields as XML, where the table has one. */
  readonly xml: string | undefined;
}

/**
 * Parses a field's place from a map file (see `data/maps/kql/README.md`): `Column`, `Column.path.to`, `Column[].name`, `Column[1].name`, `=expression`.
 * `sigmaField` gives the alias; `type` is a Kusto type (for expressions) or a value form. Throws an Error that names the place when the
 * table has no such column.
 */
export function parseAccess(place: string, sigmaField: string, type: string, scope: AccessScope): Access {
  const form = FORMS.has(type) ? (type as ValueForm) : 'value';
  if (place.startsWith('=')) {
    const kustoType = form !== 'value' ? 'string' : (type as ColumnType);
    return extend(place.slice(1), sigmaField, kustoType, form, scope);
  }
  const [name = ''] = partsBetween(place, '.[');
  const end = name.length;
  const columnType = scope.schema.get(name);
  if (columnType === undefined) throw new Error(`the table has no column ${name} (place "${place}")`);
  if (end === place.length) return { kind: 'column', column: { expression: quoteName(name), type: columnType, form } };
  if (name === scope.xml) return extend(xmlValue(place.slice(end + 1), name), sigmaField, 'string', form, scope);
  let root = columnType === 'dynamic' ? quoteName(name) : `parse_json(${quoteName(name)})`;
  const segments: string[] = [''];
  STEP.lastIndex = end;
  for (let step = STEP.exec(place); step !== null; step = STEP.exec(place)) {
    if (step[3] !== undefined) segments.push('');
    else segments[segments.length - 1] += step[4] ?? pathStep((step[1] ?? step[2]) as string);
  }
  const [first = '', ...rest] = segments;
  root += first;
  const leaf = rest.pop();
  if (leaf === undefined) return extend(`tostring(${root})`, sigmaField, 'string', form, scope);
  return { kind: 'array', root, inner: rest, leaf, form };
}

/** Access to a name that a processing pipeline gave: a column or a path, also one that no schema knows; anything else is a quoted column. */
export function nativeAccess(name: string, scope: AccessScope): Access {
  const path = name.split('.');
  const head = path.every((part) => isName(part)) ? path[0] : undefined;
  if (head !== undefined && scope.schema.has(head)) return parseAccess(name, name, 'string', scope);
  if (head !== undefined && head !== name) return extend(`tostring(${name})`, name, 'string', 'value', scope);
  return { kind: 'column', column: { expression: quoteName(name), type: 'unknown', form: 'value' } };
}

/** Access to an unmapped column: read where the workspace has it, empty elsewhere. */
export function columnIfExists(field: string, scope: AccessScope): Access {
  return extend(`tostring(column_ifexists(${quoteString(field)}, ""))`, field, 'string', 'value', scope);
}

/** Access to elements of an unmapped column's array, by a name with the mark of arrays: `Members[].UPN`. */
export function elementsIfExist(field: string, scope: AccessScope): Access {
  const [name = ''] = partsBetween(field, '.[');
  const known = [...scope.schema.keys()].find((column) => column.toLowerCase() === name.toLowerCase());
  if (known !== undefined) return parseAccess(known + field.slice(name.length), field, 'string', scope);
  const found = parseAccess(field, field, 'string', { schema: new Map([[name, 'dynamic']]), xml: undefined });
  if (found.kind !== 'array') return columnIfExists(field, scope);
  const column = `parse_json(tostring(column_ifexists(${quoteString(name)}, "")))`;
  return { ...found, root: column + found.root.slice(quoteName(name).length) };
}

function extend(expression: string, field: string, type: ColumnType, form: ValueForm, scope: AccessScope): Access {
  let alias = identifierOf(field);
  while (scope.schema.has(alias)) alias += '_';
  return { kind: 'extend', expression, column: { expression: alias, type, form } };
}

function pathStep(key: string): string {
  return isName(key) ? `.${key}` : `[${quoteString(key)}]`;
}

/** The text of `<Data Name="…">` in a Windows event's XML, entities resolved; empty where the event has none. */
function xmlValue(name: string, column: string): string {
  const escaped = escapeRegex(name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'));
  const element = quoteString(`<Data Name="${escaped}">[\\s\\S]*?</Data>`);
  return `tostring(parse_xml(extract(${element}, 0, ${column})).Data["#text"])`;
}
