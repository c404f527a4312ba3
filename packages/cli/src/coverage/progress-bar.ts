import type { ScanAnswer } from '@tripline/client';

const CELLS = 24;

/** The progress of a scan, as a bar. */
export function scanBar({ current_step, detections_found, progress_percent }: ScanAnswer): string {
  const full = Math.round((progress_percent / 100) * CELLS);
  const bar = '█'.repeat(full) + '·'.repeat(CELLS - full);
  return `${bar} ${`${Math.round(progress_percent)} %`.padStart(5)}  ${detections_found} found  ${current_step}`;
}
