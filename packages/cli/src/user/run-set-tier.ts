import { isTier, setTierByEmail, TIERS } from '@tripline/auth';
import { ConfigError, createDatabase, loadConfig, NotFoundError, processSettings } from '@tripline/service';
import Joi from 'joi';
import { EXIT, UsageError } from '../exit.js';
import { readUntil } from './read-until.js';

/**
 * Sets the tier of the account with an e-mail address, with or without an end date.
 * @returns the exit code
 * @throws UsageError for an unknown tier, an invalid or past date, or bad settings
 */
export async function runSetTier(email: string, tier: string, until: string | undefined): Promise<number> {
  if (!isTier(tier)) throw new UsageError(`there is no tier "${tier}"; there are ${TIERS.join(', ')}`);
  const expiresAt = until === undefined ? null : readUntil(until, new Date());
  const db = createDatabase({ url: databaseUrl(), connections: 1, applicationName: 'tripline-cli' });
  try {
    const account = await setTierByEmail(db, email, tier, { expiresAt });
    const lent = account.tier === account.ownTier ? '' : `; their team lends them ${account.tier}`;
    const end = expiresAt === null ? '' : ` until ${expiresAt.toISOString()}`;
    process.stdout.write(`${account.email ?? email}: ${account.ownTier}${end}${lent}\n`);
    return EXIT.ok;
  } catch (error) {
    process.stderr.write(
      `tripline: ${error instanceof NotFoundError ? '' : 'the tier could not be set: '}${reasonOf(error)}\n`,
    );
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
