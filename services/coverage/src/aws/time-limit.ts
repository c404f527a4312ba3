/** The error of work that took too long; the SDK's retries know its name. */
export function timeoutError(milliseconds: number): Error {
  return Object.assign(new Error(`no complete answer within ${milliseconds / 1000} s`), { name: 'TimeoutError' });
}

/**
 * The result of `work`, unless it takes longer than `milliseconds` or the signal aborts first. The work itself is not stopped.
 * @throws the {@link timeoutError}, or the signal's reason
 */
export function within<Result>(work: Promise<Result>, milliseconds: number, signal?: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = (): void => settle(() => reject(signal?.reason as Error));
    const timer = setTimeout(() => settle(() => reject(timeoutError(milliseconds))), milliseconds);
    const settle = (how: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      how();
    };
    signal?.addEventListener('abort', leave, { once: true });
    if (signal?.aborted) leave();
    work.then(
      (result) => settle(() => resolve(result)),
      (error: unknown) => settle(() => reject(error as Error)),
    );
  });
}
