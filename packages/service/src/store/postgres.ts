import knexFactory, { type Knex } from 'knex';
import { traceBackend } from '../observe/trace.js';
import { WatchedPostgresClient } from './postgres-client.js';
import { traceQueries } from './trace-queries.js';

export type { Knex } from 'knex';

/** How one process connects to Postgres. */
export interface DatabaseOptions {
  url: string;
  /** Most connections held at once; the one that asks whether Postgres answers comes on top. */
  connections: number;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** Longest a statement may run, in milliseconds; the default suits a request, upkeep jobs may take longer. */
  statementTimeoutMs?: number;
}

/** Longest a connection is waited for, from the network or from the pool; below the 5 s within which callers are promised an answer. */
const CONNECT_MS = 3_000;
const ACQUIRE_MS = 4_000;

/**
 * Opens a lazily filled pool, and beside it one connection more that asks whether Postgres answers; see {@link WatchedPostgresClient}. A connection
 * that cannot be had within 4 s is an error, not an endless wait.
 */
export function createDatabase(options: DatabaseOptions): Knex {
  const statementTimeoutMs = options.statementTimeoutMs ?? 30_000;
  const db = knexFactory({
    // Knex's own type of a transaction is more than what it gives to callers.
    client: WatchedPostgresClient as unknown as typeof Knex.Client,
    connection: {
      connectionString: options.url,
      application_name: options.applicationName,
      statement_timeout: statementTimeoutMs,
      // Ends a wait that Postgres itself no longer can: its own limit never arrives over a connection that is dead alone.
      query_timeout: statementTimeoutMs + 5_000,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    },
    pool: { min: 0, max: options.connections },
    // What it would print it also throws; its own line on the console would be no log line, and redacted by nobody.
    log: { warn: () => undefined, error: () => undefined },
    // The values of a statement are no part of its fault's message: they may be personal, or secrets.
    compileSqlOnError: false,
    acquireConnectionTimeout: ACQUIRE_MS,
  });
  const tracing = traceBackend();
  if (tracing !== undefined) traceQueries(db, tracing);
  return db;
}
