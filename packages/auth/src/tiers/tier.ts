import { readFileSync } from 'node:fs';

/** The tiers, lowest first. */
export const TIERS = ['free', 'individual', 'pro', 'team', 'enterprise'] as const;
export type Tier = (typeof TIERS)[number];

/** A feature that opens a group of endpoints. */
export type Feature = 'coverage' | 'keyManagement' | 'teams';

/** One row of the table of what a tier may do. */
export interface TierLimits {
  tier: Tier;
  /** Active API keys a user may hold. */
  activeKeys: number;
  /** Generations per UTC day with one API key. */
  generationsPerDayPerKey: number;
  /** Generations per UTC day with tokens (JWT), all sessions together. */
  generationsPerDayPerSession: number;
  /** Requests that a user may have at work at once: each that has the engine work. */
  requestsAtWork: number;
  /** Seconds an hour that the engine works for a user. */
  engineSecondsPerHour: number;
  /** Seats of a team whose owner has this tier. */
  teamSeats: number;
  /** Calls to the coverage service per hour, per subscriber. */
  coverageCallsPerHour: number;
  /** Cloud accounts a subscriber may have. */
  cloudAccounts: number;
  /** Least time between two scans of a schedule, in minutes. */
  scheduleMinutes: number;
  features: readonly Feature[];
}

/** A user's generations per day over all credentials, as a multiple of one credential's. */
const USER_MULTIPLE = 5;

const rows = JSON.parse(readFileSync(new URL('../../data/tiers.json', import.meta.url), 'utf8')) as TierLimits[];
const table = new Map(rows.map((row) => [row.tier, row]));

/** What a tier may do. */
export function tierLimits(tier: Tier): TierLimits {
  const row = table.get(tier);
  if (row === undefined) throw new Error(`data/tiers.json has no row for tier "${tier}"`);
  return row;
}

/** Whether a text names a tier. */
export const isTier = (text: string): text is Tier => (TIERS as readonly string[]).includes(text);

/** Whether `tier` is `needed` or above. */
export const tierReaches = (tier: Tier, needed: Tier): boolean => TIERS.indexOf(tier) >= TIERS.indexOf(needed);

/** Whoever generates: with a token or a key, as a person or as a service account. */
interface Generating {
  readonly tier: Tier;
  readonly kind: 'jwt' | 'api-key';
  readonly isServiceAccount?: true;
}

/** Generations per UTC day with one credential of this kind, and over all of a user's credentials. All keys of a service account have those of one. */
export function dailyGenerations({ isServiceAccount, kind, tier }: Generating): { credential: number; user: number } {
  const limits = tierLimits(tier);
  const credential = kind === 'jwt' ? limits.generationsPerDayPerSession : limits.generationsPerDayPerKey;
  if (isServiceAccount) return { credential, user: credential };
  const largest = Math.max(limits.generationsPerDayPerSession, limits.generationsPerDayPerKey);
  return { credential, user: USER_MULTIPLE * largest };
}

/**
 * The effective tier: the user's own, or the one their team lends them when that is higher. A team lends its owner's tier, and only a tier
 * that includes teams: an owner with `pro` lends nothing.
 */
export function effectiveTier(own: Tier, teamOwners: Tier | undefined): Tier {
  if (teamOwners === undefined || !tierLimits(teamOwners).features.includes('teams')) return own;
  return tierReaches(teamOwners, own) ? teamOwners : own;
}
