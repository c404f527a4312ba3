import type { Logger } from '@tripline/service';

/** Work after the answer, so that neither its result nor its time shows in the answer. */
export interface Background {
  run(what: string, work: () => Promise<void>): void;
  /** Waits until running work has ended. */
  close(): Promise<void>;
}

const ATTEMPTS = 3;
const PAUSE_MS = 2_000;

/** Runs work in the background, up to three times, and logs failures. */
export function createBackground(log: Logger): Background {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        await work();
        return;
      } catch (error) {
        if (tries === ATTEMPTS || stopping.signal.aborted) {
          log.error({ err: error, what, tries }, 'gave up on work in the background');
          return;
        }
        log.warn({ err: error, what, tries }, 'work in the background failed; trying again');
        await pause(PAUSE_MS * tries, stopping.signal);
      }
    }
  };
  return {
    run(what, work) {
      const job = attempt(what, work);
      running.add(job);
      void job.finally(() => running.delete(job));
    },
    async close() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
