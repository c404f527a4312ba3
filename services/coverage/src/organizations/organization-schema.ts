import Joi from 'joi';

/** `POST /accounts/{id}/organization` */
export interface OrganizationBody {
  readonly role_name: string;
}

export const organizationBody = Joi.object<OrganizationBody>({
  role_name: Joi.string()
    .pattern(/^[\w+=,.@-]{1,64}$/)
    .messages({
      'string.pattern.base': '{{#label}} must be the name of an IAM role without a path, such as TriplineScanner',
    })
    .default('TriplineScanner')
    .example('TriplineScanner'),
});

/** Pages of an organisation's accounts. */
export interface AccountPage {
  readonly limit: number;
  readonly offset: number;
}

export const organizationAccountPage = Joi.object<AccountPage>({
  limit: Joi.number().integer().min(1).max(500).default(50),
  offset: Joi.number().integer().min(0).max(1_000_000).default(0),
});
