/** What of an SDK error decides whether it is tried again. */
interface SdkError extends Error {
  readonly code?: string;
  $retryable?: { readonly throttling: boolean };
  readonly $response?: { readonly headers?: Record<string, string> };
}

/** A server that asks for a longer wait than this is asked again sooner: a scan cannot stand still for an hour. */
const RETRY_AFTER_SECONDS_MAX = 20;

const CONNECTION = /^(?:ECONN|EPIPE$|ENOTFOUND$|EAI_AGAIN$|EHOSTUNREACH$|ENETUNREACH$)/;

/** Whether an attempt ended because its answer did not come, and not because the connection broke (which the SDK calls by the same name). */
export function isTimeout(error: unknown): error is Error {
  const { name, code = '' } = error as SdkError;
  return name === 'TimeoutError' && !CONNECTION.test(code);
}

/** Whether the SDK could not read an answer: JSON or XML that breaks off, or a page in its place. */
export function isMalformed({ name, message }: Error): boolean {
  return name === 'SyntaxError' || message.includes('XML parse error');
}

/** Makes ready for the SDK's retries what they do not know: broken connections by their own name, answers that break off, and servers that ask for too long a wait. */
export function forRetry(thrown: unknown): unknown {
  const error = thrown as SdkError;
  if (error.code !== undefined && CONNECTION.test(error.code)) {
    return Object.assign(new Error(`the connection failed: ${error.message}`, { cause: error }), {
      name: error.code,
      code: error.code,
    });
  }
  // A proxy may reach a moment later what it did not reach now.
  if (isMalformed(error) || error.code === 'ERR_TUNNEL') error.$retryable = { throttling: false };
  const headers = error.$response?.headers;
  if (headers !== undefined && !(Number(headers['retry-after'] ?? 0) <= RETRY_AFTER_SECONDS_MAX)) {
    delete headers['retry-after'];
  }
  return error;
}
