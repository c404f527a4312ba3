import { AppError, proxyFor } from '@tripline/service';
import { checkedAddresses, type LookUp } from './checked-addresses.js';
import { checkTarget, type FetchRules, type FetchTarget, type Reach, rulesOf } from './fetch-target.js';
import { pinnedClient } from './pinned-client.js';
import { unreachableReason } from './unreachable-reason.js';

/** What a post may reach, and how long it may take. */
export interface PostOptions extends Reach {
  /** Milliseconds for all of it: looking up, connecting, sending, and the head of the answer. */
  readonly totalMs: number;
  /** The system's resolver by default. */
  readonly resolve?: LookUp;
}

/** What is sent. */
export interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came of a post: the status of the answer, or why there was none, in words that tell nothing of our network. */
export type PostResult = { readonly status: number } | { readonly failure: string };

/**
 * Why an address that a caller gave will not be posted to, as far as that can be told without the network; undefined where nothing speaks
 * against it.
 */
export function postRefusal(address: string, reach: Reach): string | undefined {
  const target = checkTarget(address, rulesOf(reach));
  return 'refused' in target ? target.refused : undefined;
}

/**
 * Posts to an address that a caller gave, and reaches nothing but the public internet: as `fetchDocument`, but that no redirect is followed,
 * and nothing of the answer's body is read. It never throws.
 */
export async function guardedPost(address: string, post: Post, options: PostOptions): Promise<PostResult> {
  const rules = rulesOf(options);
  const target = checkTarget(address, rules);
  if ('refused' in target) return { failure: `The address cannot be called: ${target.refused}.` };
  const controller = new AbortController();
  const timeout = setTimeout(() => controller.abort(new Error('out of time')), options.totalMs);
  try {
    return { status: await postOnce(target, rules, post, options, controller.signal) };
  } catch (error) {
    if (controller.signal.aborted) {
      return { failure: `${target.host} did not answer within ${options.totalMs / 1000} s.` };
    }
    if (error instanceof AppError) return { failure: error.message };
    return { failure: `${target.host} could not be reached: ${unreachableReason(error)}.` };
  } finally {
    clearTimeout(timeout);
  }
}

async function postOnce(
  target: FetchTarget,
  rules: FetchRules,
  { body, headers }: Post,
  { resolve, totalMs }: PostOptions,
  signal: AbortSignal,
): Promise<number> {
  const addresses = await checkedAddresses(target, rules, { connectMs: totalMs, resolve, signal });
  const client = pinnedClient(target, addresses, totalMs, proxyFor(target.url));
  try {
    const answer = await client.request({
      method: 'POST',
      path: `${target.url.pathname}${target.url.search}`,
      headers,
      body,
      signal,
      headersTimeout: totalMs,
    });
    // Destroying the client cuts the unread body off; the error that this causes carries no information.
    answer.body.on('error', () => undefined);
    return answer.statusCode;
  } finally {
    await client.destroy().catch(() => undefined);
  }
}
