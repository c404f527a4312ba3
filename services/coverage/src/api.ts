import { createAuth } from '@tripline/auth';
import {
  ConfigError,
  createAdminApp,
  createDatabase,
  createLifecycle,
  createLog,
  createMetrics,
  createRedis,
  loadConfig,
  startServer,
  stopOnSignals,
} from '@tripline/service';
import { createCoverageApp } from './app.js';
import { createAwsProvider } from './aws/aws-provider.js';
import { permissionsPolicy, trustPolicy } from './aws/policies.js';
import { type CoverageConfig, coverageSettings } from './config.js';
import { errorBody } from './error-body.js';

const NAME = 'tripline-coverage';

/** Starts the service's HTTP process: the API on PORT, health and metrics on ADMIN_PORT. It puts scans into the queue and never takes one. */
async function main(config: CoverageConfig): Promise<void> {
  const log = createLog({ name: NAME, level: config.LOG_LEVEL });
  const lifecycle = createLifecycle(log, config.LIMIT_SHUTDOWN_SECONDS);
  stopOnSignals(lifecycle, log);
  const { draining } = lifecycle;
  const db = createDatabase({
    url: config.DATABASE_URL,
    connections: config.LIMIT_DATABASE_CONNECTIONS,
    applicationName: NAME,
  });
  lifecycle.onStop('database', () => db.destroy());
  const redis = createRedis({ url: config.REDIS_URL, role: 'api', name: NAME, log });
  lifecycle.onStop('redis', async () => redis.disconnect());
  const metrics = createMetrics(NAME);
  const auth = createAuth({ db, redis, config, log, keyHeader: 'x-api-key' });
  lifecycle.onStop('auth', () => auth.close());

  const cloud = createAwsProvider(config, log);
  const connectionSetup = async (externalId: string) => {
    const principal = await cloud.principal();
    return {
      workerPrincipal: principal ?? null,
      trustPolicy: principal === undefined ? null : trustPolicy(principal, externalId),
      permissionsPolicy: permissionsPolicy(),
    };
  };

  // On a developer's machine, where anyone may register, nobody else is let in.
  const host = config.NODE_ENV === 'development' ? '127.0.0.1' : undefined;
  const admin = await startServer(createAdminApp(metrics), { port: config.ADMIN_PORT, host });
  lifecycle.addServer(admin);
  const app = createCoverageApp({ config, log, metrics, db, redis, auth, cloud, connectionSetup, draining });
  const server = await startServer(app, { port: config.PORT, host, errorBody });
  lifecycle.addServer(server);
  log.info({ port: server.port, adminPort: admin.port }, 'the coverage service is listening');
}

try {
  await main(loadConfig(coverageSettings, process.env));
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}
