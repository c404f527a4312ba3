import type { Logger } from '@tripline/service';
import type { Forward } from '../cloud/forward.js';
import type { FoundDetection } from '../cloud/found-detection.js';
import type { LogFeed } from '../cloud/log-feed.js';
import { CallFailure, type Cell, type CloudSession } from '../cloud/provider.js';
import type { ScanError } from '../cloud/scan-error.js';
import { orAborted } from './or-aborted.js';

/** The result of reading one cell. Detections found before an error are kept; detections that were not found may still exist. */
export interface ReadCell {
  readonly cell: Cell;
  readonly found: readonly FoundDetection[];
  /** What keeps logs there; null where the service tells nothing of logs. Absent after an error. */
  readonly feeds?: readonly LogFeed[] | null;
  /** What goes from there to other accounts and scopes. Absent after an error. */
  readonly forwards?: readonly Forward[] | null;
  readonly error?: ScanError;
}

/** Longer than any cell needs whose calls keep to their own limits. Without it, a cell that hangs would block its scan for ever. */
const CELL_MS = 15 * 60_000;

/**
 * Reads one cell completely. Every failure belongs to the cell: a failed call keeps its own error; a fault or hang of our code becomes an
 * error of kind `unexpected` or `timeout`.
 * @throws the signal's reason, at once, when the scan is stopped
 */
export async function readCell(session: CloudSession, cell: Cell, signal: AbortSignal, log: Logger): Promise<ReadCell> {
  const found: FoundDetection[] = [];
  const limit = new AbortController();
  const stop = (): void => limit.abort(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener('abort', stop);
  const timer = setTimeout(() => limit.abort(tooLong(cell)), CELL_MS);
  try {
    // A collector that ignores the signal is abandoned.
    await orAborted(limit.signal, drain(session.collect(cell, limit.signal), found, limit.signal));
    const feeds = await orAborted(limit.signal, session.feeds(cell, limit.signal));
    return { cell, found, feeds, forwards: await orAborted(limit.signal, session.forwards(cell, limit.signal)) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CallFailure) return { cell, found: [...found], error: error.error };
    log.error({ err: error, ...cell }, 'a collector failed because of a fault in this service');
    return { cell, found: [...found], error: ourFault(cell) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

async function drain(
  cells: AsyncIterable<FoundDetection>,
  found: FoundDetection[],
  signal: AbortSignal,
): Promise<void> {
  for await (const detection of cells) {
    if (signal.aborted) return;
    found.push(detection);
  }
}

const tooLong = (cell: Cell): CallFailure =>
  new CallFailure({
    service: cell.service,
    region: cell.scope,
    operation: null,
    code: 'CellTimeout',
    kind: 'timeout',
    message: `${cell.service} in ${cell.scope} was not read within ${CELL_MS / 60_000} minutes.`,
    attempts: 1,
    at: new Date().toISOString(),
  });

/** The entry in a scan's `errors` for a fault in our code; the log has the details. */
export const ourFault = (cell: Cell): ScanError => ({
  service: cell.service,
  region: cell.scope,
  operation: null,
  code: 'InternalError',
  kind: 'unexpected',
  message: `Reading ${cell.service} in ${cell.scope} failed because of a fault in this service; the rest of the scan is not affected.`,
  attempts: 1,
  at: new Date().toISOString(),
});
