/// <reference types="jest" />
import { setImmediate as turn } from 'node:timers/promises';

/** The clock of a test's own process, which moves only as the test says. */
export interface StandingClock {
  /** Goes on by so many milliseconds, once the condition holds. What waits for longer than that waits for ever. */
  goesOn(milliseconds: number, options: { readonly once: () => boolean }): Promise<void>;
  /** Goes on until something has ended: what was begun while the clock stood cannot end when its timers are gone. */
  goesOnUntil(end: Promise<void>): Promise<void>;
}

const STEP_MS = 100;

/**
 * Runs work while the timers of this process stand. Sockets are as they are: so a wait can be shown to end within a time, without measuring
 * any and however slow the machine is. The work must not wait for a timer of its own.
 */
export async function whileTheClockStands(work: (clock: StandingClock) => Promise<void>): Promise<void> {
  const { jest } = import.meta;
  jest.useFakeTimers({
    doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'],
  });
  const step = async (): Promise<void> => {
    await jest.advanceTimersByTimeAsync(STEP_MS);
    await turn();
  };
  try {
    await work({
      async goesOn(milliseconds, options) {
        while (!options.once()) await turn();
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
    jest.useRealTimers();
  }
}
