import { scopeOf } from '@tripline/auth';
import { type Knex, NotFoundError } from '@tripline/service';
import type { Request } from 'express';
import { refuseMembers } from '../accounts/account-access.js';
import { findAccount } from '../accounts/account-store.js';
import { findDetection, type StoredDetection } from '../inventory/detection-store.js';

/** Finds the detection a path names, for callers who may read it. */
export type FindDetection = (req: Request, params: { readonly id: string }) => Promise<StoredDetection>;

/** The detection of `/detections/:id`, if its account belongs to the caller or their team. @throws NotFoundError otherwise */
export function detectionInPath(db: Knex): FindDetection {
  return async (req, { id }) => {
    const detection = await findDetection(scopeOf(req), db, id);
    if (detection === undefined) throw new NotFoundError(`There is no detection ${id}.`);
    return detection;
  };
}

/** As {@link detectionInPath}, for those who may change its account. @throws ForbiddenError for a plain member on a team's account */
export function detectionToChange(db: Knex): FindDetection {
  const find = detectionInPath(db);
  return async (req, params) => {
    const detection = await find(req, params);
    const account = await findAccount(scopeOf(req), db, detection.cloud_account_id);
    if (account !== undefined && account.teamId !== null) refuseMembers(req);
    return detection;
  };
}
