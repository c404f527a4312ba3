import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from '@tripline/service';

/** What a table of tests fits on, and what is filled quickly. */
const DISK_BYTES = 4 * 1024 * 1024;
const BLOCK = Buffer.alloc(4096);

/**
 * Puts a table on a small disk of its own without any space left, calls `meanwhile`, and gives the table its old place back. Its rows stay readable;
 * new ones need pages that the disk does not have: each page takes only a few rows, so that after some at most every further one fails.
 * @param admin connected to the table's database as the superuser; the server runs on this machine
 * @returns false, with nothing done, where this user may not mount a disk (Linux and root alone may)
 */
export async function onFullDisk(admin: Knex, table: string, meanwhile: () => Promise<void>): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'tripline-disk-'));
  try {
    const { rows } = await admin.raw('show data_directory');
    const { uid, gid } = statSync(rows[0].data_directory);
    chmodSync(folder, 0o755);
    const options = `size=${DISK_BYTES},mode=0700,uid=${uid},gid=${gid}`;
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0) return false;
    try {
      await admin.raw(`create tablespace small_disk location '${folder}'`);
      await admin.raw('alter table ?? set tablespace small_disk', [table]);
      await admin.raw('alter table ?? set (fillfactor = 10)', [table]);
      const filler = join(folder, 'filler');
      fill(filler);
      await meanwhile();
      rmSync(filler);
      await admin.raw('alter table ?? reset (fillfactor)', [table]);
      await admin.raw('alter table ?? set tablespace pg_default', [table]);
      await admin.raw('drop tablespace small_disk');
    } finally {
      spawnSync('umount', ['--lazy', folder]);
    }
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes until the disk takes no more. */
function fill(file: string): void {
  try {
    for (;;) writeFileSync(file, BLOCK, { flag: 'a' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
