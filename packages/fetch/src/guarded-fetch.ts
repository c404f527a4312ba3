import {
  AdvisoryUnreachableError,
  AppError,
  BadRequestError,
  proxyFor,
  UnprocessableAdvisoryError,
} from '@tripline/service';
import type { Client, Dispatcher } from 'undici';
import { checkedAddresses, type LookUp } from './checked-addresses.js';
import { contentEncodings, decodeBody } from './decode-body.js';
import { refuseOtherTypes } from './document-type.js';
import { FETCH_LIMITS, type FetchLimits } from './fetch-limits.js';
import { because } from './fetch-refusal.js';
import { checkTarget, type FetchRules, type FetchTarget, type Reach, rulesOf } from './fetch-target.js';
import { pinnedClient } from './pinned-client.js';
import { unreachableReason } from './unreachable-reason.js';

/** What a fetch may reach, and its limits. */
export interface FetchOptions extends Reach {
  readonly limits?: Partial<FetchLimits>;
  /** Ends the fetch early; the fetch then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Gives all addresses of a name; the system's resolver by default. */
  readonly resolve?: LookUp;
}

/** A fetched document. */
export interface FetchedDocument {
  /** The document, decompressed. */
  readonly bytes: Uint8Array;
  /** The Content-Type header as the server sent it; absent when there was none. */
  readonly contentType?: string;
  /** The URL after all redirects, without fragment. */
  readonly finalUrl: string;
  /** When the head of the answer arrived, ISO 8601 UTC. */
  readonly fetchedAt: string;
  /** The URLs that redirected, in order, without the final one. */
  readonly redirects: readonly string[];
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

const HEADERS = {
  accept: 'text/html,application/xhtml+xml,application/pdf,text/markdown,text/plain,application/json;q=0.9,*/*;q=0.5',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'en',
  'user-agent': 'Tripline/1.0 (threat advisory reader)',
};

/**
 * Fetches a document from a URL that a caller gave, and lets the caller reach nothing but the public internet.
 *
 * Every host is resolved once, all its addresses must be public, and the connection is pinned to them. Each redirect is checked in the same
 * way, and may not lead from https to http. A proxy that the environment names is asked for a tunnel to the checked address. No cookies or
 * credentials are sent, and no connection is shared with another fetch.
 *
 * @throws BadRequestError when the URL can be refused without asking the network (scheme, credentials, port, a host that is a private
 * address or cannot be a public name).
 * @throws AdvisoryUnreachableError when the name has no public address, a redirect is refused, the server cannot be reached in time, or it
 * answers with an error. A name without an address and one with a private address get the same message, so that callers cannot probe the
 * names of our network.
 * @throws UnprocessableAdvisoryError when the answer is not a document, is empty, too large, or wrongly compressed.
 */
export async function fetchDocument(address: string, options: FetchOptions): Promise<FetchedDocument> {
  const limits = { ...FETCH_LIMITS, ...options.limits };
  const rules = rulesOf(options);
  const first = checkTarget(address, rules);
  if ('refused' in first) throw because('address', new BadRequestError(`The url cannot be fetched: ${first.refused}.`));

  // One controller ends the fetch on time-out and on the caller's signal. `AbortSignal.any` holds combined signals weakly, so one could be
  // collected before it fires.
  const controller = new AbortController();
  let outOfTime = false;
  const timeout = setTimeout(() => {
    outOfTime = true;
    controller.abort(new Error('out of time'));
  }, limits.totalMs);
  const stop = (): void => controller.abort(options.signal?.reason);
  options.signal?.addEventListener('abort', stop);
  if (options.signal?.aborted === true) stop();
  const redirects: string[] = [];
  let target: FetchTarget = first;
  try {
    for (;;) {
      const step = await fetchOnce(target, rules, { ...options, limits, signal: controller.signal });
      if (!('location' in step)) return { ...step, redirects };
      redirects.push(target.url.href);
      if (redirects.length > limits.redirectsMax) {
        throw because(
          'redirect',
          new AdvisoryUnreachableError(`The address redirects more than ${limits.redirectsMax} times.`),
        );
      }
      target = followed(step.location, target, rules);
    }
  } catch (error) {
    if (options.signal?.aborted === true) throw options.signal.reason;
    if (outOfTime) {
      throw because(
        'timeout',
        new AdvisoryUnreachableError(`${target.host} did not deliver the document within ${limits.totalMs / 1000} s.`),
      );
    }
    if (error instanceof AppError) throw error;
    throw because(
      'unreachable',
      new AdvisoryUnreachableError(`${target.host} could not be reached: ${unreachableReason(error)}.`, {
        cause: error,
      }),
    );
  } finally {
    clearTimeout(timeout);
    options.signal?.removeEventListener('abort', stop);
  }
}

/** The target of a redirect, checked like the first URL. */
function followed(location: string, from: FetchTarget, rules: FetchRules): FetchTarget {
  const next = checkTarget(location, rules, from.url);
  if ('refused' in next) {
    throw because(
      'redirect',
      new AdvisoryUnreachableError(`The address redirects to one that cannot be fetched: ${next.refused}.`),
    );
  }
  if (from.url.protocol === 'https:' && next.url.protocol === 'http:' && !next.isAllowed) {
    throw because(
      'redirect',
      new AdvisoryUnreachableError(
        'The address redirects from https to http, where the document could be changed on its way. Give the http address itself if that is meant.',
      ),
    );
  }
  return next;
}

type Step = Omit<FetchedDocument, 'redirects'> | { readonly location: string };

/** What all requests of a fetch share. */
interface StepOptions {
  readonly limits: FetchLimits;
  readonly signal: AbortSignal;
  readonly resolve?: LookUp | undefined;
}

/** One request to one host, over a connection of its own. */
async function fetchOnce(target: FetchTarget, rules: FetchRules, step: StepOptions): Promise<Step> {
  const { limits, signal } = step;
  const started = performance.now();
  const addresses = await checkedAddresses(target, rules, { ...step, connectMs: limits.connectMs });
  const remainingMs = Math.max(1, limits.connectMs - (performance.now() - started));
  const client = pinnedClient(target, addresses, remainingMs, proxyFor(target.url));
  try {
    const response = await client.request({
      method: 'GET',
      path: `${target.url.pathname}${target.url.search}`,
      headers: HEADERS,
      signal,
      headersTimeout: limits.totalMs,
      bodyTimeout: limits.totalMs,
    });
    return await readResponse(response, target, limits);
  } finally {
    await destroy(client);
  }
}

async function destroy(client: Client): Promise<void> {
  await client.destroy().catch(() => undefined);
}

async function readResponse(
  response: Dispatcher.ResponseData,
  target: FetchTarget,
  limits: FetchLimits,
): Promise<Step> {
  const { statusCode, headers, body } = response;
  const location = single(headers['location']);
  // Destroying the client cuts an unread body off instead of draining it. The error that this causes carries no information.
  body.on('error', () => undefined);
  if (REDIRECTS.has(statusCode)) {
    if (location === undefined)
      throw because(
        'redirect',
        new AdvisoryUnreachableError(`${target.host} answered ${statusCode} without saying where to go.`),
      );
    return { location };
  }
  if (statusCode < 200 || statusCode > 299)
    throw because('status', new AdvisoryUnreachableError(`${target.host} answered with status ${statusCode}.`));
  const contentType = single(headers['content-type']);
  refuseOtherTypes(contentType);
  const encodings = contentEncodings(single(headers['content-encoding']));
  const fetchedAt = new Date().toISOString();
  const bytes = await decodeBody(body, encodings, limits.bytesMax);
  if (bytes.length === 0)
    throw because('empty', new UnprocessableAdvisoryError('The address answers with an empty document.'));
  return { bytes, finalUrl: target.url.href, fetchedAt, ...(contentType === undefined ? {} : { contentType }) };
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
