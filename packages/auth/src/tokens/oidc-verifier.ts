import { UnauthorizedError } from '@tripline/service';
import jwt from 'jsonwebtoken';
import { claimedTier, type OutsideClaims, subjectOf, verifiedEmail } from './oidc-claims.js';
import type { KeySet } from './oidc-key-set.js';
import type { TokenVerifier, VerifiedToken } from './token-verifier.js';

/** How far the provider's clock may be from ours, in seconds. */
const CLOCK_SKEW_SECONDS = 60;
/** A token of another kind (a logout token, a security event) says nothing about who is calling. */
const TOKEN_TYPES = new Set(['jwt', 'at+jwt', 'application/at+jwt']);

/** What a token of an outside provider, found good, says. */
export interface OutsideToken extends VerifiedToken {
  outside: OutsideClaims;
}

/** Verifies tokens of one outside provider. */
export interface OidcVerifier extends TokenVerifier {
  /** An access token for OIDC_AUDIENCE. @throws UnauthorizedError; UnavailableError when the keys cannot be had */
  verify(token: string): Promise<OutsideToken>;
  /** The ID token of a sign-in that this client began with this nonce. @throws like `verify` */
  verifyIdToken(token: string, clientId: string, nonce: string): Promise<OutsideToken>;
}

/**
 * Builds the verification. The algorithm is that of the provider's published key and never the token's own choice;
 * expiry is required; clocks may differ by a minute.
 * @param tierClaim the claim that AUTH_TRUST_TIER_CLAIM names, if any
 */
export function createOidcVerifier(options: {
  issuer: string;
  audience: string;
  keys: KeySet;
  tierClaim: string | undefined;
}): OidcVerifier {
  const { issuer, keys, tierClaim } = options;
  const read = (claims: jwt.JwtPayload): OutsideToken => {
    const email = verifiedEmail(claims);
    const tier = claimedTier(claims, tierClaim);
    return {
      issuer,
      subject: subjectOf(claims),
      outside: {
        issuedAt: issuedAt(claims),
        ...(email === undefined ? {} : { email }),
        ...(tier === undefined ? {} : { tier }),
      },
    };
  };
  return {
    issuer,
    async verify(token) {
      return read(await verifySignature(token, keys, { issuer, audience: options.audience }));
    },
    async verifyIdToken(token, clientId, nonce) {
      const claims = await verifySignature(token, keys, { issuer, audience: clientId });
      checkRecipient(claims, clientId);
      if (claims['nonce'] !== nonce) throw new UnauthorizedError('The ID token belongs to another sign-in.');
      return read(claims);
    },
  };
}

async function verifySignature(
  token: string,
  keys: KeySet,
  expected: { issuer: string; audience: string },
): Promise<jwt.JwtPayload> {
  const key = await keys.find(keyIdOf(token));
  if (key === undefined) throw new UnauthorizedError('The token is signed with a key its issuer does not publish.');
  try {
    const claims = jwt.verify(token, key.key, {
      ...expected,
      algorithms: [key.algorithm],
      clockTolerance: CLOCK_SKEW_SECONDS,
    });
    if (typeof claims === 'object' && claims.exp !== undefined) return claims;
  } catch (error) {
    throw new UnauthorizedError(
      error instanceof jwt.TokenExpiredError
        ? 'The token has expired; get a new one from your identity provider.'
        : 'The token is not valid.',
      { cause: error },
    );
  }
  throw new UnauthorizedError('The token never expires, so it is not accepted.');
}

/** The name of the key a token is signed with, from its unverified header. @throws UnauthorizedError for another kind of token */
function keyIdOf(token: string): string | undefined {
  const { typ, crit, kid } = headerOf(token);
  const isKnownType = typ === undefined || (typeof typ === 'string' && TOKEN_TYPES.has(typ.toLowerCase()));
  // `crit` names extensions that must be understood (RFC 7515, 4.1.11); none is here.
  if (!isKnownType || crit !== undefined) throw new UnauthorizedError('The token is of a kind not accepted here.');
  return typeof kid === 'string' ? kid : undefined;
}

function headerOf(token: string): Readonly<Partial<Record<'typ' | 'crit' | 'kid', unknown>>> {
  try {
    return jwt.decode(token, { complete: true })?.header ?? {};
  } catch (error) {
    // The library throws where the claims are no JSON.
    throw new UnauthorizedError('The token is not valid.', { cause: error });
  }
}

function issuedAt({ iat }: jwt.JwtPayload): number {
  if (typeof iat !== 'number') throw new UnauthorizedError('The token does not say when it was issued.');
  if (iat > Date.now() / 1000 + CLOCK_SKEW_SECONDS) {
    throw new UnauthorizedError('The token was issued in the future; one of the two clocks is wrong.');
  }
  return iat;
}

/** OpenID Connect Core 1.0, 3.1.3.7: an ID token for several audiences says which of them it was issued to. */
function checkRecipient({ aud, azp }: jwt.JwtPayload, clientId: string): void {
  const isOurs = azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === clientId;
  if (!isOurs) throw new UnauthorizedError('The ID token was issued to another client.');
}
