import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { Logger } from '@tripline/service';
import { askProvider } from './oidc-fetch.js';
import { createRefreshed } from './oidc-refreshed.js';

/** A key that a provider signs with, and the one algorithm it is for. */
interface ProviderKey {
  kid: string | undefined;
  algorithm: 'RS256' | 'ES256';
  key: KeyObject;
}

/** A provider's public keys. */
export interface KeySet {
  /**
   * The key a token names; without a name, the only one there is. An unknown name has the set read again, since the
   * provider may have changed its keys. Undefined when there is no such key.
   * @throws UnavailableError when the provider cannot be asked
   */
  find(kid: string | undefined): Promise<ProviderKey | undefined>;
}

const MIN_RSA_BITS = 2048;

/** The key set at an address (RFC 7517), held in memory. The address is asked for each time the set is read. */
export function createKeySet(url: () => Promise<string>, log: Logger): KeySet {
  const keys = createRefreshed("the identity provider's key set", async () => readKeySet(await url()), log);
  return {
    async find(kid) {
      return pick(await keys.current(), kid) ?? pick(await keys.newest(), kid);
    },
  };
}

function pick(keys: readonly ProviderKey[], kid: string | undefined): ProviderKey | undefined {
  if (kid !== undefined) return keys.find((key) => key.kid === kid);
  return keys.length === 1 ? keys[0] : undefined;
}

async function readKeySet(url: string): Promise<readonly ProviderKey[]> {
  const { status, body } = await askProvider(url);
  const listed: unknown = body['keys'];
  if (status !== 200 || !Array.isArray(listed)) throw new Error(`${url} answered with status ${status} and no keys`);
  const usable = listed.map(readKey).filter((key) => key !== undefined);
  if (usable.length === 0) throw new Error(`${url} lists no key for RS256 or ES256`);
  return usable;
}

/** A listed key, when it is one for RS256 or ES256; providers list others beside them. */
function readKey(listed: unknown): ProviderKey | undefined {
  const { kid, alg, use, kty, crv, n, e, x, y } = (listed ?? {}) as JsonWebKey;
  const algorithm = kty === 'RSA' ? 'RS256' : kty === 'EC' && crv === 'P-256' ? 'ES256' : undefined;
  if (algorithm === undefined || (alg !== undefined && alg !== algorithm)) return undefined;
  if (use !== undefined && use !== 'sig') return undefined;
  try {
    // Only the public members, so that a private key published by mistake is not even held.
    const jwk = algorithm === 'RS256' ? { kty, n, e } : { kty, crv, x, y };
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    if (algorithm === 'RS256' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_RSA_BITS) return undefined;
    return { kid: typeof kid === 'string' ? kid : undefined, algorithm, key };
  } catch {
    return undefined;
  }
}
