import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { run } from '@tripline/cli';

/** The command line as it is installed. */
export const PROGRAM = fileURLToPath(new URL('../../bin/tripline.js', import.meta.url));

/** How a run of the command line ended: its exit code (null after a signal) and what it printed. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the command line in this process, in a folder, with the given variables beside those of the process. Everything but starting is as in a
 * process of its own, in a fraction of the time. What it throws a user would see as a crash, and the test fails. With standard input it
 * runs as a process, since the program reads that from its file descriptor.
 */
export async function tripline(
  folder: string,
  args: readonly string[],
  input: string | Buffer = '',
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  if (input.length > 0) return triplineProcess(folder, args, input);
  const stdout = new Kept();
  const stderr = new Kept();
  const putBack = [replace('stdout', stdout), replace('stderr', stderr), replace('env', { ...process.env, ...env })];
  const before = process.cwd();
  const listeners = LISTENED.map((event) => [event, process.listeners(event as 'warning')] as const);
  process.chdir(folder);
  try {
    const status = await run([process.execPath, PROGRAM, ...args]);
    return { status, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.chdir(before);
    for (const back of putBack) back();
    for (const [event, those] of listeners) {
      process.removeAllListeners(event);
      for (const listener of those) process.on(event as 'warning', listener);
    }
  }
}

/** Runs the program as a user does, in a process of its own. */
export function triplineProcess(folder: string, args: readonly string[], input: string | Buffer = ''): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    input,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** What the program listens to for as long as its process lives. */
const LISTENED = ['warning', 'SIGINT', 'SIGTERM'] as const;

/** Takes and keeps what is written, as a pipe does. */
class Kept extends Writable {
  private readonly chunks: Buffer[] = [];

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.chunks).toString('utf8');
  }
}

/** Puts something into the place of a part of `process` and gives what puts the part back. */
function replace(name: 'stdout' | 'stderr' | 'env', value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(process, name) as PropertyDescriptor;
  Object.defineProperty(process, name, { value, configurable: true, enumerable: true, writable: true });
  return () => Object.defineProperty(process, name, before);
}

/** Makes a folder with the given files, by their paths in it. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tripline-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Removes the folders made so far. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

const folders: string[] = [];

/** Gives a rule with a title, an id and a detection (in YAML flow style). */
export function ruleOf(title: string, id: string, detection: string): string {
  return `title: ${title}\nid: ${id}\nstatus: test\nlevel: low\ndescription: d\nlogsource: {product: windows, category: process_creation}\ndetection: ${detection}\n`;
}

export const ID_A = '5b0e3bc9-6e0c-4f5c-9d53-3f0a4b8f1a01';
export const ID_B = '5b0e3bc9-6e0c-4f5c-9d53-3f0a4b8f1a02';
