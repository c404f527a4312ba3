import { toAppError, UnavailableError } from '@tripline/service';

/** Long enough for Postgres to be restarted or a replica to take over. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 250;
/** Whether work failed because Postgres was away, or busy in a way that passes. */
export function mayPass(error: unknown): boolean {
  return toAppError(error) instanceof UnavailableError;
}

/**
 * Does work that can be done twice, again and again while Postgres is away; for a minute, and no longer once `hurry` is aborted.
 * @throws what the work threw last
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
