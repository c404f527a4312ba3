import { type AnswerSchema, inputsOf, json, type Operation } from '@tripline/service';
import { describeOperations } from '../identity-operation.js';
import { invitationResource, memberResource, teamResource } from './team-resource.js';
import {
  invitationTokenSchema,
  inviteSchema,
  memberRoleSchema,
  teamChangeSchema,
  teamNameSchema,
  transferSchema,
} from './team-schemas.js';

const OWNER_OR_ADMIN = 'For the owner and admins.';
const LAPSED = 'The tier has no teams, or the subscription of the team’s owner has run out.';

/** One operation on the caller's team: all of them take a token of a tier with teams. */
function teamOperation<
  const M extends Pick<Operation, 'description' | 'body' | 'params'> & {
    data?: AnswerSchema;
    status?: 201;
    errors?: Operation['errors'];
  },
>(method: Operation['method'], path: string, summary: string, more: M) {
  const { data = json.done, status = 200, errors = {}, description } = more;
  return {
    method,
    path: `/v1/team${path}`,
    tag: 'Teams',
    summary,
    ...(description === undefined ? {} : { description }),
    ...inputsOf(more),
    security: 'jwt',
    success: { status, description: summary, data },
    errors,
  } as const;
}

/** How the team paths stand in the OpenAPI document. */
export const teamOperations = describeOperations({
  createTeam: teamOperation('post', '', 'Make a team', {
    description: 'You become its owner, and need a subscription of your own of tier team or enterprise.',
    body: teamNameSchema,
    status: 201,
    data: teamResource,
    errors: { 403: 'An API key, or no own subscription with teams.', 409: 'You are in a team already.' },
  }),
  getTeam: teamOperation('get', '', 'Your team', {
    data: teamResource,
    errors: { 403: `An API key; ${LAPSED}`, 404: 'You are in no team.' },
  }),
  renameTeam: teamOperation('patch', '', 'Change the team', {
    description: `${OWNER_OR_ADMIN} Only the owner says whether members must have a second factor; for members without one, everything of the team then answers 403 \`SecondFactorRequired\`.`,
    body: teamChangeSchema,
    data: teamResource,
    errors: { 409: 'You require a second factor of others, and have none yourself.' },
  }),
  endTeam: teamOperation('delete', '', 'End the team', {
    description:
      'For the owner, also once their subscription has run out. Rules and cloud accounts of the team go back to their makers.',
  }),
  inviteToTeam: teamOperation('post', '/invite', 'Invite an address', {
    description: `${OWNER_OR_ADMIN} A mail with a one-time link goes out; while the mail server does not take it, it is tried again, and the team says how far it is.`,
    body: inviteSchema,
    status: 201,
    data: invitationResource,
    errors: {
      409: 'The address is in the team or invited already, or every seat is taken.',
      429: 'Too many invitations to this address, or of this team.',
    },
  }),
  acceptInvitation: teamOperation('post', '/invitations/accept', 'Accept an invitation', {
    description: 'With the token of the mail; of any tier, with the verified e-mail address that was invited.',
    body: invitationTokenSchema,
    data: teamResource,
    errors: {
      403: 'An API key, an unverified e-mail address, or an invitation for another address.',
      404: 'There is no invitation with this token.',
      409: 'It was answered or withdrawn or has expired, or you are in a team.',
    },
  }),
  declineInvitation: teamOperation('post', '/invitations/decline', 'Decline an invitation', {
    description: 'Needs the same as accepting; the seat is free again.',
    body: invitationTokenSchema,
    errors: {
      403: 'An API key, an unverified e-mail address, or an invitation for another address.',
      404: 'There is no invitation with this token.',
      409: 'It was answered or withdrawn, or has expired.',
    },
  }),
  revokeInvitation: teamOperation('delete', '/invitations/{id}', 'Withdraw an invitation', {
    description: OWNER_OR_ADMIN,
    params: { id: json.uuid },
    errors: { 404: 'The team has no such invitation.', 409: 'It was answered or withdrawn, or has expired.' },
  }),
  setMemberRole: teamOperation('patch', '/members/{userId}', 'Change the role of a member', {
    description: `${OWNER_OR_ADMIN} Only the owner makes admins, or changes them.`,
    params: { userId: json.uuid },
    body: memberRoleSchema,
    data: memberResource,
    errors: { 404: 'The team has no such member.', 409: 'The owner’s role changes by transfer alone.' },
  }),
  removeMember: teamOperation('delete', '/members/{userId}', 'Remove a member', {
    description: `${OWNER_OR_ADMIN} Admins cannot remove other admins or the owner. What the member made in the team stays with it.`,
    params: { userId: json.uuid },
    errors: { 404: 'The team has no such member.', 409: 'The owner cannot be removed.' },
  }),
  leaveTeam: teamOperation('post', '/leave', 'Leave the team', {
    description: 'Of any tier. What you made in the team stays with it.',
    errors: { 409: 'The owner cannot leave.' },
  }),
  transferTeam: teamOperation('post', '/transfer', 'Transfer the team to another member', {
    description: 'For the owner, who stays as an admin; also once their subscription has run out.',
    body: transferSchema,
    data: teamResource,
    errors: {
      404: 'The team has no such member.',
      409: 'The new owner’s own subscription has no teams, or too few seats.',
    },
  }),
});
