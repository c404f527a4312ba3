import { setImmediate as turn } from 'node:timers/promises';
import { install } from '@sinonjs/fake-timers';

/** The clock of a test's own process, which moves only as the test says. */
export interface StandingClock {
  /** Stands until a condition holds. */
  standsUntil(condition: () => boolean): Promise<void>;
  /** Goes on by so many milliseconds. What waits for longer than that waits for ever. */
  goesOn(milliseconds: number): Promise<void>;
  /** Goes on until something has ended: what was begun while the clock stood cannot end when its timers are gone. */
  goesOnUntil(end: Promise<void>): Promise<void>;
}

/** Stops the date of this process (not its timers) where it is; whoever has stopped it lets it go on by what this gives. */
export function stopTheDate(): () => void {
  const stopped = install({ toFake: ['Date'], now: Date.now() });
  return () => stopped.uninstall();
}

const STEP_MS = 100;
/** Of real time. It is below a test's own limit, so that the timers of this process go on again before the next test. */
const GIVEN_UP_AFTER_MS = 90_000;

/**
 * Runs work while the timers of this process stand. Sockets are as they are: so a wait can be shown to end within a time, without measuring
 * any and however slow the machine is. The work must not wait for a timer of its own.
 */
export async function whileTheClockStands(work: (clock: StandingClock) => Promise<void>): Promise<void> {
  const timers = install({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const step = async (): Promise<void> => {
    await timers.tickAsync(STEP_MS);
    await turn();
  };
  try {
    await work({
      async standsUntil(condition) {
        const end = performance.now() + GIVEN_UP_AFTER_MS;
        while (!condition()) {
          if (performance.now() > end)
            throw new Error(`it did not hold within ${GIVEN_UP_AFTER_MS / 1000} s: ${condition}`);
          await turn();
        }
      },
      async goesOn(milliseconds) {
        for (let gone = 0; gone < milliseconds; gone += STEP_MS) await step();
      },
      async goesOnUntil(end) {
        let hasEnded = false;
        const ended = end.finally(() => {
          hasEnded = true;
        });
        while (!hasEnded) await step();
        await ended;
      },
    });
  } finally {
    timers.uninstall();
  }
}
