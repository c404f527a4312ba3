/**
 * Why a document was not fetched. `address`: the URL itself is refused. `not_public`: the name does not resolve to a public address.
 * `redirect`: it leads to a target that is refused. `status`: the answer is not a success. `type`: the answer is not a document.
 * `encoding`: damaged, or not asked for. `timeout`, `unreachable`, `too_large` and `empty` say it themselves.
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

/** Notes the reason of an error for {@link fetchOutcome}, and gives the error back. */
export function because<Refused extends Error>(reason: FetchRefusal, error: Refused): Refused {
  reasons.set(error, reason);
  return error;
}

/**
 * Why `fetchDocument` threw an error; `failed` for an error that is not one of its own. It is for metrics: the error's message is what
 * callers read.
 */
export function fetchOutcome(error: unknown): FetchRefusal | 'failed' {
  return (error instanceof Error ? reasons.get(error) : undefined) ?? 'failed';
}
