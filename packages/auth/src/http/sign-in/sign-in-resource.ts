import { json, type TypeOf } from '@tripline/service';

/** How people sign in here, as the API shows it. */
export const signInWaysResource = json.object({
  password: json.yesOrNo.description('with an address and a password of this service'),
  passkey: json.yesOrNo.description('with a passkey alone'),
  identityProvider: json.yesOrNo.description('through an identity provider: `GET /v1/auth/oidc/start`'),
  signUp: json.oneOf(['open', 'invited', 'closed']).description('who may make an account with a password'),
});
export type SignInWays = TypeOf<typeof signInWaysResource>;
