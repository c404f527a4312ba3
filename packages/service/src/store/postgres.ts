import knexFactory, { type Knex } from 'knex';
import { traceBackend } from '../observe/trace.js';
import { WatchedPostgresClient } from './postgres-client.js';
import { traceQueries } from './trace-queries.js';

export type { Knex } from 'knex';

/** How one process connects to Postgres. */
export interface DatabaseOptions {
  url: string;
  /** Most connections held at once. */
  connections: number;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** Longest a statement may run, in milliseconds; the default suits a request, upkeep jobs may take longer. */
  statementTimeoutMs?: number;
}

/**
 * Opens a lazily filled pool, and beside it one connection more that asks whether Postgres answers. A connection that cannot be had within 5 s is an error, not an
 * endless wait.
 */
export function createDatabase(options: DatabaseOptions): Knex {
  const statementTimeoutMs = options.statementTimeoutMs ?? 30_000;
  const db = knexFactory({
    client: WatchedPostgresClient,
    connection: {
      connectionString: options.url,
      application_name: options.applicationName,
      statement_timeout: statementTimeoutMs,
      // Ends a wait that Postgres itself no longer can: behind a dead network path its own limit never arrives.
      query_timeout: statementTimeoutMs + 5_000,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    },
    pool: { min: 0, max: options.connections },
    // What it would print it also throws; its own line on the console would be no log line, and redacted by nobody.
    log: { warn: () => undefined, error: () => undefined },
    acquireConnectionTimeout: 5_000,
  });
  const tracing = traceBackend();
  if (tracing !== undefined) traceQueries(db, tracing);
  return db;
}
