import type { KeyBounds } from '../key-grants/key-grant.js';
import type { Tier } from '../tiers/tier.js';

/** A member's part in their team. */
export type TeamRole = 'owner' | 'admin' | 'member';

/** Who a user is and what they may do at this moment. */
export interface Account {
  userId: string;
  email: string;
  emailVerified: boolean;
  /** The tier of the user's own subscription. */
  ownTier: Tier;
  /** The effective tier: the user's own or the team's, whichever is higher. */
  tier: Tier;
  teamId?: string;
  teamRole?: TeamRole;
  /** A service account of the team: no person, and no member. */
  isServiceAccount?: true;
  /** The team requires a second factor, which is missing: of an account with a password here, or of an identity that the provider signs in. */
  secondFactorMissing?: 'account' | 'identity';
  /** The tier the team's owner has now: `free` once their subscription has run out. */
  teamTier?: Tier;
}

/** Who makes a request, and by which credential. */
export type Caller = Account &
  (
    | {
        kind: 'jwt';
        sessionId?: string;
        /** For an outside provider's token: its issue time, in seconds since 1970. */
        issuedAt?: number;
      }
    | {
        kind: 'api-key';
        keyId: string;
        /** The key's public part. */
        keyPrefix: string;
        bounds: KeyBounds;
      }
  );
