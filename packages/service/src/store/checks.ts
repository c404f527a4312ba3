import type { ReadinessOptions } from '../health.js';
import { type MigrationSet, missingSteps } from './migrations.js';
import type { Knex } from './postgres.js';
import type { WatchedPostgresClient } from './postgres-client.js';
import type { Redis } from './redis.js';

/** The stores of a process, and the schemas it expects in them. */
export interface StoreCheckOptions {
  readonly db: Knex;
  readonly redis: Redis;
  /** The schemas that the process uses, as this release knows them. */
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
 * The readiness checks of a process for Postgres, which it needs, and Redis, without which it goes on: limits are then counted by each
 * process, and work waits in Postgres. A schema newer than the code passes, so that a release can be rolled back. The checks do not use
 * the pool, so that a process whose connections are all busy is still ready.
 */
export function storeChecks({
  db,
  redis,
  schemas,
}: StoreCheckOptions): Required<Pick<ReadinessOptions, 'checks' | 'dispensable'>> {
  const { pulse }: WatchedPostgresClient = db.client;
  return {
    checks: {
      database: () => pulse.ask('select 1'),
      schema: async () => {
        for (const set of schemas) {
          const missing = await missingSteps(pulse, set);
          if (missing.length > 0) throw new SchemaBehindError(set.schema, missing);
        }
      },
    },
    dispensable: { redis: () => redis.ping() },
  };
}
