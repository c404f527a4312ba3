import { createPublicKey, type KeyObject } from 'node:crypto';

/** A public key as partners publish it: an identifier, and the base64 of an EC key on the curve P-256 (what a PEM file has between its lines). */
export function readPartnerKey(setting: string): { readonly identifier: string; readonly key: KeyObject } {
  const [, identifier, base64] = /^([^=\s]{1,200})=([A-Za-z0-9+/]+=*)$/.exec(setting) ?? [];
  if (identifier === undefined || base64 === undefined) throw new Error('it is not identifier=base64');
  const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('it is not a key on the curve P-256');
  return { identifier, key };
}
