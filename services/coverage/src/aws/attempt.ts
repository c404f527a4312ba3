import type { CollectorContext } from './collector.js';

/** What came of a read that a cell can do without for a while: it says what it knows first, and fails after. */
export type Attempt<Value> = { readonly value: Value; readonly failure?: undefined } | { readonly failure: unknown };

/** Waits for a read and holds its failure back; a stopped scan stays stopped. */
export async function attempt<Value>({ signal }: CollectorContext, read: Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { value: await read };
  } catch (failure) {
    signal.throwIfAborted();
    return { failure };
  }
}
