import type { Knex, Logger } from '@tripline/service';
import type { ScanProgress } from './scan-resources.js';
import { readProgress } from './scan-store.js';

/** Reports the progress of scans to streams. */
export interface ScanWatch {
  /**
   * Calls `onChange` with the scan's progress at once and after every change, and with undefined when the scan was removed.
   * @returns a function that ends the watch
   */
  watch(scanId: string, onChange: (progress: ScanProgress | undefined) => void): () => void;
}

const POLL_MS = 500;

/** Watches scans with one query per half second for all streams of the process, while there are any. */
export function createScanWatch(db: Knex, log: Logger): ScanWatch {
  const watchers = new Map<
    symbol,
    { readonly scanId: string; seen: string; tell(progress: ScanProgress | undefined): void }
  >();
  let timer: NodeJS.Timeout | undefined;
  let isPolling = false;
  let isFailing = false;

  const poll = async (): Promise<void> => {
    isPolling = true;
    try {
      const asked = [...watchers.values()];
      const rows = await readProgress(db, [...new Set(asked.map(({ scanId }) => scanId))]);
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const watcher of asked) {
        const progress = byId.get(watcher.scanId);
        const now = JSON.stringify(progress ?? null);
        if (now === watcher.seen) continue;
        watcher.seen = now;
        watcher.tell(progress);
      }
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'the progress of scans cannot be read; streams wait');
      isFailing = true;
    } finally {
      isPolling = false;
    }
  };
  const plan = (delay: number): void => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      if (!isPolling) await poll();
      if (watchers.size > 0) plan(POLL_MS);
    }, delay);
  };
  return {
    watch(scanId, tell) {
      const key = Symbol(scanId);
      watchers.set(key, { scanId, seen: '', tell: (progress) => watchers.has(key) && tell(progress) });
      plan(0);
      return () => {
        watchers.delete(key);
        if (watchers.size === 0) clearTimeout(timer);
      };
    },
  };
}
