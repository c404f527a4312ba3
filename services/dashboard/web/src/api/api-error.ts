/** What a service answered instead of what was asked for. Its message is the API's own and may be shown as it is. */
export class ApiError extends Error {
  constructor(
    message: string,
    /** The HTTP status; 0 where no answer came. */
    readonly status: number,
    readonly requestId: string | undefined,
    /** The rules service's code, such as `FreshSignInRequired`. */
    readonly code: string | undefined,
    /** Where a form's fields are at fault, one each. */
    readonly details: readonly { readonly path: string; readonly message: string }[],
    /** Seconds after which the call may be repeated. */
    readonly retryAfter: number | undefined,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** A field of something that may be no object. */
const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(name) : undefined;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const detailOf = (detail: unknown): ApiError['details'][number] => ({
  path: textOf(fieldOf(detail, 'path')) ?? '',
  message: textOf(fieldOf(detail, 'message')) ?? '',
});

/** The error that an answer stands for: of the rules service's envelope, of the coverage service's `detail`, or of something between. */
export function errorOf(response: Response, body: unknown): ApiError {
  const error = fieldOf(body, 'error');
  const message =
    textOf(fieldOf(error, 'message')) ??
    textOf(fieldOf(body, 'detail')) ??
    `The service answered ${response.status} without a reason.`;
  const requestId = textOf(fieldOf(error, 'requestId')) ?? response.headers.get('x-request-id') ?? undefined;
  const details = fieldOf(error, 'details');
  return new ApiError(
    message,
    response.status,
    requestId,
    textOf(fieldOf(error, 'code')),
    Array.isArray(details) ? details.map(detailOf) : [],
    Number(response.headers.get('retry-after')) || undefined,
  );
}

/** What is wrong with one field of a form, as the rules service says it; undefined when it is none of this field's. */
export const fieldError = (error: unknown, path: string): string | undefined =>
  error instanceof ApiError
    ? error.details.find((detail) => detail.path === path || detail.path.startsWith(`${path}.`))?.message
    : undefined;

/** The same error with the fields called as the page calls them: what the API calls `techniqueId` is "ATT&CK technique" there. */
export function withLabels(error: unknown, labels: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof ApiError)) return error;
  const details = error.details.map(({ message, path }) => {
    const label = labels[path];
    const isNamed = label !== undefined && message.startsWith(path);
    return { path, message: isNamed ? `${label}${message.slice(path.length)}` : message };
  });
  if (details.every(({ message }, at) => message === error.details[at]?.message)) return error;
  const { code, requestId, retryAfter, status } = error;
  const message = `${details.map((detail) => detail.message).join('; ')}.`;
  return new ApiError(message, status, requestId, code, details, retryAfter);
}

/** The error for a call that got no answer at all. */
export const unreachable = (): ApiError =>
  new ApiError(
    'The service cannot be reached. Check your connection, then try again.',
    0,
    undefined,
    undefined,
    [],
    undefined,
  );
