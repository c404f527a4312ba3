/** A service did not answer, or broke its answer off. The message names its address and the cause. */
export class UnreachableError extends Error {
  constructor(url: string, error: TypeError) {
    super(`${new URL(url).origin} cannot be reached: ${causeOf(error)}`, { cause: error });
    this.name = 'UnreachableError';
  }
}

/**
 * Does what calls the service at `url`, its answer's body included.
 * @throws UnreachableError instead of fetch's own error, which says nothing but "fetch failed"
 */
export async function reach<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Of fetch's errors these are the network's; all else is the caller's own.
    if (error instanceof TypeError && error.cause !== undefined) throw new UnreachableError(url, error);
    throw error;
  }
}

/** The message below fetch's own, such as "connect ECONNREFUSED 127.0.0.1:4001"; of several addresses that were tried, each one's. */
function causeOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(causeOf).join(', ');
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : causeOf(error.cause);
}
