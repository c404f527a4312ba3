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

/** Whether a scan has ended, so that nothing about it changes any more. */
export const isFinal = (status: ScanStatus): boolean => status !== 'pending' && status !== 'running';
