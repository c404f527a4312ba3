import type { Knex } from 'knex';
import { Gauge } from 'prom-client';
import type { Redis } from '../store/redis.js';
import type { Metrics } from './metrics.js';

/** A scrape does not wait for a Redis that hangs. */
const PING_MS = 500;

/** The part of knex's pool (tarn) that counts; knex gives it no type. */
interface Pool {
  readonly max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** Registers what shows whether a process has its stores: its pool of Postgres connections, and whether Redis answers, asked at each scrape. */
export function observeStores(
  { registry }: Metrics,
  { db, redis }: { readonly db: Knex; readonly redis: Redis },
): void {
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
  new Gauge({
    name: 'tripline_redis_up',
    help: 'Whether Redis answers this process: 1 or 0.',
    registers,
    async collect() {
      this.set((await answers(redis)) ? 1 : 0);
    },
  });
}

async function answers(redis: Redis): Promise<boolean> {
  // A worker's commands wait for Redis to come back; the ping of a scrape must not.
  if (redis.status !== 'ready') return false;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PING_MS);
  });
  const answered = redis.ping().then(
    () => true,
    () => false,
  );
  const isUp = await Promise.race([answered, tooLate]);
  clearTimeout(timer);
  return isUp;
}
