import { BadRequestError, NotFoundError, nameText, parseNetwork } from '@tripline/service';
import type { Request } from 'express';
import Joi from 'joi';
import type { NewKey } from '../../api-keys/issue-key.js';
import { KEY_SCOPES, type KeyScope } from '../../key-grants/key-scopes.js';
import { type KeysForm, namedBody } from './keys-form.js';

/** Addresses and networks one key may be bound to. */
const MOST_NETWORKS = 50;
/** A key that is to end has that long at most. */
const MOST_YEARS = 10;
/** A week: long enough for every place that has the old key to get the new one. */
const MOST_OVERLAP_SECONDS = 604_800;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

const name = nameText.example('the pipeline');

const expiresAt = Joi.string()
  .pattern(INSTANT)
  .custom((text: string, helpers) => {
    const at = Date.parse(text);
    if (Number.isNaN(at)) return helpers.error('string.pattern.base');
    const years = (at - Date.now()) / (365.25 * 86_400_000);
    return years > 0 && years <= MOST_YEARS ? text : helpers.error('key.end');
  })
  .messages({
    'string.pattern.base': '{{#label}} must be an ISO 8601 date and time with a zone',
    'key.end': `{{#label}} must be in the future, and at most ${MOST_YEARS} years from now`,
  })
  .allow(null)
  .description(
    `When the key ends: an ISO 8601 date and time with a zone, at most ${MOST_YEARS} years ahead. Without it, never.`,
  );

const scopes = Joi.array()
  .items(Joi.string().valid(...KEY_SCOPES))
  .min(1)
  .max(KEY_SCOPES.length)
  .unique()
  .example(['generate', 'rules:read'])
  .description('What the key may be used for. Without it, everything that keys may.');

const network = Joi.string()
  .max(64)
  .custom((text: string, helpers) => {
    try {
      parseNetwork(text);
      return text;
    } catch {
      return helpers.error('key.network');
    }
  })
  .messages({
    'key.network': '{{#label}} is not an address or network: write 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32',
  })
  .example('203.0.113.0/24');

const allowedIps = Joi.array()
  .items(network)
  .min(1)
  .max(MOST_NETWORKS)
  .unique()
  .allow(null)
  .description('Addresses and CIDR networks, IPv4 and IPv6, that the key may be used from. Without it, anywhere.');

const overlapSeconds = Joi.number()
  .integer()
  .min(0)
  .max(MOST_OVERLAP_SECONDS)
  .default(0)
  .description('How long the old key stays good beside the new one. Without it, the old one ends at once.');

/** A body that makes a key. */
export interface ApiKeyBody {
  name: string;
  expiresAt?: string | null | undefined;
  scopes?: readonly KeyScope[] | undefined;
  allowedIps?: readonly string[] | null | undefined;
}

/** The body that makes a key, in a service's form. */
export const newKeyBody = (form: KeysForm) =>
  namedBody<ApiKeyBody>({ name: name.required(), expiresAt, scopes, allowedIps }, form);

/** The body that rotates a key, in a service's form. */
export const rotateKeyBody = (form: KeysForm) => namedBody<{ overlapSeconds: number }>({ overlapSeconds }, form);

/**
 * The key's prefix in the path. A text that cannot be a prefix (also bytes that Postgres refuses) counts as unknown.
 * @throws NotFoundError
 */
export function keyPrefixParam(req: Request): string {
  const prefix = String(req.params['prefix']).slice(0, 100);
  if (!/^\w+$/.test(prefix)) throw new NotFoundError('You have no active key of this prefix.');
  return prefix;
}

/** The key that a request asks for. @throws BadRequestError for an `Idempotency-Key` that cannot be one */
export function newKeyOf({ allowedIps, expiresAt, name: given, scopes: asked }: ApiKeyBody, req: Request): NewKey {
  return {
    name: given.trim(),
    expiresAt: typeof expiresAt === 'string' ? new Date(expiresAt) : null,
    scopes: asked ?? null,
    allowedIps: allowedIps ?? null,
    idempotencyKey: idempotencyKeyOf(req),
  };
}

/** The `Idempotency-Key` of a request that makes a key. @throws BadRequestError for more than 255 characters, or blanks and other than visible ASCII */
export function idempotencyKeyOf(req: Request): string | undefined {
  const key = req.get('idempotency-key');
  if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new BadRequestError(
      'Idempotency-Key must be 1 to 255 visible ASCII characters without blanks, such as a UUID.',
    );
  }
  return key;
}
