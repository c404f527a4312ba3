import type { Knex } from 'knex';
import { Gauge } from 'prom-client';
import type { Metrics } from './metrics.js';

/** The part of knex's pool (tarn) that counts; knex gives it no type. */
interface Pool {
  readonly max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** Registers what a process has of connections to Postgres, counted at each scrape. */
export function observePool({ registry }: Metrics, db: Knex): void {
  const pool = (db.client as { pool: Pool }).pool;
  const registers = [registry];
  new Gauge({
    name: 'tripline_postgres_pool_connections',
    help: 'Connections this process holds to Postgres, by whether they are in use.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'in_use' }, pool.numUsed());
      this.set({ state: 'idle' }, pool.numFree());
    },
  });
  new Gauge({
    name: 'tripline_postgres_pool_connections_max',
    help: 'Connections this process may hold to Postgres at most.',
    registers,
    collect() {
      this.set(pool.max);
    },
  });
  new Gauge({
    name: 'tripline_postgres_pool_waiting',
    help: 'Statements and transactions that wait for a connection to Postgres.',
    registers,
    collect() {
      this.set(pool.numPendingAcquires());
    },
  });
}
