import { UnauthorizedError } from '@tripline/service';
import type { JWTPayload } from 'jose';
import { normaliseEmail } from '../accounts/user-store.js';
import { isTier, type Tier } from '../tiers/tier.js';

/** What an outside provider says of a person, as far as it is believed. */
export interface OutsideClaims {
  /** When it said so, in seconds since 1970: the newest word counts. */
  issuedAt: number;
  /** Only an address that the provider has verified. */
  email?: string;
  /** Only where AUTH_TRUST_TIER_CLAIM names the claim. */
  tier?: Tier;
}

/** OpenID Connect Core 1.0, section 2: at most 255 ASCII characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;
/** Within ASCII, where upper and lower case are the same to everybody. */
const EMAIL = /^[\x21-\x3f\x41-\x7e]{1,64}@[\x21-\x3f\x41-\x7e]{1,189}$/;

/** The subject of a token. @throws UnauthorizedError when it has none that OpenID Connect allows */
export function subjectOf({ sub }: JWTPayload): string {
  if (typeof sub === 'string' && SUBJECT.test(sub)) return sub;
  throw new UnauthorizedError('The token lacks a subject of 1 to 255 ASCII characters.');
}

/**
 * The verified address among claims, in our spelling. Some providers write the flag as text. An address that is not
 * verified is nobody's: it would show others a name its bearer has only claimed.
 */
export function verifiedEmail(claims: Readonly<Record<string, unknown>>): string | undefined {
  const { email, email_verified: isVerified } = claims;
  if (typeof email !== 'string' || (isVerified !== true && isVerified !== 'true')) return undefined;
  const normal = normaliseEmail(email);
  return EMAIL.test(normal) ? normal : undefined;
}

/**
 * The tier among claims, under the name the operator trusts. Undefined when it is missing or names no tier of ours:
 * the provider then says nothing.
 */
export function claimedTier(
  claims: Readonly<Record<string, unknown>>,
  claimName: string | undefined,
): Tier | undefined {
  if (claimName === undefined || !Object.hasOwn(claims, claimName)) return undefined;
  const tier = claims[claimName];
  return typeof tier === 'string' && isTier(tier) ? tier : undefined;
}
