import { TARGET_IDS, type TargetId } from '@tripline/sigma';
import Joi from 'joi';
import { DETECTION_STATUSES, SEES } from '../cloud/detection-model.js';
import { type DetectionFilter, type DetectionSort, SORTED_BY } from '../inventory/detection-store.js';
import { DETECTION_TYPES } from '../inventory/detection-types.js';
import { techniqueParameter } from '../openapi/technique-parameter.js';
import { tags } from '../scope/scope-fields.js';

/** `GET /accounts/{id}/detections` */
export const detectionQuery = Joi.object<
  DetectionFilter & { format: 'json' | 'csv'; counts?: boolean; sort: DetectionSort; page: number; page_size: number }
>({
  detection_type: Joi.string().valid(...DETECTION_TYPES),
  status: Joi.string().valid(...DETECTION_STATUSES),
  sees: Joi.string().valid(...SEES),
  region: Joi.string().max(40),
  mapped: Joi.boolean(),
  technique: techniqueParameter.description('detections that are mapped to it'),
  source: Joi.string().valid('vendor', 'ctid', 'event_map', 'sigma', 'inferred', 'override'),
  managed: Joi.boolean(),
  tag: Joi.string().max(50),
  q: Joi.string().max(200),
  format: Joi.string().valid('json', 'csv').default('json'),
  counts: Joi.boolean().description('also count the detections by status, region, managed and mapped'),
  sort: Joi.string()
    .valid(...SORTED_BY, ...SORTED_BY.map((column) => `-${column}`))
    .default('name'),
  page: Joi.number().integer().min(1).max(1_000_000).default(1),
  page_size: Joi.number().integer().min(1).max(200).default(50),
});

/** Rules that run in a SIEM: sent as Sigma text, or named by their keys in the rules service. */
export type DeclarationBody =
  | { readonly rules: readonly string[]; readonly siem: TargetId; readonly rule_keys?: undefined }
  | { readonly rule_keys: readonly string[]; readonly siem?: TargetId; readonly rules?: undefined };

const MOST_RULES = 50;

/** `POST /accounts/{id}/detections` */
export const declarationBody = Joi.object<DeclarationBody>({
  rules: Joi.array().items(Joi.string().max(200_000)).min(1).max(MOST_RULES),
  rule_keys: Joi.array().items(Joi.string().guid()).min(1).max(MOST_RULES).unique(),
  siem: Joi.string().valid(...TARGET_IDS),
})
  .xor('rules', 'rule_keys')
  .with('rules', 'siem')
  .messages({
    'object.missing': 'the body must have rules (with siem) or rule_keys',
    'object.xor': 'the body must have rules or rule_keys, not both',
    'object.with': 'rules needs siem: the backend where they run',
  })
  .example({ rule_keys: ['0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c77'], siem: 'siem_spl' });

/** Size limit of a declaration, in bytes. */
export const DECLARATION_BYTES = 2 * 1024 * 1024;

/** `PATCH /detections/{id}` */
export const detectionChangeBody = Joi.object<{ tags: string[] }>({ tags: tags.required() });
