import { NotFoundError, nameText } from '@tripline/service';
import type { Request } from 'express';
import Joi from 'joi';

/** The body that makes a key, on both services. */
export const apiKeyBody = Joi.object<{ name: string }>({
  name: nameText.example('the pipeline').required(),
});

/**
 * The key's prefix in the path. A text that cannot be a prefix (also bytes that Postgres refuses) counts as unknown.
 * @throws NotFoundError
 */
export function keyPrefixParam(req: Request): string {
  const prefix = String(req.params['prefix']).slice(0, 100);
  if (!/^\w+$/.test(prefix)) throw new NotFoundError('You have no active key of this prefix.');
  return prefix;
}
