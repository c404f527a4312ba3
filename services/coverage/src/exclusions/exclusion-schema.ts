import { nameText } from '@tripline/service';
import Joi from 'joi';
import { EXCLUSION_KINDS, type ExclusionKind } from '../inventory/exclusion-resource.js';
import { futureInstant, reason, techniqueId } from '../scope/scope-fields.js';

/** `POST /accounts/{id}/exclusions` */
export interface ExclusionBody {
  readonly kind: ExclusionKind;
  readonly technique_id?: string;
  readonly detection_id?: string;
  readonly reason: string;
  readonly owner: string;
  readonly expires_at?: string | null;
}

export const exclusionBody = Joi.object<ExclusionBody>({
  kind: Joi.string()
    .valid(...EXCLUSION_KINDS)
    .required(),
  technique_id: techniqueId,
  detection_id: Joi.string().guid(),
  reason: reason.required(),
  owner: nameText.max(200).required().example('cloud-security@example.com'),
  expires_at: futureInstant.allow(null),
})
  .xor('technique_id', 'detection_id')
  .custom((body: ExclusionBody, helpers) =>
    body.kind === 'accepted_risk' && !body.expires_at ? helpers.error('risk.endless') : body,
  )
  .messages({
    'risk.endless': 'expires_at is missing: a risk is accepted until a time',
    'object.missing': 'the body must have technique_id or detection_id',
    'object.xor': 'the body must have technique_id or detection_id, not both',
  })
  .example({
    kind: 'accepted_risk',
    technique_id: 'T1496.001',
    reason: 'The account runs no compute.',
    owner: 'cloud-security@example.com',
    expires_at: '2027-06-30T00:00:00Z',
  });

/** `GET /accounts/{id}/exclusions` */
export const exclusionQuery = Joi.object<{ in_force?: boolean; limit: number; offset: number }>({
  in_force: Joi.boolean(),
  limit: Joi.number().integer().min(1).max(200).default(50),
  offset: Joi.number().integer().min(0).max(1_000_000).default(0),
});
