import { NotFoundError } from '@tripline/service';
import type { Request } from 'express';
import Joi from 'joi';

/** The body that makes a key, on both services. */
export const apiKeyBody = Joi.object<{ name: string }>({
  name: Joi.string()
    .max(100)
    .pattern(/^[^\p{Cc}\p{Cs}]*[^\p{Cc}\p{Cs}\s][^\p{Cc}\p{Cs}]*$/u)
    .messages({ 'string.pattern.base': '{{#label}} must have a letter and no control characters' })
    .required(),
});

/**
 * The key's prefix in the path. What cannot be one (also bytes Postgres would not take) is as unknown as any other.
 * @throws NotFoundError
 */
export function keyPrefixParam(req: Request): string {
  const prefix = String(req.params['prefix']).slice(0, 100);
  if (!/^\w+$/.test(prefix)) throw new NotFoundError('You have no active key of this prefix.');
  return prefix;
}
