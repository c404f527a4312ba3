/** `pending → running → completed | completed_with_errors | failed | cancelled`; the last four are final. */
export const SCAN_STATUSES = [
  'pending',
  'running',
  'completed',
  'completed_with_errors',
  'failed',
  'cancelled',
] as const;
export type ScanStatus = (typeof SCAN_STATUSES)[number];

/** Whether nothing about a scan changes any more. */
export const isFinal = (status: ScanStatus): boolean => status !== 'pending' && status !== 'running';

/** What went wrong, in the caller's terms. */
export type ScanErrorKind =
  | 'access_denied'
  | 'throttled'
  | 'not_opted_in'
  | 'expired'
  | 'timeout'
  | 'service_error'
  | 'unexpected';

/** One call that failed for good; an entry of a scan's `errors`. `at` is ISO 8601. */
export interface ScanError {
  readonly service: string;
  readonly region: string | null;
  readonly operation: string | null;
  /** The cloud's own code, such as `AccessDeniedException`. */
  readonly code: string;
  readonly kind: ScanErrorKind;
  readonly message: string;
  readonly attempts: number;
  readonly at: string;
}

/** A region that is not scanned, and why (`not_opted_in`). */
export interface SkippedRegion {
  readonly region: string;
  readonly reason: string;
}
