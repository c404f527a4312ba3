import { type Actor, actorOf, callerOf, type OwnerScope, scopeOf } from '@tripline/auth';
import type { Request } from 'express';

/** Who decides something about an account's coverage. */
export interface Decider {
  readonly userId: string;
  readonly scope: OwnerScope;
  readonly actor: Actor;
}

/** Who sent the request. */
export const deciderOf = (req: Request): Decider => ({
  userId: callerOf(req).userId,
  scope: scopeOf(req),
  actor: actorOf(req),
});
