import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createAuth, createLocalUser } from '@tripline/auth';
import { API_PREFIX, coverageSettings } from '@tripline/coverage-service';
import { createDatabase, createLog, createMetrics, createRedis, loadConfig } from '@tripline/service';
import { createTestDatabase, startTestServers } from '@tripline/stack';
import { startChild } from './child-service.mjs';

const JWT_SECRET = 'the secret of a benchmark, longer than thirty-two characters';
const distFile = (name) => fileURLToPath(new URL(`../../services/coverage/dist/${name}.js`, import.meta.url));

/** Calls the API with some headers; throws unless it answers 2xx. */
export async function callApi(url, headers, method = 'GET', body = undefined) {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url} gave ${answer.status}: ${text}`);
  return JSON.parse(text);
}

/**
 * A Postgres that writes to disk, Redis, and as many API and worker processes as wanted. `cloudEnv` is the environment for reaching AWS.
 */
export async function startCoverageStack(cloudEnv = {}) {
  const servers = await startTestServers({ durable: true });
  process.env['TEST_STACK'] = JSON.stringify(servers);
  const database = await createTestDatabase();
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    DATABASE_URL: database.databaseUrl,
    REDIS_URL: servers.redisUrl,
    JWT_SECRET,
    PORT: '0',
    ADMIN_PORT: '0',
    ...cloudEnv,
  };
  const log = createLog({ name: 'bench', level: 'silent' });
  const db = createDatabase({ url: database.databaseUrl, connections: 4, applicationName: 'bench' });
  const redis = createRedis({ url: servers.redisUrl, role: 'api', name: 'bench', log });
  const metrics = createMetrics('bench');
  const auth = createAuth({
    db,
    redis,
    config: loadConfig(coverageSettings, env),
    log,
    metrics,
    keyHeader: 'x-api-key',
  });
  const children = new Set();
  const start = async (file, extra, ready) => {
    const child = await startChild(file, { ...env, ...extra }, ready);
    const stop = async () => {
      if (children.delete(stop)) await child.stop();
    };
    children.add(stop);
    return { pid: child.pid, match: child.match, stop };
  };
  return {
    db,
    redis,
    databaseUrl: database.databaseUrl,
    adminUrl: database.adminUrl,
    /** An API process; `url` ends with the API's prefix. */
    async startApi(extra = {}) {
      const api = await start(distFile('api'), extra, /"port":(\d+)/);
      return { ...api, url: `http://127.0.0.1:${api.match[1]}${API_PREFIX}` };
    },
    startWorker: (extra = {}) => start(distFile('worker'), extra, /"adminPort":(\d+)/),
    /** Any other of our programs, with the same settings. */
    startProgram: start,
    /** A new subscriber of a tier, and the header with their key. */
    async newSubscriber(api, tier) {
      const user = { email: `${randomUUID()}@example.test`, password: 'a password of the benchmark' };
      const { userId } = await createLocalUser(db, { ...user, tier });
      const { accessToken } = await auth.sessions.login(user, { ip: undefined, userAgent: 'bench' });
      const session = { authorization: `Bearer ${accessToken}` };
      const { key } = await callApi(`${api.url}/keys`, session, 'POST', { name: 'bench' });
      return { userId, headers: { 'x-api-key': key } };
    },
    async stop() {
      await Promise.all([...children].map((stop) => stop()));
      await auth.close();
      redis.disconnect();
      await db.destroy();
      await servers.stop();
    },
  };
}
