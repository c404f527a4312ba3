import PQueue from 'p-queue';
import type { Cell } from '../providers/provider.js';

/**
 * Runs `read` for every cell, at most `atOnce` at a time. The service with the fewest cells under way is next, so that a slow one cannot take all
 * the places. Begins no further cell once the signal is aborted or one `read` has rejected, and rejects as soon as one does.
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
  const queue = new PQueue({ concurrency: atOnce });
  const readNext = async (): Promise<void> => {
    signal.throwIfAborted();
    const open = inOrder.filter(({ waiting }) => waiting.length > 0);
    const next = open.reduce((least, service) => (service.underWay < least.underWay ? service : least));
    const cell = next.waiting.pop() as Cell;
    next.underWay += 1;
    try {
      await read(cell);
    } catch (error) {
      queue.clear();
      throw error;
    } finally {
      next.underWay -= 1;
    }
  };
  // Which cell a task reads is settled when its turn comes.
  await queue.addAll(cells.map(() => readNext));
}
