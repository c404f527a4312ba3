import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until the next call may be sent, or leaves when its signal aborts. */
export type Pace = (signal: AbortSignal) => Promise<void>;

/** Makes a pace of `perSecond` calls a second, after a burst of `burst` calls at once (generic cell rate algorithm). */
export function createPace(perSecond: number, burst: number): Pace {
  const gapMs = 1000 / perSecond;
  let next = 0;
  return async (signal) => {
    const now = Date.now();
    const slot = Math.max(next, now);
    next = slot + gapMs;
    const waitMs = slot - (burst - 1) * gapMs - now;
    if (waitMs <= 0) return;
    try {
      await sleep(waitMs, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  };
}
