import { type KeyObject, verify } from 'node:crypto';
import { UnauthorizedError } from '@tripline/service';
import type { Request } from 'express';
import { readPartnerKey } from './partner-key.js';

/** Checks what secret-scanning partners sign. */
export interface PartnerKeys {
  /** The public key that a request names. @throws UnauthorizedError when it names none that is configured */
  namedBy(req: Request): KeyObject;
}

/** Reads the partners' keys out of the setting. */
export function createPartnerKeys(settings: readonly string[]): PartnerKeys {
  const keys = new Map(settings.map(readPartnerKey).map(({ identifier, key }) => [identifier, key]));
  return {
    namedBy(req) {
      const key = keys.get(req.get('github-public-key-identifier') ?? '');
      if (key === undefined) throw refusal();
      return key;
    },
  };
}

/**
 * ECDSA with SHA-256 over the body as it was sent; the signature is DER in base64, as in GitHub's secret scanning partner programme.
 * @throws UnauthorizedError when it is missing or another's
 */
export function refuseUnsigned(req: Request, body: Buffer, key: KeyObject): void {
  const signature = Buffer.from(req.get('github-public-key-signature') ?? '', 'base64');
  if (!verify('sha256', body, key, signature)) throw refusal();
}

/** The same whatever is wrong: a stranger learns nothing. */
const refusal = () => new UnauthorizedError('No secret-scanning partner of this service has signed this body.');
