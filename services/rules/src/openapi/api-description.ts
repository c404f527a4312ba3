import { type ApiDescription, bearerScheme, object } from '@tripline/service';
import type { RulesCredential } from './credential.js';
import { operations } from './operations.js';
import { componentSchemas } from './schemas.js';

/** The rules service as its OpenAPI document describes it. `publicUrl` is where callers reach it, when that is configured. */
export function describeRulesApi(publicUrl: string | undefined): ApiDescription<RulesCredential> {
  return {
    title: 'Tripline rule generation',
    description:
      'Reads threat advisories, writes Sigma rules and converts each to six SIEM query languages. Success is {success: true, data}, failure {success: false, error}. Every answer carries X-Request-Id.',
    serverUrl: publicUrl ?? '/',
    pathPrefix: '/v1/',
    schemas: componentSchemas,
    securitySchemes: {
      apiKey: bearerScheme('An API key, <vendor>_live_…'),
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
        },
      },
      any: {
        schemes: ['apiKey', 'accessToken'],
        errors: {
          401: 'No valid credential.',
          403: "A key whose user's tier has fallen to free.",
          429: 'More than 60 calls a minute.',
        },
      },
      admin: { schemes: ['adminToken'], errors: { 401: 'Not the admin token.' } },
    },
    successBody: (data) => object({ success: { const: true }, data }),
    operations,
  };
}
