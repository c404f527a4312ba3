import { nameText } from '@tripline/service';
import Joi from 'joi';
import { SEES_REASONS } from '../cloud/detection-model.js';
import { techniqueParameter } from '../openapi/technique-parameter.js';
import { READINGS } from './reading/read-rule.js';
import { SIEM_KINDS, type SiemKind } from './siem-kinds.js';

/** Accounts that one SIEM may be fed by. */
const MOST_ACCOUNTS = 200;

const accountIds = Joi.array()
  .items(Joi.string().guid())
  .max(MOST_ACCOUNTS)
  .unique()
  .description('the cloud accounts that send their logs to it')
  .example(['0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c77']);

/** `POST /siems` */
export interface NewSiemBody {
  readonly name: string;
  readonly kind: SiemKind;
  readonly account_ids?: readonly string[];
}

export const newSiemBody = Joi.object<NewSiemBody>({
  name: nameText.required().example('Splunk of the SOC'),
  kind: Joi.string()
    .valid(...SIEM_KINDS)
    .required(),
  account_ids: accountIds,
});

/** `PATCH /siems/{id}` */
export interface SiemChangeBody {
  readonly name?: string;
  readonly account_ids?: readonly string[];
}

export const siemChangeBody = Joi.object<SiemChangeBody>({ name: nameText, account_ids: accountIds }).min(1);

/** `POST /siems/{id}/import` */
export interface ImportQuery {
  readonly file: string;
  readonly apply: boolean;
  readonly expect?: string;
}

const changing = {
  apply: Joi.boolean().default(false).description('true: the changes are made; else they are only shown'),
  expect: Joi.string()
    .hex()
    .length(64)
    .description('the digest of the difference that was shown; another one is 409, and nothing is changed'),
};

/** `POST /siems/{id}/connection/import` */
export const pullQuery = Joi.object<Omit<ImportQuery, 'file'>>(changing);

export const importQuery = Joi.object<ImportQuery>({
  file: nameText
    .max(200)
    .default('export')
    .description('the name of the file, whose ending says its form')
    .example('savedsearches.conf'),
  ...changing,
});

/** Whether a rule could raise an alert, as far as anybody here can know. */
export const CAN_FIRE = ['yes', 'no', 'unknown'] as const;

/** Why a rule can not raise an alert, or why nobody here knows whether it can. */
export const FIRE_REASONS = [
  ...(['disabled', 'failing', 'not_scheduled', 'never_runs', 'tells_nobody', 'deprecated'] as const),
  ...(['query_unread', 'no_account', 'log_elsewhere'] as const),
  ...SEES_REASONS,
] as const;

/** `GET /siems/{id}/rules` */
export interface SiemRuleQuery {
  readonly can_fire?: (typeof CAN_FIRE)[number];
  readonly reason?: (typeof FIRE_REASONS)[number];
  readonly read?: (typeof READINGS)[number];
  readonly technique?: string;
  readonly q?: string;
  readonly format: 'json' | 'csv';
  readonly page: number;
  readonly page_size: number;
}

export const siemRuleQuery = Joi.object<SiemRuleQuery>({
  can_fire: Joi.string().valid(...CAN_FIRE),
  reason: Joi.string()
    .valid(...FIRE_REASONS)
    .description('why they cannot fire, or why nobody knows whether they can'),
  read: Joi.string()
    .valid(...READINGS)
    .description('how much of their query was read'),
  technique: techniqueParameter.description('rules that are mapped to it in some account'),
  q: Joi.string().max(200).description('text in the name, in any case'),
  format: Joi.string().valid('json', 'csv').default('json'),
  page: Joi.number().integer().min(1).max(1_000_000).default(1),
  page_size: Joi.number().integer().min(1).max(200).default(50),
});

/** `POST /siems/overlap` */
export interface OverlapBody {
  readonly rules: readonly { readonly sigma: string; readonly events: readonly Readonly<Record<string, unknown>>[] }[];
}

const MOST_ASKED = 50;
const MOST_EVENTS = 50;

export const overlapBody = Joi.object<OverlapBody>({
  rules: Joi.array()
    .items(
      Joi.object({
        sigma: Joi.string().max(200_000).required(),
        events: Joi.array()
          .items(Joi.object().unknown())
          .max(MOST_EVENTS)
          .default([])
          .description('events that the rule matches, such as its test events'),
      }),
    )
    .min(1)
    .max(MOST_ASKED)
    .required(),
});

/** `POST /siems/drift` */
export interface DriftBody {
  readonly rules: readonly { readonly sigma: string }[];
}

export const driftBody = Joi.object<DriftBody>({
  rules: Joi.array()
    .items(Joi.object({ sigma: Joi.string().max(200_000).required() }))
    .min(1)
    .max(MOST_ASKED)
    .required(),
});

/** Size limit of rules that are compared, in bytes. */
export const OVERLAP_BYTES = 2 * 1024 * 1024;

/** `GET /siems` */
export const siemPage = Joi.object<{ limit: number; offset: number }>({
  limit: Joi.number().integer().min(1).max(200).default(50),
  offset: Joi.number().integer().min(0).max(1_000_000).default(0),
});
