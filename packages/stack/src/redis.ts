import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { redact } from '@tripline/service';
import { Redis } from 'ioredis';
import { type StackProcess, startProcess, waitFor } from './child-process.js';
import { startOnFreePort } from './ports.js';

/** A running Redis or Valkey of this stack. */
export interface RunningRedis {
  readonly url: string;
  readonly port: number;
  readonly process: StackProcess;
}

/**
 * The Redis or Valkey server program: on the PATH, else installed from the system's packages where that is possible without asking
 * (root on Debian or Ubuntu; Homebrew). `say` is told before anything is installed.
 * @throws one sentence that says what to do, where nothing can be installed.
 */
export function findRedisServer(say: (line: string) => void): string {
  const found = onPath('redis-server') ?? onPath('valkey-server');
  if (found !== undefined) return found;
  if (userInfo().uid === 0 && isDebian() && onPath('apt-get') !== undefined) {
    say('No redis-server on the PATH: installing the package redis-server with apt-get');
    // RUNLEVEL=1 keeps the package from starting a server of its own; the stack starts one on a free port.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    runOrFail('apt-get', ['update', '-qq'], env);
    runOrFail('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], env);
  } else if (onPath('brew') !== undefined) {
    say('No redis-server on the PATH: installing it with brew install redis');
    runOrFail('brew', ['install', '--quiet', 'redis'], process.env);
  }
  const installed = onPath('redis-server') ?? onPath('valkey-server');
  if (installed !== undefined) return installed;
  throw new Error(
    'Tripline needs Redis: install redis-server or valkey-server (for example: sudo apt-get install redis-server), or set REDIS_URL to one that runs',
  );
}

/** Where a Redis keeps its data, and who may speak to it. */
export interface RedisSettings {
  readonly program: string;
  /** The first port to try; 0 takes any. */
  readonly port: number;
  /** What callers must know; without one, whoever reaches the port may call. */
  readonly password?: string;
  readonly dataDir: string;
  readonly logFile: string;
  readonly throwAway?: boolean;
}

/**
 * Starts a Redis that keeps its data in `dataDir` and never evicts (queues live in it), on the first port from `port` on that it can bind. It is
 * believed when the process that answers there is the one that was started here.
 */
export async function startRedis(settings: RedisSettings): Promise<RunningRedis> {
  const { dataDir, password, program, throwAway = false } = settings;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const configFile = join(dataDir, 'redis.conf');
  // A file, since every user of the machine can read a command line.
  writeFileSync(configFile, password === undefined ? '' : `requirepass ${password}\n`, { mode: 0o600 });
  const start = (port: number): RunningRedis => ({
    port,
    url: `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`,
    process: startProcess(
      'Redis',
      program,
      [
        ...[configFile, '--port', String(port), '--bind', '127.0.0.1', '--dir', dataDir, '--save', ''],
        ...['--appendonly', throwAway ? 'no' : 'yes', '--maxmemory-policy', 'noeviction', '--daemonize', 'no'],
      ],
      settings.logFile,
      { env: process.env },
    ),
  });
  return startOnFreePort(settings.port, start, async ({ process, url }) => {
    await waitFor(process, () => process.output().includes('Ready to accept connections') || undefined);
    const answering = await waitFor(process, () => processAt(url));
    if (answering !== process.child.pid)
      throw new Error(`${redact(url)} is answered by process ${answering}, not by the Redis that was started here`);
  });
}

/** The process id of the Redis that answers at `url`; undefined when none does. */
async function processAt(url: string): Promise<number | undefined> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 1000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return Number(/^process_id:(\d+)/m.exec(await client.info('server'))?.[1]);
  } catch {
    return undefined;
  } finally {
    client.disconnect();
  }
}

function onPath(program: string): string | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (folder === '') continue;
    try {
      const file = join(folder, program);
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

function isDebian(): boolean {
  try {
    return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

function runOrFail(command: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const run = spawnSync(command, args, { env, encoding: 'utf8' });
  if (run.status !== 0) {
    const reason = (run.stderr || run.error?.message || '').trim().split('\n').slice(-3).join(' ');
    throw new Error(`${command} ${args.join(' ')} failed: ${reason}`);
  }
}
