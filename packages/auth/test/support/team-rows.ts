import { randomUUID } from 'node:crypto';
import type { Knex } from '@tripline/service';
import { eventually } from '@tripline/stack';
import type { IdentityInstance, TestUser } from './people.js';

/** Puts users into one team, the first as its owner, and waits until the instance knows. @returns the team's id */
export async function makeTeam(
  { auth, db }: IdentityInstance,
  users: readonly TestUser[],
  roles: readonly string[],
): Promise<string> {
  const teamId = randomUUID();
  await db('auth.teams').insert({ id: teamId, name: 'a team', owner_id: users[0]!.id });
  const joined = Date.now();
  await db('auth.memberships').insert(
    // One after the other, as people join: members are listed in that order.
    users.map((user, index) => ({
      user_id: user.id,
      team_id: teamId,
      role: roles[index],
      joined_at: new Date(joined + index),
    })),
  );
  await changeAccess(db, users);
  for (const { jwt } of users) {
    await eventually(async () => (await auth.authenticate({ authorization: `Bearer ${jwt}` })).teamId === teamId);
  }
  return teamId;
}

/** Takes a user out of their team. */
export async function leaveTeam(db: Knex, user: TestUser): Promise<void> {
  await db('auth.memberships').where({ user_id: user.id }).delete();
  await changeAccess(db, [user]);
}

async function changeAccess(db: Knex, users: readonly TestUser[]): Promise<void> {
  await db('auth.users')
    .whereIn(
      'id',
      users.map(({ id }) => id),
    )
    .update({ access_changed_at: db.raw('clock_timestamp()') });
}
