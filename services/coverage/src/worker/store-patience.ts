import { toAppError, UnavailableError } from '@tripline/service';

/** Long enough for Postgres to restart or for a replica to take over. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 250;
/** Whether an error may be gone at the next attempt: Postgres was away or briefly overloaded. */
export function mayPass(error: unknown): boolean {
  return toAppError(error) instanceof UnavailableError;
}

/**
 * Runs work that is safe to repeat, again and again while Postgres is away: for up to a minute, and no longer once `hurry` is aborted.
 * @throws the last error of the work
 */
export async function patiently<Result>(hurry: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error) || hurry.aborted || performance.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
