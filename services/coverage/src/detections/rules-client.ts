import type { IncomingHttpHeaders } from 'node:http';
import { BadRequestError, outgoingFetch, readTextWithin, traceparent, UnavailableError } from '@tripline/service';

/** Fetches the rules service's answer about a rule with the caller's headers. The answer stays text; a worker thread parses it. */
export type FetchRule = (key: string, headers: IncomingHttpHeaders) => Promise<string>;

const TIMEOUT_MS = 10_000;
/** Size limit of an answer, in bytes. A rule with its versions and queries is a few hundred kilobytes. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;
const RETRY_SECONDS = 10;

/**
 * Reads rules from the public API of the rules service with the caller's own credential. A caller thus reaches only rules that they can
 * read there.
 */
export function createRulesClient(rulesUrl: string): FetchRule {
  return async (key, headers) => {
    const apiKey = headers['x-api-key'];
    const authorization = apiKey === undefined ? (headers.authorization ?? '') : `Bearer ${String(apiKey).trim()}`;
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
    const trace = traceparent();
    try {
      const answer = await outgoingFetch(new URL(`/v1/rules/${key}`, rulesUrl), {
        headers: { authorization, ...(trace === undefined ? {} : { traceparent: trace }) },
        signal: controller.signal,
        redirect: 'error',
      });
      if (answer.status === 404) throw new BadRequestError(`Invalid body: you have no rule ${key}.`);
      if (!answer.ok) throw new Error(`the rules service answered ${answer.status}`);
      return await readTextWithin(answer, ANSWER_BYTES_MAX);
    } catch (error) {
      if (error instanceof BadRequestError) throw error;
      throw new UnavailableError(
        'The rules service cannot be reached to read the rules; try again shortly.',
        RETRY_SECONDS,
        {
          cause: error,
        },
      );
    } finally {
      clearTimeout(timer);
    }
  };
}
