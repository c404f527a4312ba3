import { join } from 'node:path';
import { startProcess, waitUntilReady } from './child-process.js';
import { givenSetting, openDatabase, openRedis } from './connections.js';
import type { DatabaseUrls } from './databases.js';
import type { Instance, InstanceSecrets } from './instance.js';
import { ROOT } from './paths.js';
import { freePort } from './ports.js';
import { createProcessBook } from './process-book.js';
import type { Progress } from './progress.js';
import { runNode } from './run-node.js';

/** A running local stack. */
export interface LocalStack {
  readonly rulesUrl: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** Settles, with a sentence, when a process that should stay up ends by itself. */
  readonly broken: Promise<string>;
  stop(): Promise<void>;
  /** Ends everything at once: for a second Ctrl-C. */
  kill(): void;
}

const RULES_PORT = 4001;
const RULES_ADMIN_PORT = 4101;

/**
 * Brings up Postgres and Redis (unless the environment names some), migrates, and starts the services. Whatever was started is stopped
 * again when a step fails.
 */
export async function startLocalStack(
  instance: Instance,
  secrets: InstanceSecrets,
  progress: Progress,
): Promise<LocalStack> {
  const book = createProcessBook(instance);
  const logFile = (name: string) => join(instance.folder, 'logs', `${name}.log`);
  const files = { folder: instance.folder, logFile };
  try {
    const urls = await progress.step('Postgres', () => openDatabase(files, secrets, book));
    const redisUrl = await progress.step('Redis', () => openRedis(files, book, (line) => progress.say(`  ${line}`)));
    const env = serviceEnvironment(urls, redisUrl, secrets);
    await progress.step('Migrations', () =>
      runNode(join(ROOT, 'services/rules/dist/migrate.js'), [], {
        ...env,
        MIGRATION_DATABASE_URL: urls.migrationDatabaseUrl,
      }),
    );
    const wantedPort = Number(process.env['RULES_PORT'] || process.env['PORT'] || RULES_PORT);
    const port = await freePort(wantedPort);
    if (wantedPort !== 0 && port !== wantedPort) {
      progress.say(`  port ${wantedPort} is in use; the rules service takes ${port}`);
    }
    const adminPort = await freePort(Number(process.env['ADMIN_PORT'] || RULES_ADMIN_PORT));
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
      book.add(rules, 'SIGTERM');
      await waitUntilReady(rules, () => isReady(`${rulesUrl}/readyz`));
    });
    return { rulesUrl, databaseUrl: urls.databaseUrl, redisUrl, broken: book.broken, stop: book.stop, kill: book.kill };
  } catch (error) {
    await book.stop();
    throw error;
  }
}

/** The services' environment: what the caller has set wins, and a secret that is not set is invented. */
function serviceEnvironment(urls: DatabaseUrls, redisUrl: string, secrets: InstanceSecrets): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: 'development',
    ...process.env,
    DATABASE_URL: urls.databaseUrl,
    REDIS_URL: redisUrl,
  };
  // Resolved above; beside the resolved address a service would refuse them as given twice. The owner's address is the migrations' alone.
  for (const name of ['DATABASE_URL_FILE', 'REDIS_URL_FILE', 'MIGRATION_DATABASE_URL', 'MIGRATION_DATABASE_URL_FILE'])
    delete env[name];
  if (givenSetting('JWT_SECRET') === undefined) env['JWT_SECRET'] = secrets.jwtSecret;
  if (givenSetting('ADMIN_TOKEN') === undefined) env['ADMIN_TOKEN'] = secrets.adminToken;
  return env;
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
