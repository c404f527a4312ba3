import { setTimeout } from 'node:timers/promises';
import type { Knex, Logger } from '@tripline/service';
import { type HeldScan, ScanLost } from './held-scan.js';
import { ourFault, type ReadCell } from './read-cell.js';
import { saveCells } from './save-cells.js';
import { mayPass, patiently } from './store-patience.js';

/** Stores cells after they are read. */
export interface CellWriter {
  /** Takes a cell. It waits only while the backlog is full. */
  add(read: ReadCell): Promise<void>;
  /** Waits until everything taken is stored. @throws the error that storing failed with */
  flush(): Promise<void>;
}

/** What a cell writer needs. */
export interface CellWriterDeps {
  readonly db: Knex;
  readonly log: Logger;
  readonly held: HeldScan;
  /** Calls to the cloud made so far under this claim. */
  readonly calls: () => number;
  /** Aborted when the scan is to stop: storing then does not wait for Postgres to come back. */
  readonly hurry: AbortSignal;
  /** Called once, when storing has failed for good. */
  readonly onFailure: (error: unknown) => void;
}

/** Maximum detections stored in one transaction, unless a single cell has more. */
const BATCH = 5_000;
/** Maximum detections that wait to be stored. */
const BACKLOG = 50_000;
/**
 * Time between transactions, unless much waits or the scan is at its end. A transaction costs about the same for one cell as for ten, and
 * callers are told the progress twice a second. A longer pause would leave more to be stored when all has been read.
 */
const PAUSE_MS = 250;

/**
 * Creates a cell writer. It collects the cells that are read while one transaction runs and for a moment after it, and stores them together
 * in the next. So a scan makes few commits, and reading never waits for one.
 */
export function createCellWriter(deps: CellWriterDeps): CellWriter {
  const waiting: ReadCell[] = [];
  let backlog = 0;
  let writing: Promise<void> | undefined;
  /** Aborted when nothing more comes: storing then begins at once. */
  const soon = new AbortController();
  let failure: { readonly error: unknown } | undefined;

  const takeBatch = (): ReadCell[] => {
    const batch: ReadCell[] = [];
    for (let size = 0; size < BATCH; ) {
      const next = waiting.shift();
      if (next === undefined) break;
      batch.push(next);
      size += next.found.length;
      backlog -= next.found.length;
    }
    return batch;
  };
  const pause = async (): Promise<void> => {
    if (backlog < BATCH) await setTimeout(PAUSE_MS, undefined, { signal: soon.signal }).catch(() => undefined);
  };
  const writeAll = async (): Promise<void> => {
    try {
      while (waiting.length > 0) {
        await pause();
        await saveBatch(deps, takeBatch());
      }
    } catch (error) {
      failure = { error };
      deps.onFailure(error);
    } finally {
      writing = undefined;
    }
  };
  const rethrow = (): void => {
    if (failure !== undefined) throw failure.error;
  };
  return {
    async add(read) {
      rethrow();
      waiting.push(read);
      backlog += read.found.length;
      writing ??= writeAll();
      if (backlog > BACKLOG) await writing;
    },
    async flush() {
      soon.abort();
      await writing;
      rethrow();
    },
  };
}

/** Stores several cells. If Postgres refuses the content of one cell, only that cell counts as not read. */
async function saveBatch(deps: CellWriterDeps, batch: readonly ReadCell[]): Promise<void> {
  const save = (cells: readonly ReadCell[]) =>
    patiently(deps.hurry, () => saveCells(deps.db, deps.held, cells, deps.calls()));
  try {
    await save(batch);
  } catch (error) {
    if (error instanceof ScanLost || mayPass(error)) throw error;
    const [only] = batch;
    if (batch.length > 1 || only === undefined) {
      for (const read of batch) await saveBatch(deps, [read]);
      return;
    }
    // A cell without detections has no content to refuse, so this fault is not the cell's.
    if (only.found.length === 0) throw error;
    deps.log.error({ err: error, ...only.cell, scan: deps.held.id }, 'a cell could not be stored');
    await save([{ cell: only.cell, found: [], error: ourFault(only.cell) }]);
  }
}
