import {
  ConfigError,
  createDatabase,
  createLog,
  type Knex,
  loadConfig,
  logWarnings,
  type MigrationSet,
  processSettings,
  runMigrations,
  secretSetting,
} from '@tripline/service';
import Joi from 'joi';
import { grantAuthAccess } from './grants.js';
import { authMigrations } from './index.js';

/** Settings of the migrate command, the only one that knows the role that owns the tables. */
interface MigrateConfig {
  MIGRATION_DATABASE_URL: string;
  /** The services' own role is the user of this address. */
  DATABASE_URL: string;
  LOG_LEVEL: string;
}

/** Schema of the settings of the migrate command. */
export const migrateSettings = Joi.object<MigrateConfig>({
  MIGRATION_DATABASE_URL: secretSetting()
    .uri({ scheme: ['postgres', 'postgresql'] })
    .required()
    .description('The address of Postgres for the role that owns the tables. Only the migrate command has it.'),
  DATABASE_URL: processSettings.DATABASE_URL,
  LOG_LEVEL: processSettings.LOG_LEVEL,
});

const NAME = 'tripline-migrate';
/** Rewriting a large table takes longer than any request may. */
const STATEMENT_TIMEOUT_MS = 3_600_000;
/** Nobody waits for an answer: a Postgres that is only slow is worth the wait. */
const SILENCE_MS = 60_000;

async function migrate(config: MigrateConfig, own: MigrationSet): Promise<void> {
  const log = createLog({ name: NAME, level: config.LOG_LEVEL });
  logWarnings(log);
  const db = createDatabase({
    url: config.MIGRATION_DATABASE_URL,
    connections: 1,
    applicationName: NAME,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    silenceMs: SILENCE_MS,
  });
  try {
    for (const set of [authMigrations, own]) {
      const applied = await runMigrations(db, set);
      log.info({ schema: set.schema, applied }, applied.length === 0 ? 'nothing to migrate' : 'migrated');
    }
    await grantAccess(db, config, own.schema);
  } finally {
    await db.destroy();
  }
}

/** Gives the services' role access to the rows; nothing to do where it owns the tables itself (a developer's single role). */
async function grantAccess(db: Knex, config: MigrateConfig, schema: string): Promise<void> {
  const role = roleOf(config.DATABASE_URL);
  if (role === roleOf(config.MIGRATION_DATABASE_URL)) return;
  await db.transaction(async (trx) => {
    // Two grants at once on one table fail in Postgres with "tuple concurrently updated".
    await trx.raw("select pg_advisory_xact_lock(hashtext('tripline grants'))");
    await grantAuthAccess(trx, role);
    await trx.raw('grant usage on schema ?? to ??', [schema, role]);
    await trx.raw('grant select, insert, update, delete on all tables in schema ?? to ??', [schema, role]);
    await trx.raw('revoke all on ??.migrations from ??', [schema, role]);
    await trx.raw('grant select on ??.migrations to ??', [schema, role]);
  });
}

const roleOf = (url: string): string => decodeURIComponent(new URL(url).username);

/**
 * A service's migrate command: brings the identity schema and the service's own to this release, and gives the services' role its rights.
 * May run twice at once. When it fails it says why and ends the process with 1.
 */
export async function runMigrateCommand(own: MigrationSet): Promise<void> {
  try {
    await migrate(loadConfig(migrateSettings, process.env), own);
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String((error as Error).stack)}\n`);
    process.exit(1);
  }
}
