import { createHash, randomBytes } from 'node:crypto';

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

/** What is stored of a token. The bits are random, so a fast hash is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
