import { json } from '@tripline/service';
import { describeOperations } from '../openapi/credential.js';
import { ruleDeletion, ruleListResource, ruleResource, ruleVersionResource } from '../rule/rule-resource.js';
import { exportCheck } from './export-resource.js';
import {
  exportBodySchema,
  exportCheckSchema,
  exportQuerySchema,
  LIST_DESCRIPTION,
  ruleChangeSchema,
  ruleDeletionSchema,
  ruleListSchema,
  ruleOwnerSchema,
} from './rule-schemas.js';

const ONE_OF_TWO =
  'Where you and your team both have a rule of this key, it is the team’s, unless `owner` is `user`; with `team` it is never your own.';

/** How the rule paths stand in the OpenAPI document. */
export const ruleOperations = describeOperations({
  listRules: {
    method: 'get',
    path: '/v1/rules',
    tag: 'Rules',
    summary: 'List your rules',
    description: `Those that you made, for yourself or in the team. \`owner\` lists all of one owner instead: \`user\` what is yours alone, \`team\` what is the team’s, whoever made it. Of each row \`owner\` says whose it is. ${LIST_DESCRIPTION}`,
    security: 'any',
    scope: 'rules:read',
    query: ruleListSchema,
    success: {
      status: 200,
      description: 'A page of rules.',
      data: ruleListResource,
    },
    errors: {},
  },
  getRule: {
    method: 'get',
    path: '/v1/rules/{key}',
    tag: 'Rules',
    summary: 'Read one rule with a list of its versions',
    description: ONE_OF_TWO,
    security: 'any',
    scope: 'rules:read',
    params: { key: json.uuid },
    query: ruleOwnerSchema,
    success: { status: 200, description: 'The rule in its newest version.', data: ruleResource },
    errors: { 400: 'The key is not a UUID.', 404: 'You have no such rule.' },
  },
  getRuleVersion: {
    method: 'get',
    path: '/v1/rules/{key}/versions/{version}',
    tag: 'Rules',
    summary: 'Read one version of a rule',
    description: `Of each rule the first version and the latest 49 are kept. ${ONE_OF_TWO}`,
    security: 'any',
    scope: 'rules:read',
    params: { key: json.uuid, version: json.integer.min(1).max(999_999_999) },
    query: ruleOwnerSchema,
    success: { status: 200, description: 'The version, whole.', data: ruleVersionResource },
    errors: {
      400: 'The key is not a UUID, or the version is not a number from 1.',
      404: 'You have no such rule, or it has no such version (any more).',
    },
  },
  updateRule: {
    method: 'patch',
    path: '/v1/rules/{key}',
    tag: 'Rules',
    summary: 'Change the state of a rule, or edit it',
    description:
      'An edited `yaml` holds this one rule (or one correlation with the rules it refers to). It is checked, tested on events built from it, and converted to all six languages; it becomes the newest version, and the earlier ones stay readable: the first and the latest 49. Its id, if it has one, is the key. Evidence stays for the values that the rule still looks for. The same text again makes no new version. A `reason` is kept with the state `rejected` until the rule gets another state. `owner` as in reading it.',
    security: 'any',
    scope: 'rules:write',
    params: { key: json.uuid },
    query: ruleOwnerSchema,
    body: ruleChangeSchema,
    success: { status: 200, description: 'The rule as it is now.', data: ruleResource },
    errors: {
      400: 'The key is not a UUID, the body is not as described, or the Sigma text cannot be used; `details` has line and column of each fault.',
      404: 'You have no such rule.',
      409: 'Your storage is full; the error says how many bytes to delete.',
      422: 'The text takes more time or memory than one request may use.',
      503: 'All workers are busy; see Retry-After.',
    },
  },
  deleteRule: {
    method: 'delete',
    path: '/v1/rules/{key}',
    tag: 'Rules',
    summary: 'Delete a rule with all its versions',
    description: `It stays in the bin for 30 days (\`GET /v1/rules/bin\`). Generations that produced it then name it under \`notKept\`. ${ONE_OF_TWO}`,
    security: 'any',
    scope: 'rules:write',
    params: { key: json.uuid },
    query: ruleOwnerSchema,
    success: { status: 200, description: 'It is deleted.', data: ruleDeletion },
    errors: { 400: 'The key is not a UUID.', 404: 'You have no such rule.' },
  },
  deleteRules: {
    method: 'post',
    path: '/v1/rules/delete',
    tag: 'Rules',
    summary: 'Delete many rules',
    description:
      'They stay in the bin for 30 days (`GET /v1/rules/bin`). Deletes all of the named rules or none; or the rules that match a filter, at most 500 at once, the newest first. `owner` chooses between yours and the team’s of the same key. `more` says whether matching rules are left. `POST /v1/rules/bulk` deletes any number.',
    security: 'any',
    scope: 'rules:write',
    body: ruleDeletionSchema,
    success: { status: 200, description: 'They are deleted.', data: ruleDeletion },
    errors: { 404: 'One of the keys is not a rule of yours.' },
  },
  exportRule: {
    method: 'get',
    path: '/v1/rules/{key}/export',
    tag: 'Rules',
    summary: 'Export one rule in the form a product takes',
    description:
      "With the default pipeline of the rule's owner, unless `pipelines` names others by their ids, or `none`; `stack`, `index`, `sourcetype` and `table` say where your data is.",
    security: 'any',
    scope: 'rules:read',
    params: { key: json.uuid },
    query: exportQuerySchema,
    success: { status: 200, description: 'The file, as an attachment.', file: 'text/plain' },
    otherSuccess: {
      'application/yaml': json.text,
      'application/json': json.anyObject,
      'application/x-ndjson': json.text,
    },
    errors: {
      404: 'You have no such rule, or pipeline.',
      409: 'The rule cannot have this form; the message says why.',
    },
  },
  exportRules: {
    method: 'post',
    path: '/v1/rules/export',
    tag: 'Rules',
    summary: 'Export many rules as one zip, or as what a product takes',
    description:
      'A zip with one folder per form; a rule that cannot have a form is listed in NOT-EXPORTED.txt with the reason. With `bundle: true` and a `format` it is the one thing that the product takes: a Splunk app, an ARM template, an NDJSON, a CloudFormation template; or a zip with one file a rule where the product takes no more (and for the default `sigma`). `X-Exported` and `X-Not-Exported` then say how many rules are in it and how many cannot be; `POST /v1/rules/export/check` says why. The same rules make the same bytes. Each rule is converted with the default pipeline of its owner, unless `options.pipelines` names others.',
    security: 'any',
    scope: 'rules:read',
    body: exportBodySchema,
    success: { status: 200, description: 'The file, as an attachment.', file: 'application/zip' },
    otherSuccess: {
      'application/gzip': json.text,
      'application/json': json.anyObject,
      'application/x-ndjson': json.text,
      'application/yaml': json.text,
      'text/plain': json.text,
    },
    errors: {
      404: 'One of the keys is not a rule of yours, or one of the pipelines not yours.',
      409: 'None of the rules can have the form of the bundle; the message says why.',
    },
  },
  checkExport: {
    method: 'post',
    path: '/v1/rules/export/check',
    tag: 'Rules',
    summary: 'Ask which rules can be exported in which form',
    description:
      'For each form how many of the rules can have it, and of the others why not: what `POST /v1/rules/export` with the same options will do.',
    security: 'any',
    scope: 'rules:read',
    body: exportCheckSchema,
    success: { status: 200, description: 'The forms, in the order asked for.', data: exportCheck },
    errors: { 404: 'One of the keys is not a rule of yours, or one of the pipelines not yours.' },
  },
});
