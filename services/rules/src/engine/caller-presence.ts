import { type Logger, requestIdOf } from '@tripline/service';
import type { Request, Response } from 'express';

/**
 * Does work for a caller until they leave: `gone` is then aborted, and errors of the work are only logged. Aborting `gone` for another
 * reason also stops the work.
 */
export async function whileCallerWaits(
  { log, req, res }: { readonly log: Logger; readonly req: Request; readonly res: Response },
  work: (gone: AbortController) => Promise<void>,
): Promise<void> {
  const gone = new AbortController();
  const leave = (): void => {
    if (!res.writableFinished) gone.abort();
  };
  res.once('close', leave);
  // The caller may have left while the body was read.
  if (res.closed) leave();
  try {
    await work(gone);
  } catch (error) {
    if (!gone.signal.aborted) throw error;
    log.info({ requestId: requestIdOf(req) }, 'the caller left before the work was done');
  }
}
