import type { TeamRole } from '../callers/caller.js';
import type { Tier } from '../tiers/tier.js';

/** The roles there are, as every team's view lists them. */
export const TEAM_ROLES: readonly TeamRole[] = ['owner', 'admin', 'member'];

/** The roles that can be given; only a transfer makes an owner. */
export const GRANTED_ROLES = ['member', 'admin'] as const;
export type GrantedRole = (typeof GRANTED_ROLES)[number];

/** A team's name, owner and the tier the owner has now. */
export interface Team {
  id: string;
  name: string;
  ownerId: string;
  /** `free` once the owner's subscription has run out. */
  ownerTier: Tier;
  createdAt: Date;
  /** Whether members must have a second factor. */
  requiresSecondFactor: boolean;
}

/** What is changed of a team; what is missing stays as it is. */
export interface TeamChange {
  name?: string;
  requireSecondFactor?: boolean;
}

/** One person of a team. */
export interface TeamMember {
  userId: string;
  email: string;
  role: TeamRole;
  joinedAt: Date;
}

export type InvitationStatus = 'pending' | 'accepted' | 'declined' | 'revoked' | 'expired';

/** How far the mail of an invitation is; `error` says why its last attempt failed, and `failed` that there will be no other. */
export interface InvitationMail {
  status: 'queued' | 'retrying' | 'sent' | 'failed';
  attempts: number;
  sentAt: Date | null;
  error: string | null;
}

/** An invitation as the team's owner and admins see it. */
export interface Invitation {
  id: string;
  email: string;
  role: GrantedRole;
  status: InvitationStatus;
  expiresAt: Date;
  /** Null where no mail goes out: in development without SMTP. */
  mail: InvitationMail | null;
}

/** A team as its members see it; `invitations` is for the owner and admins. */
export interface TeamView {
  id: string;
  name: string;
  /** Whether members must have a second factor. */
  requireSecondFactor: boolean;
  /** Members and pending invitations hold a seat each. */
  seats: { limit: number; used: number };
  members: TeamMember[];
  invitations?: Invitation[];
  roles: readonly TeamRole[];
  createdAt: Date;
}
