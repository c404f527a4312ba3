import { readFileSync } from 'node:fs';
import { isWordCharacter, isWords, withoutStart } from '../characters.js';
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
  /** The entities of tables whose rows are a query's result. */
  readonly tables: Readonly<Record<string, readonly EntityMapping[]>>;
  /**
   * `columns` of tables, the best first; `fields` are Sigma's names of the same, as columns are called after them. `computed` gives what a
   * table has only within an object, as an expression.
   */
  readonly entities: readonly {
    readonly entityType: string;
    readonly identifier: string;
    readonly columns: readonly string[];
    readonly fields: readonly string[];
    readonly computed?: Readonly<Record<string, string>>;
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
  for (const line of query.split('\n')) {
    const table = line.trimStart();
    if (!Object.hasOwn(connectors, table)) continue;
    for (const connectorId of connectors[table] ?? []) {
      const tables = filled.get(connectorId) ?? new Set();
      filled.set(connectorId, tables.add(table));
    }
  }
  return [...filled].map(([connectorId, tables]) => ({ connectorId, dataTypes: [...tables] }));
}

/** A query whose result has the columns of its entities, and the entities. */
export function withEntities(query: string): { readonly query: string; readonly entities: readonly EntityMapping[] } {
  const table = tableOf(query);
  const whole = ownEntities(table);
  const columns: readonly ResultColumn[] =
    whole.length === 0 ? resultColumns(query) : extensions(query).map((name) => ({ name }));
  const computed: string[] = [];
  const further = sentinelFacts().entities.flatMap((facts): readonly EntityMapping[] => {
    const { entityType, identifier, columns: natives, fields } = facts;
    if (whole.some((each) => each.entityType === entityType)) return [];
    const native = natives.map((name) => columns.find((column) => column.native === name));
    const found = native.find((column) => column !== undefined) ?? columns.find(({ name }) => fields.includes(name));
    const expression = table === undefined ? undefined : facts.computed?.[table];
    const columnName = found?.name ?? (expression === undefined ? undefined : `Entity${entityType}`);
    if (columnName === undefined) return [];
    if (found === undefined) computed.push(`\n| extend ${columnName} = ${expression}`);
    return [{ entityType, fieldMappings: [{ identifier, columnName }] }];
  });
  const entities = [...whole, ...further];
  return { query: query + computed.join(''), entities };
}

/** The entities of a table's rows: who acted, by what, on what. */
function ownEntities(table: string | undefined): readonly EntityMapping[] {
  const { tables } = sentinelFacts();
  return table !== undefined && Object.hasOwn(tables, table) ? (tables[table] ?? []) : [];
}

interface ResultColumn {
  readonly name: string;
  /** The column of a table that it is, where the query says so. */
  readonly native?: string;
}

/** Columns of our own queries that hold no value of an event's field, or one that changes within a row's events. */
const OWN = new Set(['TimeGenerated', 'Rule', 'RuleOrder', 'Value', 'Values', 'EventTime']);

/** What stands after an operator such as `| project ` in the lines of a query that begin with it. */
const after = (lines: readonly string[], operator: string): readonly string[] =>
  lines.filter((line) => line.startsWith(operator)).map((line) => withoutStart(line, operator));

/** The columns that a query projects, also within the parts of a join. */
const projections = (query: string): readonly string[] =>
  after(
    query.split('\n').map((line) => line.trimStart()),
    '| project ',
  );

const BY = ' by ';

/** What the summaries of a query group by. */
const groupings = (query: string): readonly string[] =>
  after(query.split('\n'), '| summarize ').flatMap((line) => {
    const by = line.lastIndexOf(BY);
    return by === -1 ? [] : [line.slice(by + BY.length)];
  });

/** The columns that a query adds as text, under the names of fields. */
const extensions = (query: string): readonly string[] =>
  after(query.split('\n'), '| extend ').flatMap((line) => {
    const [name = '', value = ''] = line.split(' = ', 2);
    return isWords(name) && value.startsWith('tostring(') ? [name] : [];
  });

/** The table whose rows are a query's result; undefined where it projects or groups them. */
function tableOf(query: string): string | undefined {
  if (projections(query).length > 0 || groupings(query).length > 0) return undefined;
  const end = [...query].findIndex((character) => !isWordCharacter(character));
  return end === -1 ? query : query.slice(0, end);
}

/** Rows of a table have its columns. Projected rows have what every `project` names, summarised ones what the last `by` names. */
function resultColumns(query: string): readonly ResultColumn[] {
  const table = tableOf(query);
  // An object identifies nothing, so its column is none of these.
  if (table !== undefined) {
    const schema = [...(tableSchemas().get(table) ?? [])];
    const native = schema.filter(([, type]) => type !== 'dynamic').map(([name]) => ({ name, native: name }));
    // What the query reads from an event tells more than what every row of its table has.
    const read = extensions(query).map((name) => ({ name }));
    return [...read.filter(({ name }) => !OWN.has(name)), ...native];
  }
  const grouped = groupings(query).at(-1);
  const [first = columnsIn(grouped ?? ''), ...others] = projections(query).map(columnsIn);
  const common = first.filter(({ name }) => others.every((columns) => columns.some((column) => column.name === name)));
  if (grouped === undefined) return common;
  const kept = new Set(columnsIn(grouped).map(({ name }) => name));
  return common.filter(({ name }) => kept.has(name));
}

function columnsIn(list: string): readonly ResultColumn[] {
  return list.split(', ').flatMap((item) => {
    const [name = '', value = name] = item.split(' = ', 2);
    if (!isWords(name) || OWN.has(name)) return [];
    return [isWords(value) && !item.includes(' = ', name.length + 1) ? { name, native: value } : { name }];
  });
}
