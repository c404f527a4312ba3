import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAuth } from '@tripline/auth';
import { API_PREFIX, type CloudProvider, coverageSettings, createCoverageApp } from '@tripline/coverage-service';
import { createEngine, createRulesApp, rulesSettings } from '@tripline/rules-service';
import {
  createDatabase,
  createLog,
  createMetrics,
  createRedis,
  type Knex,
  loadConfig,
  readinessHandler,
} from '@tripline/service';
import { createTestDatabase, testRedisUrl } from '@tripline/stack';

export const JWT_SECRET = 'a test secret of more than thirty-two characters';
export const ADMIN_TOKEN = 'an-admin-token-of-more-than-thirty-two-characters';

/** Both services' apps in this process, over one database of their own. */
export interface BothServices {
  readonly db: Knex;
  /** What the paths of each service's document begin with. */
  readonly urls: Readonly<Record<string, string>>;
  /** The services' OpenAPI documents. */
  readonly documents: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** A cloud that lets everybody in; scanning it is a fault of the test. */
const cloud: CloudProvider = {
  isRegionName: () => true,
  check: async () => ({ ok: true, detail: 'The role lets us in.', missingActions: [], warnings: [] }),
  principal: async () => 'arn:aws:iam::999988887777:role/worker',
  connect: async () => {
    throw new Error('this suite scans nothing');
  },
};

/** Starts both; limits of calls are out of the way. */
export async function startBothServices(): Promise<BothServices> {
  const database = await createTestDatabase();
  const env = {
    ...{ NODE_ENV: 'test', LOG_LEVEL: 'silent', JWT_SECRET, ADMIN_TOKEN },
    ...{ DATABASE_URL: database.databaseUrl, REDIS_URL: testRedisUrl() },
    ...{ LIMIT_LOGINS_PER_ADDRESS: '1000000', LIMIT_SIGNUPS_PER_ADDRESS: '1000000' },
    ...{ LIMIT_CALLS_PER_MINUTE: '1000000', LIMIT_KEYLESS_CALLS_PER_HOUR: '1000000' },
  };
  const log = createLog({ name: 'test', level: 'silent' });
  const db = createDatabase({ url: database.databaseUrl, connections: 10, applicationName: 'test' });
  const redis = createRedis({ url: testRedisUrl(), role: 'api', name: 'test', log });
  const draining = new AbortController().signal;
  const readiness = readinessHandler({ checks: {}, draining, log });
  const rulesConfig = loadConfig(rulesSettings, env);
  const rulesMetrics = createMetrics('rules');
  const rulesAuth = createAuth({
    db,
    redis,
    config: rulesConfig,
    log,
    metrics: rulesMetrics,
    keyHeader: 'authorization',
  });
  const engine = createEngine({ threads: 1, queue: 64, timeoutSeconds: 30, memoryMb: 512 }, rulesMetrics);
  const rules = await listen(
    createRulesApp({
      ...{ config: rulesConfig, log, metrics: rulesMetrics, db, auth: rulesAuth, engine, draining },
      readiness,
    }),
  );
  const coverageConfig = loadConfig(coverageSettings, env);
  const coverageMetrics = createMetrics('coverage');
  const coverageAuth = createAuth({
    ...{ db, redis, config: coverageConfig, log, metrics: coverageMetrics },
    keyHeader: 'x-api-key',
  });
  const coverage = await listen(
    createCoverageApp({
      ...{ config: coverageConfig, log, metrics: coverageMetrics, db, redis, auth: coverageAuth, cloud },
      connectionSetup: async (externalId) => ({
        workerPrincipal: null,
        trustPolicy: { externalId },
        permissionsPolicy: {},
      }),
      readiness,
      draining,
      closing: draining,
    }),
  );
  return {
    db,
    urls: { rules: rules.url, coverage: `${coverage.url}${API_PREFIX}` },
    documents: { rules: `${rules.url}/openapi.json`, coverage: `${coverage.url}/openapi.json` },
    async close() {
      await Promise.all([rules.close(), coverage.close(), engine.close()]);
      await Promise.all([rulesAuth.close(), coverageAuth.close()]);
      redis.disconnect();
      await db.destroy();
      await database.drop();
    },
  };
}

async function listen(app: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
