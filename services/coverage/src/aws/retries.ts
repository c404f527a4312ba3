/** Fields of an SDK error that decide whether it is retried. */
interface SdkError extends Error {
  readonly code?: string;
  $retryable?: { readonly throttling: boolean };
  readonly $response?: { readonly headers?: Record<string, string> };
}

/** Longest `Retry-After` that is followed: a scan cannot wait for an hour. */
const RETRY_AFTER_SECONDS_MAX = 20;

const CONNECTION = /^(?:ECONN|EPIPE$|ENOTFOUND$|EAI_AGAIN$|EHOSTUNREACH$|ENETUNREACH$)/;

/**
 * Whether an attempt ended because its answer did not come, rather than because the connection broke (the SDK uses the same name for both).
 */
export function isTimeout(error: unknown): error is Error {
  const { name, code = '' } = error as SdkError;
  return name === 'TimeoutError' && !CONNECTION.test(code);
}

/** Whether the SDK could not parse an answer: JSON or XML that breaks off, or another page in its place. */
export function isMalformed({ name, message }: Error): boolean {
  return name === 'SyntaxError' || message.includes('XML parse error');
}

/**
 * Prepares errors that the SDK's retries do not know: broken connections get a name of their own, incomplete answers become retryable, and
 * a too long `Retry-After` is cut.
 */
export function forRetry(thrown: unknown): unknown {
  const error = thrown as SdkError;
  if (error.code !== undefined && CONNECTION.test(error.code)) {
    return Object.assign(new Error(`the connection failed: ${error.message}`, { cause: error }), {
      name: error.code,
      code: error.code,
    });
  }
  // A proxy may reach a moment later what it cannot reach now.
  if (isMalformed(error) || error.code === 'ERR_TUNNEL') error.$retryable = { throttling: false };
  const headers = error.$response?.headers;
  if (headers !== undefined && !(Number(headers['retry-after'] ?? 0) <= RETRY_AFTER_SECONDS_MAX)) {
    delete headers['retry-after'];
  }
  return error;
}
