import { readFileSync } from 'node:fs';
import { tableSchemas } from '../targets/kql/tables.js';

/** A connector that a scheduled rule needs, with the tables it fills. */
export interface DataConnector {
  readonly connectorId: string;
  readonly dataTypes: readonly string[];
}

/** Which column of the result identifies which entity. */
export interface EntityMapping {
  readonly entityType: string;
  readonly fieldMappings: readonly { readonly identifier: string; readonly columnName: string }[];
}

interface SentinelFacts {
  /** Connectors that fill a table; one of several is enough. */
  readonly connectors: Readonly<Record<string, readonly string[]>>;
  /** `columns` of tables, the best first; `fields` are Sigma's names of the same, as columns are called after them. */
  readonly entities: readonly {
    readonly entityType: string;
    readonly identifier: string;
    readonly columns: readonly string[];
    readonly fields: readonly string[];
  }[];
}

let facts: SentinelFacts | undefined;

/** The facts are read once per process. */
function sentinelFacts(): SentinelFacts {
  facts ??= JSON.parse(
    readFileSync(new URL('../../data/deploy/sentinel.json', import.meta.url), 'utf8'),
  ) as SentinelFacts;
  return facts;
}

/** The connectors of the tables that a query reads. A table of nobody's connector, as a custom one, gives none. */
export function connectorsOf(query: string): readonly DataConnector[] {
  const { connectors } = sentinelFacts();
  const filled = new Map<string, Set<string>>();
  for (const [, table = ''] of query.matchAll(/^\s*(\w+)$/gm)) {
    if (!Object.hasOwn(connectors, table)) continue;
    for (const connectorId of connectors[table] ?? []) {
      const tables = filled.get(connectorId) ?? new Set();
      filled.set(connectorId, tables.add(table));
    }
  }
  return [...filled].map(([connectorId, tables]) => ({ connectorId, dataTypes: [...tables] }));
}

/** The entities of a query's result, by columns that the result certainly has. */
export function entitiesOf(query: string): readonly EntityMapping[] {
  const columns = resultColumns(query);
  return sentinelFacts().entities.flatMap(({ entityType, identifier, columns: natives, fields }) => {
    const native = natives.map((name) => columns.find((column) => column.native === name));
    const found = native.find((column) => column !== undefined) ?? columns.find(({ name }) => fields.includes(name));
    if (found === undefined) return [];
    return [{ entityType, fieldMappings: [{ identifier, columnName: found.name }] }];
  });
}

interface ResultColumn {
  readonly name: string;
  /** The column of a table that it is, where the query says so. */
  readonly native?: string;
}

/** Columns of our own queries that hold no value of an event's field, or one that changes within a row's events. */
const OWN = new Set(['TimeGenerated', 'Rule', 'RuleOrder', 'Value', 'Values', 'EventTime']);

/** Rows of a table have its columns. Projected rows have what every `project` names, summarised ones what the last `by` names. */
function resultColumns(query: string): readonly ResultColumn[] {
  const projections = [...query.matchAll(/^\s*\| project (.*)$/gm)].map(([, list = '']) => columnsIn(list));
  const grouped = [...query.matchAll(/^\| summarize .* by (.*)$/gm)].at(-1)?.[1];
  if (grouped === undefined && projections.length === 0) {
    return [
      ...(tableSchemas()
        .get(/^\w+/.exec(query)?.[0] ?? '')
        ?.keys() ?? []),
    ].map((name) => ({ name, native: name }));
  }
  const [first = columnsIn(grouped ?? ''), ...others] = projections;
  const common = first.filter(({ name }) => others.every((columns) => columns.some((column) => column.name === name)));
  if (grouped === undefined) return common;
  const kept = new Set(columnsIn(grouped).map(({ name }) => name));
  return common.filter(({ name }) => kept.has(name));
}

function columnsIn(list: string): readonly ResultColumn[] {
  return list.split(', ').flatMap((item) => {
    const [, name, native = name] = /^(\w+)(?: = (\w+))?$/.exec(item) ?? /^(\w+)() = /.exec(item) ?? [];
    if (name === undefined || OWN.has(name)) return [];
    return [native === undefined || native === '' ? { name } : { name, native }];
  });
}
