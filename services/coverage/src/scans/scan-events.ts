import { type CallerWatch, callerOf, type EventStreams } from '@tripline/auth';
import { type Knex, type Logger, logFailure, NotFoundError, requestIdOf, toAppError } from '@tripline/service';
import { createSession } from 'better-sse';
import type { Request, Response } from 'express';
import { errorBody } from '../error-body.js';
import { isFinal } from './scan-model.js';
import { scanResults } from './scan-results.js';
import { MOST_CHANGES } from './scan-schema.js';
import type { ScanRow } from './scan-store.js';
import type { ScanWatch } from './scan-watch.js';

/** What a stream of progress needs. */
export interface ScanEventDeps {
  readonly db: Knex;
  readonly log: Logger;
  readonly watch: ScanWatch;
  /** Watches whether the caller of a stream is still allowed to read it. */
  readonly watchCaller: (req: Request) => CallerWatch;
  /** How many a user may have open. */
  readonly streams: EventStreams;
  /** Aborted when the process begins to shut down: streams then end. */
  readonly closing: AbortSignal;
}

/**
 * Streams `progress` events until the scan has ended, then its results as `result`. If the credential expires or the scan is removed before
 * that, the last event is `error`. A process that shuts down closes the stream with neither, and the caller connects again.
 * @param reload reads the scan again, for its results
 * @throws TooManyRequestsError when the caller has as many streams open as a user may
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
  const stream = await deps.streams.open(callerOf(req));
  try {
    await sendEvents(deps, req, res, scanId, reload);
  } finally {
    await stream.close();
  }
}

async function sendEvents(
  deps: ScanEventDeps,
  req: Request,
  res: Response,
  scanId: string,
  reload: () => Promise<ScanRow | undefined>,
): Promise<void> {
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
    push(await scanResults(deps.db, scan, { limit: MOST_CHANGES, offset: 0 }), 'result');
  } catch (thrown) {
    const error = toAppError(thrown);
    logFailure(deps.log, error, { requestId: requestIdOf(req) });
    push(errorBody(error), 'error');
  } finally {
    caller.stop();
    res.end();
  }
}

/**
 * Follows a scan to its end. Gives false when the stream ends first. @throws the error that refuses the credential, when the credential
 * expires
 */
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
