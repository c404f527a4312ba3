import type { Knex, Logger } from '@tripline/service';
import { type HeldScan, ScanLost } from './held-scan.js';
import { ourFault, type ReadCell } from './read-cell.js';
import { saveCells } from './save-cells.js';
import { mayPass, patiently } from './store-patience.js';

/** Stores cells as they are read. */
export interface CellWriter {
  /** Takes a cell; waits only when much more is read than can be stored. */
  add(read: ReadCell): Promise<void>;
  /** Waits until everything taken is stored. @throws what made storing fail */
  flush(): Promise<void>;
}

/** What a cell writer stands on. */
export interface CellWriterDeps {
  readonly db: Knex;
  readonly log: Logger;
  readonly held: HeldScan;
  /** Calls made so far under this claim. */
  readonly calls: () => number;
  /** Aborted when the scan is being stopped: storing then does not wait for a Postgres that is away. */
  readonly hurry: AbortSignal;
  /** Told once when storing has failed for good. */
  readonly onFailure: (error: unknown) => void;
}

/** Detections stored in one transaction, unless a single cell has more. */
const BATCH = 5_000;
/** Detections that may wait to be stored. */
const BACKLOG = 50_000;

/**
 * Stores what was read while the transaction before was under way all together in the next: a scan costs as many commits as Postgres can make
 * meanwhile, and never waits for one.
 */
export function createCellWriter(deps: CellWriterDeps): CellWriter {
  const waiting: ReadCell[] = [];
  let backlog = 0;
  let writing: Promise<void> | undefined;
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
  const writeAll = async (): Promise<void> => {
    try {
      while (waiting.length > 0) await saveBatch(deps, takeBatch());
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
      await writing;
      rethrow();
    },
  };
}

/**
 * Stores some cells. What Postgres will not take of one of them is that cell's fault alone: it counts as not read.
 */
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
    // A second refusal is no cell's fault: what is stored now is our own.
    if (only.found.length === 0) throw error;
    deps.log.error({ err: error, ...only.cell, scan: deps.held.id }, 'a cell could not be stored');
    await save([{ cell: only.cell, found: [], error: ourFault(only.cell) }]);
  }
}
