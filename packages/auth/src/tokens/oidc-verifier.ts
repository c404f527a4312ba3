import { UnauthorizedError } from '@tripline/service';
import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { claimedTier, type OutsideClaims, subjectOf, verifiedEmail } from './oidc-claims.js';
import type { TokenVerifier, VerifiedToken } from './token-verifier.js';

/** How far the provider's clock may be from ours, in seconds. */
export const CLOCK_SKEW_SECONDS = 60;
/** Token types that identify a caller; others (a logout token, a security event) do not. */
const TOKEN_TYPES = new Set(['jwt', 'at+jwt', 'application/at+jwt']);

/** The claims of a valid token of an outside provider. */
export interface OutsideToken extends VerifiedToken {
  outside: OutsideClaims;
}

/** Verifies tokens of one outside provider. */
export interface OidcVerifier extends TokenVerifier {
  /** An access token for OIDC_AUDIENCE. @throws UnauthorizedError; UnavailableError when the keys cannot be had */
  verify(token: string): Promise<OutsideToken>;
  /** The ID token of a sign-in of this client. The caller must check that it belongs to that sign-in. @throws like `verify` */
  verifyIdToken(token: string, clientId: string): Promise<OutsideToken>;
}

/**
 * Builds the verification. The algorithm is that of the provider's published key, never one that the token chooses; expiry is required;
 * clocks may differ by a minute.
 * @param tierClaim the claim that AUTH_TRUST_TIER_CLAIM names, if any
 */
export function createOidcVerifier(options: {
  issuer: string;
  audience: string;
  keys: JWTVerifyGetKey;
  tierClaim: string | undefined;
}): OidcVerifier {
  const { issuer, keys, tierClaim } = options;
  const read = (claims: JWTPayload): OutsideToken => {
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
    async verifyIdToken(token, clientId) {
      const claims = await verifySignature(token, keys, { issuer, audience: clientId });
      // OpenID Connect Core 1.0, 3.1.3.7; also checked where the audience is this client alone.
      if (claims['azp'] !== undefined && claims['azp'] !== clientId) {
        throw new UnauthorizedError('The ID token was issued to another client.');
      }
      return read(claims);
    },
  };
}

async function verifySignature(
  token: string,
  keys: JWTVerifyGetKey,
  expected: { issuer: string; audience: string },
): Promise<JWTPayload> {
  try {
    checkType(token);
    const { payload } = await jwtVerify(token, keys, {
      ...expected,
      algorithms: ['RS256', 'ES256'],
      clockTolerance: CLOCK_SKEW_SECONDS,
      requiredClaims: ['exp'],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw refusal(error);
    throw error;
  }
}

function refusal(error: Error): UnauthorizedError {
  const text =
    error instanceof errors.JWTExpired
      ? 'The token has expired; get a new one from your identity provider.'
      : error instanceof errors.JWKSNoMatchingKey
        ? 'The token is signed with a key its issuer does not publish.'
        : 'The token is not valid.';
  return new UnauthorizedError(text, { cause: error });
}

/** @throws UnauthorizedError for another type of token, TypeError for text that is not a token */
function checkType(token: string): void {
  const { typ } = decodeProtectedHeader(token);
  if (typ !== undefined && !(typeof typ === 'string' && TOKEN_TYPES.has(typ.toLowerCase()))) {
    throw new UnauthorizedError('The token is of a kind not accepted here.');
  }
}

function issuedAt({ iat }: JWTPayload): number {
  if (typeof iat !== 'number') throw new UnauthorizedError('The token does not say when it was issued.');
  if (iat > Date.now() / 1000 + CLOCK_SKEW_SECONDS) {
    throw new UnauthorizedError('The token was issued in the future; one of the two clocks is wrong.');
  }
  return iat;
}
