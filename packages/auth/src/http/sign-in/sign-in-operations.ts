import { describeOperations } from '../identity-operation.js';
import { signInWaysResource } from './sign-in-resource.js';
import { callbackSchema, startSchema } from './sign-in-schemas.js';

const NOT_CONFIGURED = 'No identity provider is configured for sign-in.';
const AWAY = 'The identity provider cannot be reached.';

/** How the sign-in through an identity provider stands in the OpenAPI document. */
export const signInOperations = describeOperations({
  listSignInWays: {
    method: 'get',
    path: '/v1/auth/ways',
    tag: 'Accounts',
    summary: 'How people sign in here',
    description: 'For pages that sign people in: they offer what there is.',
    security: 'none',
    success: { status: 200, description: 'The ways to sign in and to get an account.', data: signInWaysResource },
    errors: {},
  },
  startOutsideSignIn: {
    method: 'get',
    path: '/v1/auth/oidc/start',
    tag: 'Accounts',
    summary: 'Sign in through the identity provider',
    description:
      'For browsers: redirects to the provider, which redirects to the callback, which redirects to `returnTo`, a path of this site.',
    security: 'none',
    query: startSchema,
    success: { status: 303, description: 'A redirect to the identity provider.' },
    errors: { 404: NOT_CONFIGURED, 503: AWAY },
  },
  finishOutsideSignIn: {
    method: 'get',
    path: '/v1/auth/oidc/callback',
    tag: 'Accounts',
    summary: 'Complete a sign-in through the identity provider',
    description:
      'Sets the refresh token as an HttpOnly cookie on /v1/auth; POST /v1/auth/refresh with `X-Client: browser` then gives an access token. Parameters that the provider adds are ignored.',
    security: 'none',
    query: callbackSchema,
    success: { status: 303, description: 'Signed in; a redirect to the page that was asked for.' },
    errors: {
      401: 'The provider did not sign this person in.',
      404: NOT_CONFIGURED,
      429: 'Too many attempts.',
      503: AWAY,
    },
  },
});
