import Joi from 'joi';
import type { TeamRuleFilter } from '../rules/rule-list.js';
import { type ListedPage, rulePageSchema } from '../rules/rule-schemas.js';
import { MOST_MOVED, type MoveSelection } from './moved-rules.js';

/** Query parameters of a team's rule list. */
export const teamRuleListSchema = (rulePageSchema as Joi.ObjectSchema<TeamRuleFilter & ListedPage>).append({
  createdBy: Joi.string().guid().lowercase(),
});

/** Body of a move to the team. */
export const ruleMoveSchema = Joi.object<MoveSelection>({
  ruleKeys: Joi.array().items(Joi.string().guid().lowercase()).min(1).max(MOST_MOVED).unique(),
  all: Joi.boolean().valid(true),
})
  .xor('ruleKeys', 'all')
  .example({ all: true })
  .messages({
    'object.missing': 'the body must have ruleKeys or all',
    'object.xor': 'the body may have ruleKeys or all, not both',
  });
