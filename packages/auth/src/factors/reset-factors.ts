import { type Knex, NotFoundError } from '@tripline/service';
import { ADMIN, appendAudit } from '../audit/audit-log.js';
import { findAccount, markAccessChanged } from '../callers/account-store.js';
import { insertMail } from '../outbox/outbox-store.js';
import { revokeFamilies } from '../sessions/session-store.js';
import { findBuiltinUser, normaliseEmail } from '../users/user-store.js';
import { deleteFactors, type FactorKinds, findFactorKinds } from './factor-store.js';

/**
 * Takes away the second factors of somebody who has lost them, for the operator's command line: passkeys, authenticator app and recovery codes.
 * Their sessions end, since whoever found the device may have one. Audited, and told by mail.
 * @returns whose they were, and which kinds there were
 * @throws NotFoundError when there is no account with a password of this address
 */
export async function resetFactors(db: Knex, given: string): Promise<{ email: string; kinds: FactorKinds }> {
  return db.transaction(async (trx) => {
    const user = await findBuiltinUser(trx, normaliseEmail(given));
    if (user === undefined) throw new NotFoundError(`There is no account with the e-mail address ${given}.`);
    const scope = { userId: user.id };
    const kinds = await findFactorKinds(scope, trx);
    await deleteFactors(scope, trx);
    await revokeFamilies(trx, user.id);
    await markAccessChanged(trx, [user.id]);
    await appendAudit(trx, {
      action: 'user.factors_reset',
      actor: { ...ADMIN, teamId: (await findAccount(trx, user.id))?.teamId },
      target: { type: 'user', id: user.id },
      details: { ...kinds },
    });
    if (user.emailVerified) await insertMail(trx, { kind: 'factor-removed', email: user.email });
    return { email: user.email, kinds };
  });
}
