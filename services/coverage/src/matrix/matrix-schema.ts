import { tactic } from '@tripline/attack';
import Joi from 'joi';
import { actorOrChosen } from '../openapi/actor-parameter.js';

/** `GET …/coverage/matrix` */
export const matrixQuery = Joi.object<{
  /** An actor's id, or `chosen`. */
  actor?: string;
  /** Short name. */
  tactic?: string;
}>({
  actor: actorOrChosen,
  tactic: Joi.string()
    .max(40)
    .custom((text: string, helpers) => tactic(text)?.shortName ?? helpers.error('tactic.unknown'))
    .messages({ 'tactic.unknown': '{{#label}} must be an ATT&CK tactic, by id (TA0003) or short name (persistence)' }),
});
