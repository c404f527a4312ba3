import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { UnauthorizedError } from '@tripline/service';
import type { Request } from 'express';

/** Checks what secret-scanning partners sign. */
export interface PartnerKeys {
  /** The public key that a request names. @throws UnauthorizedError when it names none that is configured */
  namedBy(req: Request): KeyObject;
}

/** A public key as partners publish it: an identifier, and the base64 of an EC key on the curve P-256 (what a PEM file has between its lines). */
export function readPartnerKey(setting: string): { readonly identifier: string; readonly key: KeyObject } {
  const [, identifier, base64] = /^([^=\s]{1,200})=([A-Za-z0-9+/]+=*)$/.exec(setting) ?? [];
  if (identifier === undefined || base64 === undefined) throw new Error('it is not identifier=base64');
  const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('it is not a key on the curve P-256');
  return { identifier, key };
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
