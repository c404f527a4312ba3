import { givenSetting } from './connections.js';
import type { DatabaseUrls } from './databases.js';
import { holdPort } from './held-port.js';
import type { InstanceSecrets } from './instance.js';
import { startOwnProcess } from './own-process.js';
import type { ProcessBook } from './process-book.js';
import type { Progress } from './progress.js';

/** Addresses of the services that callers use. */
export interface ServiceUrls {
  /** The page for people. */
  readonly dashboardUrl: string;
  readonly rulesUrl: string;
  /** With the API's prefix. */
  readonly coverageUrl: string;
}

/** What the services of a stack are started with. */
export interface ServicesOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Where mails are sent; undefined where the environment says it. */
  readonly smtpUrl: string | undefined;
  /** Settings only for processes that call clouds. */
  readonly cloudEnv: NodeJS.ProcessEnv;
  readonly book: ProcessBook;
  readonly progress: Progress;
  readonly logFile: (name: string) => string;
}

const API_PREFIX = '/api/v1/public';
const DASHBOARD_PORT = 4000;
/** How many ports after a busy one are tried. */
const NEXT_PORTS = 99;

/**
 * Settings about sign-in, mail and links, which belong to the rules service. The coverage service would take PUBLIC_URL as its own address,
 * and would refuse the others without it.
 */
const RULES_SERVICE_ONLY = ['PUBLIC_URL', 'SMTP_URL', 'SMTP_URL_FILE', 'OIDC_CLIENT_ID']
  .concat('OIDC_CLIENT_SECRET', 'OIDC_CLIENT_SECRET_FILE')
  .concat('PASSKEY_RP_ID', 'PASSKEY_ORIGINS')
  .map((name) => [name, undefined] as const);

/** Starts both services, their workers and the dashboard, and waits until they answer. */
export async function startServices(options: ServicesOptions): Promise<ServiceUrls> {
  const { book, cloudEnv, env, logFile, progress, smtpUrl } = options;
  const { RULES_PORT, COVERAGE_PORT, PORT, ADMIN_PORT } = process.env;
  const anyPort = PORT === '0' ? PORT : undefined;
  const anyAdminPort = ADMIN_PORT === '0' ? ADMIN_PORT : undefined;
  /** Starts one of the four processes. @returns where its API listens; for a worker, where its health is */
  const start = async (
    name: string,
    program: string,
    log: string,
    ports: { readonly port?: string | undefined; readonly adminPort: string },
    extra: NodeJS.ProcessEnv = {},
  ): Promise<string> => {
    const { port, adminPort } = ports;
    const report = await startOwnProcess(
      {
        name,
        program,
        logFile: logFile(log),
        env: { ...env, ...extra, PORT: orNext(port), ADMIN_PORT: orNext(adminPort) },
      },
      book,
    );
    if (port !== undefined && /^[1-9]\d*$/.test(port) && report.port !== Number(port))
      progress.say(`  port ${port} is in use; ${name} has taken ${report.port}`);
    // By name, since browsers make no passkey for a page at an IP address.
    return `http://localhost:${report.port ?? report.adminPort}`;
  };

  // Links in mails, passkeys and the refresh cookie belong to the page's address, which the rules service so must know before it starts.
  const pagePort = await holdPort(Number(process.env['DASHBOARD_PORT'] || anyPort || DASHBOARD_PORT));
  const dashboardUrl = `http://localhost:${pagePort.port}`;
  const forPeople: NodeJS.ProcessEnv = {
    ...(env['PUBLIC_URL'] ? {} : { PUBLIC_URL: dashboardUrl }),
    ...(smtpUrl === undefined ? {} : { SMTP_URL: smtpUrl }),
  };

  const startRules = () =>
    start(
      'the rules service',
      'services/rules/dist/api.js',
      'rules',
      { port: RULES_PORT || PORT || '4001', adminPort: ADMIN_PORT || '4101' },
      forPeople,
    );
  const startRulesWorker = () =>
    start(
      'the worker for mail and upkeep',
      'services/rules/dist/worker.js',
      'rules-worker',
      { adminPort: anyAdminPort ?? '4104' },
      forPeople,
    );
  const [rulesUrl] = await progress.step('Rules service and its worker', () =>
    Promise.all([startRules(), startRulesWorker()]),
  );

  const startCoverage = () =>
    start(
      'the coverage service',
      'services/coverage/dist/api.js',
      'coverage',
      { port: COVERAGE_PORT || anyPort || '4002', adminPort: anyAdminPort ?? '4102' },
      { ...cloudEnv, ...Object.fromEntries(RULES_SERVICE_ONLY), RULES_URL: rulesUrl },
    );
  const startScanWorker = () =>
    start(
      'the scan worker',
      'services/coverage/dist/worker.js',
      'scan-worker',
      { adminPort: anyAdminPort ?? '4103' },
      cloudEnv,
    );
  const [coverageUrl] = await progress.step('Coverage service and scan worker', () =>
    Promise.all([startCoverage(), startScanWorker()]),
  );
  await progress.step('Dashboard', async () => {
    await pagePort.release();
    await start(
      'the dashboard',
      'services/dashboard/dist/server.js',
      'dashboard',
      { port: `${pagePort.port}-${pagePort.port}`, adminPort: anyAdminPort ?? '4105' },
      { RULES_URL: rulesUrl, COVERAGE_URL: coverageUrl },
    );
  });
  return { dashboardUrl, rulesUrl, coverageUrl: `${coverageUrl}${API_PREFIX}` };
}

/** A port setting, widened to a range with the ports after it; 0, a range or an empty setting is returned as it is. */
function orNext(port: string | undefined): string | undefined {
  if (port === undefined || !/^[1-9]\d*$/.test(port)) return port;
  return `${port}-${Math.min(Number(port) + NEXT_PORTS, 65_535)}`;
}

/** The services' environment: the caller's settings take precedence, and missing secrets are generated. */
export function serviceEnvironment(urls: DatabaseUrls, redisUrl: string, secrets: InstanceSecrets): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: 'development',
    // There is no load balancer in front of it.
    DRAIN_SECONDS: '0',
    ...process.env,
    DATABASE_URL: urls.databaseUrl,
    REDIS_URL: redisUrl,
  };
  // These were resolved above. A service would refuse both forms as a duplicate, and only migrations may have the owner's address.
  for (const name of ['DATABASE_URL_FILE', 'REDIS_URL_FILE', 'MIGRATION_DATABASE_URL', 'MIGRATION_DATABASE_URL_FILE'])
    delete env[name];
  if (givenSetting('JWT_SECRET') === undefined) env['JWT_SECRET'] = secrets.jwtSecret;
  if (givenSetting('ADMIN_TOKEN') === undefined) env['ADMIN_TOKEN'] = secrets.adminToken;
  return env;
}
