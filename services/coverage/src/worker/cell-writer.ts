import { setTimeout } from 'node:timers/promises';
import type { Knex, Logger } from '@tripline/service';
import { factsOf } from '../providers/facts-of.js';
import { type HeldScan, ScanLost } from './held-scan.js';
import { ourFault, type ReadCell } from './read-cell.js';
import { type MappedCell, mapCell, saveCells } from './save-cells.js';
import { mayPass, patiently } from './store-patience.js';

/** Stores cells after they are read. */
export interface CellWriter {
  /** Takes a cell. It waits only while the backlog is full. */
  add(read: ReadCell): Promise<void>;
  /**
   * Waits for the transaction under way and gives what is left, at most one batch, for the transaction that ends the scan.
   * @throws the error that storing failed with
   */
  rest(): Promise<readonly MappedCell[]>;
  /** Stores what `rest` gave, where it could not be stored together with the end. */
  store(rest: readonly MappedCell[]): Promise<void>;
  /** Waits until everything taken is stored. Nothing is taken afterwards. @throws the error that storing failed with */
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
  const waiting: MappedCell[] = [];
  let backlog = 0;
  let writing: Promise<void> | undefined;
  /** Aborted when nothing more comes: storing then begins at once. */
  const soon = new AbortController();
  let leavesRest = false;
  let failure: { readonly error: unknown } | undefined;

  const takeBatch = (): MappedCell[] => {
    const batch: MappedCell[] = [];
    for (let size = 0; size < BATCH; ) {
      const next = waiting.shift();
      if (next === undefined) break;
      batch.push(next);
      size += next.rows.length;
      backlog -= next.rows.length;
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
        if (leavesRest && backlog <= BATCH) return;
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
      // Mapped at once: while other cells are read there is time for it, and at the end there is none.
      const mapped = await mapOrFault(deps, read);
      if (soon.signal.aborted) return;
      waiting.push(mapped);
      backlog += mapped.rows.length;
      writing ??= writeAll();
      if (backlog > BACKLOG) await writing;
    },
    async rest() {
      leavesRest = true;
      soon.abort();
      await writing;
      rethrow();
      backlog = 0;
      return waiting.splice(0);
    },
    store: (rest) => saveBatch(deps, rest),
    async flush() {
      soon.abort();
      await writing;
      rethrow();
    },
  };
}

/** Maps a cell. A cell whose detections our code cannot map counts as not read. */
async function mapOrFault({ held, log }: CellWriterDeps, read: ReadCell): Promise<MappedCell> {
  try {
    return await mapCell(factsOf(held.provider), read);
  } catch (error) {
    log.error({ err: error, ...read.cell, scan: held.id }, 'the detections of a cell could not be mapped');
    return { cell: read.cell, rows: [], error: ourFault(read.cell) };
  }
}

/** Stores several cells. If Postgres refuses the content of one cell, only that cell counts as not read. */
async function saveBatch(deps: CellWriterDeps, batch: readonly MappedCell[]): Promise<void> {
  const save = (cells: readonly MappedCell[]) =>
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
    if (only.rows.length === 0) throw error;
    deps.log.error({ err: error, ...only.cell, scan: deps.held.id }, 'a cell could not be stored');
    await save([{ cell: only.cell, rows: [], error: ourFault(only.cell) }]);
  }
}
