import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startCaretaker } from './caretaker.js';
import { stopProcess } from './child-process.js';
import { createDatabase, createRoles, roleUrls } from './databases.js';
import { migrate } from './migrate.js';
import { pauseProcesses } from './pause-processes.js';
import { startPostgres } from './postgres.js';
import { startRedis } from './redis.js';
import { testServersFolder } from './test-folder.js';
import { TEMPLATE_DATABASE, type TestStack } from './test-stack.js';

/** A temporary Postgres with a migrated template database, and a Redis without persistence. */
export interface TestServers extends TestStack {
  /** Kills the server, calls `meanwhile`, and starts it again on the same port with the same data. */
  restartPostgres(meanwhile?: () => Promise<void>): Promise<void>;
  /** The same for Redis, which is then empty. */
  restartRedis(meanwhile?: () => Promise<void>): Promise<void>;
  /**
   * Stops every process of the server with SIGSTOP, so that it accepts connections and answers nothing; continues them after `meanwhile`.
   */
  pausePostgres(meanwhile: () => Promise<void>): Promise<void>;
  /** The same for Redis. */
  pauseRedis(meanwhile: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts both on free ports, so that any number of runs (and a running `npm start`) do not conflict. With `durable`, Postgres writes
 * commits to disk, as benchmarks need it.
 */
export async function startTestServers({ durable = false }: { readonly durable?: boolean } = {}): Promise<TestServers> {
  const folder = testServersFolder({ isKept: durable });
  const caretaker = startCaretaker(folder);
  const password = randomBytes(12).toString('hex');
  const postgresSettings = {
    dataDir: join(folder, 'postgres'),
    port: 0,
    onStart: caretaker.note,
    password,
    logFile: join(folder, 'postgres.log'),
    throwAway: !durable,
  };
  const redisSettings = {
    port: 0,
    onStart: caretaker.note,
    dataDir: join(folder, 'redis'),
    logFile: join(folder, 'redis.log'),
    throwAway: true,
  };
  let [postgres, redis] = await Promise.all([startPostgres(postgresSettings), startRedis(redisSettings)]);
  const stop = async (): Promise<void> => {
    await Promise.all([stopProcess(postgres.process, 'SIGINT'), stopProcess(redis.process, 'SIGTERM')]);
    rmSync(folder, { recursive: true, force: true });
    caretaker.dismiss();
  };
  try {
    await createRoles(postgres.adminUrl, password);
    await createDatabase(postgres.adminUrl, TEMPLATE_DATABASE);
    const urls = roleUrls(postgres.adminUrl, TEMPLATE_DATABASE, password);
    await migrate(process.env, urls);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    adminUrl: postgres.adminUrl,
    password,
    redisUrl: redis.url,
    async restartPostgres(meanwhile) {
      await stopProcess(postgres.process, 'SIGINT');
      try {
        await meanwhile?.();
      } finally {
        postgres = await startPostgres({ ...postgresSettings, port: postgres.port });
      }
    },
    async restartRedis(meanwhile) {
      await stopProcess(redis.process, 'SIGKILL');
      try {
        await meanwhile?.();
      } finally {
        redis = await startRedis({ ...redisSettings, port: redis.port });
      }
    },
    pausePostgres: (meanwhile) => pauseProcesses(postgres.process, meanwhile),
    pauseRedis: (meanwhile) => pauseProcesses(redis.process, meanwhile),
    stop,
  };
}
