import type { Knex } from '@tripline/service';
import type { TeamRole } from '../callers/caller.js';
import type { TeamScope } from '../callers/owner-scope.js';

/** Someone who is or was in a team. */
export interface MemberActivity {
  readonly userId: string;
  /** Null when the account is gone. */
  readonly email: string | null;
  /** Null for a former member. */
  readonly role: TeamRole | null;
  /** The last thing they did in the team that the audit log records; null when there is none. */
  readonly lastActiveAt: Date | null;
}

/**
 * The members of a team, and those of `others` who are not members: who they are and when they last did something there. In the order of
 * joining, former members last.
 */
export async function listTeamActivity(
  scope: TeamScope,
  db: Knex,
  others: readonly string[],
): Promise<MemberActivity[]> {
  const { rows } = await db.raw<{ rows: MemberActivity[] }>(
    `with members as (select user_id, role, joined_at from auth.memberships where team_id = :teamId)
     select p.user_id as "userId", u.email, m.role,
       (select a.at from auth.audit_log a
        where a.team_id = :teamId and a.actor_id = p.user_id::text and a.outcome = 'success'
        order by a.at desc, a.id desc limit 1) as "lastActiveAt"
     from (select user_id from members union select unnest(:others::uuid[])) as p
     left join members m on m.user_id = p.user_id
     left join auth.users u on u.id = p.user_id
     order by m.joined_at nulls last, p.user_id`,
    { teamId: scope.teamId, others },
  );
  return rows;
}
