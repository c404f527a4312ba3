import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopProcess } from './child-process.js';
import { createDatabase, createRoles, roleUrls } from './databases.js';
import { ROOT } from './paths.js';
import { freePort } from './ports.js';
import { startPostgres } from './postgres.js';
import { findRedisServer, startRedis } from './redis.js';
import { runNode } from './run-node.js';
import { TEMPLATE_DATABASE, type TestStack } from './test-stack.js';

declare global {
  var triplineTestStop: (() => Promise<void>) | undefined;
}

/**
 * Jest's global set-up of the services' tests: a throw-away Postgres with a template database migrated once, and a Redis, both on free
 * ports, so that any number of runs (and a running `npm start`) do not meet. `TEST_STACK` in the environment tells the workers.
 */
export default async function setUp(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tripline-test-'));
  chmodSync(folder, 0o711);
  const password = randomBytes(12).toString('hex');
  const [postgres, redis] = await Promise.all([
    startPostgres({
      dataDir: join(folder, 'postgres'),
      port: await freePort(0),
      password,
      logFile: join(folder, 'postgres.log'),
      throwAway: true,
    }),
    startRedis({
      program: findRedisServer((line) => process.stderr.write(`${line}\n`)),
      port: await freePort(0),
      dataDir: join(folder, 'redis'),
      logFile: join(folder, 'redis.log'),
      throwAway: true,
    }),
  ]);
  globalThis.triplineTestStop = async () => {
    await Promise.all([stopProcess(postgres.process, 'SIGINT'), stopProcess(redis.process, 'SIGTERM')]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await createRoles(postgres.adminUrl, password);
    await createDatabase(postgres.adminUrl, TEMPLATE_DATABASE);
    const urls = roleUrls(postgres.adminUrl, TEMPLATE_DATABASE, password);
    for (const service of ['rules', 'coverage']) {
      await runNode(join(ROOT, `services/${service}/dist/migrate.js`), [], {
        ...process.env,
        DATABASE_URL: urls.databaseUrl,
        MIGRATION_DATABASE_URL: urls.migrationDatabaseUrl,
      });
    }
  } catch (error) {
    await globalThis.triplineTestStop();
    throw error;
  }
  const stack: TestStack = { adminUrl: postgres.adminUrl, password, redisUrl: redis.url };
  process.env['TEST_STACK'] = JSON.stringify(stack);
}
