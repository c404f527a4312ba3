import type { CallerWatch } from '@tripline/auth';
import { type Knex, type Logger, logFailure, NotFoundError, requestIdOf, toAppError } from '@tripline/service';
import { createSession } from 'better-sse';
import type { Request, Response } from 'express';
import { errorBody } from '../error-body.js';
import { isFinal } from './scan-model.js';
import { scanResults } from './scan-results.js';
import type { ScanRow } from './scan-store.js';
import type { ScanWatch } from './scan-watch.js';

/** What streams of progress stand on. */
export interface ScanEventDeps {
  readonly db: Knex;
  readonly log: Logger;
  readonly watch: ScanWatch;
  /** Whether a stream's caller may still have it. */
  readonly watchCaller: (req: Request) => CallerWatch;
  /** Aborted when the process takes no more calls: streams end. */
  readonly closing: AbortSignal;
}

/**
 * Streams `progress` events until the scan has ended, then its results as `result`. When the credential ends before, or the scan is removed, an
 * `error` event is the last. A process that stops closes the stream without either: the caller connects again.
 * @param reload reads the scan anew, for its results
 */
export async function streamScan(
  deps: ScanEventDeps,
  req: Request,
  res: Response,
  scanId: string,
  reload: () => Promise<ScanRow | undefined>,
): Promise<void> {
  if (req.method === 'HEAD') {
    res.type('text/event-stream').end();
    return;
  }
  const session = await createSession(req, res);
  const caller = deps.watchCaller(req);
  const push = (data: unknown, event: string): void => {
    if (session.isConnected) session.push(data, event);
  };
  try {
    const ended = await followScan(deps, scanId, caller.refused, res, (progress) => push(progress, 'progress'));
    if (!ended) return;
    const scan = await reload();
    if (scan === undefined) throw new NotFoundError(`The scan ${scanId} has been removed.`);
    push(await scanResults(deps.db, scan), 'result');
  } catch (thrown) {
    const error = toAppError(thrown);
    logFailure(deps.log, error, { requestId: requestIdOf(req) });
    push(errorBody(error), 'error');
  } finally {
    caller.stop();
    res.end();
  }
}

/** Follows a scan to its end. False when the stream is over before. @throws the refusal, when the credential ends */
function followScan(
  { watch, closing }: ScanEventDeps,
  scanId: string,
  refused: AbortSignal,
  res: Response,
  onProgress: (progress: object) => void,
): Promise<boolean> {
  return new Promise<boolean>((resolve, reject) => {
    const leave = watch.watch(scanId, (progress) => {
      if (progress !== undefined) onProgress(progress);
      if (progress === undefined || isFinal(progress.status)) end(() => resolve(true));
    });
    const stop = (): void => end(() => resolve(false));
    const refuse = (): void => end(() => reject(refused.reason));
    const end = (settle: () => void): void => {
      leave();
      closing.removeEventListener('abort', stop);
      refused.removeEventListener('abort', refuse);
      res.removeListener('close', stop);
      settle();
    };
    closing.addEventListener('abort', stop);
    refused.addEventListener('abort', refuse);
    res.once('close', stop);
    if (closing.aborted || res.destroyed) stop();
  });
}
