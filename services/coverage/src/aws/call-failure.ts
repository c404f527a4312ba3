import { CallFailure } from '../cloud/provider.js';
import type { ScanErrorKind } from '../cloud/scan-error.js';
import { isMalformed } from './retries.js';

/** The target of a call, for limits, error entries and counts. */
export interface CallPlace {
  readonly service: string;
  readonly region: string;
  readonly operation: string;
}

/** Beginnings of the codes that AWS services use for the same error (`AccessDenied`, `AccessDeniedException`), in lower case. */
const KINDS: readonly (readonly [ScanErrorKind, readonly string[]])[] = [
  [
    'access_denied',
    ['accessdenied', 'unauthorizedoperation', 'unauthorizedaccess', 'notauthorized', 'authorizationerror', 'forbidden'],
  ],
  [
    'throttled',
    [
      'throttl',
      'toomanyrequests',
      'requestlimitexceeded',
      'slowdown',
      'limitexceeded',
      'requestthrottled',
      'provisionedthroughput',
    ],
  ],
  ['expired', ['expiredtoken', 'requestexpired', 'tokenrefreshrequired']],
  [
    'not_opted_in',
    ['unrecognizedclient', 'invalidclienttokenid', 'authfailure', 'optinrequired', 'subscriptionrequired'],
  ],
  ['timeout', ['timeouterror', 'calltimeout', 'requesttimeout', 'etimedout', 'esockettimedout']],
  [
    'service_error',
    [
      'internalfailure',
      'internalerror',
      'internalserver',
      'internalexception',
      'serviceunavailable',
      'serviceexception',
      'econn',
      'epipe',
      'eai_again',
      'enotfound',
      'ehostunreach',
      'enetunreach',
    ],
  ],
];
const MAX_MESSAGE = 300;
/** A remark for programmers that the SDK adds to an error message when it could not parse an answer. */
const SDK_HINT = /\s*Deserialization error: to see.*$/s;

/** Fields of errors of the SDK and of the system. */
interface Thrown extends Error {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number; readonly attempts?: number };
}

/** The entry for a failed call in a scan's `errors`; `attemptsBefore` were made by an earlier try of the same call. */
export function toCallFailure(place: CallPlace, thrown: unknown, attemptsBefore = 0): CallFailure {
  if (thrown instanceof CallFailure) return thrown;
  const { message = '', $metadata } = thrown as Thrown;
  const status = $metadata?.httpStatusCode;
  const text = codeOf(thrown as Thrown);
  const kind = kindOf(text, status);
  return new CallFailure(
    {
      ...place,
      code: text,
      // STS knows keys in every region: a key that it does not know is the worker's own.
      kind: kind === 'not_opted_in' && place.service === 'sts' ? 'unexpected' : kind,
      message:
        message === 'Unknown'
          ? 'an answer that AWS does not give'
          : message.replace(SDK_HINT, '').slice(0, MAX_MESSAGE),
      attempts: attemptsBefore + ($metadata?.attempts ?? 1),
      at: new Date().toISOString(),
    },
    { cause: thrown },
  );
}

/**
 * The cloud's error code, or the system's. For an answer that is not from AWS, such as a proxy's page, the code follows from the status.
 */
function codeOf(thrown: Thrown): string {
  const { name, code, $metadata } = thrown;
  if (code !== undefined && name === 'Error') return code;
  const status = $metadata?.httpStatusCode;
  if (isMalformed(thrown) || name === 'Unknown') {
    return status === undefined || status < 300 ? 'MalformedAnswer' : `Http${status}`;
  }
  return name;
}

function kindOf(code: string, status: number | undefined): ScanErrorKind {
  const lower = code.toLowerCase();
  const known = KINDS.find(([, beginnings]) => beginnings.some((beginning) => lower.startsWith(beginning)));
  if (known !== undefined) return known[0];
  if (status === 429) return 'throttled';
  if (status !== undefined && status >= 500) return 'service_error';
  return 'unexpected';
}
