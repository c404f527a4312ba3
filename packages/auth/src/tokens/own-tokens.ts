import { createSecretKey, type KeyObject } from 'node:crypto';
import { UnauthorizedError } from '@tripline/service';
import jwt from 'jsonwebtoken';
import { validate as validUuid } from 'uuid';
import type { SigningSecrets } from '../secrets/signing-secrets.js';
import type { TokenVerifier, VerifiedToken } from './token-verifier.js';

/** The issuer and audience of our own tokens, the same for both services. */
const OWN_ISSUER = 'tripline';
const OWN_AUDIENCE = 'tripline-api';
const ALGORITHM = 'HS256';

/** Lifetime of an access token in seconds. */
const ACCESS_TOKEN_SECONDS = 15 * 60;

/** An access token and when it ends. */
export interface AccessToken {
  accessToken: string;
  expiresAt: Date;
}

/** Issues and verifies our own access tokens. */
export interface OwnTokens extends TokenVerifier {
  issue(userId: string, sessionId: string): AccessToken;
}

/**
 * Our own tokens: HS256, 15 minutes, fixed issuer and audience.
 * @param secrets the first signs; all verify, so that tokens from before a change of the secret stay valid until they end
 */
export function createOwnTokens(secrets: SigningSecrets): OwnTokens {
  // Given a text, jsonwebtoken first tries to read it as a public key, each time: forty times the work of the signature itself.
  const keys = secrets.map((secret) => createSecretKey(secret, 'utf8')) as [KeyObject, ...KeyObject[]];
  return {
    issuer: OWN_ISSUER,
    issue(userId, sessionId) {
      const now = Math.floor(Date.now() / 1000);
      const expires = now + ACCESS_TOKEN_SECONDS;
      const claims = { iss: OWN_ISSUER, aud: OWN_AUDIENCE, sub: userId, sid: sessionId, iat: now, exp: expires };
      return {
        accessToken: jwt.sign(claims, keys[0], { algorithm: ALGORITHM }),
        expiresAt: new Date(expires * 1000),
      };
    },
    async verify(token) {
      return readClaims(verifySignature(token, keys));
    },
  };
}

function verifySignature(token: string, keys: readonly KeyObject[]): jwt.JwtPayload {
  let refusal: unknown;
  for (const key of keys) {
    try {
      const claims = jwt.verify(token, key, { algorithms: [ALGORITHM], issuer: OWN_ISSUER, audience: OWN_AUDIENCE });
      if (typeof claims === 'object') return claims;
    } catch (error) {
      if (error instanceof jwt.TokenExpiredError) {
        throw new UnauthorizedError('The token has expired; sign in again or refresh it.', { cause: error });
      }
      refusal = error;
    }
  }
  throw new UnauthorizedError('The token is not valid.', { cause: refusal });
}

function readClaims(claims: jwt.JwtPayload): VerifiedToken {
  const { sub, exp } = claims;
  const sid: unknown = claims['sid'];
  // A token without an end would be valid for ever; we never issue one.
  if (!isUuid(sub) || !isUuid(sid) || exp === undefined) {
    throw new UnauthorizedError('The token lacks a claim that every token issued here has.');
  }
  return { issuer: OWN_ISSUER, subject: sub, sessionId: sid };
}

const isUuid = (value: unknown): value is string => typeof value === 'string' && validUuid(value);
