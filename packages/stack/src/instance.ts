import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.js';
import { isRunning } from './postgres.js';

/** The folder in which one running copy keeps everything: data, logs, secrets. */
export interface Instance {
  readonly folder: string;
  /** 1 for `.local` itself, 2 and up for further copies running at the same time (`.local/copy-2` …). */
  readonly number: number;
  /** Notes a process of this copy, so that the next start can end it if this copy is killed. */
  noteProcess(pid: number): void;
  release(): void;
}

/** Secrets that an instance generates once and keeps: passwords and signing keys of the local stack. */
export interface InstanceSecrets {
  readonly databasePassword: string;
  readonly redisPassword: string;
  readonly jwtSecret: string;
  readonly adminToken: string;
  readonly webhookKey: string;
  readonly siemKey: string;
  readonly userPassword: string;
}

/** Takes the first folder that no running copy holds: `.local`, then `.local/copy-2`, `.local/copy-3` … */
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
        // Renamed into place, so that another start never reads an incomplete lock.
        writeFileSync(`${lock}.new`, JSON.stringify({ pid: process.pid, children }), { mode: 0o600 });
        renameSync(`${lock}.new`, lock);
      },
      release: () => rmSync(lock, { force: true }),
    };
  }
}

/**
 * Creates the lock file. A lock whose owner has died is removed first, and the processes it left behind are ended. Other starts may do the
 * same at the same moment: the file appears with its content, and an old one is moved away before it is read, so that nobody removes a
 * newer lock.
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

/** Renames a file to a name that must not exist yet; false when it does. */
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

/** The content of a lock file: its owner, and the processes that the owner has started. */
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
 * Ends a process left by a killed start and waits until it is gone, since two servers on the same files would damage them. It does so only
 * if the command line is one of ours, because process ids are reused.
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

/** The instance's secrets, generated at its first start and kept in `secrets.json` (mode 0600). */
export function instanceSecrets(folder: string): InstanceSecrets {
  const file = join(folder, 'secrets.json');
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<InstanceSecrets>) : {};
  const random = () => randomBytes(24).toString('base64url');
  const secrets = {
    databasePassword: random(),
    redisPassword: random(),
    jwtSecret: random() + random(),
    adminToken: random(),
    webhookKey: random() + random(),
    siemKey: random() + random(),
    userPassword: random(),
    ...kept,
  };
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}
