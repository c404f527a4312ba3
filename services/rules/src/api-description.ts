import { type ApiDescription, bearerScheme, json, KEY_SCHEME } from '@tripline/service';
import type { RulesCredential } from './openapi/credential.js';
import { operations } from './operations.js';

/** What every failure carries. */
const error = json.resource('Error', {
  success: json.exactly(false),
  error: json.object(
    {
      code: json.text.example('BadRequest'),
      message: json.text.example('Invalid body: url is required.'),
      details: json.list(json.object({ path: json.text, message: json.text })),
      requestId: json.text.example('0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c77'),
    },
    ['details'],
  ),
});

const TOO_MANY_CALLS = 'More calls a minute than one user may make; see Retry-After.';

/** The rules service as its OpenAPI document describes it. `publicUrl` is where callers reach it, when that is configured. */
export function describeRulesApi(publicUrl: string | undefined): ApiDescription<RulesCredential> {
  return {
    title: 'Tripline rule generation',
    description:
      'Reads threat advisories, writes Sigma rules and converts each to six SIEM query languages. Success is {success: true, data}, failure {success: false, error}. Every answer carries X-Request-Id, and to a caller who is known X-RateLimit-Limit, -Remaining, -Reset (Unix seconds) and -Resource: the bound of which the smallest share is left.',
    serverUrl: publicUrl ?? '/',
    error,
    securitySchemes: {
      [KEY_SCHEME]: bearerScheme('An API key, <vendor>_live_…'),
      accessToken: bearerScheme('A JWT from /v1/auth/login or the configured identity provider'),
      adminToken: bearerScheme("The operator's ADMIN_TOKEN"),
    },
    credentials: {
      none: { schemes: [], errors: {} },
      jwt: {
        schemes: ['accessToken'],
        errors: {
          401: 'No valid access token.',
          403: 'An API key, or a tier or e-mail address that does not allow it.',
          429: TOO_MANY_CALLS,
        },
      },
      any: {
        schemes: [KEY_SCHEME, 'accessToken'],
        errors: {
          401: 'No valid credential.',
          403: "A key that may not be used from this address, lacks the scope, or whose user's tier has fallen to free.",
          429: TOO_MANY_CALLS,
        },
      },
      admin: { schemes: ['adminToken'], errors: { 401: 'Not the admin token.' } },
    },
    successBody: (data) => json.object({ success: json.exactly(true), data }),
    tags: {
      Generation: 'From an advisory, a technique, a rule or a query to proven Sigma rules and their queries.',
      Conversion: 'Sigma of your own in the languages of the SIEMs; nothing is saved.',
      Rules: 'The rules of your library, or of your team’s.',
      Pipelines: 'Processing pipelines with your field names; one of them is the default.',
      Catalogue: 'The available backends and platforms.',
      Team: 'What members of a team share: rules, statistics and the audit log.',
      'API keys': 'Credentials for scripts.',
      Teams: 'Members, roles and invitations.',
      'Service accounts': 'Accounts of a team that hold API keys for programs.',
      Webhooks: 'Addresses of yours that are told of finished generations and of the team’s audit log.',
      Accounts: 'Registration, sign-in, sessions and the profile.',
      Operator: 'For the operator of the service.',
    },
    operations,
  };
}
