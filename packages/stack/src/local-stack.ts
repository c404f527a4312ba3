import { join } from 'node:path';
import { type StackProcess, startProcess, stopProcess, waitUntilReady } from './child-process.js';
import { createDatabase, createRoles, type DatabaseUrls, roleUrls } from './databases.js';
import type { Instance, InstanceSecrets } from './instance.js';
import { ROOT } from './paths.js';
import { freePort } from './ports.js';
import { startPostgres } from './postgres.js';
import type { Progress } from './progress.js';
import { findRedisServer, startRedis } from './redis.js';
import { runNode } from './run-node.js';

/** A running local stack. */
export interface LocalStack {
  readonly rulesUrl: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** The environment the services run with, for commands that act beside them. */
  readonly env: NodeJS.ProcessEnv;
  /** Settles, with a sentence, when a process that should stay up ends by itself. */
  readonly broken: Promise<string>;
  stop(): Promise<void>;
  /** Ends everything at once: for a second Ctrl-C. */
  kill(): void;
}

const RULES_PORT = 4001;
const RULES_ADMIN_PORT = 4101;
const POSTGRES_PORT = 54_321;
const REDIS_PORT = 63_791;

/**
 * Brings up Postgres and Redis (unless the environment names some), migrates, and starts the services. Whatever was started is stopped
 * again when a step fails.
 */
export async function startLocalStack(
  instance: Instance,
  secrets: InstanceSecrets,
  progress: Progress,
): Promise<LocalStack> {
  const stops: (() => Promise<void>)[] = [];
  const processes: StackProcess[] = [];
  const logFile = (name: string) => join(instance.folder, 'logs', `${name}.log`);
  const stop = async () => {
    for (const each of stops.reverse().splice(0)) await each();
  };
  try {
    const urls = await progress.step('Postgres', () => database(instance, secrets, logFile('postgres'), stops));
    const redisUrl = await progress.step('Redis', () => redis(instance, logFile('redis'), stops, progress));
    const env = serviceEnvironment(urls, redisUrl, secrets);
    await progress.step('Migrations', () =>
      runNode(join(ROOT, 'services/rules/dist/migrate.js'), [], {
        ...env,
        MIGRATION_DATABASE_URL: urls.migrationDatabaseUrl,
      }),
    );
    const wantedPort = Number(process.env['RULES_PORT'] ?? process.env['PORT'] ?? RULES_PORT);
    const port = await freePort(wantedPort);
    if (wantedPort !== 0 && port !== wantedPort)
      progress.say(`  port ${wantedPort} is in use; the rules service takes ${port}`);
    const adminPort = await freePort(Number(process.env['ADMIN_PORT'] ?? RULES_ADMIN_PORT));
    const rulesUrl = `http://127.0.0.1:${port}`;
    await progress.step('Rules service', async () => {
      const rules = startProcess(
        'the rules service',
        process.execPath,
        [join(ROOT, 'services/rules/dist/api.js')],
        logFile('rules'),
        {
          cwd: ROOT,
          env: { PUBLIC_URL: rulesUrl, ...env, PORT: String(port), ADMIN_PORT: String(adminPort) },
        },
      );
      processes.push(rules);
      stops.push(() => stopProcess(rules, 'SIGTERM'));
      if (rules.child.pid !== undefined) instance.noteProcess(rules.child.pid);
      await waitUntilReady(rules, () => isReady(`${rulesUrl}/readyz`));
    });
    const broken = Promise.race(
      processes.map(({ name, ended, logFile: log }) =>
        ended.then((how) => `${name} ended by itself (${how}); its log: ${log}`),
      ),
    );
    const kill = () => {
      for (const { child } of processes) child.kill('SIGKILL');
    };
    return { rulesUrl, databaseUrl: urls.databaseUrl, redisUrl, env, broken, stop, kill };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The databases' addresses: the environment's own, else those of the embedded cluster. */
async function database(
  instance: Instance,
  secrets: InstanceSecrets,
  logFile: string,
  stops: (() => Promise<void>)[],
): Promise<DatabaseUrls> {
  const given = process.env['DATABASE_URL'];
  if (given !== undefined && given !== '') {
    return { databaseUrl: given, migrationDatabaseUrl: process.env['MIGRATION_DATABASE_URL'] ?? given };
  }
  const password = secrets.databasePassword;
  const port = await freePort(POSTGRES_PORT);
  const postgres = await startPostgres({ dataDir: join(instance.folder, 'postgres'), port, password, logFile });
  stops.push(() => postgres.stop());
  await createRoles(postgres.adminUrl, password);
  await createDatabase(postgres.adminUrl, 'tripline');
  return roleUrls(postgres.adminUrl, 'tripline', password);
}

async function redis(
  instance: Instance,
  logFile: string,
  stops: (() => Promise<void>)[],
  progress: Progress,
): Promise<string> {
  const given = process.env['REDIS_URL'];
  if (given !== undefined && given !== '') return given;
  const running = await startRedis({
    program: findRedisServer((line) => progress.say(`  ${line}`)),
    port: await freePort(REDIS_PORT),
    dataDir: join(instance.folder, 'redis'),
    logFile,
  });
  stops.push(() => running.stop());
  if (running.pid !== undefined) instance.noteProcess(running.pid);
  return running.url;
}

/** The services' environment: what the caller has set wins; secrets given as `NAME_FILE` are left to the service. */
function serviceEnvironment(urls: DatabaseUrls, redisUrl: string, secrets: InstanceSecrets): NodeJS.ProcessEnv {
  const { MIGRATION_DATABASE_URL: _forMigrationsAlone, ...given } = process.env;
  const invented: Record<string, string> = { JWT_SECRET: secrets.jwtSecret, ADMIN_TOKEN: secrets.adminToken };
  for (const name of Object.keys(invented)) {
    if (given[name] !== undefined || given[`${name}_FILE`] !== undefined) delete invented[name];
  }
  return { NODE_ENV: 'development', ...invented, ...given, DATABASE_URL: urls.databaseUrl, REDIS_URL: redisUrl };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
