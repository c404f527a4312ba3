import { ForbiddenError, type Knex } from '@tripline/service';
import { requireFreshSignIn } from '../sessions/fresh-sign-in.js';
import { type BuiltinUser, findBuiltinUserById } from '../users/user-store.js';
import type { FactorOwner } from './factor-changes.js';

/**
 * Admits somebody to change what guards their account.
 * @throws ForbiddenError for people of the identity provider, AppError (403) when the sign-in is not fresh
 */
export async function requireFactorOwner(owner: FactorOwner, db: Knex): Promise<BuiltinUser> {
  const user = await findBuiltinUserById(db, owner.userId);
  if (user === undefined) {
    throw new ForbiddenError(
      'Your identity provider signs you in, and asks for your second factor; there is none here.',
    );
  }
  await requireFreshSignIn(owner, db);
  return user;
}
