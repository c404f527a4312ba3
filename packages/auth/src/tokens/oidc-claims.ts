import { UnauthorizedError } from '@tripline/service';
import type { JWTPayload } from 'jose';
import { isTier, type Tier } from '../tiers/tier.js';
import { normaliseEmail } from '../users/user-store.js';

/** The claims of an outside provider about a person that are used. */
export interface OutsideClaims {
  /** The token's issue time, in seconds since 1970: the newest claims count. */
  issuedAt: number;
  /** Only an address that the provider has verified. */
  email?: string;
  /** Only where AUTH_TRUST_TIER_CLAIM names the claim. */
  tier?: Tier;
}

/** OpenID Connect Core 1.0, section 2: at most 255 ASCII characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;
/** Within ASCII, where letter case is the same in every language. */
const EMAIL = /^[\x21-\x3f\x41-\x7e]{1,64}@[\x21-\x3f\x41-\x7e]{1,189}$/;

/** The subject of a token. @throws UnauthorizedError when it has none that OpenID Connect allows */
export function subjectOf({ sub }: JWTPayload): string {
  if (typeof sub === 'string' && SUBJECT.test(sub)) return sub;
  throw new UnauthorizedError('The token lacks a subject of 1 to 255 ASCII characters.');
}

/**
 * The verified address in claims, in our normal form. Some providers write the flag as text. An unverified address is ignored, since it
 * would show others a name that its bearer only claims.
 */
export function verifiedEmail(claims: Readonly<Record<string, unknown>>): string | undefined {
  const { email, email_verified: isVerified } = claims;
  if (typeof email !== 'string' || (isVerified !== true && isVerified !== 'true')) return undefined;
  const normal = normaliseEmail(email);
  return EMAIL.test(normal) ? normal : undefined;
}

/** The tier in claims, under the name that the operator trusts. Undefined when it is missing or is not one of our tiers. */
export function claimedTier(
  claims: Readonly<Record<string, unknown>>,
  claimName: string | undefined,
): Tier | undefined {
  if (claimName === undefined || !Object.hasOwn(claims, claimName)) return undefined;
  const tier = claims[claimName];
  return typeof tier === 'string' && isTier(tier) ? tier : undefined;
}
