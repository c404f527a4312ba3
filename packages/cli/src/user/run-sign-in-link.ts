import { makeSignInLink } from '@tripline/auth';
import { publicUrl } from './public-url.js';
import { withDatabase } from './with-database.js';

/**
 * Makes a link that signs the account with an e-mail address in once.
 * @returns the exit code
 * @throws UsageError for bad settings, or where the dashboard's address is unknown
 */
export async function runSignInLink(given: string, url: string | undefined): Promise<number> {
  const dashboard = publicUrl(url);
  return withDatabase('the link could not be made', async (db) => (await makeSignInLink(db, given, dashboard)).url);
}
