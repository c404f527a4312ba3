import { createPrivateKey, type JsonWebKey, sign } from 'node:crypto';
import type { SigningKey } from './identity-provider.js';

/** A token in compact form, signed here with a provider's private key and not by the library under test. */
export function signOutside(claims: object, key: SigningKey, header: Record<string, unknown> = {}): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: key.alg, kid: key.kid, typ: 'at+jwt', ...header })}.${part(claims)}`;
  const hash = `sha${String(header['alg'] ?? key.alg).slice(2)}`;
  const privateKey = createPrivateKey({ key: key as JsonWebKey, format: 'jwk' });
  const signature = sign(hash, Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}
