import { scopeOf } from '@tripline/auth';
import { type Knex, NotFoundError } from '@tripline/service';
import type { Request } from 'express';
import { refuseMembers } from '../accounts/account-access.js';
import { findSiem, type Siem } from './siem-store.js';

/** The error for a SIEM that does not exist or is not the caller's. */
export const noSuchSiem = (id: string): NotFoundError => new NotFoundError(`There is no SIEM ${id}.`);

/** The SIEM of `/siems/:id`, if it belongs to the caller or their team. @throws NotFoundError otherwise */
export function siemInPath(db: Knex): (req: Request, params: { readonly id: string }) => Promise<Siem> {
  return async (req, { id }) => {
    const siem = await findSiem(scopeOf(req), db, id);
    if (siem === undefined) throw noSuchSiem(id);
    return siem;
  };
}

/** As {@link siemInPath}, for those who may change it. @throws ForbiddenError for a plain member on a team's SIEM */
export function siemToChange(db: Knex): ReturnType<typeof siemInPath> {
  const find = siemInPath(db);
  return async (req, params) => {
    const siem = await find(req, params);
    if (siem.teamId !== null) refuseMembers(req);
    return siem;
  };
}
