import { type Knex, NotFoundError } from '@tripline/service';
import { ADMIN, appendAudit } from '../audit/audit-log.js';
import { findAccount } from '../callers/account-store.js';
import { link } from '../mail/account-mails.js';
import { dropOneTimeTokens, issueOneTimeToken } from '../users/one-time-token-store.js';
import { holdBuiltinUser, normaliseEmail } from '../users/user-store.js';

/**
 * Makes a link that signs somebody in once, within 15 minutes, in place of their password; links made for them before are good for nothing then. For the
 * operator's command line and `npm start`, never behind a public path. Audited. A second factor is asked for as after a password.
 * @param publicUrl where people reach the dashboard, whose page redeems the link
 * @returns whose it is, and the link, of which only a hash is stored
 * @throws NotFoundError when there is no account with a password of this address
 */
export function makeSignInLink(db: Knex, given: string, publicUrl: string): Promise<{ email: string; url: string }> {
  return db.transaction(async (trx) => {
    const user = await holdBuiltinUser(trx, normaliseEmail(given));
    if (user === undefined) throw new NotFoundError(`There is no account with the e-mail address ${given}.`);
    await dropOneTimeTokens(trx, user.id, 'sign-in');
    const token = await issueOneTimeToken(trx, user.id, 'sign-in');
    await appendAudit(trx, {
      action: 'user.sign_in_link_made',
      actor: { ...ADMIN, teamId: (await findAccount(trx, user.id))?.teamId },
      target: { type: 'user', id: user.id },
    });
    return { email: user.email, url: link(publicUrl, 'sign-in-link', token) };
  });
}
