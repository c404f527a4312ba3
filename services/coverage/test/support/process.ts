import { fileURLToPath } from 'node:url';
import { type ServiceProcess, startServiceProcess, type TestDatabase, testRedisUrl } from '@tripline/stack';
import { JWT_SECRET } from './harness.js';

/** Starts a process of the service. */
export const startProcess = (
  program: 'api' | 'worker',
  database: Pick<TestDatabase, 'databaseUrl'>,
  env: NodeJS.ProcessEnv = {},
): ServiceProcess =>
  startProgram(fileURLToPath(new URL(`../../dist/${program}.js`, import.meta.url)), database, {
    ...(program === 'api' ? { JWT_SECRET } : {}),
    ...env,
  });

/** Starts a program that is one of the service's as somebody has built it. @param path of its file */
export const startProgram = (
  path: string,
  database: Pick<TestDatabase, 'databaseUrl'>,
  env: NodeJS.ProcessEnv = {},
): ServiceProcess =>
  startServiceProcess(path, {
    DATABASE_URL: database.databaseUrl,
    REDIS_URL: testRedisUrl(),
    DRAIN_SECONDS: '0',
    ...env,
  });
