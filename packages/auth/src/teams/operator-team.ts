import { ConflictError, ForbiddenError, type Knex, NotFoundError } from '@tripline/service';
import { ADMIN } from '../audit/audit-log.js';
import { findAccount } from '../callers/account-store.js';
import { tierLimits } from '../tiers/tier.js';
import { findBuiltinUser, normaliseEmail } from '../users/user-store.js';
import { makeTeam } from './make-team.js';

/**
 * Makes a team for an account with a password, as its owner could. For the operator's command line. Audited.
 * @returns the owner's address
 * @throws NotFoundError when there is no such account, ForbiddenError when its own tier includes no team, ConflictError when it is in a team already
 */
export function createTeamFor(db: Knex, team: { name: string; ownerEmail: string }): Promise<string> {
  return db.transaction(async (trx) => {
    const user = await findBuiltinUser(trx, normaliseEmail(team.ownerEmail));
    const owner = user && (await findAccount(trx, user.id));
    if (user === undefined || owner === undefined)
      throw new NotFoundError(`There is no account with the e-mail address ${team.ownerEmail}.`);
    if (!tierLimits(owner.ownTier).features.includes('teams')) {
      throw new ForbiddenError(
        `A team needs an owner with a subscription of "team" or above; that of ${user.email} is "${owner.ownTier}".`,
      );
    }
    if ((await makeTeam(trx, { name: team.name, ownerId: user.id, actor: ADMIN })) === undefined)
      throw new ConflictError(`${user.email} is in a team already.`);
    return user.email;
  });
}
