import type { ScanAnswer } from '@tripline/client';

const CELLS = 24;
const TO_START_AND_CLEAR = '\r\u001b[K';

/** A bar that follows a scan; nothing where standard error is no terminal. */
export function scanBar(): { show(scan: ScanAnswer): void; end(): void } {
  if (!process.stderr.isTTY) return { show: () => undefined, end: () => undefined };
  return {
    show({ current_step, detections_found, progress_percent }) {
      const full = Math.round((progress_percent / 100) * CELLS);
      const bar = '█'.repeat(full) + '·'.repeat(CELLS - full);
      const percent = `${Math.round(progress_percent)} %`.padStart(5);
      process.stderr.write(`${TO_START_AND_CLEAR}${bar} ${percent}  ${detections_found} found  ${current_step}`);
    },
    end: () => void process.stderr.write(TO_START_AND_CLEAR),
  };
}
