import type { CollectorContext } from './collector.js';

/** The result of a read that a cell can do without at first: the cell gives what it knows, and fails afterwards. */
export type Attempt<Value> = { readonly value: Value; readonly failure?: undefined } | { readonly failure: unknown };

/** Waits for a read and returns its failure instead of throwing it. When the scan is stopped, it throws. */
export async function attempt<Value>({ signal }: CollectorContext, read: Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { value: await read };
  } catch (failure) {
    signal.throwIfAborted();
    return { failure };
  }
}
