import Joi from 'joi';
import { type SettingsChoice, settingsOptions } from '../conversion/settings-schema.js';
import { EXPORT_FORMATS, type ExportFormat } from '../engine/export-rules.js';
import type { RuleFilter } from '../rules/rule-filter.js';
import { RULE_STATES, type RuleState } from '../rules/rule-resource.js';
import { ruleFilters } from '../rules/rule-schemas.js';
import { BULK_ACTIONS, type BulkAction } from './bulk-resource.js';

/** Most keys that one body may name. */
const MOST_KEYS = 10_000;

/** What is asked of a job: an action on rules by their keys, or on all that a filter shows, of which the caller saw so many. */
export interface BulkRequest {
  readonly action: BulkAction;
  readonly ruleKeys?: readonly string[];
  readonly filter?: RuleFilter;
  readonly expected?: number;
  readonly state?: RuleState;
  readonly formats?: readonly ExportFormat[];
  readonly options?: SettingsChoice;
}

/** Fields that go with one action alone. */
const FIELDS_OF: Readonly<Record<'state' | 'formats' | 'options', BulkAction>> = {
  state: 'state',
  formats: 'export',
  options: 'export',
};

/** Body of a job. */
export const bulkSchema = Joi.object<BulkRequest>({
  action: Joi.string()
    .valid(...BULK_ACTIONS)
    .required()
    .example('state'),
  ruleKeys: Joi.array().items(Joi.string().guid().lowercase()).min(1).max(MOST_KEYS).unique(),
  filter: Joi.object(ruleFilters).description('as `GET /v1/rules` takes it; an empty one is all of your rules'),
  expected: Joi.number()
    .integer()
    .min(1)
    .description(
      'how many rules the filter shows, as `total` of the list said: the job is refused where it is another number by now',
    ),
  state: Joi.string()
    .valid(...RULE_STATES)
    .description('the new state, for the action `state`'),
  formats: Joi.array()
    .items(Joi.string().valid(...EXPORT_FORMATS))
    .min(1)
    .max(EXPORT_FORMATS.length)
    .unique()
    .description('the forms of an export; `sigma` where none is named'),
  options: Joi.object(settingsOptions).description('what the conversions of an export are made with'),
})
  .xor('ruleKeys', 'filter')
  .with('filter', 'expected')
  .with('expected', 'filter')
  .custom((body: BulkRequest, helpers) => {
    if (body.action === 'state' && body.state === undefined) return helpers.error('bulk.state');
    for (const [field, action] of Object.entries(FIELDS_OF)) {
      if (field in body && body.action !== action) return helpers.error('bulk.field', { field, action });
    }
    return body;
  })
  .example({ action: 'state', state: 'accepted', filter: { level: 'high' }, expected: 750 })
  .messages({
    'object.missing': 'the body must have ruleKeys or filter',
    'object.xor': 'the body may have ruleKeys or filter, not both',
    'object.with': 'filter and expected go together: how many rules did the list show under the filter?',
    'bulk.state': 'the action "state" needs state, the new one',
    'bulk.field': '{{#field}} goes with the action "{{#action}}" alone',
  });
