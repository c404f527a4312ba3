import type { Request } from 'express';
import { validate as isUuid } from 'uuid';
import { BadRequestError } from '../errors.js';

/**
 * A path parameter that must be a UUID.
 * @throws BadRequestError naming the parameter and what was sent
 */
export function uuidParam(req: Request, name: string): string {
  const value = req.params[name];
  if (typeof value === 'string' && isUuid(value)) return value.toLowerCase();
  throw new BadRequestError(`"${String(value).slice(0, 64)}" is not a UUID.`, {
    details: [{ path: name, message: `${name} must be a UUID` }],
  });
}
