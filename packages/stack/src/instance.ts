import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
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
        writeFileSync(lock, JSON.stringify({ pid: process.pid, children }));
      },
      release: () => rmSync(lock, { force: true }),
    };
  }
}

/** Creates the lock file, first clearing one whose owner has died (and ending the processes that one left behind). */
async function takeLock(file: string): Promise<boolean> {
  for (;;) {
    try {
      const handle = openSync(file, 'wx', 0o600);
      writeSync(handle, JSON.stringify({ pid: process.pid, children: [] }));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = readLock(file);
    if (owner !== undefined && owner.pid !== process.pid && isRunning(owner.pid)) return false;
    await Promise.all((owner?.children ?? []).map(endIfOurs));
    rmSync(file, { force: true });
  }
}

function readLock(file: string): { pid: number; children: number[] } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { pid: number; children: number[] };
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
