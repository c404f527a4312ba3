/** One fault in what a caller sent: `path` names the field (`options.targetSiems[0]`), `message` says what is wrong with it. */
export interface ErrorDetail {
  path: string;
  message: string;
}

/** Optional parts of an error. */
export interface AppErrorOptions {
  details?: readonly ErrorDetail[];
  /** Response headers that belong to the status, such as `Allow` or `Retry-After`. */
  headers?: Readonly<Record<string, string>>;
  /** The underlying fault: logged, never sent. */
  cause?: unknown;
}

/**
 * Base of every error that is meant for a caller. `message` is public and written for the caller: what is wrong, the value they sent, what
 * to do. Anything else that is thrown becomes a plain 500.
 */
export class AppError extends Error {
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}

/** 400: the body, a parameter or a header is not what the endpoint takes. */
export class BadRequestError extends AppError {
  constructor(message: string, options?: AppErrorOptions) {
    super(400, 'BadRequest', message, options);
  }
}

/** 401: no credential, or one that is not valid. */
export class UnauthorizedError extends AppError {
  constructor(message: string, options: AppErrorOptions = {}) {
    super(401, 'Unauthorized', message, { ...options, headers: { 'WWW-Authenticate': 'Bearer', ...options.headers } });
  }
}

/** 403: a valid caller who may not do this. */
export class ForbiddenError extends AppError {
  constructor(message: string, options?: AppErrorOptions) {
    super(403, 'Forbidden', message, options);
  }
}

/** 404: it does not exist, or not for this caller. */
export class NotFoundError extends AppError {
  constructor(message: string, options?: AppErrorOptions) {
    super(404, 'NotFound', message, options);
  }
}

/** 405: the path exists, but not with this method. `allow` lists its methods. */
export class MethodNotAllowedError extends AppError {
  constructor(method: string, allow: readonly string[]) {
    super(405, 'MethodNotAllowed', `${method} is not possible here; this path takes ${allow.join(', ')}.`, {
      headers: { Allow: allow.join(', ') },
    });
  }
}

/** 408: the request stopped arriving before its end. */
export class RequestTimeoutError extends AppError {
  constructor(message: string, options?: AppErrorOptions) {
    super(408, 'RequestTimeout', message, options);
  }
}

/** 409: valid, but the current state does not allow it. */
export class ConflictError extends AppError {
  constructor(message: string, options?: AppErrorOptions) {
    super(409, 'Conflict', message, options);
  }
}

/** 413: the body is larger than the endpoint takes. */
export class PayloadTooLargeError extends AppError {
  constructor(message: string, options?: AppErrorOptions) {
    super(413, 'PayloadTooLarge', message, options);
  }
}

/** 415: the body is of a type the endpoint does not read. */
export class UnsupportedMediaTypeError extends AppError {
  constructor(message: string, options?: AppErrorOptions) {
    super(415, 'UnsupportedMediaType', message, options);
  }
}

/** 422: the advisory was received but cannot be read (an image, an encrypted PDF, a bomb). */
export class UnprocessableAdvisoryError extends AppError {
  constructor(message: string, options?: AppErrorOptions) {
    super(422, 'UnprocessableAdvisory', message, options);
  }
}

/** 429: a limit is used up; `retryAfterSeconds` says when the next attempt can succeed. */
export class TooManyRequestsError extends AppError {
  constructor(message: string, retryAfterSeconds: number, options: AppErrorOptions = {}) {
    const wait = String(Math.max(1, Math.ceil(retryAfterSeconds)));
    super(429, 'TooManyRequests', message, { ...options, headers: { 'Retry-After': wait, ...options.headers } });
  }
}

/** 500: our fault. The message stays general; the cause goes to the log. */
export class InternalError extends AppError {
  constructor(cause: unknown) {
    super(500, 'InternalError', 'Something went wrong on our side. Quote the request id when you report it.', {
      cause,
    });
  }
}

/** 502: the advisory's server could not be reached or answered badly. */
export class AdvisoryUnreachableError extends AppError {
  constructor(message: string, options?: AppErrorOptions) {
    super(502, 'AdvisoryUnreachable', message, options);
  }
}

/** 503: not possible at this moment; `retryAfterSeconds` says when to try again. */
export class UnavailableError extends AppError {
  constructor(message: string, retryAfterSeconds: number, options: AppErrorOptions = {}) {
    const wait = String(Math.max(1, Math.ceil(retryAfterSeconds)));
    super(503, 'Unavailable', message, { ...options, headers: { 'Retry-After': wait, ...options.headers } });
  }
}
