import type { AuthConfig } from '../config.js';

/** Secrets that tokens may be signed with, at least 32 characters each. The first one signs; every one verifies. */
export type SigningSecrets = readonly [string, ...string[]];

/** The secret in use, and the one before it while an operator is changing it. */
export function signingSecrets(config: Pick<AuthConfig, 'JWT_SECRET' | 'JWT_SECRET_PREVIOUS'>): SigningSecrets {
  const { JWT_SECRET, JWT_SECRET_PREVIOUS } = config;
  return JWT_SECRET_PREVIOUS === undefined ? [JWT_SECRET] : [JWT_SECRET, JWT_SECRET_PREVIOUS];
}
