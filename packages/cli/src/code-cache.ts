import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { checksumOf } from './checksum.js';

/** Room for the checksum at the beginning of the file, filled up with blanks. */
const HEAD_BYTES = 32;
/** A file that nobody has written for so long belongs to a version that is gone. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

/**
 * Compiled code of one command, kept between runs in the user's cache folder (`XDG_CACHE_HOME`, else `~/.cache`). The file's name has the
 * version of Node.js, the processor and the checksum of the source. Its content begins with its own checksum, since V8 does not notice a changed
 * byte; what does not agree, or does not belong to this user, is not used. Whatever fails here only costs time.
 */
export class CodeCache {
  private readonly folder = cacheFolder();
  private readonly path: string;

  constructor(command: string, sourceChecksum: string) {
    const { version, arch } = process;
    this.path = join(this.folder ?? '', `${command}-${version}-${arch}-${sourceChecksum}.v8`);
  }

  /** The code, or undefined when there is none to trust. */
  read(): Buffer | undefined {
    if (this.folder === undefined) return undefined;
    try {
      const file = openSync(this.path, 'r');
      try {
        if (!isOurs(fstatSync(file))) return undefined;
        const content = readFileSync(file);
        const code = content.subarray(HEAD_BYTES);
        return code.length > 0 && headOf(code) === content.toString('latin1', 0, HEAD_BYTES) ? code : undefined;
      } finally {
        closeSync(file);
      }
    } catch {
      return undefined;
    }
  }

  /** Keeps the code. The file appears whole or not at all. */
  write(code: Buffer): void {
    if (this.folder === undefined) return;
    const draft = `${this.path}.${process.pid}-${Date.now()}`;
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      removeOld(this.folder);
      writeFileSync(draft, Buffer.concat([Buffer.from(headOf(code)), code]), { mode: 0o600, flag: 'wx' });
      renameSync(draft, this.path);
    } catch {
      removeIfPossible(draft);
    }
  }
}

/** The user's folder for caches; undefined for a user without a home, as in some containers, and where Node.js's own switch says no. */
function cacheFolder(): string | undefined {
  const { NODE_DISABLE_COMPILE_CACHE, XDG_CACHE_HOME } = process.env;
  if (NODE_DISABLE_COMPILE_CACHE) return undefined;
  try {
    return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'tripline');
  } catch {
    return undefined;
  }
}

function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { force: true });
  }
}

function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Its folder is not there, or is no folder.
  }
}

/** Whether only this user can have written a file. Windows has neither owners nor modes here; its folder is the user's own. */
function isOurs({ uid, mode }: { uid: number; mode: number }): boolean {
  const { getuid } = process;
  return getuid === undefined || (uid === getuid() && (mode & 0o022) === 0);
}

function headOf(code: Buffer): string {
  return checksumOf(code).padEnd(HEAD_BYTES);
}
