import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DatabaseUrls } from './databases.js';
import { ROOT } from './paths.js';
import { runNode } from './run-node.js';

const PROGRAM = fileURLToPath(new URL('./migrate-main.js', import.meta.url));

/** Migrates a database to this code's level, with both services' tables. `env` is the services' environment. */
export async function migrate(
  env: NodeJS.ProcessEnv,
  { databaseUrl, migrationDatabaseUrl }: DatabaseUrls,
): Promise<void> {
  const commands = ['rules', 'coverage'].map((service) => join(ROOT, `services/${service}/dist/migrate.js`));
  await runNode(PROGRAM, commands, {
    ...env,
    DATABASE_URL: databaseUrl,
    MIGRATION_DATABASE_URL: migrationDatabaseUrl,
  });
}
