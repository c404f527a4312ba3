import { setMaxListeners } from 'node:events';
import { CallFailure, type ConnectionCheck } from '../cloud/provider.js';
import { listRegions } from './cloud-session.js';
import type { OpenAccount } from './connect.js';
import { loadProbes } from './probes.js';

/** The message in Macie's AccessDeniedException while it is off. */
const NOT_ENABLED = /is not (?:enabled|subscribed)/i;

/**
 * Tries a connection: assumes the role, lists the regions, and makes one cheap call for each permission of the scan's policy that can be
 * tried. Nothing is changed. Where an operation needs a resource, a name that does not exist is used, since AWS checks permissions first.
 * `number` is the account's. What has not been answered when the signal ends is reported as not tested.
 */
export async function checkConnection(
  number: string,
  open: () => Promise<{ readonly account: OpenAccount; readonly homeRegion: string }>,
  signal: AbortSignal,
): Promise<ConnectionCheck> {
  // Every probe listens to it.
  setMaxListeners(0, signal);
  const missing: string[] = [];
  const untried: string[] = [];
  let account: OpenAccount | undefined;
  try {
    const opened = await open();
    account = opened.account;
    const { session, warnings } = account;
    const { enabled } = await listRegions(session, opened.homeRegion, signal);
    const region = enabled.includes(opened.homeRegion) ? opened.homeRegion : (enabled[0] ?? opened.homeRegion);
    const probes = await loadProbes();
    await Promise.all(
      probes.map(async ({ service, operation, action, probe }) => {
        try {
          await session.call({ service, region, operation }, signal, () =>
            probe((make) => session.client(make, region), { account: number, region }),
          );
        } catch (error) {
          if (signal.aborted) return void untried.push(action);
          if (!(error instanceof CallFailure)) throw error;
          if (error.error.kind === 'access_denied' && !NOT_ENABLED.test(error.message)) missing.push(action);
          if (error.error.kind === 'throttled' || error.error.kind === 'timeout') untried.push(action);
        }
      }),
    );
    return { ok: true, detail: sentence(missing, untried), missingActions: missing.sort(), warnings };
  } catch (error) {
    const warnings = account?.warnings ?? [];
    if (signal.aborted) {
      const detail = 'AWS did not answer in time, so the connection could not be tested. Verify it again.';
      return { ok: false, detail, missingActions: [], warnings };
    }
    if (!(error instanceof CallFailure)) throw error;
    const { kind, operation } = error.error;
    const missingActions = kind === 'access_denied' && operation === 'DescribeRegions' ? ['ec2:DescribeRegions'] : [];
    return { ok: false, detail: error.message, missingActions, warnings };
  } finally {
    account?.close();
  }
}

function sentence(missing: readonly string[], untried: readonly string[]): string {
  const open = untried.length === 0 ? '' : ` Could not be tested now: ${[...untried].sort().join(', ')}.`;
  if (missing.length === 0) return `The role can be assumed, and allows everything that could be tested.${open}`;
  return `The role can be assumed, but it lacks ${[...missing].sort().join(', ')}: what these permissions read will be unknown. Attach the account's permissions_policy to the role.${open}`;
}
