import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { createUser, emailSchema, isTier, makeSignInLink, newPasswordSchema, TIERS } from '@tripline/auth';
import { UsageError } from '../exit.js';
import { publicUrl } from './public-url.js';
import { withDatabase } from './with-database.js';

/** Options of `tripline user create`. */
export interface CreateUserOptions {
  readonly tier: string;
  /** A file with the password, `-` for standard input; without it, one is made. */
  readonly passwordFile?: string;
  /** Prints a sign-in link in place of the password. */
  readonly signInLink?: true;
  readonly url?: string;
}

/**
 * Makes an account and prints what signs it in, this once.
 * @returns the exit code
 * @throws UsageError for a wrong address, tier, file or setting, and a password of a wrong length
 */
export async function runCreateUser(given: string, options: CreateUserOptions): Promise<number> {
  const { tier } = options;
  if (!isTier(tier)) throw new UsageError(`there is no tier "${tier}"; there are ${TIERS.join(', ')}`);
  const { error, value: email } = emailSchema.label(`"${given}"`).validate(given.trim());
  if (error !== undefined) throw new UsageError(error.message);
  const dashboard = options.signInLink === undefined ? undefined : publicUrl(options.url);
  const password = options.passwordFile === undefined ? undefined : await readPassword(options.passwordFile);
  return withDatabase('the account could not be made', async (db) => {
    const made = await createUser(db, { email, tier, ...(password === undefined ? {} : { password }) });
    const lines = [`${made.email}: ${tier}`];
    if (dashboard !== undefined) lines.push((await makeSignInLink(db, made.email, dashboard)).url);
    else if (made.madePassword !== undefined) lines.push(`password: ${made.madePassword}`);
    return lines.join('\n');
  });
}

/** A password of a file, without the line break at its end. */
async function readPassword(file: string): Promise<string> {
  let content: string;
  try {
    content = file === '-' ? await text(process.stdin) : readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`the password could not be read: ${(error as Error).message}`);
  }
  const { error, value } = newPasswordSchema
    .label('the password')
    .required()
    .validate(content.replace(/\r?\n$/, ''));
  if (error !== undefined) throw new UsageError(error.message);
  return value;
}
