import { GRANTED_ROLES, TEAM_ROLES } from '@tripline/auth';
import { instant, integer, list, nullable, object, oneOf, resource, text, uuid, yesOrNo } from '@tripline/service';

const email = text.example('ada@example.com');

/** One person of a team. */
export const memberResource = resource('TeamMember', {
  userId: uuid,
  email,
  role: oneOf(TEAM_ROLES),
  joinedAt: instant,
});

/** An invitation as the team's owner and admins see it. */
export const invitationResource = resource(
  'Invitation',
  {
    id: uuid,
    email,
    role: oneOf(GRANTED_ROLES),
    status: oneOf(['pending', 'accepted', 'declined', 'revoked', 'expired']),
    expiresAt: instant.description('7 days after the invitation'),
    mail: nullable(
      object({
        status: oneOf(['queued', 'retrying', 'sent', 'failed']),
        attempts: integer,
        sentAt: nullable(instant),
        error: nullable(text).description('why the last attempt failed').example('the mail server refused the address'),
      }),
    ).description('how far its mail is: failed once it is not tried again; null where none goes out'),
    link: text.description('in development without SMTP: what the mail would say'),
  },
  ['link'],
);

/** A team as its members see it. */
export const teamResource = resource(
  'Team',
  {
    id: uuid,
    name: text.example('Detection engineering'),
    requireSecondFactor: yesOrNo.description('whether members must have a second factor'),
    seats: object({ limit: integer.example(10), used: integer.example(4) }).description(
      'members and pending invitations hold a seat each; the limit is that of the owner’s tier',
    ),
    members: list(memberResource),
    invitations: list(invitationResource).description('for the owner and admins'),
    roles: list(oneOf(TEAM_ROLES)).example(TEAM_ROLES),
    createdAt: instant,
  },
  ['invitations'],
);
