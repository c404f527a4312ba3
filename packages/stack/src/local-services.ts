import { join } from 'node:path';
import { startProcess, waitUntilReady } from './child-process.js';
import { givenSetting } from './connections.js';
import type { DatabaseUrls } from './databases.js';
import type { InstanceSecrets } from './instance.js';
import { ROOT } from './paths.js';
import { freePort } from './ports.js';
import type { ProcessBook } from './process-book.js';
import type { Progress } from './progress.js';

/** Addresses of the services that callers use. */
export interface ServiceUrls {
  readonly rulesUrl: string;
  /** With the API's prefix. */
  readonly coverageUrl: string;
}

/** What the services of a stack are started with. */
export interface ServicesOptions {
  readonly env: NodeJS.ProcessEnv;
  /** What only the processes that reach into clouds are told. */
  readonly cloudEnv: NodeJS.ProcessEnv;
  readonly book: ProcessBook;
  readonly progress: Progress;
  readonly logFile: (name: string) => string;
}

const RULES_PORT = 4001;
const COVERAGE_PORT = 4002;
/** Of the rules service, the coverage service, the scan worker and the worker for mail and upkeep. */
const ADMIN_PORTS = [4101, 4102, 4103, 4104] as const;
const API_PREFIX = '/api/v1/public';

/** Starts both services and their workers, and waits until they answer. */
export async function startServices({ book, cloudEnv, env, logFile, progress }: ServicesOptions): Promise<ServiceUrls> {
  const port = async (name: string, setting: string | undefined, usual: number): Promise<number> => {
    const wanted = Number(setting || usual);
    const free = await freePort(wanted);
    if (wanted !== 0 && free !== wanted) progress.say(`  port ${wanted} is in use; ${name} takes ${free}`);
    return free;
  };
  const anyPort = process.env['PORT'] === '0' ? '0' : undefined;
  const adminPort = (index: 0 | 1 | 2 | 3): Promise<number> =>
    freePort(
      index === 0
        ? Number(process.env['ADMIN_PORT'] || ADMIN_PORTS[0])
        : process.env['ADMIN_PORT'] === '0'
          ? 0
          : ADMIN_PORTS[index],
    );
  const run = async (
    name: string,
    file: string,
    log: string,
    extra: NodeJS.ProcessEnv,
    readyUrl: string,
  ): Promise<void> => {
    const child = startProcess(name, process.execPath, [join(ROOT, file)], logFile(log), {
      cwd: ROOT,
      env: { ...env, ...extra },
    });
    book.add(child, 'SIGTERM');
    await waitUntilReady(child, () => isReady(readyUrl));
  };

  const rulesPort = await port('the rules service', process.env['RULES_PORT'] || process.env['PORT'], RULES_PORT);
  const rulesUrl = `http://127.0.0.1:${rulesPort}`;
  const [rulesAdmin, rulesWorkerAdmin] = [await adminPort(0), await adminPort(3)];
  const rulesEnv = { PUBLIC_URL: env['PUBLIC_URL'] || rulesUrl };
  const startRules = () =>
    run(
      'the rules service',
      'services/rules/dist/api.js',
      'rules',
      { ...rulesEnv, PORT: String(rulesPort), ADMIN_PORT: String(rulesAdmin) },
      `${rulesUrl}/readyz`,
    );
  const startRulesWorker = () =>
    run(
      'the worker for mail and upkeep',
      'services/rules/dist/worker.js',
      'rules-worker',
      { ...rulesEnv, ADMIN_PORT: String(rulesWorkerAdmin) },
      `http://127.0.0.1:${rulesWorkerAdmin}/readyz`,
    );
  await progress.step('Rules service and its worker', () => Promise.all([startRules(), startRulesWorker()]));

  const coveragePort = await port('the coverage service', process.env['COVERAGE_PORT'] || anyPort, COVERAGE_PORT);
  const coverage = `http://127.0.0.1:${coveragePort}`;
  const [apiAdmin, workerAdmin] = [await adminPort(1), await adminPort(2)];
  const startApi = () =>
    run(
      'the coverage service',
      'services/coverage/dist/api.js',
      'coverage',
      {
        ...cloudEnv,
        RULES_URL: rulesUrl,
        PUBLIC_URL: `${coverage}${API_PREFIX}`,
        PORT: String(coveragePort),
        ADMIN_PORT: String(apiAdmin),
      },
      `${coverage}/readyz`,
    );
  const startWorker = () =>
    run(
      'the scan worker',
      'services/coverage/dist/worker.js',
      'scan-worker',
      { ...cloudEnv, ADMIN_PORT: String(workerAdmin) },
      `http://127.0.0.1:${workerAdmin}/readyz`,
    );
  await progress.step('Coverage service and scan worker', () => Promise.all([startApi(), startWorker()]));
  return { rulesUrl, coverageUrl: `${coverage}${API_PREFIX}` };
}

/** The services' environment: what the caller has set wins, and a secret that is not set is invented. */
export function serviceEnvironment(urls: DatabaseUrls, redisUrl: string, secrets: InstanceSecrets): NodeJS.ProcessEnv {
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
