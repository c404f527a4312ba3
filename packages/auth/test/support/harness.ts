import { authMigrations, createAuth } from '@tripline/auth';
import {
  checkAnswers,
  createDatabase,
  createLog,
  createMetrics,
  createRedis,
  loadConfig,
  readinessHandler,
  storeChecks,
} from '@tripline/service';
import { createTestDatabase, PATIENT_MS, type TestDatabase, testRedisUrl } from '@tripline/stack';
import express from 'express';
import { listen } from '../../../service/test/support/listening-app.js';
import { callsPerMinute, createIdentityApp, type IdentityConfig, identityApi, identitySettings } from './app.js';
import type { IdentityInstance } from './people.js';

export { bearer, createKey, newEmail, PASSWORD, signedInUser, type TestUser, untilReady } from './people.js';

export const JWT_SECRET = 'a test secret of more than thirty-two characters';
export const ADMIN_TOKEN = 'an-admin-token-of-more-than-thirty-two-characters';

/** One process's app over its own connections; several on one database are several replicas. */
export interface Instance extends IdentityInstance {
  readonly config: IdentityConfig;
  close(): Promise<void>;
}

export interface Harness {
  readonly database: TestDatabase;
  /** Starts another replica, with settings of its own. */
  start(env?: NodeJS.ProcessEnv): Instance;
  close(): Promise<void>;
}

/** A cloned database, and apps over it. Logs are off; limits per client address and on calls a minute are out of the way unless set. */
export async function createHarness(): Promise<Harness> {
  const database = await createTestDatabase();
  const instances: Instance[] = [];
  const faults: string[] = [];
  return {
    database,
    start(env = {}) {
      const config = loadConfig(identitySettings, {
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        DATABASE_URL: database.databaseUrl,
        REDIS_URL: testRedisUrl(),
        JWT_SECRET,
        ADMIN_TOKEN,
        LIMIT_LOGINS_PER_ADDRESS: '1000000',
        LIMIT_SIGNUPS_PER_ADDRESS: '1000000',
        ...env,
      });
      const log = createLog({ name: 'test', level: config.LOG_LEVEL });
      const db = createDatabase({
        url: config.DATABASE_URL,
        connections: 10,
        applicationName: 'test',
        silenceMs: PATIENT_MS,
      });
      const redis = createRedis({ url: config.REDIS_URL, role: 'api', name: 'test', log });
      const metrics = createMetrics('test');
      const auth = createAuth({
        ...{ db, redis, config, log, metrics },
        keyHeader: 'authorization',
        callsPerMinute: callsPerMinute(config),
      });
      const stores = storeChecks({ db, redis, schemas: [authMigrations] });
      const readiness = readinessHandler({ ...stores, draining: new AbortController().signal, log });
      const app = createIdentityApp({ auth, config, db, log, metrics, readiness });
      const checked = checkAnswers(identityApi, '', (fault) => faults.push(fault));
      const listening = listen(express().disable('x-powered-by').use(checked, app));
      const instance: Instance = {
        ...{ auth, db, config },
        http: listening.http,
        async close() {
          instances.splice(instances.indexOf(instance), 1);
          await listening.close();
          await auth.close();
          redis.disconnect();
          await db.destroy();
        },
      };
      instances.push(instance);
      return instance;
    },
    async close() {
      await Promise.all([...instances].map((instance) => instance.close()));
      await database.drop();
      if (faults.length > 0) throw new Error(`answers not as declared:\n${[...new Set(faults)].join('\n')}`);
    },
  };
}
