import { nameText } from '@tripline/service';
import Joi from 'joi';
import { GRANTED_ROLES, type GrantedRole, type TeamChange } from '../../teams/team-model.js';
import { emailSchema } from '../../users/email-schema.js';

/** `POST /v1/team`: the name, without blanks around it. */
export const teamNameSchema = Joi.object<{ name: string }>({
  name: nameText.example('Detection engineering').required(),
});

/** `PATCH /v1/team`: missing means unchanged. */
export const teamChangeSchema = Joi.object<TeamChange>({
  name: nameText.example('Detection engineering'),
  requireSecondFactor: Joi.boolean().strict(),
}).min(1);

const role = Joi.string().valid(...GRANTED_ROLES);

/** `POST /v1/team/invite` */
export const inviteSchema = Joi.object<{ email: string; role: GrantedRole }>({
  email: emailSchema.required(),
  role: role.default('member'),
});

/** `POST /v1/team/invitations/accept` and `/decline`: the token behind the `#` of the mail's link. */
export const invitationTokenSchema = Joi.object<{ token: string }>({
  token: Joi.string().max(256).required().example('c3VwZXItc2VjcmV0LXRva2Vu'),
});

/** `PATCH /v1/team/members/{userId}` */
export const memberRoleSchema = Joi.object<{ role: GrantedRole }>({ role: role.required() });

/** `POST /v1/team/transfer` */
export const transferSchema = Joi.object<{ userId: string }>({ userId: Joi.string().guid().required() });
