const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;
/** Limits are set in powers of two. */
const STEP = 1024;

/** A size as people read it, in the largest unit of which there is one at least: "0 kB", "2.4 MB", "500 GB". */
export function bytesInWords(bytes: number): string {
  let unit = 0;
  let size = bytes / STEP;
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  return `${NUMBER.format(size)} ${UNITS[unit]}`;
}
