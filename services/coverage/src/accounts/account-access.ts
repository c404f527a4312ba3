import { callerOf, scopeOf } from '@tripline/auth';
import { ForbiddenError, type Knex, NotFoundError } from '@tripline/service';
import type { Request } from 'express';
import type { Account } from './account-model.js';
import { findAccount } from './account-store.js';

/** Finds the account a path names, for callers who may read it. */
export type FindAccount = (req: Request, params: { readonly id: string }) => Promise<Account>;

/**
 * The account of `/accounts/:id`, if it belongs to the caller or their team.
 * @throws NotFoundError for a missing account and for somebody else's alike
 */
export function accountInPath(db: Knex): FindAccount {
  return async (req, { id }) => {
    const account = await findAccount(scopeOf(req), db, id);
    if (account === undefined) throw noSuchAccount(id);
    return account;
  };
}

/** The error for an account that does not exist or is not the caller's. */
export function noSuchAccount(id: string): NotFoundError {
  return new NotFoundError(`There is no cloud account ${id}.`);
}

/** As {@link accountInPath}, for those who may change it. @throws ForbiddenError for a plain member on a team's account */
export function accountToChange(db: Knex): FindAccount {
  const find = accountInPath(db);
  return async (req, params) => {
    const account = await find(req, params);
    if (account.teamId !== null) refuseMembers(req);
    return account;
  };
}

/** 403 for plain members of a team, since what they make or change would belong to the team. */
export function refuseMembers(req: Request): void {
  if (callerOf(req).teamRole === 'member') {
    throw new ForbiddenError('Only the owner and admins of the team may do this; your role is member.');
  }
}
