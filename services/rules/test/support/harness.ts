import { type Auth, createAuth } from '@tripline/auth';
import {
  callsPerMinute,
  createMailQueue,
  createRulesApp,
  describeRulesApi,
  type RulesAppDeps,
  type RulesConfig,
  rulesSchemas,
  rulesSettings,
} from '@tripline/rules-service';
import {
  checkAnswers,
  createDatabase,
  createLog,
  createMetrics,
  createRedis,
  type Knex,
  loadConfig,
  readinessHandler,
  storeChecks,
} from '@tripline/service';
import { createTestDatabase, PATIENT_MS, type TestDatabase, testRedisUrl } from '@tripline/stack';
import express from 'express';
import type request from 'supertest';
import { listen } from '../../../../packages/service/test/support/listening-app.js';

export {
  bearer,
  createKey,
  newEmail,
  PASSWORD,
  signedInUser,
  type TestUser,
  untilReady,
} from '../../../../packages/auth/test/support/people.js';

export const JWT_SECRET = 'a test secret of more than thirty-two characters';
export const ADMIN_TOKEN = 'an-admin-token-of-more-than-thirty-two-characters';

/** One process's app over its own connections, as api.ts wires it; several on one database are several replicas. */
export interface Instance {
  readonly auth: Auth;
  readonly db: Knex;
  readonly config: RulesConfig;
  readonly http: ReturnType<typeof request>;
  close(): Promise<void>;
}

export interface Harness {
  readonly database: TestDatabase;
  /** Starts another replica, with settings of its own. */
  start(env?: NodeJS.ProcessEnv, engine?: RulesAppDeps['engine']): Instance;
  close(): Promise<void>;
}

/** An engine for suites that generate nothing: reaching it is a fault of the test. */
const noEngine: RulesAppDeps['engine'] = {
  run: async () => {
    throw new Error('this suite has no engine');
  },
  warmUp: async () => undefined,
  close: async () => undefined,
};

/** A cloned database, and apps over it. Logs are off; limits per client address and on calls a minute are out of the way unless set. */
export async function createHarness(): Promise<Harness> {
  const database = await createTestDatabase();
  const instances: Instance[] = [];
  const faults: string[] = [];
  return {
    database,
    start(env = {}, engine = noEngine) {
      const config = loadConfig(rulesSettings, {
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        DATABASE_URL: database.databaseUrl,
        REDIS_URL: testRedisUrl(),
        JWT_SECRET,
        ADMIN_TOKEN,
        LIMIT_LOGINS_PER_ADDRESS: '1000000',
        LIMIT_SIGNUPS_PER_ADDRESS: '1000000',
        LIMIT_READS_PER_MINUTE: '1000000',
        LIMIT_CHANGES_PER_MINUTE: '1000000',
        LIMIT_WORK_PER_MINUTE: '1000000',
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
      const { hint: hintMail } = createMailQueue({ redis, log });
      const auth = createAuth({
        db,
        redis,
        config,
        log,
        metrics,
        keyHeader: 'authorization',
        callsPerMinute: callsPerMinute(config),
        hintMail,
      });
      const draining = new AbortController().signal;
      const readinessOf = storeChecks({ db, redis, schemas: rulesSchemas });
      const readiness = readinessHandler({ ...readinessOf, draining, log });
      const app = createRulesApp({ config, log, metrics, db, auth, engine, readiness, draining });
      const listening = listen(
        express()
          .disable('x-powered-by')
          .use(
            checkAnswers(describeRulesApi(undefined), '', (fault) => faults.push(fault)),
            app,
          ),
      );
      const instance: Instance = {
        auth,
        db,
        config,
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
