import { json } from '@tripline/service';
import { describeOperations } from '../identity-operation.js';

const session = json.object({
  id: json.uuid,
  device: json
    .nullable(json.text)
    .description('browser and operating system, or program, as its User-Agent header says')
    .example('Firefox on Linux'),
  ip: json.nullable(json.text).description('the address it was last used from').example('203.0.113.7'),
  createdAt: json.instant,
  lastUsedAt: json.instant.description('when it last got new tokens; a client at work does so every 15 minutes'),
  current: json.yesOrNo.description('whether the token of this request belongs to it'),
});

const EVERYWHERE = 'Effective everywhere within a second.';

/** How `/v1/me/sessions` stands in the OpenAPI document. */
export const mySessionOperations = describeOperations({
  listSessions: {
    method: 'get',
    path: '/v1/me/sessions',
    tag: 'Accounts',
    summary: 'Where you are signed in',
    security: 'jwt',
    success: {
      status: 200,
      description: 'Your sessions that have not ended, the last used first; at most 100.',
      data: json.object({ sessions: json.list(session) }),
    },
    errors: {},
  },
  endOtherSessions: {
    method: 'delete',
    path: '/v1/me/sessions',
    tag: 'Accounts',
    summary: 'End all your other sessions',
    description: EVERYWHERE,
    security: 'jwt',
    success: { status: 200, description: 'They have ended.', data: json.done },
    errors: {},
  },
  endSession: {
    method: 'delete',
    path: '/v1/me/sessions/{id}',
    tag: 'Accounts',
    summary: 'End one of your sessions',
    description: `It may be this one. ${EVERYWHERE}`,
    security: 'jwt',
    params: { id: json.uuid },
    success: { status: 200, description: 'It has ended.', data: json.done },
    errors: { 404: 'You have no such session, or it has ended.' },
  },
});
