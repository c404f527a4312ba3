import { json } from '@tripline/service';
import { describeOperations } from '../openapi/credential.js';
import { SET_STATES } from './gap-work-model.js';
import { gapWorkBody } from './gap-work-schema.js';

/** What is recorded of the work on a gap. */
const gapWorkResource = json.resource('GapWork', {
  cloud_account_id: json.uuid,
  technique_id: json.text.example('T1562.008'),
  state: json.oneOf(SET_STATES),
  owner: json.nullable(json.text).example('cloud-security@example.com'),
  due_at: json.nullable(json.instant),
  ticket_url: json.nullable(json.text).example('https://tickets.example.com/SEC-101'),
  updated_at: json.nullable(json.instant),
});

/** The path of the work on gaps in the OpenAPI document. */
export const gapWorkOperations = describeOperations({
  setGapWork: {
    method: 'put',
    path: '/accounts/{id}/coverage/gaps/{technique}',
    tag: 'Coverage',
    summary: 'Say who works on a gap, and how far it is',
    description:
      'What is left out is forgotten. `closed` and `risk_accepted` are not set here: a gap is closed once a snapshot covers the technique, and a risk is accepted by an exclusion of that kind.',
    security: 'any',
    scope: 'coverage:write',
    params: { id: json.uuid, technique: json.text.example('T1562.008') },
    body: gapWorkBody,
    success: { status: 200, description: 'The work on the gap.', data: gapWorkResource },
    errors: { 403: "A plain member, on a team's account.", 404: 'You have no account with this id.' },
  },
});
