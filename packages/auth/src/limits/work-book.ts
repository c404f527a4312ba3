import { type Tier, tierLimits } from '../tiers/tier.js';

/** What a user may have at work. */
export interface WorkBounds {
  readonly places: number;
  /** Requests that may wait for a place. */
  readonly waiting: number;
  readonly engineMs: number;
}

/** Requests of one user that may wait for a place, beside those at work. */
const WAITING = 8;

/** The bounds of a tier. */
export function workBounds(tier: Tier): WorkBounds {
  const { engineSecondsPerHour, requestsAtWork } = tierLimits(tier);
  return { places: requestsAtWork, waiting: WAITING, engineMs: engineSecondsPerHour * 1000 };
}

/** A request that wants a place. */
export interface WorkRequest {
  readonly userId: string;
  /** Its kind, a blank, and an id: what is at work can then be said without another look-up. */
  readonly name: string;
  readonly bounds: WorkBounds;
}

/** What came of asking for a place. */
export interface WorkEntry {
  /** `entered`: it has a place. `waits`: it is noted as waiting, and asks again. `crowded`: too many wait. `spent`: the engine time is used up. */
  readonly outcome: 'entered' | 'waits' | 'crowded' | 'spent';
  readonly engineTime: EngineTime;
  /** Names of the requests at work. */
  readonly atWork: readonly string[];
}

/** Engine time used in the running hour, which begins with its first use. */
export interface EngineTime {
  readonly usedMs: number;
  /** Until it counts from zero again. */
  readonly resetMs: number;
}

/** What a user has at work, and what that has taken. */
export interface WorkUse {
  readonly atWork: number;
  readonly waiting: number;
  readonly engineTime: EngineTime;
}

/** Who is at work and who waits: one such book in Redis for all processes, and one in each process for when Redis is away. */
export interface WorkBook {
  /** Asks for a place, for the first time or again. A newcomer is not let in before those who wait. */
  enter(request: WorkRequest): Promise<WorkEntry>;
  /** Gives a place, or the wait for one, up, and counts the engine time that the work has taken. */
  leave(request: WorkRequest, engineMs: number): Promise<void>;
  read(userId: string): Promise<WorkUse>;
}

/** The hour of engine time. */
export const ENGINE_HOUR_MS = 3_600_000;
