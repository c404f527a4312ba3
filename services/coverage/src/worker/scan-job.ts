import { traced } from '@tripline/service';
import { CallFailure } from '../providers/provider.js';
import type { ScanStatus } from '../scans/scan-model.js';
import type { ScanError, ScanErrorKind } from '../scans/scan-resources.js';
import { failScan } from './finish-scan.js';
import { claimNextScan, type HeldScan, releaseScan, ScanLost } from './held-scan.js';
import { type CallCount, runScan, type ScanRunnerDeps } from './run-scan.js';

/** Claims of a scan without a single cell finished in between, after which it is given up. */
const MAX_ATTEMPTS = 5;
/** What may be otherwise the next time. */
const PASSING: readonly ScanErrorKind[] = ['throttled', 'timeout', 'service_error'];

/** How a worker is done with a scan: for good, or until it (`retry`) or somebody else (`handed_over`) takes it again. */
export type ScanOutcome = ScanStatus | 'handed_over' | 'lost' | 'retry';

/**
 * Takes the scan whose turn it is and brings it as far as this worker can. Undefined when there was nothing to take.
 * @param stopping aborted when this worker is to stop: it then lets go at once
 * @throws when Postgres is away; the scan is then found again by its missing heartbeats
 */
export async function workOnNextScan(deps: ScanRunnerDeps, stopping: AbortSignal): Promise<ScanOutcome | undefined> {
  const held = await claimNextScan(deps.db, deps.stallSeconds);
  if (held === undefined) return undefined;
  const attributes = {
    'tripline.scan_id': held.id,
    'tripline.account_id': held.accountId,
    'tripline.attempt': held.attempts,
  };
  return traced('scan', { kind: 'consumer', attributes, parent: held.traceparent ?? undefined }, async (span) => {
    deps.metrics.scanStarted();
    const began = performance.now();
    const calls: CallCount = { made: () => 0 };
    let outcome: ScanOutcome = 'retry';
    try {
      outcome = await takeOn(deps, held, calls, stopping);
      return outcome;
    } catch (error) {
      if (!(error instanceof ScanLost)) throw error;
      outcome = 'lost';
      return outcome;
    } finally {
      deps.metrics.scanLeft(outcome, (performance.now() - began) / 1000);
      deps.log.info({ scan: held.id, account: held.accountId, outcome, calls: calls.made() }, 'done with a scan');
      span.set({ 'tripline.outcome': outcome, 'tripline.calls': calls.made() });
    }
  });
}

async function takeOn(
  deps: ScanRunnerDeps,
  held: HeldScan,
  calls: CallCount,
  stopping: AbortSignal,
): Promise<ScanOutcome> {
  const { db, log } = deps;
  // Whoever had it last may have died of it.
  if (held.attempts > MAX_ATTEMPTS) {
    await failScan(db, held, givenUp(held.attempts - 1), 0);
    return 'failed';
  }
  try {
    return await runScan(deps, held, calls, stopping);
  } catch (error) {
    if (error instanceof ScanLost) throw error;
    if (stopping.aborted) {
      await releaseScan(db, held, calls.made(), true);
      return 'handed_over';
    }
    const refusal = error instanceof CallFailure ? error.error : undefined;
    const mayPass = refusal === undefined || PASSING.includes(refusal.kind);
    const mayGoOn = mayPass && held.attempts < MAX_ATTEMPTS;
    const fields = { err: error, scan: held.id, attempts: held.attempts };
    if (refusal === undefined && mayGoOn) log.warn(fields, 'a scan was interrupted by a fault of ours; trying again');
    else if (refusal === undefined) log.error(fields, 'a scan was given up by a fault of ours');
    if (mayGoOn) {
      await releaseScan(db, held, calls.made(), false);
      return 'retry';
    }
    await failScan(db, held, refusal ?? givenUp(held.attempts), calls.made());
    return 'failed';
  }
}

const givenUp = (attempts: number): ScanError => ({
  service: 'scan',
  region: null,
  operation: null,
  code: 'GivenUp',
  kind: 'unexpected',
  message: `The scan was begun ${attempts} times and got nowhere, by a fault of ours; start another, and report it if that fails too.`,
  attempts,
  at: new Date().toISOString(),
});
