import Joi from 'joi';
import type { TeamRuleFilter } from '../rules/rule-list.js';
import type { RuleOrder } from '../rules/rule-order.js';
import { ruleListSchema } from '../rules/rule-schemas.js';

/** Query parameters of a team's rule list. */
export const teamRuleListSchema = (
  ruleListSchema as Joi.ObjectSchema<TeamRuleFilter & { limit: number; cursor?: string; sort: RuleOrder }>
).append({ createdBy: Joi.string().guid().lowercase() });
