import { fileURLToPath } from 'node:url';
import { type ServiceProcess, startServiceProcess, type TestDatabase, testRedisUrl } from '@tripline/stack';
import { JWT_SECRET } from './harness.js';

export { killProcesses, type ServiceProcess } from '@tripline/stack';

/** Starts a process of the service. */
export const startProcess = (
  program: 'api' | 'worker',
  database: Pick<TestDatabase, 'databaseUrl'>,
  env: NodeJS.ProcessEnv = {},
): ServiceProcess =>
  startServiceProcess(fileURLToPath(new URL(`../../dist/${program}.js`, import.meta.url)), {
    DATABASE_URL: database.databaseUrl,
    REDIS_URL: testRedisUrl(),
    JWT_SECRET,
    LIMIT_ENGINE_THREADS: '1',
    DRAIN_SECONDS: '0',
    ...env,
  });
