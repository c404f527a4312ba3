import { join } from 'node:path';
import type { DatabaseUrls } from './databases.js';
import { ROOT } from './paths.js';
import { runNode } from './run-node.js';

/** Migrates a database to this code's level, with both services' tables. `env` is the services' environment. */
export async function migrate(
  env: NodeJS.ProcessEnv,
  { databaseUrl, migrationDatabaseUrl }: DatabaseUrls,
): Promise<void> {
  for (const service of ['rules', 'coverage']) {
    await runNode(join(ROOT, `services/${service}/dist/migrate.js`), [], {
      ...env,
      DATABASE_URL: databaseUrl,
      MIGRATION_DATABASE_URL: migrationDatabaseUrl,
    });
  }
}
