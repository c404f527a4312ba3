/** A service did not answer, or its answer broke off. The message has its address and the cause. */
export class UnreachableError extends Error {
  constructor(url: string, error: TypeError) {
    super(`${new URL(url).origin} cannot be reached: ${causeOf(error)}`, { cause: error });
    this.name = 'UnreachableError';
  }
}

/**
 * Runs a call to the service at `url`, including reading its answer's body.
 * @throws UnreachableError in place of fetch's own error, which only says "fetch failed"
 */
export async function reach<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // These are fetch's errors of the network; all others are the caller's own.
    if (error instanceof TypeError && error.cause !== undefined) throw new UnreachableError(url, error);
    throw error;
  }
}

/** The cause below fetch's own message, such as "connect ECONNREFUSED 127.0.0.1:4001"; when several addresses were tried, one each. */
function causeOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(causeOf).join(', ');
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : causeOf(error.cause);
}
