import type { IncomingHttpHeaders } from 'node:http';
import {
  BadRequestError,
  ForbiddenError,
  outgoingFetch,
  readTextWithin,
  traceparent,
  UnavailableError,
} from '@tripline/service';

/** Whoever asks for a rule: by which credential, and from where. */
interface RuleAsker {
  readonly headers: IncomingHttpHeaders;
  readonly address: string | undefined;
}

/**
 * Fetches the rules service's answer about a rule, for the caller. It is text still: a worker thread takes it apart.
 * @throws ForbiddenError when their API key is not good for reading rules
 */
export type FetchRule = (key: string, asker: RuleAsker) => Promise<string>;

const TIMEOUT_MS = 10_000;
/** Size limit of an answer, in bytes. A rule with its versions and queries is a few hundred kilobytes. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;
const RETRY_SECONDS = 10;

/**
 * Reads rules from the public API of the rules service with the caller's own credential. A caller thus reaches only rules that they can
 * read there.
 */
export function createRulesClient(rulesUrl: string): FetchRule {
  return async (key, { address, headers }) => {
    const apiKey = headers['x-api-key'];
    const authorization = apiKey === undefined ? (headers.authorization ?? '') : `Bearer ${String(apiKey).trim()}`;
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
    const trace = traceparent();
    try {
      const answer = await outgoingFetch(new URL(`/v1/rules/${key}`, rulesUrl), {
        headers: {
          authorization,
          // For keys that are bound to addresses: believed where the rules service trusts a proxy, as which this one calls.
          ...(address === undefined ? {} : { 'x-forwarded-for': address }),
          ...(trace === undefined ? {} : { traceparent: trace }),
        },
        signal: controller.signal,
        redirect: 'error',
      });
      if (answer.status === 404) throw new BadRequestError(`Invalid body: you have no rule ${key}.`);
      if (answer.status === 403) {
        throw new ForbiddenError(
          `The rules service refuses this credential for the rule ${key}: an API key needs the scope "rules:read", and the address it may be used from.`,
        );
      }
      if (!answer.ok) throw new Error(`the rules service answered ${answer.status}`);
      return await readTextWithin(answer, ANSWER_BYTES_MAX);
    } catch (error) {
      if (error instanceof BadRequestError || error instanceof ForbiddenError) throw error;
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
