import { threatActor } from '@tripline/attack';
import Joi from 'joi';

/** Actors that an account may choose. */
const MOST_CHOSEN = 50;

/** An actor's id in any letter case. */
const actorId = Joi.string()
  .max(20)
  .custom((text: string, helpers) => threatActor(text)?.id ?? helpers.error('actor.unknown'))
  .messages({ 'actor.unknown': '{{#label}} must be the id of an ATT&CK group or campaign; GET /actors lists them' })
  .example('G1015');

/** The actors that an account chooses. */
export const actorIds = Joi.array().items(actorId).max(MOST_CHOSEN).unique().example(['G1015']);

/** `actor` of `GET …/coverage/gaps`: one actor, or those that the account has chosen. */
export const actorOrChosen = Joi.alternatives(Joi.string().valid('chosen'), actorId);
