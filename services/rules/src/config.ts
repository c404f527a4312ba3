import { type AuthConfig, authSettings } from '@tripline/auth';
import { type HttpConfig, httpSettings, type ProcessConfig, processSettings } from '@tripline/service';
import Joi from 'joi';

/** Settings of the rule-generation service. */
export interface RulesConfig extends ProcessConfig, HttpConfig, AuthConfig {}

/** Schema of {@link RulesConfig}, for `loadConfig`. */
export const rulesSettings = Joi.object<RulesConfig>({
  ...processSettings,
  ...httpSettings({ port: 4001, adminPort: 4101 }),
  ...authSettings,
});
