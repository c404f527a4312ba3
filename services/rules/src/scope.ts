import { callerOf } from '@tripline/auth';
import type { Request } from 'express';
import type { OwnerScope } from './store/owner-scope.js';

/** The scope of a request's caller: the first argument of every store function. */
export function scopeOf(req: Request): OwnerScope {
  const { userId, teamId } = callerOf(req);
  return { userId, ...(teamId === undefined ? {} : { teamId }) };
}
