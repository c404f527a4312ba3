import type { Tier } from '@tripline/auth';
import { bearer, type IdentityInstance, signedInUser, type TestUser } from './people.js';

/** A call as a user, with an optional body. */
export const as = (
  at: IdentityInstance,
  user: { jwt: string },
  method: 'get' | 'post' | 'patch' | 'delete',
  path: string,
  body?: object,
) => {
  const call = at.http[method](`/v1/team${path}`).set(bearer(user.jwt));
  return body === undefined ? call : call.send(body);
};

/** The token behind the `#` of an invitation's link, as development without SMTP answers it. */
const tokenOf = (answer: { body: { data: { link: string } } }): string =>
  new URL(answer.body.data.link).hash.replace('#token=', '');

/** Invites an address; the instance must be one in development without SMTP. */
export async function invite(at: IdentityInstance, by: TestUser, email: string, role?: string) {
  const answer = await as(at, by, 'post', '/invite', { email, ...(role === undefined ? {} : { role }) }).expect(201);
  return { id: answer.body.data.id as string, token: tokenOf(answer) };
}

/** A new user who has joined the team by an invitation. */
export async function joined(
  at: IdentityInstance,
  by: TestUser,
  role = 'member',
  tier: Tier = 'free',
): Promise<TestUser> {
  const user = await signedInUser(at, tier);
  const { token } = await invite(at, by, user.email, role);
  await as(at, user, 'post', '/invitations/accept', { token }).expect(200);
  return user;
}

/** A new team, with its owner. */
export async function newTeam(at: IdentityInstance, tier: Tier = 'team'): Promise<{ id: string; owner: TestUser }> {
  const owner = await signedInUser(at, tier);
  const answer = await as(at, owner, 'post', '', { name: 'Blue' }).expect(201);
  return { id: answer.body.data.id, owner };
}

/** What the audit log holds of a team, oldest first: actions with their actor, target and details. */
export async function auditOf(at: IdentityInstance, teamId: string) {
  const rows = await at.db('auth.audit_log').where({ team_id: teamId }).orderBy(['at', 'id']);
  return rows.map(({ action, actor_id: actorId, target_id: targetId, outcome, details }) => ({
    action,
    actorId,
    targetId,
    outcome,
    details,
  }));
}
