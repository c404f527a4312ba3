import { AppError, proxyFor } from '@tripline/service';
import type { Dispatcher } from 'undici';
import { checkedAddresses, type LookUp } from './checked-addresses.js';
import { contentEncodings, decodeBody } from './decode-body.js';
import { checkTarget, type FetchRules, type FetchTarget, type Reach, rulesOf } from './fetch-target.js';
import { pinnedClient } from './pinned-client.js';
import { unreachableReason } from './unreachable-reason.js';

/** What a call may reach, and its limits. */
export interface CallOptions extends Reach {
  /** Milliseconds for all of it, the body of the answer included. */
  readonly totalMs: number;
  /** Most bytes of the answer, decompressed. */
  readonly bytesMax: number;
  /** Ends the call early; it then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** The system's resolver by default. */
  readonly resolve?: LookUp;
}

/** What is asked. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer, whatever its status; or why there was none, in words that tell nothing of our network. */
export type CallResult =
  | {
      readonly status: number;
      readonly body: string;
      /** What `Retry-After` says in seconds; null where it says none. */
      readonly retryAfterSeconds: number | null;
    }
  | { readonly failure: string };

/** Why a target is not called with a credential: in plain text only where the operator allows it. */
function refusalOf(target: FetchTarget | { readonly refused: string }): string | undefined {
  if ('refused' in target) return target.refused;
  const isPlain = target.url.protocol === 'http:' && !target.isAllowed;
  return isPlain ? 'it is http, where the credential could be read on its way' : undefined;
}

/**
 * Why an address that a caller gave will not be called, as far as that can be told without the network; undefined where nothing speaks
 * against it.
 */
export const callRefusal = (address: string, reach: Reach): string | undefined =>
  refusalOf(checkTarget(address, rulesOf(reach)));

/**
 * Calls an API at an address that a caller gave, with headers that may hold a credential, and reaches nothing but the public internet and what
 * the operator allows: as `fetchDocument`, but that no redirect is followed, so that the credential goes to the address that was given alone.
 * @throws the signal's reason
 */
export async function guardedCall(address: string, call: Call, options: CallOptions): Promise<CallResult> {
  const rules = rulesOf(options);
  const target = checkTarget(address, rules);
  const refused = refusalOf(target);
  if ('refused' in target || refused !== undefined) return { failure: `The address cannot be called: ${refused}.` };
  // As in `fetchDocument`: a combined signal could be collected before it fires.
  const controller = new AbortController();
  let outOfTime = false;
  const timeout = setTimeout(() => {
    outOfTime = true;
    controller.abort(new Error('out of time'));
  }, options.totalMs);
  const stop = (): void => controller.abort(options.signal?.reason);
  options.signal?.addEventListener('abort', stop);
  if (options.signal?.aborted === true) stop();
  try {
    return await callOnce(target, rules, call, options, controller.signal);
  } catch (error) {
    if (options.signal?.aborted === true) throw options.signal.reason;
    if (outOfTime) return { failure: `${target.host} did not answer within ${Math.ceil(options.totalMs / 1000)} s.` };
    if (error instanceof AppError) return { failure: error.message };
    return { failure: `${target.host} could not be reached: ${unreachableReason(error)}.` };
  } finally {
    clearTimeout(timeout);
    options.signal?.removeEventListener('abort', stop);
  }
}

async function callOnce(
  target: FetchTarget,
  rules: FetchRules,
  { body, headers, method }: Call,
  { bytesMax, resolve, totalMs }: CallOptions,
  signal: AbortSignal,
): Promise<CallResult> {
  const addresses = await checkedAddresses(target, rules, { connectMs: totalMs, resolve, signal });
  const client = pinnedClient(target, addresses, totalMs, proxyFor(target.url));
  try {
    const answer = await client.request({
      method,
      path: `${target.url.pathname}${target.url.search}`,
      headers: { 'accept-encoding': 'gzip, deflate, br', ...headers },
      body: body ?? null,
      signal,
      headersTimeout: totalMs,
      bodyTimeout: totalMs,
    });
    return await readAnswer(answer, target, bytesMax);
  } finally {
    await client.destroy().catch(() => undefined);
  }
}

async function readAnswer(
  { body, headers, statusCode: status }: Dispatcher.ResponseData,
  target: FetchTarget,
  bytesMax: number,
): Promise<CallResult> {
  // Destroying the client cuts an unread body off; the error that this causes carries no information.
  body.on('error', () => undefined);
  const waiting = Number(headers['retry-after'] ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(waiting) && waiting >= 0 ? waiting : null;
  if (status < 200 || status > 299) return { status, body: '', retryAfterSeconds };
  const encoding = headers['content-encoding'];
  const encodings = contentEncodings(Array.isArray(encoding) ? encoding.join(', ') : encoding);
  // Counted here, since what `decodeBody` says of a limit speaks of advisories.
  const bytes = await decodeBody(body, encodings, bytesMax).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  if (bytes === undefined)
    return { failure: `The answer of ${target.host} is larger than ${bytesMax} bytes, or wrongly compressed.` };
  return { status, body: new TextDecoder().decode(bytes), retryAfterSeconds };
}
