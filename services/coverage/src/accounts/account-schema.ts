import { OWNER_KINDS, type OwnerKind } from '@tripline/auth';
import { nameText } from '@tripline/service';
import Joi from 'joi';
import type { ProviderName } from '../cloud/provider.js';
import { actorIds } from '../openapi/actor-parameter.js';
import { PROVIDER_NAMES } from '../providers/facts-of.js';
import { PROVIDERS } from '../providers/list.js';
import { tags } from '../scope/scope-fields.js';
import { isSchedule } from './schedule.js';

const forms = PROVIDERS.map(({ accounts }) => accounts);
/** What one of the patterns matches; which one it has to be, the account's provider says once the body is read. */
const oneOf = (patterns: readonly RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join('|'));

const regions = Joi.array()
  .items(Joi.string().max(40))
  .min(1)
  .max(100)
  .unique()
  .allow(null)
  .example(['eu-central-1', 'us-east-1']);
const roleArn = Joi.string()
  .pattern(oneOf(forms.map(({ role }) => role)))
  .allow(null)
  .messages({
    'string.pattern.base': `{{#label}} must be ${forms.map(({ roleIs }) => roleIs).join(' or ')}`,
  })
  .example('arn:aws:iam::111122223333:role/tripline');
const schedule = Joi.string()
  .max(100)
  .custom(checkSchedule)
  .allow(null)
  .messages({
    'schedule.bad':
      '{{#label}} must be "daily", "weekly" or a cron expression of five fields that names days there are, such as "0 3 * * *"',
  })
  .example('daily');

/** `POST /accounts` */
export interface NewAccountBody {
  name: string;
  provider: ProviderName;
  external_account_id: string;
  regions?: string[] | null;
  schedule?: string | null;
  role_arn?: string | null;
  own_credentials?: boolean;
  tags?: string[];
  actor_ids?: string[];
}

export const newAccountBody = Joi.object<NewAccountBody>({
  name: nameText.required(),
  provider: Joi.string()
    .valid(...PROVIDER_NAMES)
    .required(),
  external_account_id: Joi.string()
    .pattern(oneOf(forms.map(({ number }) => number)))
    .messages({ 'string.pattern.base': `{{#label}} must be ${forms.map(({ numberIs }) => numberIs).join(' or ')}` })
    .example('111122223333')
    .required(),
  regions,
  schedule,
  role_arn: roleArn,
  own_credentials: Joi.boolean(),
  tags,
  actor_ids: actorIds,
});

/** `PATCH /accounts/{id}` */
export interface AccountChangeBody {
  name?: string;
  regions?: string[] | null;
  schedule?: string | null;
  role_arn?: string | null;
  own_credentials?: boolean;
  tags?: string[];
  actor_ids?: string[];
}

export const accountChangeBody = Joi.object<AccountChangeBody>({
  name: nameText,
  regions,
  schedule,
  role_arn: roleArn,
  own_credentials: Joi.boolean(),
  tags,
  actor_ids: actorIds,
})
  .min(1)
  .messages({
    'object.min': 'the body must change something: name, regions, schedule, role_arn, own_credentials or tags',
  });

/** `POST /accounts/move`: these of the caller's own accounts, or all of them. */
export type AccountMoveBody = { readonly account_ids: readonly string[] } | { readonly all: true };

export const accountMoveBody = Joi.object<AccountMoveBody>({
  account_ids: Joi.array().items(Joi.string().guid().lowercase()).min(1).max(500).unique(),
  all: Joi.boolean().valid(true),
})
  .xor('account_ids', 'all')
  .example({ all: true })
  .messages({
    'object.missing': 'the body must have account_ids or all',
    'object.xor': 'the body may have account_ids or all, not both',
  });

/** `GET /accounts` */
export const accountPage = Joi.object<{ limit: number; offset: number; owner?: OwnerKind; tag?: string }>({
  owner: Joi.string().valid(...OWNER_KINDS),
  tag: Joi.string().max(50),
  limit: Joi.number().integer().min(1).max(200).default(50),
  offset: Joi.number().integer().min(0).max(1_000_000).default(0),
});

function checkSchedule(text: string, helpers: Joi.CustomHelpers): string | Joi.ErrorReport {
  return isSchedule(text) ? text.trim() : helpers.error('schedule.bad');
}
