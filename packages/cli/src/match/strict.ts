import { UsageError } from '../exit.js';
import type { BatchResult } from './batch.js';

/** Throws a `UsageError` for the first thing of a batch that is no event, or that is not understood, as `--strict` asks. */
export function refuseFirst({ path, faults: [fault], unknown: [unknown] }: BatchResult): void {
  if (fault !== undefined && (unknown === undefined || fault.line <= unknown)) {
    throw new UsageError(`cannot read events at ${path}:${fault.line}: ${fault.fault}`);
  }
  if (unknown !== undefined) throw new UsageError(`the event at ${path}:${unknown} is not understood`);
}
