import { lookup } from 'node:dns/promises';
import { AdvisoryUnreachableError } from '@tripline/service';
import { because } from './fetch-refusal.js';
import { type FetchRules, type FetchTarget, mayConnect } from './fetch-target.js';

/** Gives all addresses of a name. */
export type LookUp = (host: string) => Promise<readonly string[]>;

/** How a name is looked up. */
export interface LookUpOptions {
  /** Milliseconds that it may take. */
  readonly connectMs: number;
  readonly signal: AbortSignal;
  /** The system's resolver by default. */
  readonly resolve?: LookUp | undefined;
}

async function systemResolve(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map((record) => record.address);
}

/**
 * The addresses of a target, after checking that each may be connected to.
 * @throws AdvisoryUnreachableError when the name has no address, or one that may not be connected to: the two are not told apart
 */
export async function checkedAddresses(
  target: FetchTarget,
  rules: FetchRules,
  { connectMs, resolve = systemResolve, signal }: LookUpOptions,
): Promise<readonly string[]> {
  if (target.address !== undefined) return [target.address];
  const addresses = await within(resolve(target.host), connectMs, signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    return [];
  });
  // One refused address among good ones refuses the name: it would be chance which of them is connected to.
  const isUsable = addresses.length > 0 && addresses.every((address) => mayConnect(target, address, rules));
  if (!isUsable)
    throw because('not_public', new AdvisoryUnreachableError(`${target.host} does not resolve to a public address.`));
  return addresses;
}

/** The result of a promise, or an error when the time is over or the signal fires first. The look-up itself cannot be cancelled. */
function within<T>(promise: Promise<T>, ms: number, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    const timeout = setTimeout(() => reject(new Error('the look-up took too long')), ms);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timeout);
      signal.removeEventListener('abort', stop);
    });
  });
}
