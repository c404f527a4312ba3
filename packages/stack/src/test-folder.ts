import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** Bytes that must be free there, and of memory: a whole run of the tests has held 0.7 GB at most. */
const MEMORY_FROM = 3 * 2 ** 30;

/**
 * Makes a folder for the data of servers that end with a run, which other users may enter.
 * @param isKept whether the data has to reach a disk, as for benchmarks. Otherwise it lies in memory where there is room: a suite's database is
 *   some 700 files, and a disk's file system can take half a second of processor time to make them.
 */
export function testServersFolder({ isKept }: { readonly isKept: boolean }): string {
  const folder = mkdtempSync(join(!isKept && hasRoomInMemory() ? MEMORY : tmpdir(), 'tripline-test-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** A container's /dev/shm is often 64 MB, and other systems than Linux have none. */
function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= MEMORY_FROM && freemem() >= MEMORY_FROM;
  } catch {
    return false;
  }
}
