import Joi from 'joi';

/** `POST /v1/team/service-accounts`. The name stands in the address that its work is shown under, and so takes what an address does. */
export const newServiceAccountSchema = Joi.object<{ name: string }>({
  name: Joi.string()
    .pattern(/^[a-z][a-z0-9-]{0,38}[a-z0-9]$/)
    .messages({
      'string.pattern.base':
        '{{#label}} must be 2 to 40 lower-case letters, digits and hyphens, beginning with a letter and not ending with a hyphen',
    })
    .example('deploy')
    .required(),
});
