import type { Cell } from '../providers/provider.js';

/**
 * Runs `read` for every cell, at most `atOnce` at a time. The service with the fewest cells under way is next, so that a slow one cannot take all
 * the places. Stops beginning cells when the signal is aborted, and rejects as soon as one `read` does.
 */
export async function walkCells(
  cells: readonly Cell[],
  atOnce: number,
  signal: AbortSignal,
  read: (cell: Cell) => Promise<void>,
): Promise<void> {
  const services = new Map<string, { waiting: Cell[]; underWay: number }>();
  for (const cell of cells.toReversed()) {
    const service = services.get(cell.service);
    if (service === undefined) services.set(cell.service, { waiting: [cell], underWay: 0 });
    else service.waiting.push(cell);
  }
  // Pushed backwards above, so that the cheap end of each list is the first in the given order; the same for the services.
  const inOrder = [...services.values()].toReversed();
  const lane = async (): Promise<void> => {
    for (;;) {
      signal.throwIfAborted();
      const open = inOrder.filter(({ waiting }) => waiting.length > 0);
      if (open.length === 0) return;
      const next = open.reduce((least, service) => (service.underWay < least.underWay ? service : least));
      const cell = next.waiting.pop();
      if (cell === undefined) return;
      next.underWay += 1;
      try {
        await read(cell);
      } finally {
        next.underWay -= 1;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, cells.length) }, lane));
}
