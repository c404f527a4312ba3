import type { ScanAnswer } from './answers.js';
import type { CoverageClient } from './coverage-client.js';

const POLL_MS = 200;
/** Each poll counts against the hourly limit, so a long scan is polled less often. */
const SLOW_POLL_MS = 2_000;
const SLOW_AFTER = 50;

/** Waits for the end of a scan and reports its progress. Gives the scan in its final state, whichever that is. */
export async function followScan(
  client: CoverageClient,
  scanId: string,
  onProgress: (scan: ScanAnswer) => void,
): Promise<ScanAnswer> {
  for (let asked = 0; ; asked += 1) {
    const scan = await client.scan(scanId);
    onProgress(scan);
    if (scan.status !== 'pending' && scan.status !== 'running') return scan;
    await new Promise((resolve) => setTimeout(resolve, asked < SLOW_AFTER ? POLL_MS : SLOW_POLL_MS));
  }
}
