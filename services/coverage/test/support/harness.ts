import { randomUUID } from 'node:crypto';
import { type Auth, createAuth, type Tier } from '@tripline/auth';
import {
  API_PREFIX,
  type CloudProvider,
  type CoverageConfig,
  coverageSchemas,
  coverageSettings,
  createCoverageApp,
  describeCoverageApi,
} from '@tripline/coverage-service';
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
import {
  createTestDatabase,
  createTestUser,
  eventually,
  PATIENT_MS,
  TEST_PASSWORD,
  type TestDatabase,
  testRedisUrl,
} from '@tripline/stack';
import express from 'express';
import type request from 'supertest';
import { listen } from '../../../../packages/service/test/support/listening-app.js';
import { scriptedCloud } from './made-up-cloud/scripted-cloud.js';
import { readersWithin } from './readers.js';

export const JWT_SECRET = 'a test secret of more than thirty-two characters';
/** Strong in any environment: it seals secrets. */
export const WEBHOOK_KEY = 'vN3xQ8mLr5TzK1cYbW7hUe0sGd9JfPa2';
const SIEM_KEY = 'kT4yR9nMs6UaL2dZcX8iVf1tHe0KgQb3';

/** One process's app over its own connections, as api.ts wires it; several on one database are several replicas. */
export interface Instance {
  readonly auth: Auth;
  readonly db: Knex;
  readonly config: CoverageConfig;
  readonly http: ReturnType<typeof request>;
  close(): Promise<void>;
}

/** A subscriber with both kinds of credentials. */
export interface TestUser {
  readonly id: string;
  readonly email: string;
  /** Headers of the dashboard's session, and of an API key (none for the tier free). */
  readonly session: { Authorization: string };
  readonly key: { 'X-API-Key': string };
}

export interface Harness {
  readonly database: TestDatabase;
  /** Starts another replica, with settings of its own. */
  start(env?: NodeJS.ProcessEnv, cloud?: CloudProvider, closing?: AbortSignal): Instance;
  close(): Promise<void>;
}

/** A cloned database, and apps over it. Logs are off. */
export async function createHarness(): Promise<Harness> {
  const database = await createTestDatabase();
  const instances: Instance[] = [];
  const faults: string[] = [];
  return {
    database,
    start(env = {}, cloud = scriptedCloud(), closing = new AbortController().signal) {
      const config = loadConfig(coverageSettings, {
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        DATABASE_URL: database.databaseUrl,
        REDIS_URL: testRedisUrl(),
        JWT_SECRET,
        WEBHOOK_KEY,
        SIEM_KEY,
        SIEM_ALLOW_HOSTS: '127.0.0.1',
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
      const auth = createAuth({ db, redis, config, log, metrics, keyHeader: 'x-api-key' });
      const draining = new AbortController().signal;
      const { exportReader, ruleReader } = readersWithin(config);
      const readinessOf = storeChecks({ db, redis, schemas: coverageSchemas });
      const app = createCoverageApp({
        config,
        log,
        metrics,
        db,
        redis,
        auth,
        clouds: { aws: cloud },
        ruleReader,
        exportReader,
        readiness: readinessHandler({ ...readinessOf, draining, log }),
        draining,
        closing,
      });
      const listening = listen(
        express()
          .disable('x-powered-by')
          .use(
            checkAnswers(describeCoverageApi(undefined, API_PREFIX), API_PREFIX, (fault) => faults.push(fault)),
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

/** The address of an API path. */
export const at = (path: string): string => `${API_PREFIX}${path}`;

/** A verified user of a tier with a session and, where the tier has keys, an API key. */
export async function newUser(instance: Instance, tier: Tier): Promise<TestUser> {
  const { auth } = instance;
  const { id, email } = await createTestUser(instance, tier);
  const begun = await auth.sessions.login({ email, password: TEST_PASSWORD }, { ip: '127.0.0.1', userAgent: 'test' });
  if ('secondFactor' in begun) throw new Error('a new user has no second factor');
  const session = { Authorization: `Bearer ${begun.accessToken}` };
  if (tier === 'free') return { id, email, session, key: { 'X-API-Key': '' } };
  const answer = await instance.http.post(at('/keys')).set(session).send({ name: 'a key' }).expect(200);
  return { id, email, session, key: { 'X-API-Key': answer.body.key } };
}

/** Puts users into one team; the first owns it. */
export async function makeTeam(db: Knex, users: readonly TestUser[], roles: readonly string[]): Promise<string> {
  const teamId = randomUUID();
  await db('auth.teams').insert({ id: teamId, name: 'a team', owner_id: users[0]!.id });
  await db('auth.memberships').insert(
    users.map((user, index) => ({ user_id: user.id, team_id: teamId, role: roles[index] })),
  );
  await db('auth.users')
    .whereIn(
      'id',
      users.map(({ id }) => id),
    )
    .update({ access_changed_at: db.raw('clock_timestamp()') });
  return teamId;
}

/**
 * Waits until an instance knows by each of a user's credentials which team they are in (undefined: none). It keeps what it knows by credential, and one
 * that was looked up later learns of a change later: up to a second, when the machine is busy.
 */
export async function untilInTeam(
  { auth }: Instance,
  { key, session }: TestUser,
  teamId: string | undefined,
): Promise<void> {
  const credentials = [{ authorization: session.Authorization }];
  const all = key['X-API-Key'] === '' ? credentials : [...credentials, { 'x-api-key': key['X-API-Key'] }];
  for (const credential of all) await eventually(async () => (await auth.authenticate(credential)).teamId === teamId);
}
