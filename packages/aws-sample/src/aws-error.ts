/** An error answer of AWS: the code that clients see as `name`, and an HTTP status where the protocol does not set it. */
export class AwsError extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** 400 by default, which the JSON protocols use for all mistakes of the client. */
    readonly status: number = 400,
    /** Seconds for a `Retry-After` header. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}
