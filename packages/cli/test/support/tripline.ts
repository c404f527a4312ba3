import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The command line as it is installed. */
export const PROGRAM = fileURLToPath(new URL('../../bin/tripline.js', import.meta.url));

/** Runs the program in a folder as a user would, with the given standard input. */
export function tripline(folder: string, args: readonly string[], input: string | Buffer = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    input,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** Runs the program asynchronously, for tests in which this process serves it something. */
export async function triplineWhileServing(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: folder, env: { ...process.env, ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stdout, stderr };
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
