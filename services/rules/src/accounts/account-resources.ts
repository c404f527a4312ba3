import { TEAM_ROLES, TIERS } from '@tripline/auth';
import {
  byName,
  exactly,
  instant,
  integer,
  nullable,
  object,
  oneOf,
  resource,
  type TypeOf,
  text,
  uuid,
  yesOrNo,
} from '@tripline/service';

const email = text.example('ada@example.com');
const tier = oneOf(TIERS).example('pro');

/** What `GET /v1/me` says of the caller. */
export const profileResource = resource('Profile', {
  id: uuid,
  email,
  emailVerified: yesOrNo.example(true),
  name: nullable(text).example('Ada'),
  tier,
  effectiveTier: tier.description('the higher of one’s own and what the team lends'),
  limits: byName(integer).example({
    activeKeys: 5,
    generationsPerDay: 100,
    requestsAtWork: 4,
    engineSecondsPerHour: 1200,
  }),
  usage: byName(integer).example({
    generationsToday: 3,
    requestsAtWork: 1,
    requestsWaiting: 0,
    engineSecondsThisHour: 41,
  }),
  storage: object({
    owner: oneOf(['user', 'team']),
    usedBytes: integer.example(18_400_000),
    limitBytes: integer.example(52_428_800),
  }).description('what you store, or your team, of rules, generations and documents, and what may be stored'),
  team: nullable(object({ id: uuid, name: text.example('Detection engineering'), role: oneOf(TEAM_ROLES) })),
  createdAt: instant,
});
export type Profile = TypeOf<typeof profileResource>;

/** A session just begun or continued; browsers have the refresh token as a cookie instead. */
export const sessionResource = resource(
  'Session',
  {
    accessToken: text.example('eyJhbGciOi…'),
    expiresAt: instant,
    refreshToken: text.example('c3VwZXItc2VjcmV0…'),
    deviceToken: text.description('of a sign-in: to be sent with the next one from this device'),
    secondFactorRequired: exactly(true).description(
      'your team requires a second factor and you have none: all of the team is closed to you until you enrol one',
    ),
  },
  ['refreshToken', 'deviceToken', 'secondFactorRequired'],
);

/** The answer to a registration, the same whether or not the address has an account. */
export const registrationResource = object({ email, emailVerified: yesOrNo, message: text });

/** The answer to whoever forgot their password, the same whether or not the address has an account. */
export const passwordResetResource = object(
  { message: text, resetToken: text.description('in development without SMTP: what the mail would say') },
  ['resetToken'],
);

/** A user's tier as the operator sees it. */
export const userTierResource = object({ id: uuid, email, tier, effectiveTier: tier, expiresAt: nullable(instant) });
