import Joi from 'joi';
import { TIERS, type Tier } from '../../tiers/tier.js';

/** `PATCH /v1/admin/users/{id}`: a new subscription. `expiresAt` is its end; null or missing means none. */
export const userPatchSchema = Joi.object<{ tier: Tier; expiresAt?: string | null }>({
  tier: Joi.string()
    .valid(...TIERS)
    .required(),
  expiresAt: Joi.string()
    .pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/)
    .custom((text: string, helpers) => (Number.isNaN(Date.parse(text)) ? helpers.error('string.pattern.base') : text))
    .messages({ 'string.pattern.base': '{{#label}} must be an ISO 8601 date and time with a zone' })
    .allow(null)
    .example('2027-01-31T00:00:00Z'),
});
