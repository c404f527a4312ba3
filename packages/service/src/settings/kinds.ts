import Joi from 'joi';
import { refuseWeakSecret } from './weak-secrets.js';

/** A setting that is a secret: it never has a default and may also come from the file that `NAME_FILE` names. */
export const secretSetting = (): Joi.StringSchema => Joi.string().max(4096).meta({ secret: true });

/** A secret that we or an operator made up and that gives full access: at least 32 characters, and not guessable. */
export const strongSecretSetting = (): Joi.StringSchema => secretSetting().min(32).custom(refuseWeakSecret);

/** A comma-separated list setting: `a, b` becomes `['a', 'b']`; unset is the empty list. */
export const listSetting = (): Joi.Schema =>
  Joi.string()
    .custom((text: string) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .default([])
    .meta({ expects: 'a list with commas in between' });

/** A limit: a whole number within bounds, with the default that holds when it is unset. */
export const limitSetting = (fallback: number, bounds: { min: number; max: number }): Joi.NumberSchema =>
  Joi.number().integer().min(bounds.min).max(bounds.max).default(fallback);
