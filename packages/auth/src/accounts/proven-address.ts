import { BadRequestError, ConflictError, type Knex } from '@tripline/service';
import { appendAudit, type Origin } from '../audit/audit-log.js';
import { userActor } from '../audit/user-actor.js';
import { markAccessChanged } from '../callers/account-store.js';
import { revokeFamilies } from '../sessions/session-store.js';
import { findByToken, lockInvitation } from '../teams/invitation-store.js';
import { findBuiltinUser, findBuiltinUserById, insertBuiltinUser, setVerifiedPassword } from '../users/user-store.js';

/**
 * Marks a user's address verified, whose mail somebody has shown to read. The person who registered the address first need not be the one who reads its mail:
 * the password that came with the proof applies from now on, and sessions that began with another end.
 */
export async function proveAddress(
  trx: Knex.Transaction,
  userId: string,
  passwordHash: string,
  origin: Origin,
): Promise<void> {
  const before = await findBuiltinUserById(trx, userId);
  await setVerifiedPassword(trx, userId, passwordHash);
  if (before?.passwordHash !== passwordHash) await revokeFamilies(trx, userId);
  await markAccessChanged(trx, [userId]);
  await appendAudit(trx, {
    action: 'user.email_verified',
    actor: await userActor(trx, userId, origin),
    target: { type: 'user', id: userId },
  });
}

/**
 * Registers the address of an invitation, which whoever has its token reads the mail of. The invitation stays to be answered.
 * @returns the user's id
 * @throws BadRequestError when the invitation is unknown, settled, expired or another address's; ConflictError when the address has an account that is
 * verified already, which only its holder learns
 */
export async function registerInvited(
  trx: Knex.Transaction,
  { email, passwordHash, token }: { email: string; passwordHash: string; token: string },
  origin: Origin,
): Promise<string> {
  const found = await findByToken(trx, token);
  const invitation = found === undefined ? undefined : await lockInvitation(trx, found.teamId, found.id);
  if (invitation?.status !== 'pending' || invitation.email !== email) {
    throw new BadRequestError(
      'The invitation is not for this address, or no longer pending. Register the address that it was sent to, or register without it.',
    );
  }
  const id = await insertBuiltinUser(trx, { email, passwordHash, emailVerified: true });
  const known = id === undefined ? await findBuiltinUser(trx, email) : undefined;
  if (known?.emailVerified) throw new ConflictError(`${email} has an account already; sign in with it.`);
  if (known !== undefined) await proveAddress(trx, known.id, passwordHash, origin);
  const userId = id ?? known?.id;
  if (userId === undefined) throw new ConflictError(`The account of ${email} has just been deleted; try again.`);
  await appendAudit(trx, {
    action: 'user.registered',
    actor: { id: userId, email, ...origin },
    outcome: 'success',
    details: { invitationId: invitation.id },
  });
  return userId;
}
