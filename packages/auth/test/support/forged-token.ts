import { createHmac } from 'node:crypto';

/** A token in compact form, signed here and not by the library under test. `alg: none` has an empty signature. */
export function forgeToken(claims: object, secret: string, header: { alg: string } = { alg: 'HS256' }): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ typ: 'JWT', ...header })}.${part(claims)}`;
  const hash = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' }[header.alg];
  return `${signed}.${hash === undefined ? '' : createHmac(hash, secret).update(signed).digest('base64url')}`;
}

/** The claims of a token, unverified. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>;
}
