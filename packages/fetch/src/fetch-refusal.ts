/**
 * Why a document was not fetched: `address` cannot be fetched at all; `not_public` does not resolve to a public address; `redirect` leads where it may
 * not; `timeout`; `unreachable`; `status` is none of success; `type` is no document; `encoding` is damaged or was not asked for; `too_large`; `empty`.
 */
export type FetchRefusal =
  | 'address'
  | 'not_public'
  | 'redirect'
  | 'timeout'
  | 'unreachable'
  | 'status'
  | 'type'
  | 'encoding'
  | 'too_large'
  | 'empty';

const reasons = new WeakMap<Error, FetchRefusal>();

/** The error, with the reason that {@link fetchOutcome} tells. */
export function because<Refused extends Error>(reason: FetchRefusal, error: Refused): Refused {
  reasons.set(error, reason);
  return error;
}

/** Why `fetchDocument` threw an error; `failed` for one that it does not throw by itself. For counting: the error's message is for the caller. */
export function fetchOutcome(error: unknown): FetchRefusal | 'failed' {
  return (error instanceof Error ? reasons.get(error) : undefined) ?? 'failed';
}
