import { currentId } from '@tripline/attack';
import { nameText } from '@tripline/service';
import Joi from 'joi';

/** A technique id in any letter case; a retired one becomes its successor. */
export const techniqueId = Joi.string()
  .max(20)
  .custom((text: string, helpers) => currentId(text) ?? helpers.error('technique.unknown'))
  .messages({ 'technique.unknown': '{{#label}} must be the id of an ATT&CK technique, such as T1562.008' })
  .example('T1685.002');

/** Why somebody decided so: for those who read it later. */
export const reason = Joi.string()
  .max(2000)
  .pattern(/[^\p{Cc}\p{Cs}\s]/u)
  .messages({ 'string.pattern.base': '{{#label}} must say why' })
  .example('The account runs no compute.');

const LATEST_YEARS = 10;
const YEAR_MS = 366 * 86_400_000;

/** An instant after now, within ten years. */
export const futureInstant = Joi.string()
  .isoDate()
  .max(40)
  .custom((text: string, helpers) => {
    const at = Date.parse(text);
    if (Number.isNaN(at)) return helpers.error('string.isoDate');
    return at > Date.now() && at < Date.now() + LATEST_YEARS * YEAR_MS ? text : helpers.error('instant.future');
  })
  .messages({ 'instant.future': '{{#label}} must lie in the future, within ten years' })
  .example('2027-06-30T00:00:00Z');

/** Tags of an account or a detection. */
export const tags = Joi.array().items(nameText.max(50)).max(20).unique().example(['production', 'pci']);
