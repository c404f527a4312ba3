import { DEPLOY_FORMATS, type DeployFormat, type TargetId } from '@tripline/sigma';
import Joi from 'joi';
import { knownList, optionsSchema, SIGMA_EXAMPLE } from '../generation/generation-schema.js';
import { NO_TEXT } from '../refused-sigma.js';
import { type SettingsChoice, settingsOptions } from './settings-schema.js';

/** The body of `POST /v1/convert`. */
export interface ConversionBody {
  readonly yaml: string;
  readonly options?: SettingsChoice & {
    readonly targetSiems?: readonly TargetId[];
    readonly formats?: readonly DeployFormat[];
  };
}

export const conversionSchema = Joi.object<ConversionBody>({
  yaml: Joi.string().max(1_000_000).required().messages({ 'string.empty': NO_TEXT }).example(SIGMA_EXAMPLE),
  options: Joi.object({
    targetSiems: optionsSchema.extract('targetSiems'),
    formats: knownList(DEPLOY_FORMATS, 'deployable form'),
    ...settingsOptions,
  }),
});
