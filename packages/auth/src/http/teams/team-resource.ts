import { json } from '@tripline/service';
import { GRANTED_ROLES, TEAM_ROLES } from '../../teams/team-model.js';

const email = json.text.example('ada@example.com');

/** One person of a team. */
export const memberResource = json.resource('TeamMember', {
  userId: json.uuid,
  email,
  role: json.oneOf(TEAM_ROLES),
  joinedAt: json.instant,
});

/** An invitation as the team's owner and admins see it. */
export const invitationResource = json.resource(
  'Invitation',
  {
    id: json.uuid,
    email,
    role: json.oneOf(GRANTED_ROLES),
    status: json.oneOf(['pending', 'accepted', 'declined', 'revoked', 'expired']),
    expiresAt: json.instant.description('7 days after the invitation'),
    mail: json
      .nullable(
        json.object({
          status: json.oneOf(['queued', 'retrying', 'sent', 'failed']),
          attempts: json.integer,
          sentAt: json.nullable(json.instant),
          error: json
            .nullable(json.text)
            .description('why the last attempt failed')
            .example('the mail server refused the address'),
        }),
      )
      .description('the state of its mail: failed when it will not be tried again; null where no mail is sent'),
    link: json.secret.description('in development without SMTP: what the mail would say'),
  },
  ['link'],
);

/** A team as its members see it. */
export const teamResource = json.resource(
  'Team',
  {
    id: json.uuid,
    name: json.text.example('Detection engineering'),
    requireSecondFactor: json.yesOrNo.description('whether members must have a second factor'),
    seats: json
      .object({ limit: json.integer.example(10), used: json.integer.example(4) })
      .description('members and pending invitations hold a seat each; the limit is that of the owner’s tier'),
    members: json.list(memberResource),
    invitations: json.list(invitationResource).description('for the owner and admins'),
    roles: json.list(json.oneOf(TEAM_ROLES)).example(TEAM_ROLES),
    createdAt: json.instant,
  },
  ['invitations'],
);
