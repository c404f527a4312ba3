import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../scripts/kusto-faults.mjs', import.meta.url));

/**
 * Gives the errors that Microsoft's parser reports for each query, with the schemas of data/kql/tables.json. One process parses all
 * queries.
 */
export function kustoFaults(queries: readonly string[]): readonly (readonly string[])[] {
  const output = execFileSync(process.execPath, [script], {
    input: JSON.stringify(queries),
    maxBuffer: 64 * 1024 * 1024,
    encoding: 'utf8',
  });
  return JSON.parse(output) as string[][];
}

/** Gives the queries that the parser rejects, each with its errors. */
export function faultyQueries(queries: readonly string[]): readonly (readonly [string, readonly string[]])[] {
  const faults = kustoFaults(queries);
  return queries.map((query, index) => [query, faults[index] ?? []] as const).filter(([, found]) => found.length > 0);
}
