import type { Knex } from '@tripline/service';
import { findAccount } from '../callers/account-store.js';
import type { Actor, Origin } from './audit-log.js';

/** A user as the actor of an event without a session, such as a failed sign-in; their team's log shows it too. */
export async function userActor(db: Knex, userId: string, origin: Origin): Promise<Actor> {
  const account = await findAccount(db, userId);
  return {
    id: userId,
    email: account?.email ?? null,
    teamId: account?.teamId,
    ip: origin.ip,
    userAgent: origin.userAgent,
  };
}
