import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { Redis } from 'ioredis';
import { type StackProcess, startProcess, waitUntilReady } from './child-process.js';

/** A running Redis or Valkey of this stack. */
export interface RunningRedis {
  readonly url: string;
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

/** Starts a Redis that keeps its data in `dataDir` and never evicts (queues live in it). */
export async function startRedis(settings: {
  readonly program: string;
  readonly port: number;
  readonly dataDir: string;
  readonly logFile: string;
  readonly throwAway?: boolean;
}): Promise<RunningRedis> {
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  const keep = settings.throwAway === true ? 'no' : 'yes';
  const server = startProcess(
    'Redis',
    settings.program,
    [
      ...['--port', String(settings.port), '--bind', '127.0.0.1', '--dir', settings.dataDir, '--save', ''],
      ...['--appendonly', keep, '--maxmemory-policy', 'noeviction', '--daemonize', 'no'],
    ],
    settings.logFile,
    { env: process.env },
  );
  const url = `redis://127.0.0.1:${settings.port}`;
  await waitUntilReady(server, () => answersPing(url));
  return { url, process: server };
}

/** Whether a Redis answers at `url`. */
async function answersPing(url: string): Promise<boolean> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 1000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } catch {
    return false;
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
