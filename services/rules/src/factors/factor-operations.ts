import { type AnswerSchema, json } from '@tripline/service';
import type { RulesOperation } from '../openapi/credential.js';
import {
  confirmedResource,
  factorsResource,
  recoveryCodesResource,
  totpEnrolmentResource,
} from './factor-resources.js';
import { confirmTotpSchema } from './factor-schemas.js';

const FRESH =
  'An API key, no sign-in within the last 10 minutes (`FreshSignInRequired`), or an account that an identity provider signs in.';

/** One change of the caller's factors: all of them need a fresh sign-in. */
function factorChange(
  id: string,
  method: 'post' | 'delete',
  path: string,
  summary: string,
  more: Pick<RulesOperation, 'description' | 'body' | 'params' | 'errors'> & { status?: 201; data: AnswerSchema },
): RulesOperation {
  const { data, errors, status = 200, ...rest } = more;
  return {
    id,
    method,
    path: `/v1/me/factors${path}`,
    tag: 'Second factors',
    summary,
    ...rest,
    security: 'jwt',
    success: { status, description: summary, data },
    errors: { 403: FRESH, ...errors },
  };
}

/** How `/v1/me/factors` stands in the OpenAPI document. */
export const factorOperations: readonly RulesOperation[] = [
  {
    id: 'listFactors',
    method: 'get',
    path: '/v1/me/factors',
    tag: 'Second factors',
    summary: 'What you have beside the password',
    security: 'jwt',
    success: { status: 200, description: 'Your second factors.', data: factorsResource },
    errors: {},
  },
  factorChange('enrolTotp', 'post', '/totp', 'Enrol an authenticator app', {
    description:
      'Gives a secret; the app is a factor from its first code on. An earlier secret without one is replaced.',
    status: 201,
    data: totpEnrolmentResource,
    errors: { 409: 'You have an app already.' },
  }),
  factorChange('confirmTotp', 'post', '/totp/confirm', 'Confirm the authenticator app by its first code', {
    description: 'With your first factor come ten recovery codes, and your other sessions end.',
    body: confirmTotpSchema,
    data: confirmedResource,
    errors: { 404: 'No app was enrolled.', 409: 'It is confirmed already, or was enrolled anew meanwhile.' },
  }),
  factorChange('removeTotp', 'delete', '/totp', 'Remove the authenticator app', {
    data: json.done,
    errors: { 404: 'You have no app.' },
  }),
  factorChange('renewRecoveryCodes', 'post', '/recovery-codes', 'Make recovery codes anew', {
    description: 'The earlier ones are good for nothing then.',
    status: 201,
    data: recoveryCodesResource,
    errors: { 409: 'You have no second factor.' },
  }),
];
