import { UnauthorizedError } from '@tripline/service';
import jwt from 'jsonwebtoken';
import type { OutsideClaims } from './oidc-claims.js';

/** The content of a valid token. */
export interface VerifiedToken {
  issuer: string;
  /** The subject at that issuer. For our own tokens the user's id. */
  subject: string;
  /** Of our own tokens: the family of refresh tokens in which it was issued, and with which it ends. */
  sessionId?: string;
  /** Of an outside provider's tokens: the claims about the person that are used. */
  outside?: OutsideClaims;
}

/** Verifies the tokens of one issuer, with that issuer's algorithm only. */
export interface TokenVerifier {
  readonly issuer: string;
  /** @throws UnauthorizedError when the signature, algorithm, audience or lifetime is wrong */
  verify(token: string): Promise<VerifiedToken>;
}

/** Ours are never longer; reading long ones costs time. */
const MAX_TOKEN_LENGTH = 8192;

/**
 * Verifies a token with the verifier of the issuer it names. The unverified `iss` only chooses among configured verifiers, and each checks
 * it again under the signature.
 */
export function createTokenVerification(
  verifiers: readonly TokenVerifier[],
): (token: string) => Promise<VerifiedToken> {
  const byIssuer = new Map(verifiers.map((verifier) => [verifier.issuer, verifier]));
  return async (token) => {
    const issuer = token.length > MAX_TOKEN_LENGTH ? undefined : claimedIssuer(token);
    const verifier = issuer === undefined ? undefined : byIssuer.get(issuer);
    if (verifier === undefined) throw new UnauthorizedError('The issuer of the token is not accepted here.');
    return verifier.verify(token);
  };
}

/** The issuer a token names, unverified; undefined when the token cannot be read. */
function claimedIssuer(token: string): string | undefined {
  try {
    const { iss } = jwt.decode(token, { json: true }) ?? {};
    return typeof iss === 'string' ? iss : undefined;
  } catch {
    // The library throws where the claims are not JSON.
    return undefined;
  }
}
