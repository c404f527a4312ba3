import { json } from '@tripline/service';
import Joi from 'joi';
import { describeOperations } from '../openapi/credential.js';
import {
  siemDriftResource,
  siemImportResource,
  siemOverlapResource,
  siemResource,
  siemRuleResource,
} from './siem-resource.js';
import {
  driftBody,
  importQuery,
  newSiemBody,
  overlapBody,
  siemChangeBody,
  siemPage,
  siemRuleQuery,
} from './siem-schema.js';

const TAG = 'SIEMs';
const params = { id: json.uuid } as const;
const siem = { status: 200, description: 'The SIEM.', data: siemResource } as const;
const MISSING = 'You have no SIEM with this id.';
const MEMBERS = "A plain member, on a team's SIEM.";

/** How the paths of SIEMs stand in the OpenAPI document. */
export const siemOperations = describeOperations({
  listSiems: {
    method: 'get',
    path: '/siems',
    tag: TAG,
    summary: 'List SIEMs',
    description: 'Yours and your team’s, by name.',
    security: 'any',
    scope: 'coverage:read',
    query: siemPage,
    success: {
      status: 200,
      description: 'A page of SIEMs.',
      data: json.object({ siems: json.list(siemResource), total: json.integer }),
    },
    errors: {},
  },
  createSiem: {
    method: 'post',
    path: '/siems',
    tag: TAG,
    summary: 'Add a SIEM',
    description: 'Its rules come with an import. `account_ids` are the cloud accounts that send their logs to it.',
    security: 'any',
    scope: 'coverage:write',
    body: newSiemBody,
    success: siem,
    errors: { 403: MEMBERS, 409: 'There is one of this name, or as many as there may be.' },
  },
  getSiem: {
    method: 'get',
    path: '/siems/{id}',
    tag: TAG,
    summary: 'Get SIEM',
    security: 'any',
    scope: 'coverage:read',
    params,
    success: siem,
    errors: { 404: MISSING },
  },
  updateSiem: {
    method: 'patch',
    path: '/siems/{id}',
    tag: TAG,
    summary: 'Change a SIEM',
    description:
      'Its name, or the accounts that it is fed by: its rules become detections of those that are new, and go from those that are left out.',
    security: 'any',
    scope: 'coverage:write',
    params,
    body: siemChangeBody,
    success: siem,
    errors: { 403: MEMBERS, 404: MISSING, 409: 'There is one of this name.' },
  },
  deleteSiem: {
    method: 'delete',
    path: '/siems/{id}',
    tag: TAG,
    summary: 'Delete a SIEM',
    description: 'With its rules, and their detections in every account.',
    security: 'any',
    scope: 'coverage:write',
    params,
    success: { status: 200, description: 'It is deleted.', data: json.done },
    errors: { 403: MEMBERS, 404: MISSING },
  },
  importSiemRules: {
    method: 'post',
    path: '/siems/{id}/import',
    tag: TAG,
    summary: 'Import the rules of a SIEM',
    description:
      'The body is the file itself, at most 50 MB and 10,000 rules: for splunk savedsearches.conf or the JSON of saved/searches (with macros.conf in an archive), for sentinel ARM, the JSON of alertRules or YAML, for elastic NDJSON or TOML, for opensearch the JSON of monitors or Sigma, for google YARA-L or the JSON that lists rules, for sigma YAML; each also as a zip, tar or tar.gz. The answer is the difference to what the SIEM has. It is applied with `apply=true`; with `expect` only if it is the one that was shown. Rules that stay keep their ids.',
    security: 'any',
    scope: 'coverage:write',
    params,
    query: importQuery,
    otherBodies: { 'application/octet-stream': Joi.binary() },
    success: { status: 200, description: 'The difference.', data: siemImportResource },
    errors: {
      400: 'The file is no export of this kind, or takes longer than it may.',
      403: MEMBERS,
      404: MISSING,
      409: 'The difference is another one than `expect` says, or the rules would become too many detections.',
      413: 'The file is larger than 50 MB.',
      503: 'Many imports are under way.',
    },
  },
  compareWithSiems: {
    method: 'post',
    path: '/siems/overlap',
    tag: TAG,
    summary: 'Find rules of your SIEMs that notice the same',
    description:
      'For each rule those of your SIEMs that match every event that it notices: each of its alternatives and values is put into an event. Only what events show counts, and no likeness of text. Rules of a SIEM that count events are not compared.',
    security: 'any',
    scope: 'coverage:read',
    body: overlapBody,
    success: { status: 200, description: 'Which rules cover each.', data: siemOverlapResource },
    errors: { 503: 'Many imports are under way.' },
  },
  traceInSiems: {
    method: 'post',
    path: '/siems/drift',
    tag: TAG,
    summary: 'Find what became of your rules in your SIEMs',
    description:
      'For each rule those of your SIEMs that were made from it, known by the Sigma id and the version that our exports carry: as it is now, edited in the SIEM (with what the rules read differ by), made from another version, or gone since an import.',
    security: 'any',
    scope: 'coverage:read',
    body: driftBody,
    success: { status: 200, description: 'What became of each.', data: siemDriftResource },
    errors: { 503: 'Many imports are under way.' },
  },
  listSiemRules: {
    method: 'get',
    path: '/siems/{id}/rules',
    tag: TAG,
    summary: 'List the rules of a SIEM',
    description:
      'By name, each with whether it could fire: `can_fire=no` lists those that never can, with the reason. With `format=csv` all that match as a file.',
    security: 'any',
    scope: 'coverage:read',
    params,
    query: siemRuleQuery,
    success: {
      status: 200,
      description: 'A page of rules.',
      data: json.object({
        siem_id: json.uuid,
        rules: json.list(siemRuleResource),
        total: json.integer,
        page: json.integer,
        page_size: json.integer,
      }),
    },
    otherSuccess: { 'text/csv': json.text },
    errors: { 404: MISSING },
  },
});
