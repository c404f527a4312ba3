import Joi from 'joi';
import { reason, techniqueId } from '../scope/scope-fields.js';

/** `POST /detections/{id}/overrides` */
export interface OverrideBody {
  readonly technique_id: string;
  readonly covers: boolean;
  readonly reason: string;
}

export const overrideBody = Joi.object<OverrideBody>({
  technique_id: techniqueId.required(),
  covers: Joi.boolean().required(),
  reason: reason.required().example('The rule’s query was tried against a stopped trail.'),
});

/** `GET /accounts/{id}/overrides` */
export const overridePage = Joi.object<{ limit: number; offset: number }>({
  limit: Joi.number().integer().min(1).max(200).default(50),
  offset: Joi.number().integer().min(0).max(1_000_000).default(0),
});
