import type { Logsource } from '@tripline/sigma';
import { lazyData } from '../data-file.js';
import { once } from '../once.js';

/** A field of a table: its distinct values (the empty one first where a row has none), and all of them in one lower-case text. */
export interface EverydayColumn {
  readonly field: string;
  readonly values: readonly string[];
  readonly text: string;
}

/** The everyday shapes of a log source: those of its events that several recordings have. */
export interface EverydayTable {
  /** The recordings that have any event of the source, as a bit set. */
  readonly seen: bigint;
  readonly columns: readonly EverydayColumn[];
  /** For every column, the index of each row's value. */
  readonly places: readonly Uint16Array[];
  /** For every row, the recordings that have such an event, as a bit set. */
  readonly recordings: readonly bigint[];
}

interface StoredTable {
  readonly category: readonly string[];
  readonly service: readonly string[];
  readonly recordings: number;
  readonly fields: readonly string[];
  readonly values: readonly (readonly string[])[];
  /** Rows between semicolons: the index of the row's set of recordings, then an index for every column. */
  readonly rows: string;
}

interface StoredEveryday {
  readonly recordings: number;
  readonly sets: readonly string[];
  readonly tables: readonly StoredTable[];
}

const everyday = lazyData('everyday.json', (raw: StoredEveryday) => ({
  recordings: raw.recordings,
  tables: raw.tables.map((table) => ({ table, read: once(() => readTable(table, raw.sets)) })),
}));

/** How many recordings the statistics rest on. */
export function everydayRecordings(): number {
  return everyday().recordings;
}

/** The tables with events of a rule's log source; empty where no recording has it. */
export function everydayTables({ product, category, service }: Logsource): readonly EverydayTable[] {
  if (product !== undefined && product !== 'windows') return [];
  return everyday()
    .tables.filter(({ table }) =>
      category === undefined
        ? service !== undefined && product === 'windows' && table.service.includes(service)
        : table.category.includes(category),
    )
    .map(({ read }) => read());
}

function readTable({ recordings, fields, values, rows }: StoredTable, sets: readonly string[]): EverydayTable {
  const set = (place: number | undefined): bigint => BigInt(`0x${sets[place ?? 0]}`);
  const places = rows === '' ? [] : rows.split(';').map((row) => row.split(' ').map(Number));
  return {
    seen: set(recordings),
    columns: fields.map((field, at) => {
      const column = values[at] ?? [];
      return { field, values: column, text: column.join('\n').toLowerCase() };
    }),
    places: fields.map((_, at) => Uint16Array.from(places, (row) => row[at + 1] ?? 0)),
    recordings: places.map(([first]) => set(first)),
  };
}
