import { fileURLToPath } from 'node:url';
import { type ServiceProcess, startServiceProcess, type TestDatabase, testRedisUrl } from '@tripline/stack';
import { JWT_SECRET } from './harness.js';

/** Starts a process of the service. */
export const startProcess = (
  program: 'api' | 'worker',
  database: Pick<TestDatabase, 'databaseUrl'>,
  env: NodeJS.ProcessEnv = {},
): ServiceProcess =>
  startServiceProcess(fileURLToPath(new URL(`../../dist/${program}.js`, import.meta.url)), {
    DATABASE_URL: database.databaseUrl,
    REDIS_URL: testRedisUrl(),
    DRAIN_SECONDS: '0',
    ...(program === 'api' ? { JWT_SECRET } : {}),
    ...env,
  });
