import { json, type TypeOf } from '@tripline/service';
import { TEAM_ROLES } from '../../teams/team-model.js';
import { TIERS } from '../../tiers/tier.js';

const email = json.text.example('ada@example.com');
const tier = json.oneOf(TIERS).example('pro');

/** What `GET /v1/me` says of the caller. */
export const profileResource = json.resource('Profile', {
  id: json.uuid,
  email,
  emailVerified: json.yesOrNo.example(true),
  name: json.nullable(json.text).example('Ada'),
  tier,
  effectiveTier: tier.description('the higher of your own tier and the one your team lends you'),
  limits: json.byName(json.integer).example({
    activeKeys: 5,
    generationsPerDay: 100,
    requestsAtWork: 4,
    engineSecondsPerHour: 1200,
  }),
  usage: json.byName(json.integer).example({
    generationsToday: 3,
    requestsAtWork: 1,
    requestsWaiting: 0,
    engineSecondsThisHour: 41,
  }),
  storage: json
    .object({
      owner: json.closedOneOf(['user', 'team']),
      usedBytes: json.integer.example(18_400_000),
      limitBytes: json.integer.example(52_428_800),
    })
    .description(
      'how many bytes of rules, generations and documents you or your team store, and how many may be stored',
    ),
  team: json.nullable(
    json.object({ id: json.uuid, name: json.text.example('Detection engineering'), role: json.oneOf(TEAM_ROLES) }),
  ),
  createdAt: json.instant,
});
export type Profile = TypeOf<typeof profileResource>;

/** A session just begun or continued; browsers have the refresh token as a cookie instead. */
export const sessionResource = json.resource(
  'Session',
  {
    accessToken: json.secret.example('eyJhbGciOi…'),
    expiresAt: json.instant,
    refreshToken: json.secret.example('c3VwZXItc2VjcmV0…'),
    deviceToken: json.secret.description('given at a sign-in; send it with the next sign-in from this device'),
    secondFactorRequired: json
      .exactly(true)
      .description(
        'your team requires a second factor and you have none: everything of the team answers 403 until you enrol one',
      ),
  },
  ['refreshToken', 'deviceToken', 'secondFactorRequired'],
);

/** The answer to a registration, the same whether or not the address has an account. */
export const registrationResource = json.object({ email, emailVerified: json.yesOrNo, message: json.text });

/** The answer to whoever forgot their password, the same whether or not the address has an account. */
export const passwordResetResource = json.object(
  { message: json.text, resetToken: json.secret.description('in development without SMTP: what the mail would say') },
  ['resetToken'],
);

/** A user's tier as the operator sees it. */
export const userTierResource = json.object({
  id: json.uuid,
  email,
  tier,
  effectiveTier: tier,
  expiresAt: json.nullable(json.instant),
});
