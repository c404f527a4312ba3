import knexFactory, { type Knex } from 'knex';
import { traceBackend } from '../trace.js';
import { WatchedPostgresClient } from './postgres-client.js';
import { traceQueries } from './trace-queries.js';

export type { Knex } from 'knex';

/** How one process connects to Postgres. */
export interface DatabaseOptions {
  url: string;
  /** Most connections held at once; the one that checks whether Postgres answers is extra. */
  connections: number;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** Longest time of a statement, in milliseconds. The default is for requests; periodic jobs may take longer. */
  statementTimeoutMs?: number;
  /**
   * Longest wait for a connection from the network, and longest silence of Postgres, in milliseconds. The default is for requests: with the
   * second between two checks it is below the 5 s within which callers are promised an answer. A command may wait longer.
   */
  silenceMs?: number;
}

const SILENCE_MS = 3_000;

/**
 * Keeps Postgres from compiling statements (its `jit`), which many builds do of their own accord. A compiler in each connection takes some 30 MB, which it keeps:
 * sixty of them fill the gigabyte of deploy/compose.yaml, and the statements are short.
 */
function withoutCompiling(
  connection: { query(sql: string, done: (error: Error | null) => void): void },
  done: (error: Error | null, connection: unknown) => void,
): void {
  connection.query('set jit = off', (error) => done(error, connection));
}

/**
 * Opens a pool that fills as needed, with one extra connection that checks whether Postgres answers; see {@link WatchedPostgresClient}.
 * When the pool has no connection for a second longer than Postgres may be silent, that is an error.
 */
export function createDatabase(options: DatabaseOptions): Knex {
  const { silenceMs = SILENCE_MS, statementTimeoutMs = 30_000 } = options;
  const db = knexFactory({
    // Knex's own type of a transaction has more than callers get.
    client: WatchedPostgresClient as unknown as typeof Knex.Client,
    connection: {
      connectionString: options.url,
      application_name: options.applicationName,
      statement_timeout: statementTimeoutMs,
      // Ends a wait that Postgres cannot end: over a connection that alone is dead, its own time-out never arrives.
      query_timeout: statementTimeoutMs + 5_000,
      connectionTimeoutMillis: silenceMs,
      keepAlive: true,
    },
    pool: { min: 0, max: options.connections, afterCreate: withoutCompiling },
    // Knex also throws what it would print; on the console it would be neither a log line nor redacted.
    log: { warn: () => undefined, error: () => undefined },
    // Values stay out of error messages: they may be personal data or secrets.
    compileSqlOnError: false,
    acquireConnectionTimeout: silenceMs + 1_000,
  });
  const tracing = traceBackend();
  if (tracing !== undefined) traceQueries(db, tracing);
  return db;
}
