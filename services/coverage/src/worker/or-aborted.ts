/** Gives the result of a promise. If the signal is aborted first, its reason is thrown at once and the promise is ignored. */
export async function orAborted<Result>(signal: AbortSignal, promise: Promise<Result>): Promise<Result> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
