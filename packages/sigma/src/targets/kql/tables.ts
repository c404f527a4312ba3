import { readFileSync } from 'node:fs';
import type { ColumnType } from './column.js';

/** The columns of one table and their types. */
export type TableSchema = ReadonlyMap<string, ColumnType>;

let tables: ReadonlyMap<string, TableSchema> | undefined;

/**
 * Schemas of the tables the maps use, by name. Source: the table references of Azure Monitor and of the connectors' own solutions, see
 * data/SOURCES.md. Read once per process.
 */
export function tableSchemas(): ReadonlyMap<string, TableSchema> {
  tables ??= readTables();
  return tables;
}

function readTables(): ReadonlyMap<string, TableSchema> {
  const file = new URL('../../../data/kql/tables.json', import.meta.url);
  const written = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Partial<Record<ColumnType, string>>>;
  return new Map(
    Object.entries(written).map(([table, types]) => [
      table,
      new Map(
        Object.entries(types).flatMap(([type, names]) => names.split(' ').map((name) => [name, type as ColumnType])),
      ),
    ]),
  );
}
