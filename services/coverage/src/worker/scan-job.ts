import { traced } from '@tripline/service';
import { CallFailure } from '../cloud/provider.js';
import type { ScanError, ScanErrorKind } from '../cloud/scan-error.js';
import type { ScanStatus } from '../scans/scan-model.js';
import { failScan } from './finish-scan.js';
import { claimNextScan, type HeldScan, releaseScan, ScanLost } from './held-scan.js';
import { type CallCount, runScan, type ScanRunnerDeps } from './run-scan.js';

/** Maximum claims of a scan without a finished cell in between. After that the scan fails. */
const MAX_ATTEMPTS = 5;
/** Kinds of errors that may be gone at the next attempt. */
const PASSING: readonly ScanErrorKind[] = ['throttled', 'timeout', 'service_error'];

/**
 * The result of a worker's work on a scan: a final status; `handed_over` to another worker; `lost` to another worker; or `retry` by this
 * one.
 */
export type ScanOutcome = ScanStatus | 'handed_over' | 'lost' | 'retry';

/**
 * Claims the scan whose turn it is and works on it as far as this worker can. Gives undefined when no scan was due.
 * @param stopping aborted when this worker is to stop: it then releases the scan at once
 * @throws when Postgres is away; another worker later finds the scan by its missing heartbeats
 */
export async function workOnNextScan(
  deps: ScanRunnerDeps,
  stopping: AbortSignal,
  whose: 'anybody' | 'newcomers',
): Promise<ScanOutcome | undefined> {
  const held = await claimNextScan(deps.db, deps.stallSeconds, whose);
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
      deps.log.info(
        { scan: held.id, account: held.accountId, outcome, calls: calls.made() },
        'the worker has let go of a scan',
      );
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
  // The scan itself may have crashed the workers that had it before.
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
    if (refusal === undefined && mayGoOn)
      log.warn(fields, 'a scan was interrupted by a fault in this service; trying again');
    else if (refusal === undefined) log.error(fields, 'a scan was given up because of a fault in this service');
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
  message: `The scan was started ${attempts} times and made no progress, because of a fault in this service. Start another, and report it if that fails too.`,
  attempts,
  at: new Date().toISOString(),
});
