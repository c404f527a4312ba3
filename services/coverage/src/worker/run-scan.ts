import { setMaxListeners } from 'node:events';
import type { Knex, Logger } from '@tripline/service';
import { type Clouds, cloudOf } from '../cloud/provider.js';
import type { ScanStatus } from '../scans/scan-model.js';
import type { CallShares } from './call-shares.js';
import { createCellWriter } from './cell-writer.js';
import { finishScan } from './finish-scan.js';
import { beat, type HeldScan, ScanLost } from './held-scan.js';
import { planGrid } from './plan-grid.js';
import { readCell } from './read-cell.js';
import type { MappedCell } from './save-cells.js';
import { mayPass, patiently } from './store-patience.js';
import { walkCells } from './walk-cells.js';
import type { WorkerMetrics } from './worker-metrics.js';

/** What running scans needs. */
export interface ScanRunnerDeps {
  readonly db: Knex;
  readonly log: Logger;
  readonly clouds: Clouds;
  readonly metrics: WorkerMetrics;
  readonly shares: CallShares;
  /** Simultaneous calls of one scan. More cells than this are read at once, to keep that many calls busy. */
  readonly callsAtOnce: number;
  /** Seconds without a heartbeat after which another worker may claim the scan. */
  readonly stallSeconds: number;
}

/** Cells read at once per simultaneous call: a cell spends part of its time between calls. */
const CELLS_PER_CALL = 2;
const BEATS_PER_STALL = 4;

/** The number of calls made under a claim. The code that connects to the cloud counts them. */
export interface CallCount {
  made: () => number;
}

/**
 * Runs a claimed scan to its end, continuing where an earlier claim stopped. If it fails, the cells read so far are stored.
 * @throws ScanLost when another worker has the scan; CallFailure when the account refuses access or its scopes cannot be listed; the
 * signal's reason when it is aborted
 */
export async function runScan(
  deps: ScanRunnerDeps,
  held: HeldScan,
  calls: CallCount,
  stopping: AbortSignal,
): Promise<ScanStatus> {
  const { clouds, db, log, metrics } = deps;
  const run = new AbortController();
  // Every cell under way listens to this signal.
  setMaxListeners(0, run.signal);
  const stop = (): void => run.abort(stopping.reason);
  stopping.throwIfAborted();
  stopping.addEventListener('abort', stop);
  const endBeats = keepBeating(deps, held, calls, (lost) => run.abort(lost));
  const share = deps.shares.join(held.ownerId);
  try {
    const session = await cloudOf(clouds, held.provider).connect(held.connection, run.signal, share.limit);
    calls.made = () => session.calls();
    try {
      const cells = await patiently(run.signal, () => planGrid(db, held, session, run.signal));
      const onFailure = (error: unknown): void => run.abort(error);
      const writer = createCellWriter({ db, log, held, calls: calls.made, hurry: stopping, onFailure });
      try {
        await walkCells(cells, deps.callsAtOnce * CELLS_PER_CALL, run.signal, async (cell) => {
          const read = await readCell(session, cell, run.signal, log);
          metrics.cellRead(cell.service, read.error?.kind ?? 'done');
          await writer.add(read);
        });
      } catch (error) {
        await writer.flush();
        throw error;
      }
      const finish = (last: readonly MappedCell[]) =>
        patiently(stopping, () => finishScan(db, held, session.calls(), last));
      return await endWith(await writer.rest(), finish, writer.store);
    } finally {
      session.close();
    }
  } finally {
    share.leave();
    endBeats();
    stopping.removeEventListener('abort', stop);
  }
}

/**
 * Ends a scan in one transaction with the cells that are left to store. If Postgres refuses the content of one, they are stored before the
 * end, so that only that one counts as not read.
 */
async function endWith(
  rest: readonly MappedCell[],
  finish: (last: readonly MappedCell[]) => Promise<ScanStatus>,
  store: (rest: readonly MappedCell[]) => Promise<void>,
): Promise<ScanStatus> {
  try {
    return await finish(rest);
  } catch (error) {
    if (error instanceof ScanLost || mayPass(error) || rest.length === 0) throw error;
    await store(rest);
    return await finish([]);
  }
}

/** Gives heartbeats until it is ended. When one fails because Postgres is away, it goes on: the next may succeed. */
function keepBeating(
  { db, log, stallSeconds }: ScanRunnerDeps,
  held: HeldScan,
  calls: CallCount,
  onLost: (error: ScanLost) => void,
): () => void {
  let isBeating = false;
  const giveBeat = async (): Promise<void> => {
    // While Postgres is slow, heartbeats must not take up its connections one after the other.
    if (isBeating) return;
    isBeating = true;
    try {
      await beat(db, held, calls.made());
    } catch (error) {
      if (error instanceof ScanLost) onLost(error);
      else log.warn({ err: error, scan: held.id }, 'the heartbeat of a scan could not be written');
    }
    isBeating = false;
  };
  const timer = setInterval(() => void giveBeat(), (stallSeconds * 1000) / BEATS_PER_STALL);
  return () => clearInterval(timer);
}
