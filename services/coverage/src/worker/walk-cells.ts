import { setImmediate } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Cell } from '../cloud/provider.js';

/**
 * Runs `read` for every cell, at most `atOnce` at a time. The next cell comes from the service with the fewest cells under way, so that a
 * slow service cannot occupy every slot. Once the signal is aborted or one `read` has rejected, it starts no further cell and rejects at
 * once.
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
  // The lists above were filled in reverse, so that `pop`, which is cheap, gives the first cell in the given order. The same holds for the
  // services.
  const inOrder = [...services.values()].toReversed();
  const queue = new PQueue({ concurrency: atOnce });
  let turn: Promise<void> = Promise.resolve();
  // Each begins in a turn of its own: the first calls of a cell are on their way before the next one makes its clients.
  const ownTurn = (): Promise<void> => {
    turn = turn.then(() => setImmediate());
    return turn;
  };
  const readNext = async (): Promise<void> => {
    await ownTurn();
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
  // Which cell a task reads is decided when the task starts.
  await queue.addAll(cells.map(() => readNext));
}
