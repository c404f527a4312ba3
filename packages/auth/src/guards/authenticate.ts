import type { IncomingHttpHeaders } from 'node:http';
import { type Knex, UnauthorizedError } from '@tripline/service';
import { hashKey, keyMatches, livePrefix, readKeyPrefix } from '../api-keys/key-format.js';
import type { LastUsed } from '../api-keys/last-used.js';
import type { AccessChanges } from '../callers/access-changes.js';
import { createAccountCache } from '../callers/account-cache.js';
import {
  type AccountState,
  findKeyAccount,
  findSessionAccount,
  type KeyState,
  type SessionSources,
} from '../callers/account-store.js';
import type { Caller } from '../callers/caller.js';
import { boundsOf, hasExpired, type KeyBounds } from '../key-grants/key-grant.js';
import type { IdentityService } from '../sign-in/identity-service.js';
import type { VerifiedToken } from '../tokens/token-verifier.js';

/**
 * Resolves the credential of a request. What an API key may be used for, from where and until when, are its caller's `bounds`, which
 * `refuseBeyond` holds them to.
 * @throws UnauthorizedError when it is missing, or nobody's
 */
export type Authenticate = (headers: IncomingHttpHeaders) => Promise<Caller>;

/** The header for API keys in a service; tokens are always in `Authorization`. */
export type KeyHeader = 'authorization' | 'x-api-key';

interface Dependencies {
  db: Knex;
  changes: AccessChanges;
  lastUsed: LastUsed;
  verifyToken: (token: string) => Promise<VerifiedToken>;
  sources: SessionSources;
  identities: IdentityService;
  keyVendor: string;
  keyHeader: KeyHeader;
}

/** Builds the resolution of credentials: a text with the live prefix is an API key, anything else a token. */
export function createAuthenticate({
  db,
  changes,
  lastUsed,
  verifyToken,
  sources,
  identities,
  keyVendor,
  keyHeader,
}: Dependencies): Authenticate {
  const keys = createAccountCache<KeyState & { bounds: KeyBounds }>(changes);
  const sessions = createAccountCache<AccountState>(changes);
  const outsiders = createAccountCache<AccountState>(changes);

  const byKey = async (key: string): Promise<Caller> => {
    const prefix = readKeyPrefix(keyVendor, key);
    if (prefix === undefined) throw new UnauthorizedError('The API key is not well-formed: check that it is complete.');
    // Cached under the whole key's hash, so that a wrong secret with a known prefix cannot evict the right one.
    const found = await keys(hashKey(key).toString('base64'), async () => {
      const state = await findKeyAccount(db, prefix);
      return state === undefined ? undefined : { ...state, bounds: boundsOf(state) };
    });
    if (found === undefined || !keyMatches(key, found.keyHash)) {
      throw new UnauthorizedError('The API key is unknown or has been revoked.');
    }
    const { account, bounds, keyId } = found;
    if (!hasExpired(bounds)) lastUsed.touch(keyId);
    return { ...account, kind: 'api-key', keyId, keyPrefix: prefix, bounds };
  };

  const byToken = async (text: string): Promise<Caller> => {
    const token = await verifyToken(text);
    const { issuer, outside, sessionId, subject } = token;
    if (outside !== undefined) {
      // Cached under all claims that are used, so that a change of any of them counts at once.
      const { email, issuedAt, tier } = outside;
      const claims = JSON.stringify([issuer, subject, issuedAt, email, tier]);
      const found = await outsiders(claims, () => identities.resolve({ issuer, subject, outside }));
      if (found === undefined) throw new UnauthorizedError('The account of this token has been deleted.');
      return { ...found.account, kind: 'jwt', issuedAt };
    }
    if (sessionId === undefined) throw new UnauthorizedError('The token belongs to no session.');
    const found = await sessions(`${subject} ${sessionId}`, () => findSessionAccount(db, subject, sessionId, sources));
    if (found === undefined) throw new UnauthorizedError('The session of this token has ended; sign in again.');
    return { ...found.account, kind: 'jwt', sessionId };
  };

  return async (headers) => {
    const key = headers['x-api-key'];
    if (keyHeader === 'x-api-key' && key !== undefined) return byKey(String(key).trim());
    const credential = readBearer(headers.authorization, keyHeader);
    if (!credential.startsWith(livePrefix(keyVendor))) return byToken(credential);
    if (keyHeader === 'authorization') return byKey(credential);
    throw new UnauthorizedError('Send an API key in the header X-API-Key here, not in Authorization.');
  };
}

/** The credential of `Authorization: Bearer …`. @throws UnauthorizedError when there is none */
export function readBearer(authorization: string | undefined, keyHeader: KeyHeader = 'authorization'): string {
  const match = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '');
  if (match?.[1] === undefined) {
    throw new UnauthorizedError(
      keyHeader === 'authorization'
        ? 'A credential is needed: Authorization: Bearer <token or API key>.'
        : 'A credential is needed: X-API-Key: <API key>, or Authorization: Bearer <token>.',
    );
  }
  return match[1];
}
