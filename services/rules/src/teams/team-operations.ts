import { GRANTED_ROLES, TEAM_ROLES } from '@tripline/auth';
import { instant, integer, type JsonSchema, list, nullable, object, ref, text, uuid } from '@tripline/service';
import type { RulesOperation } from '../openapi/credential.js';
import {
  invitationTokenSchema,
  inviteSchema,
  memberRoleSchema,
  teamNameSchema,
  transferSchema,
} from './team-schemas.js';

const done = object({ message: text });
const OWNER_OR_ADMIN = 'For the owner and admins.';
const LAPSED = 'No tier with teams, or the subscription of the team’s owner has run out.';

/** The schemas that team operations refer to by name. */
export const teamSchemas: Readonly<Record<string, JsonSchema>> = {
  TeamMember: object({
    userId: uuid,
    email: text,
    role: { type: 'string', enum: TEAM_ROLES },
    joinedAt: instant,
  }),
  Invitation: object(
    {
      id: uuid,
      email: text,
      role: { type: 'string', enum: GRANTED_ROLES },
      status: { type: 'string', enum: ['pending', 'accepted', 'declined', 'revoked', 'expired'] },
      expiresAt: { ...instant, description: '7 days after the invitation' },
      mail: {
        ...nullable(
          object({
            status: { type: 'string', enum: ['queued', 'retrying', 'sent', 'failed'] },
            attempts: integer,
            sentAt: nullable(instant),
            error: { ...nullable(text), description: 'why the last attempt failed' },
          }),
        ),
        description: 'how far its mail is: failed once it is not tried again; null where none goes out',
      },
      link: { ...text, description: 'in development without SMTP: what the mail would say' },
    },
    ['link'],
  ),
  Team: object(
    {
      id: uuid,
      name: text,
      seats: {
        ...object({ limit: integer, used: integer }),
        description: 'members and pending invitations hold a seat each; the limit is that of the owner’s tier',
      },
      members: list(ref('TeamMember')),
      invitations: { ...list(ref('Invitation')), description: 'for the owner and admins' },
      roles: list({ type: 'string', enum: TEAM_ROLES }),
      createdAt: instant,
    },
    ['invitations'],
  ),
};

/** One operation on the caller's team: all of them take a token of a tier with teams. */
function teamOperation(
  method: RulesOperation['method'],
  path: string,
  summary: string,
  more: Pick<RulesOperation, 'description' | 'body' | 'params'> & {
    data?: JsonSchema;
    status?: 201;
    errors?: RulesOperation['errors'];
  },
): RulesOperation {
  const { data = done, status = 200, errors = {}, ...rest } = more;
  return {
    method,
    path: `/v1/team${path}`,
    tag: 'Teams',
    summary,
    ...rest,
    security: 'jwt',
    success: { status, description: summary, data },
    errors,
  };
}

/** How the team paths stand in the OpenAPI document. */
export const teamOperations: readonly RulesOperation[] = [
  teamOperation('post', '', 'Make a team', {
    description: 'Whoever makes it owns it; they need a subscription of their own of tier team or enterprise.',
    body: teamNameSchema,
    status: 201,
    data: ref('Team'),
    errors: { 403: 'An API key, or no own subscription with teams.', 409: 'You are in a team already.' },
  }),
  teamOperation('get', '', 'Your team', {
    data: ref('Team'),
    errors: { 403: `An API key; ${LAPSED}`, 404: 'You are in no team.' },
  }),
  teamOperation('patch', '', 'Rename the team', {
    description: OWNER_OR_ADMIN,
    body: teamNameSchema,
    data: ref('Team'),
  }),
  teamOperation('delete', '', 'End the team', {
    description:
      'For the owner, also once their subscription has run out. Rules and cloud accounts of the team go back to their makers.',
  }),
  teamOperation('post', '/invite', 'Invite an address', {
    description: `${OWNER_OR_ADMIN} A mail with a one-time link goes out; while the mail server does not take it, it is tried again, and the team says how far it is.`,
    body: inviteSchema,
    status: 201,
    data: ref('Invitation'),
    errors: {
      409: 'The address is in the team or invited already, or every seat is taken.',
      429: 'Too many invitations to this address, or of this team.',
    },
  }),
  teamOperation('post', '/invitations/accept', 'Accept an invitation', {
    description: 'With the token of the mail; of any tier, with the verified e-mail address that was invited.',
    body: invitationTokenSchema,
    data: ref('Team'),
    errors: {
      403: 'An API key, an unverified e-mail address, or an invitation for another address.',
      404: 'There is no invitation with this token.',
      409: 'It is settled or expired, or you are in a team.',
    },
  }),
  teamOperation('post', '/invitations/decline', 'Decline an invitation', {
    description: 'As for accepting; the seat is free again.',
    body: invitationTokenSchema,
    errors: {
      403: 'An API key, an unverified e-mail address, or an invitation for another address.',
      404: 'There is no invitation with this token.',
      409: 'It is settled or expired.',
    },
  }),
  teamOperation('delete', '/invitations/{id}', 'Withdraw an invitation', {
    description: OWNER_OR_ADMIN,
    params: { id: uuid },
    errors: { 404: 'The team has no such invitation.', 409: 'It is settled or expired.' },
  }),
  teamOperation('patch', '/members/{userId}', 'Give a member another role', {
    description: `${OWNER_OR_ADMIN} Only the owner makes admins, or changes them.`,
    params: { userId: uuid },
    body: memberRoleSchema,
    data: ref('TeamMember'),
    errors: { 404: 'The team has no such member.', 409: 'The owner’s role changes by transfer alone.' },
  }),
  teamOperation('delete', '/members/{userId}', 'Remove a member', {
    description: `${OWNER_OR_ADMIN} Admins cannot remove other admins or the owner. What the member made in the team stays with it.`,
    params: { userId: uuid },
    errors: { 404: 'The team has no such member.', 409: 'The owner cannot be removed.' },
  }),
  teamOperation('post', '/leave', 'Leave the team', {
    description: 'Of any tier. What you made in the team stays with it.',
    errors: { 409: 'The owner cannot leave.' },
  }),
  teamOperation('post', '/transfer', 'Hand the team to another member', {
    description: 'For the owner, who stays as an admin; also once their subscription has run out.',
    body: transferSchema,
    data: ref('Team'),
    errors: { 404: 'The team has no such member.', 409: 'The new owner’s own subscription does not carry the team.' },
  }),
];
