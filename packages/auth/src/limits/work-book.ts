import { type Tier, tierLimits } from '../tiers/tier.js';

/** A user's bounds on work at once. */
export interface WorkBounds {
  readonly places: number;
  /** Requests that may wait for a place. */
  readonly waiting: number;
  readonly engineMs: number;
}

/** How many requests of one user may wait for a place, besides those at work. */
const WAITING = 8;

/** The bounds of a tier. */
export function workBounds(tier: Tier): WorkBounds {
  const { engineSecondsPerHour, requestsAtWork } = tierLimits(tier);
  return { places: requestsAtWork, waiting: WAITING, engineMs: engineSecondsPerHour * 1000 };
}

/** A request for a place. */
export interface WorkRequest {
  readonly userId: string;
  /** Its kind, a blank, and an id, so that the kinds of work under way can be listed without another look-up. */
  readonly name: string;
  readonly bounds: WorkBounds;
}

/** The result of asking for a place. */
export interface WorkEntry {
  /**
   * `entered`: it has a place. `waits`: it is noted as waiting, and asks again. `crowded`: too many wait. `spent`: the engine time is used
   * up.
   */
  readonly outcome: 'entered' | 'waits' | 'crowded' | 'spent';
  readonly engineTime: EngineTime;
  /** Names of the requests at work. */
  readonly atWork: readonly string[];
}

/** Engine time used in the current hour, which begins with its first use. */
export interface EngineTime {
  readonly usedMs: number;
  /** Until it counts from zero again. */
  readonly resetMs: number;
}

/** A user's requests at work, and the engine time used. */
export interface WorkUse {
  readonly atWork: number;
  readonly waiting: number;
  readonly engineTime: EngineTime;
}

/** The requests at work and those that wait: one book in Redis for all processes, and one in each process for when Redis is away. */
export interface WorkBook {
  /** Asks for a place, for the first time or again. A newcomer does not overtake those who wait. */
  enter(request: WorkRequest): Promise<WorkEntry>;
  /** Gives up a place or the wait for one, and counts the engine time of the work. */
  leave(request: WorkRequest, engineMs: number): Promise<void>;
  read(userId: string): Promise<WorkUse>;
}

/** The hour of engine time. */
export const ENGINE_HOUR_MS = 3_600_000;
