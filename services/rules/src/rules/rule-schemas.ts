import { OWNER_KINDS, type OwnerKind } from '@tripline/auth';
import { LEVELS, PLATFORM_IDS } from '@tripline/sigma';
import Joi from 'joi';
import { formOptions, type SettingsChoice, settingsQuery } from '../conversion/settings-schema.js';
import { EXPORT_FORMATS, type ExportFormat } from '../engine/tasks/export-rules.js';
import { RULE_YAML_BYTES_MAX } from '../engine/tasks/rule-size.js';
import { NO_TEXT } from '../refused-sigma.js';
import { type Rejection, reason, reasonFault } from '../rule/rule-decision.js';
import { RULE_STATES, type RuleState } from '../rule/rule-resource.js';
import { MOST_DELETED, type RuleSelection } from './rule-deletion.js';
import type { RuleFilter } from './rule-filter.js';
import { NEWEST_FIRST, RULE_ORDERS, type RuleOrder } from './rule-order.js';

/** What any rule list can be narrowed by. */
const ruleFilters = {
  technique: Joi.string()
    .uppercase()
    .pattern(/^T(\d{0,4}|\d{4}\.\d{0,3})$/)
    .messages({
      'string.pattern.base': '{{#label}} must be an ATT&CK id such as T1059 or T1059.001, or the beginning of one',
    })
    .example('T1059')
    .description('an ATT&CK id, or its beginning; that of a technique finds the rules of its sub-techniques too'),
  platform: Joi.string().valid(...PLATFORM_IDS),
  level: Joi.string().valid(...LEVELS),
  state: Joi.string().valid(...RULE_STATES),
  q: Joi.string()
    .max(200)
    .example('access key')
    .description(
      'words that each begin a word of the rule: of its title, description, values, techniques (ids and names), log or advisory',
    ),
};

/** Whose a rule is. */
export const owner = Joi.string().valid(...OWNER_KINDS);

/** What the caller's own list can be narrowed by. */
export const ownRuleFilters = { ...ruleFilters, owner };

/** Query of what reads or changes one rule: whose it is, where the caller has one of the same key beside the team's, which comes first otherwise. */
export const ruleOwnerSchema = Joi.object<{ owner?: OwnerKind }>({ owner });

/** Where a page of a rule list begins, and in which order. */
export interface ListedPage {
  readonly limit: number;
  readonly cursor?: string;
  readonly sort: RuleOrder;
  readonly counts?: boolean;
  readonly measures?: boolean;
  readonly sigma?: boolean;
}

/** How lists of rules are searched and sorted. */
export const LIST_DESCRIPTION =
  'The newest first, unless `sort` says otherwise; a cursor goes on in the order that it was given in. `q` searches all that a rule says, by the beginnings of words, which may be half typed.';

/** Query parameters of any rule list. */
export const rulePageSchema = Joi.object<Omit<RuleFilter, 'owner'> & ListedPage>({
  limit: Joi.number().integer().min(1).max(200).default(50),
  cursor: Joi.string().max(2000),
  sort: Joi.string()
    .valid(...RULE_ORDERS)
    .default(NEWEST_FIRST)
    .description('with a minus before it from the last to the first'),
  counts: Joi.boolean().description('also count the rules by level, platform and state'),
  measures: Joi.boolean().description('also tell of each rule how noisy it is and with how many events it is proven'),
  sigma: Joi.boolean().description(
    'also give the text of each rule and the events that it matches, as a comparison with SIEMs takes them',
  ),
  ...ruleFilters,
});

/** Query parameters of the caller's rule list. */
export const ruleListSchema = (rulePageSchema as Joi.ObjectSchema<RuleFilter & ListedPage>).append({ owner });

/** Body of a change to one rule. */
export const ruleChangeSchema = Joi.object<{ state?: RuleState; reason?: Rejection; yaml?: string }>({
  state: Joi.string()
    .valid(...RULE_STATES)
    .example('accepted'),
  reason,
  yaml: Joi.string()
    .max(RULE_YAML_BYTES_MAX, 'utf8')
    .messages({ 'string.empty': NO_TEXT, 'string.max': '{{#label}} may have {{#limit}} bytes of YAML' }),
})
  .or('state', 'yaml')
  .custom((body: { state?: RuleState; reason?: Rejection }, helpers) => {
    const fault = reasonFault(body);
    return fault === undefined ? body : helpers.error('change.reason', { fault });
  })
  .messages({
    'object.missing': 'the body must have state, yaml or both',
    'change.reason': '{{#fault}}',
  });

/** Body of a deletion of many rules: keys, or filters as the list has them, one at least. */
export const ruleDeletionSchema = Joi.object<RuleSelection>({
  ruleKeys: Joi.array().items(Joi.string().guid().lowercase()).min(1).max(MOST_DELETED).unique(),
  owner,
  filter: Joi.object(ownRuleFilters).min(1).messages({ 'object.min': '{{#label}} must name what to delete' }),
})
  .xor('ruleKeys', 'filter')
  // `without` would put the body's two forms into another one, in which clients of the last release do not find them.
  .custom((body: object, helpers) => ('filter' in body && 'owner' in body ? helpers.error('deletion.owner') : body))
  .example({ filter: { state: 'rejected' } })
  .messages({
    'object.missing': 'the body must have ruleKeys or filter',
    'object.xor': 'the body may have ruleKeys or filter, not both',
    'deletion.owner': 'owner belongs into the filter',
  });

const format = Joi.string().valid(...EXPORT_FORMATS);

/** Query of one rule's export. */
export const exportQuerySchema = Joi.object<
  { format: ExportFormat; stack?: string; owner?: OwnerKind } & Omit<SettingsChoice, 'stack'>
>({
  format: format.required(),
  owner,
  ...settingsQuery,
});

const exportedKeys = Joi.array().items(Joi.string().guid().lowercase()).min(1).max(500).unique().required();
const formats = Joi.array().items(format).min(1).max(EXPORT_FORMATS.length).unique();

/** Body of an export of many rules: a zip with a folder for each of `formats`, or with `bundle` the one thing that the product of `format` takes. */
export const exportBodySchema = Joi.object<{
  ruleKeys: readonly string[];
  formats?: readonly ExportFormat[];
  format?: ExportFormat;
  bundle?: true;
  owner?: OwnerKind;
  options?: SettingsChoice;
}>({
  ruleKeys: exportedKeys,
  formats: formats.description('The forms in a zip; `sigma` where none is named.'),
  format: format.description('With `bundle`: the form.'),
  bundle: Joi.boolean()
    .valid(true)
    .description('One artefact that the product of `format` takes, in place of a zip of single files.'),
  owner,
  options: Joi.object(formOptions),
})
  .and('format', 'bundle')
  .oxor('format', 'formats')
  .messages({
    'object.and': 'format and bundle go together; a zip of single files takes formats',
    'object.oxor': 'the body may have format (with bundle) or formats, not both',
  });

/** Body of the question which of many rules can have which form. */
export const exportCheckSchema = Joi.object<{
  ruleKeys: readonly string[];
  formats?: readonly ExportFormat[];
  owner?: OwnerKind;
  options?: SettingsChoice;
}>({
  ruleKeys: exportedKeys,
  formats: formats.description('The forms to ask for; all where none is named.'),
  owner,
  options: Joi.object(formOptions),
});
