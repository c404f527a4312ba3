import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.js';
import { isRunning } from './postgres.js';

/** The folder one running copy keeps everything in: data, logs, secrets. */
export interface Instance {
  readonly folder: string;
  /** 1 for `.local` itself, 2 and up for further copies running at the same time (`.local/copy-2` …). */
  readonly number: number;
  /** Notes a process of this copy, so that the next start can end it should this one be killed. */
  noteProcess(pid: number): void;
  release(): void;
}

/** What an instance invents once and keeps: passwords and signing keys of the local stack. */
export interface InstanceSecrets {
  readonly databasePassword: string;
  readonly redisPassword: string;
  readonly jwtSecret: string;
  readonly adminToken: string;
  readonly userPassword: string;
}

/** Takes the first folder that no live copy holds: `.local`, then `.local/copy-2`, `.local/copy-3` … */
export async function acquireInstance(): Promise<Instance> {
  for (let number = 1; ; number += 1) {
    const folder = number === 1 ? join(ROOT, '.local') : join(ROOT, '.local', `copy-${number}`);
    mkdirSync(join(folder, 'logs'), { recursive: true });
    const lock = join(folder, 'running.json');
    if (!(await takeLock(lock))) continue;
    const children: number[] = [];
    return {
      folder,
      number,
      noteProcess(pid) {
        children.push(pid);
        // In one go: a start that reads the lock meanwhile must not find half of it.
        writeFileSync(`${lock}.new`, JSON.stringify({ pid: process.pid, children }), { mode: 0o600 });
        renameSync(`${lock}.new`, lock);
      },
      release: () => rmSync(lock, { force: true }),
    };
  }
}

/**
 * Creates the lock file, first clearing one whose owner has died (and ending the processes that one left behind). Others may do the same at the same
 * moment: the file appears with its content, and it is moved away before it is judged, so that nobody removes the lock of one who was quicker.
 */
async function takeLock(file: string): Promise<boolean> {
  const own = `${file}.${process.pid}`;
  for (;;) {
    writeFileSync(own, JSON.stringify({ pid: process.pid, children: [] }), { mode: 0o600 });
    if (put(own, file)) return true;
    if (isHeld(readLock(file))) return false;
    const removed = `${own}.removed`;
    try {
      renameSync(file, removed);
    } catch {
      // Another start has moved it already.
      continue;
    }
    const owner = readLock(removed);
    if (isHeld(owner)) {
      put(removed, file);
      return false;
    }
    rmSync(removed, { force: true });
    await Promise.all((owner?.children ?? []).map(endIfOurs));
  }
}

/** Moves a file to a name that nothing must have yet; false when something has. */
function put(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(from, { force: true });
  }
}

const isHeld = (lock: Lock | undefined): boolean =>
  lock !== undefined && lock.pid !== process.pid && isRunning(lock.pid);

/** What a lock file holds: whose it is, and the processes that owner has started. */
interface Lock {
  readonly pid: number;
  readonly children: readonly number[];
}

function readLock(file: string): Lock | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Lock;
  } catch {
    return undefined;
  }
}

/**
 * Ends a process left by a killed start and waits until it is gone: two servers on the same files would spoil them. Only if its command line still
 * says it is one of ours, since process ids are used again.
 */
async function endIfOurs(pid: number): Promise<void> {
  if (!isRunning(pid)) return;
  const commandFile = `/proc/${pid}/cmdline`;
  const command = existsSync(commandFile) ? readFileSync(commandFile, 'utf8') : '';
  if (!['redis-server', 'valkey-server', ROOT].some((part) => command.includes(part))) return;
  process.kill(pid, 'SIGTERM');
  const deadline = Date.now() + 10_000;
  while (isRunning(pid)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The instance's secrets, invented at its first start and kept in `secrets.json` (mode 0600). */
export function instanceSecrets(folder: string): InstanceSecrets {
  const file = join(folder, 'secrets.json');
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<InstanceSecrets>) : {};
  const random = () => randomBytes(24).toString('base64url');
  const secrets = {
    databasePassword: random(),
    redisPassword: random(),
    jwtSecret: random() + random(),
    adminToken: random(),
    userPassword: random(),
    ...kept,
  };
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}
