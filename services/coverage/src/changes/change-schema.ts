import Joi from 'joi';
import { CHANGE_KINDS, type ChangeKind } from './change-resource.js';

/** `GET /accounts/{id}/changes` */
export interface ChangeQuery {
  readonly kind?: ChangeKind;
  readonly since?: string;
  readonly limit: number;
  readonly offset: number;
}

/** `GET /changes` */
export type ChangeEventQuery = Omit<ChangeQuery, 'kind'>;

const page = {
  since: Joi.string()
    .isoDate()
    .max(40)
    .custom((text: string, helpers) => (Number.isNaN(Date.parse(text)) ? helpers.error('string.isoDate') : text))
    .example('2026-11-01T00:00:00Z'),
  limit: Joi.number().integer().min(1).max(200).default(50),
  offset: Joi.number().integer().min(0).max(1_000_000).default(0),
} as const;

export const changeQuery = Joi.object<ChangeQuery>({ kind: Joi.string().valid(...CHANGE_KINDS), ...page });
export const changeEventQuery = Joi.object<ChangeEventQuery>(page);

/** `PUT /accounts/{id}/changes/mail` */
export const changeMailBody = Joi.object<{ enabled: boolean }>({ enabled: Joi.boolean().required() });
