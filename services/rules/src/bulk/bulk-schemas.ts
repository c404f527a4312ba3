import type { OwnerKind } from '@tripline/auth';
import Joi from 'joi';
import { formOptions, type SettingsChoice } from '../conversion/settings-schema.js';
import { EXPORT_FORMATS, type ExportFormat } from '../engine/tasks/export-rules.js';
import { type Rejection, reason, reasonFault } from '../rule/rule-decision.js';
import { RULE_STATES, type RuleState } from '../rule/rule-resource.js';
import type { RuleFilter } from '../rules/rule-filter.js';
import { owner, ownRuleFilters } from '../rules/rule-schemas.js';
import { BULK_ACTIONS, type BulkAction } from './bulk-resource.js';

/** Most keys that one body may name. */
const MOST_KEYS = 10_000;

/** What is asked of a job: an action on rules by their keys, or on all that a filter shows, of which the caller saw so many. */
export interface BulkRequest {
  readonly action: BulkAction;
  readonly ruleKeys?: readonly string[];
  /** By their keys, and by their owner where the caller and their team may both have one of this key. */
  readonly rules?: readonly { readonly ruleKey: string; readonly owner?: OwnerKind }[];
  readonly filter?: RuleFilter;
  readonly expected?: number;
  readonly state?: RuleState;
  readonly reason?: Rejection;
  readonly formats?: readonly ExportFormat[];
  readonly options?: SettingsChoice;
}

/** Fields that go with one action alone. */
const FIELDS_OF: Readonly<Record<'state' | 'reason' | 'formats' | 'options', BulkAction>> = {
  state: 'state',
  reason: 'state',
  formats: 'export',
  options: 'export',
};

const ruleKey = Joi.string().guid().lowercase();

/** Body of a job. */
export const bulkSchema = Joi.object<BulkRequest>({
  action: Joi.string()
    .valid(...BULK_ACTIONS)
    .required()
    .example('state'),
  ruleKeys: Joi.array()
    .items(ruleKey)
    .min(1)
    .max(MOST_KEYS)
    .unique()
    .description('where you and your team both have a rule of a key, it is the team’s'),
  rules: Joi.array()
    .items(Joi.object({ ruleKey: ruleKey.required(), owner }))
    .min(1)
    .max(MOST_KEYS)
    .unique()
    .description('keys that say whose rule they mean, which may be yours and the team’s of one key'),
  filter: Joi.object(ownRuleFilters).description('as `GET /v1/rules` takes it; an empty one is all of your rules'),
  expected: Joi.number()
    .integer()
    .min(1)
    .description(
      'how many rules the filter shows, as `total` of the list said: the job is refused where it is another number by now',
    ),
  state: Joi.string()
    .valid(...RULE_STATES)
    .description('the new state, for the action `state`'),
  reason,
  formats: Joi.array()
    .items(Joi.string().valid(...EXPORT_FORMATS))
    .min(1)
    .max(EXPORT_FORMATS.length)
    .unique()
    .description('the forms of an export; `sigma` where none is named'),
  options: Joi.object(formOptions).description('what the conversions of an export are made with'),
})
  .xor('ruleKeys', 'rules', 'filter')
  .with('filter', 'expected')
  .with('expected', 'filter')
  .custom((body: BulkRequest, helpers) => {
    if (body.action === 'state' && body.state === undefined) return helpers.error('bulk.state');
    for (const [field, action] of Object.entries(FIELDS_OF)) {
      if (field in body && body.action !== action) return helpers.error('bulk.field', { field, action });
    }
    const fault = reasonFault(body);
    return fault === undefined ? body : helpers.error('bulk.reason', { fault });
  })
  .example({ action: 'state', state: 'accepted', filter: { level: 'high' }, expected: 750 })
  .messages({
    'object.missing': 'the body must have ruleKeys, rules or filter',
    'object.xor': 'the body may have one of ruleKeys, rules and filter',
    'object.with': 'filter and expected go together: how many rules did the list show under the filter?',
    'bulk.state': 'the action "state" needs state, the new one',
    'bulk.field': '{{#field}} goes with the action "{{#action}}" alone',
    'bulk.reason': '{{#fault}}',
  });
