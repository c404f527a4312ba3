const script = new URL('../../scripts/kusto-faults.mjs', import.meta.url).href;

/** Gives the errors that Microsoft's parser reports for a query, with the schemas of data/kql/tables.json. */
export const { kustoFaults } = (await import(script)) as { kustoFaults(query: string): readonly string[] };

/** Gives the queries that the parser rejects, each with its errors. Log sources of one table often give the same query. */
export function faultyQueries(queries: readonly string[]): readonly (readonly [string, readonly string[]])[] {
  return [...new Set(queries)]
    .map((query) => [query, kustoFaults(query)] as const)
    .filter(([, found]) => found.length > 0);
}
