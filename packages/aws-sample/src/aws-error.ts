/** An answer that AWS gives as an error: the code that clients see as `name`, an HTTP status where the protocol does not decide it. */
export class AwsError extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Absent: 400, which is what the JSON protocols use for whatever the client did wrong. */
    readonly status: number = 400,
    /** Seconds for a `Retry-After` header. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}
