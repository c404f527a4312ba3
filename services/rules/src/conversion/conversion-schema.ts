import { DEPLOY_FORMATS, type DeployFormat, type TargetId } from '@tripline/sigma';
import Joi from 'joi';
import { knownList } from '../openapi/known-list.js';
import { NO_TEXT } from '../refused-sigma.js';
import { formOptions, type SettingsChoice, targetSiems } from './settings-schema.js';

/** A rule as a caller brings it, in the examples of the OpenAPI document. */
export const SIGMA_EXAMPLE = `title: Root Sign-In
logsource:
  product: aws
  service: cloudtrail
detection:
  selection:
    eventName: ConsoleLogin
    userIdentity.type: Root
  condition: selection
`;

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
    targetSiems,
    formats: knownList(DEPLOY_FORMATS, 'deployable form'),
    ...formOptions,
  }),
});
