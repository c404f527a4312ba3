import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A secret to hand out once, and what is stored of it. */
export interface RandomToken {
  token: string;
  hash: Buffer;
}

/** A fresh token of 256 random bits in base64url. */
export function createRandomToken(): RandomToken {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

/**
 * The token that follows one in its chain. It follows from the token and a secret of ours, so that whoever shows the token again is given the
 * same successor, although neither is stored; without the secret nobody can go on from a token.
 */
export function succeedingToken(token: string, secret: string): RandomToken {
  const key = createHmac('sha256', secret).update('tripline refresh token successor').digest();
  const next = createHmac('sha256', key).update(token).digest('base64url');
  return { token: next, hash: hashToken(next) };
}

/** What is stored of a token. The bits are random, so a fast hash is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
