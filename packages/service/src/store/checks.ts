import type { ReadinessChecks } from '../health.js';
import { type MigrationSet, missingSteps } from './migrations.js';
import type { Knex } from './postgres.js';
import type { WatchedPostgresClient } from './postgres-client.js';
import type { Redis } from './redis.js';

/** What a process stands on, and what it expects to find there. */
export interface StoreCheckOptions {
  readonly db: Knex;
  readonly redis: Redis;
  /** The schemas the process reads and writes, as this release knows them. */
  readonly schemas: readonly MigrationSet[];
}

/** The schema is not yet what this release needs. */
class SchemaBehindError extends Error {
  constructor(schema: string, missing: readonly string[]) {
    super(`the schema ${schema} lacks ${missing.join(', ')}: run this release's migrate command`);
    this.name = 'SchemaBehindError';
  }
}

/**
 * The readiness checks of a process over Postgres and Redis. A schema newer than the code is no fault: so a release can be rolled back. Asked
 * beside the pool, so that a process whose connections are all busy is still ready.
 */
export function storeChecks({ db, redis, schemas }: StoreCheckOptions): ReadinessChecks {
  const { pulse }: WatchedPostgresClient = db.client;
  return {
    database: () => pulse.ask('select 1'),
    schema: async () => {
      for (const set of schemas) {
        const missing = await missingSteps(pulse, set);
        if (missing.length > 0) throw new SchemaBehindError(set.schema, missing);
      }
    },
    redis: () => redis.ping(),
  };
}
