import { tactic } from '@tripline/attack';
import Joi from 'joi';
import { techniqueParameter } from '../openapi/technique-parameter.js';
import { VISIBILITIES, type Visibility } from './visibility-resource.js';

/** `GET …/coverage/visibility` */
export const visibilityQuery = Joi.object<{
  visibility?: Visibility;
  /** Short name. */
  tactic?: string;
  technique?: string;
  limit: number;
  offset: number;
}>({
  visibility: Joi.string().valid(...VISIBILITIES),
  tactic: Joi.string()
    .max(40)
    .custom((text: string, helpers) => tactic(text)?.shortName ?? helpers.error('tactic.unknown'))
    .messages({ 'tactic.unknown': '{{#label}} must be an ATT&CK tactic, by id (TA0003) or short name (persistence)' }),
  technique: techniqueParameter.description('this technique alone'),
  limit: Joi.number().integer().min(1).max(500).default(100),
  offset: Joi.number().integer().min(0).max(1_000_000).default(0),
});

/** `GET …/coverage/dettect` */
export const dettectQuery = Joi.object<{ file: 'data-sources' | 'techniques' }>({
  file: Joi.string().valid('data-sources', 'techniques').required(),
});
