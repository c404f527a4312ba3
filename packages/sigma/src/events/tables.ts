import type { SigmaEvent } from '../match/event-fields.js';
import { tableSchemas } from '../targets/kql/tables.js';
import { isMap, type JsonMap, setField } from './shape.js';
import { eventData } from './windows-xml.js';

/** How streamed rows of Defender name their table. */
const STREAMED = 'AdvancedHunting-';
/** Tables of Windows' own logs: their rows are Windows events. */
const WINDOWS = new Set(['Event', 'SecurityEvent', 'WindowsEvent']);
/** Columns that say nothing of the table. */
const ANYWHERE = new Set([
  'Timestamp',
  'TimeGenerated',
  'ReportId',
  'Type',
  'SourceSystem',
  'MG',
  'ManagementGroupName',
]);
const ANYWHERE_BEGINS = ['Tenant', '_', '$'];
/** Fewest columns of its own by which a row without a table's name is known. */
const COLUMNS_MIN = 3;

/** A row of a table of Sentinel or Defender XDR. */
export interface TableRow {
  /** The table; of a row that does not name it all that have its columns, those with fewest others first. */
  readonly tables: readonly string[];
  readonly row: JsonMap;
  readonly shape: 'defender' | 'sentinel';
}

/** The row that a value is, by the name of a table that it carries, or by its columns. */
export function tableRow(value: JsonMap): TableRow | undefined {
  const { category, properties } = value;
  if (typeof category === 'string' && category.startsWith(STREAMED) && isMap(properties)) {
    return { tables: [category.slice(STREAMED.length)], row: properties, shape: 'defender' };
  }
  const hasTime = 'TimeGenerated' in value || 'Timestamp' in value;
  const named = namedTable(value);
  const tables = named !== undefined ? [named] : hasTime ? tablesOf(Object.keys(value)) : [];
  if (tables.length === 0) return undefined;
  return { tables, row: value, shape: 'Timestamp' in value && !('TimeGenerated' in value) ? 'defender' : 'sentinel' };
}

function namedTable(value: JsonMap): string | undefined {
  for (const key of ['Type', '$table', 'TableName']) {
    const name = value[key];
    if (typeof name === 'string' && tableSchemas().has(name)) return name;
  }
  return undefined;
}

/** The tables that have all the columns of a row. */
function tablesOf(keys: readonly string[]): readonly string[] {
  const own = keys.filter((key) => !ANYWHERE.has(key) && !ANYWHERE_BEGINS.some((begin) => key.startsWith(begin)));
  if (own.length < COLUMNS_MIN) return [];
  return [...tableSchemas()]
    .filter(([, schema]) => own.every((key) => schema.has(key)))
    .sort(([, left], [, right]) => left.size - right.size)
    .map(([table]) => table);
}

/** A row with columns of JSON read, and for Windows' own logs the fields of their events. */
export function rowEvent({ tables: [table = ''], row }: TableRow): SigmaEvent {
  const event: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) setField(event, name, withPlaces(value));
  if (event['TimeGenerated'] === undefined && event['Timestamp'] !== undefined) {
    setField(event, 'TimeGenerated', event['Timestamp']);
  }
  if (WINDOWS.has(table)) addWindows(event, table, fromJson(row['EventData']));
  return event;
}

/** A text that is JSON, as itself and as what it holds: queries look for words in it, and for values in its places. */
function withPlaces(value: unknown): unknown {
  const read = fromJson(value);
  if (read === value) return value;
  // Behind the others, whose places have numbers.
  return Array.isArray(read) ? [...read, value] : [read, value];
}

function addWindows(event: Record<string, unknown>, table: string, own: unknown): void {
  const data = eventData(own);
  if (data !== undefined) for (const [name, value] of namedData(data)) setField(event, name, value);
  const channel = event['Channel'] ?? event['EventLog'] ?? (table === 'SecurityEvent' ? 'Security' : undefined);
  if (channel !== undefined) setField(event, 'Channel', channel);
  const provider = event['Provider'] ?? event['EventSourceName'] ?? event['Source'];
  if (provider !== undefined) setField(event, 'Provider_Name', provider);
}

/** The names and values of `<Data Name="…">` elements, at any depth, and of a plain object. */
function* namedData(data: JsonMap): Generator<readonly [string, unknown]> {
  for (const [name, value] of Object.entries(data)) {
    if (name === '#attributes') continue;
    for (const element of [value].flat()) {
      const attributes = isMap(element) ? element['#attributes'] : undefined;
      const own = isMap(attributes) ? attributes['Name'] : undefined;
      if (isMap(element) && typeof own === 'string') yield [own, element['#text']];
      else if (isMap(element)) yield* namedData(element);
      else yield [name, element];
    }
  }
}

/** JSON in a text column, which the queries of these products read too. */
function fromJson(value: unknown): unknown {
  if (typeof value !== 'string' || (value[0] !== '{' && value[0] !== '[')) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
