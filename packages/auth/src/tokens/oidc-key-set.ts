import type { Logger } from '@tripline/service';
import { type CryptoKey, createLocalJWKSet, errors, importJWK, type JWK, type JWTVerifyGetKey } from 'jose';
import { readFromProvider } from './oidc-fetch.js';
import { createRefreshed } from './oidc-refreshed.js';

const MIN_RSA_BITS = 2048;

/**
 * The keys at an address (RFC 7517), kept in memory. It finds the key that a token names, and without a name the only one of the token's
 * algorithm. For an unknown name the set is read again, since the provider may have changed its keys. The address is resolved each time the
 * set is read. The returned function throws `JWKSNoMatchingKey` when there is no such key, and UnavailableError when the provider cannot be
 * reached.
 */
export function createKeySet(url: () => Promise<string>, log: Logger): JWTVerifyGetKey {
  const keys = createRefreshed("the identity provider's key set", async () => readKeySet(await url()), log);
  return async (header, token) => {
    const present = await keys.current();
    try {
      return await present(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const newest = await keys.newest();
      return newest(header, token);
    }
  };
}

async function readKeySet(url: string): Promise<JWTVerifyGetKey> {
  const { status, body } = await readFromProvider(url);
  const listed: unknown = body['keys'];
  if (status !== 200 || !Array.isArray(listed)) throw new Error(`${url} answered with status ${status} and no keys`);
  const usable = (await Promise.all(listed.map(publicKey))).filter((key) => key !== undefined);
  if (usable.length === 0) throw new Error(`${url} lists no key for RS256 or ES256`);
  return createLocalJWKSet({ keys: usable });
}

/**
 * A listed key, when it is one for RS256 or ES256. Providers also list others, and a broken one must not affect the rest. Only the public
 * members are kept, so that a private key published by mistake is not even held.
 */
async function publicKey(listed: unknown): Promise<JWK | undefined> {
  const { kid, alg, use, kty, crv, n, e, x, y } = (listed ?? {}) as JWK;
  const algorithm = kty === 'RSA' ? 'RS256' : kty === 'EC' && crv === 'P-256' ? 'ES256' : undefined;
  if (algorithm === undefined || (alg !== undefined && alg !== algorithm)) return undefined;
  if (use !== undefined && use !== 'sig') return undefined;
  const jwk = {
    ...(algorithm === 'RS256' ? { kty, n, e } : { kty, crv, x, y }),
    ...(typeof kid === 'string' ? { kid } : {}),
    alg: algorithm,
  } as JWK;
  try {
    const key = (await importJWK(jwk)) as CryptoKey;
    const { modulusLength = MIN_RSA_BITS } = key.algorithm as { modulusLength?: number };
    return modulusLength < MIN_RSA_BITS ? undefined : jwk;
  } catch {
    return undefined;
  }
}
