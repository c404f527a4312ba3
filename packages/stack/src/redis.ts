import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Where a Redis keeps its data, and who may speak to it. */
export interface RedisSettings {
  /** The first port to try; 0 takes any. */
  readonly port: number;
  /** The password; without one, anybody who reaches the port may call. */
  readonly password?: string;
  readonly dataDir: string;
  readonly logFile: string;
  readonly throwAway?: boolean;
  /** Called with the process id as soon as the server is started, long before it is ready. */
  readonly onStart?: (pid: number) => void;
}

/**
 * Starts a Redis that keeps its data in `dataDir` and never evicts (it holds queues), on the first port from `port` on that it can bind. It
 * counts as ready when the process that answers there is the one started here. The program is the one that `REDIS_SERVER` names (the
 * commands of package.json find one, `scripts/lib/redis.mjs`), else the one on the PATH.
 */
export async function startRedis(settings: RedisSettings): Promise<RunningRedis> {
  const { dataDir, password, throwAway = false } = settings;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const configFile = join(dataDir, 'redis.conf');
  // A file, since every user of the machine can read a command line.
  writeFileSync(configFile, password === undefined ? '' : `requirepass ${password}\n`, { mode: 0o600 });
  const start = (port: number): RunningRedis => ({
    port,
    url: `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`,
    process: startProcess(
      'Redis',
      process.env['REDIS_SERVER'] || 'redis-server',
      [
        ...[configFile, '--port', String(port), '--bind', '127.0.0.1', '--dir', dataDir, '--save', ''],
        ...['--appendonly', throwAway ? 'no' : 'yes', '--maxmemory-policy', 'noeviction', '--daemonize', 'no'],
      ],
      settings.logFile,
      { env: process.env, onStart: settings.onStart },
    ),
  });
  return startOnFreePort(settings.port, start, async ({ process: server, url }) => {
    await waitFor(server, () => server.output().includes('Ready to accept connections') || undefined);
    const answering = await waitFor(server, () => processAt(url));
    if (answering !== server.child.pid)
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
