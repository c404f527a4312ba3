import { type AnswerSchema, inputsOf, json, type Operation } from '@tripline/service';
import { describeOperations } from '../identity-operation.js';
import {
  addedPasskeyResource,
  confirmedResource,
  factorsResource,
  recoveryCodesResource,
  totpEnrolmentResource,
} from './factor-resources.js';
import { confirmTotpSchema } from './factor-schemas.js';
import { newPasskeyResource } from './passkey-resources.js';
import { addPasskeySchema } from './passkey-schemas.js';

const FRESH =
  'An API key, no sign-in within the last 10 minutes (`FreshSignInRequired`), or an account that an identity provider signs in.';

/** One change of the caller's factors: all of them need a fresh sign-in. */
function factorChange<
  const M extends Pick<Operation, 'description' | 'body' | 'params' | 'errors'> & { status?: 201; data: AnswerSchema },
>(method: 'post' | 'delete', path: string, summary: string, more: M) {
  const { data, description, errors, status = 200 } = more;
  return {
    method,
    path: `/v1/me/factors${path}`,
    tag: 'Second factors',
    summary,
    ...(description === undefined ? {} : { description }),
    ...inputsOf(more),
    security: 'jwt',
    success: { status, description: summary, data },
    errors: { 403: FRESH, ...errors },
  } as const;
}

/** How `/v1/me/factors` stands in the OpenAPI document. */
export const factorOperations = describeOperations({
  listFactors: {
    method: 'get',
    path: '/v1/me/factors',
    tag: 'Second factors',
    summary: 'What you have beside the password',
    security: 'jwt',
    success: { status: 200, description: 'Your second factors.', data: factorsResource },
    errors: {},
  },
  enrolTotp: factorChange('post', '/totp', 'Enrol an authenticator app', {
    description:
      'Gives a secret; the app is a factor from its first code on. An earlier secret without one is replaced. The address of the account must be verified.',
    status: 201,
    data: totpEnrolmentResource,
    errors: { 409: 'You have an app already.' },
  }),
  confirmTotp: factorChange('post', '/totp/confirm', 'Confirm the authenticator app by its first code', {
    description: 'With your first factor come ten recovery codes, and your other sessions end.',
    body: confirmTotpSchema,
    data: confirmedResource,
    errors: { 404: 'No app was enrolled.', 409: 'It is confirmed already, or was enrolled anew meanwhile.' },
  }),
  removeTotp: factorChange('delete', '/totp', 'Remove the authenticator app', {
    data: json.done,
    errors: { 404: 'You have no app.' },
  }),
  beginPasskey: factorChange('post', '/passkeys/options', 'Begin to add a passkey', {
    description: 'Gives what the browser makes one by. The address of the account must be verified.',
    status: 201,
    data: newPasskeyResource,
    errors: { 404: 'There are no passkeys here.' },
  }),
  addPasskey: factorChange('post', '/passkeys', 'Add the passkey that the browser made', {
    description: 'With your first factor come ten recovery codes, and your other sessions end.',
    status: 201,
    body: addPasskeySchema,
    data: addedPasskeyResource,
    errors: { 404: 'There are no passkeys here.', 409: 'It is registered already, or you have 20.' },
  }),
  removePasskey: factorChange('delete', '/passkeys/{id}', 'Remove a passkey', {
    params: { id: json.uuid },
    data: json.done,
    errors: { 404: 'You have no such passkey.' },
  }),
  renewRecoveryCodes: factorChange('post', '/recovery-codes', 'Make recovery codes anew', {
    description: 'The earlier ones are good for nothing then.',
    status: 201,
    data: recoveryCodesResource,
    errors: { 409: 'You have no second factor.' },
  }),
});
