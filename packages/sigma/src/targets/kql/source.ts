import type { MappedField, ResolvedMap } from '../../convert/maps.js';
import type { Logsource } from '../../model/rule.js';
import { remembered } from '../../remembered.js';
import { type Access, type AccessScope, columnIfExists, elementsIfExist, nativeAccess, parseAccess } from './access.js';
import { ownAccess, ownTable } from './own-table.js';
import { type TableSchema, tableSchemas } from './tables.js';

/** The scope object of a KQL map file. */
interface KqlScope {
  readonly table?: string;
  /** What a query begins with, instead of the table; `{table}` in it stands for that. */
  readonly from?: string;
  /** A sentence for a note, where the table's name is not certain. */
  readonly unsure?: string;
  /** Conditions that every event of the log source satisfies; each becomes a `where`. */
  readonly where?: string;
  /** A further condition by category or service, for files with many log sources of one table. */
  readonly cases?: Readonly<Record<string, string>>;
  /** The column of the event's XML. */
  readonly xml?: string;
  /** Names of columns that events also have among their data in the XML, which is what a rule means by them. */
  readonly data?: readonly string[];
  /** Where fields with a prefix are: `requestParameters.` → `RequestParameters.`. */
  readonly prefixes?: Readonly<Record<string, string>>;
  /** The column that may have fields which no map knows. */
  readonly rest?: string;
  /** The meaning of event ids in a table without them: a condition, or `true` where the scope already says it. */
  readonly eventIds?: Readonly<Record<string, string>>;
}

/** Where one field of a log source is. */
export interface FieldPlace {
  /** With several, the value may be in any of them. */
  readonly accesses: readonly Access[];
  readonly values: ReadonlyMap<string, string> | undefined;
  /** False for a field read by the product's convention. */
  readonly mapped: boolean;
  readonly unsure: string | undefined;
}

/** A log source in Sentinel: its table, scope and fields. */
export interface Source {
  readonly table: string;
  readonly matched: boolean;
  readonly unsure: string | undefined;
  readonly where: string | undefined;
  readonly eventIds: Readonly<Record<string, string>> | undefined;
  place(field: string): FieldPlace;
}

/** Columns that Log Analytics itself fills in every table (`Type` is the table's name). They are not event fields. */
const WORKSPACE_COLUMNS: ReadonlySet<string> = new Set([
  'type',
  'tenantid',
  'sourcesystem',
  'mg',
  'managementgroupname',
]);

/** Field names remembered per log source. */
const PLACES_MAX = 2000;
const NO_SCHEMA: TableSchema = new Map();
const sources = new WeakMap<ResolvedMap, Map<string | undefined, Source>>();

/** The source of a rule's log source. For unknown log sources every table is searched, and every field is read where it exists. */
export function resolveSource(map: ResolvedMap, logsource: Logsource): Source {
  const own = ownTable(map, logsource);
  if (own !== undefined) return sourceOfTable(own);
  const byCase = remembered(sources, map, () => new Map<string | undefined, Source>());
  const scope = map.scope as KqlScope;
  const cases = scope.cases ?? {};
  const key = [logsource.category, logsource.service]
    .map((name) => name?.toLowerCase() ?? '')
    .find((name) => Object.hasOwn(cases, name));
  return remembered(byCase, key, () => createSource(map, scope, key === undefined ? undefined : cases[key]));
}

/** A table that no map has: its fields are its own columns. */
function sourceOfTable(table: string): Source {
  return {
    table,
    matched: true,
    unsure: undefined,
    where: undefined,
    eventIds: undefined,
    place: (field) => ({ accesses: [ownAccess(field)], values: undefined, mapped: true, unsure: undefined }),
  };
}

function createSource(map: ResolvedMap, scope: KqlScope, only: string | undefined): Source {
  const table = scope.table ?? 'search *';
  const schema = scope.table === undefined ? NO_SCHEMA : tableSchemas().get(scope.table);
  if (schema === undefined) throw new Error(`the schema of table ${scope.table} is missing in data/kql/tables.json`);
  const access: AccessScope = { schema, xml: scope.xml };
  const columns = new Map([...schema.keys()].map((name) => [name.toLowerCase(), name]));
  for (const name of [...WORKSPACE_COLUMNS, ...(scope.data ?? [])]) columns.delete(name.toLowerCase());
  const places = new Map<string, FieldPlace>();
  const fields = new Map([...map.fields].map(([name, mapped]) => [name.toLowerCase(), mapped]));
  return {
    table: scope.from?.replace('{table}', () => table) ?? table,
    matched: map.matched,
    unsure: scope.unsure,
    where: [only, scope.where].filter((part) => part !== undefined).join(' and ') || undefined,
    eventIds: scope.eventIds,
    place(field) {
      return remembered(places, field, () => findPlace(field, fields, columns, scope, access), PLACES_MAX);
    },
  };
}

function findPlace(
  field: string,
  fields: ReadonlyMap<string, MappedField>,
  columns: ReadonlyMap<string, string>,
  scope: KqlScope,
  access: AccessScope,
): FieldPlace {
  const mapped = fields.get(field.toLowerCase());
  if (mapped !== undefined) {
    return {
      accesses: mapped.names.map((name) =>
        mapped.native === true
          ? nativeAccess(name, access)
          : withPlain(parseAccess(name, field, mapped.type, access), mapped),
      ),
      values: mapped.values,
      mapped: true,
      unsure: mapped.unsure,
    };
  }
  const one = (place: string, sure: boolean): FieldPlace => ({
    accesses: [parseAccess(place, field, 'string', access)],
    values: undefined,
    mapped: sure,
    unsure: undefined,
  });
  const column = columns.get(field.toLowerCase());
  if (column !== undefined) return one(column, true);
  for (const [prefix, place] of Object.entries(scope.prefixes ?? {})) {
    if (field.startsWith(prefix)) return one(place + pathOf(field.slice(prefix.length)), true);
  }
  if (scope.xml !== undefined) return one(`${scope.xml}.${field}`, true);
  if (scope.rest !== undefined) return one(`${scope.rest}.${pathOf(field)}`, false);
  const read = field.includes('[]') ? elementsIfExist(pathOf(field), access) : columnIfExists(field, access);
  return { accesses: [read], values: undefined, mapped: false, unsure: undefined };
}

function withPlain(access: Access, { plain }: MappedField): Access {
  if (plain === undefined || access.kind !== 'extend') return access;
  return {
    ...access,
    plain: { expression: plain.name.slice(1), about: plain.about.map((text) => text.toLowerCase()) },
  };
}

/** A Sigma field name as a path, without characters that have a meaning in paths; brackets stand around numbers or nothing. */
function pathOf(field: string): string {
  return field.replaceAll('{}', '[]').replace(/\[\d*\]|["\\\n\r[\]]/g, (part) => (part.length > 1 ? part : '_'));
}
