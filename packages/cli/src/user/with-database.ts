import { ConfigError, createDatabase, type Knex, loadConfig, NotFoundError, processSettings } from '@tripline/service';
import Joi from 'joi';
import { EXIT, UsageError } from '../exit.js';

/**
 * Runs a command of the operator on the database that DATABASE_URL names.
 * @param failure what could not be done, where the reason alone would not say so
 * @param work gives the line to print
 * @returns the exit code
 * @throws UsageError for bad settings
 */
export async function withDatabase(failure: string, work: (db: Knex) => Promise<string>): Promise<number> {
  const db = createDatabase({ url: databaseUrl(), connections: 1, applicationName: 'tripline-cli' });
  try {
    process.stdout.write(`${await work(db)}\n`);
    return EXIT.ok;
  } catch (error) {
    process.stderr.write(`tripline: ${error instanceof NotFoundError ? '' : `${failure}: `}${reasonOf(error)}\n`);
    return EXIT.faults;
  } finally {
    await db.destroy();
  }
}

function databaseUrl(): string {
  try {
    const schema = Joi.object<{ DATABASE_URL: string }>({ DATABASE_URL: processSettings.DATABASE_URL });
    return loadConfig(schema, process.env).DATABASE_URL;
  } catch (error) {
    throw error instanceof ConfigError ? new UsageError(error.message) : error;
  }
}

/** A refused connection may have no message of its own, only one for each address that was tried. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
