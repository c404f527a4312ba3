import { CallFailure } from '../providers/provider.js';
import type { ScanErrorKind } from '../scans/scan-model.js';
import type { CallPlace } from './aws-session.js';

/** Codes that AWS services use for the same thing, without their endings (`AccessDenied`, `AccessDeniedException`). */
const KINDS: readonly (readonly [RegExp, ScanErrorKind])[] = [
  [
    /^(AccessDenied|UnauthorizedOperation|UnauthorizedAccess|NotAuthorized|AuthorizationError|Forbidden)/i,
    'access_denied',
  ],
  [
    /^(Throttl|TooManyRequests|RequestLimitExceeded|SlowDown|LimitExceeded|RequestThrottled|ProvisionedThroughput)/i,
    'throttled',
  ],
  [/^(ExpiredToken|RequestExpired|TokenRefreshRequired)/i, 'expired'],
  [/^(UnrecognizedClient|InvalidClientTokenId|AuthFailure|OptInRequired|SubscriptionRequired)/i, 'not_opted_in'],
  [/^(TimeoutError|CallTimeout|RequestTimeout|ETIMEDOUT|ESOCKETTIMEDOUT)/i, 'timeout'],
  [
    /^(InternalFailure|InternalError|InternalServer|InternalException|ServiceUnavailable|ServiceException|ECONNRESET|ECONNREFUSED|EPIPE|EAI_AGAIN|ENOTFOUND)/i,
    'service_error',
  ],
];
const MAX_MESSAGE = 300;

interface Thrown {
  readonly name?: string;
  readonly message?: string;
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number; readonly attempts?: number };
}

/** What a failed call says in a scan's `errors`; `attemptsBefore` were made by an earlier try of the same call. */
export function toCallFailure(
  place: Omit<CallPlace, 'operation'> & { readonly operation: string | null },
  thrown: unknown,
  attemptsBefore = 0,
): CallFailure {
  if (thrown instanceof CallFailure) return thrown;
  const { name, message = '', code, $metadata } = (thrown ?? {}) as Thrown;
  const text = code !== undefined && name === 'Error' ? code : (name ?? code ?? 'Unknown');
  const status = $metadata?.httpStatusCode;
  return new CallFailure(
    {
      ...place,
      code: text,
      kind: kindOf(text, status),
      message: message.slice(0, MAX_MESSAGE),
      attempts: attemptsBefore + ($metadata?.attempts ?? 1),
      at: new Date().toISOString(),
    },
    { cause: thrown },
  );
}

function kindOf(code: string, status: number | undefined): ScanErrorKind {
  const known = KINDS.find(([pattern]) => pattern.test(code));
  if (known !== undefined) return known[1];
  if (status === 429) return 'throttled';
  if (status !== undefined && status >= 500) return 'service_error';
  return 'unexpected';
}
