import { resetFactors } from '@tripline/auth';
import { withDatabase } from './with-database.js';

/**
 * Takes away the second factors of the account with an e-mail address.
 * @returns the exit code
 * @throws UsageError for bad settings
 */
export async function runResetFactors(given: string): Promise<number> {
  return withDatabase('the second factors could not be reset', async (db) => {
    const { email, kinds } = await resetFactors(db, given);
    const gone = [...(kinds.passkey ? ['passkeys'] : []), ...(kinds.totp ? ['authenticator app'] : [])];
    const what = gone.length === 0 ? 'had no second factor' : `removed: ${gone.join(', ')}`;
    return `${email}: ${what}; all sessions have ended`;
  });
}
