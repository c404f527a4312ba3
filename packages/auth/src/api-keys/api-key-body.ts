import { NotFoundError, nameText } from '@tripline/service';
import type { Request } from 'express';
import Joi from 'joi';

/** The body that makes a key, on both services. */
export const apiKeyBody = Joi.object<{ name: string }>({
  name: nameText.example('the pipeline').required(),
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
