import { givenSetting } from './connections.js';
import type { DatabaseUrls } from './databases.js';
import { type HeldPort, holdPort } from './held-port.js';
import type { InstanceSecrets } from './instance.js';
import { startOwnProcess } from './own-process.js';
import { FIRST_PORTS, portsFrom, portsOfSetting } from './port-plan.js';
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

/**
 * Settings about sign-in, mail and links, which belong to the rules service. The coverage service would take PUBLIC_URL as its own address,
 * and would refuse the others without it.
 */
const RULES_SERVICE_ONLY = ['PUBLIC_URL', 'SMTP_URL', 'SMTP_URL_FILE', 'OIDC_CLIENT_ID']
  .concat('OIDC_CLIENT_SECRET', 'OIDC_CLIENT_SECRET_FILE')
  .concat('PASSKEY_RP_ID', 'PASSKEY_ORIGINS')
  .map((name) => [name, undefined] as const);

/**
 * Starts both services, their workers and the dashboard, all at once, and waits until they answer. Their ports are held from here on until each has its
 * own, so all of them can be told where the others will be.
 */
export async function startServices(options: ServicesOptions): Promise<ServiceUrls> {
  const { cloudEnv, env, progress, smtpUrl } = options;
  const { ADMIN_PORT, COVERAGE_PORT, DASHBOARD_PORT, PORT, RULES_PORT } = process.env;
  const anyPort = PORT === '0' ? PORT : undefined;
  const anyAdminPort = ADMIN_PORT === '0' ? ADMIN_PORT : undefined;
  const held: HeldPort[] = [];
  const hold = holder(held);
  try {
    const [dashboard, rules, coverage] = [
      await hold(FIRST_PORTS.dashboard, ['DASHBOARD_PORT', DASHBOARD_PORT], ['PORT', anyPort]),
      await hold(FIRST_PORTS.rules, ['RULES_PORT', RULES_PORT], ['PORT', PORT]),
      await hold(FIRST_PORTS.coverage, ['COVERAGE_PORT', COVERAGE_PORT], ['PORT', anyPort]),
    ];
    // By name, since browsers make no passkey for a page at an IP address.
    const urlOf = ({ port }: HeldPort): string => `http://localhost:${port}`;
    const [dashboardUrl, rulesUrl, coverageUrl] = [urlOf(dashboard), urlOf(rules), urlOf(coverage)];
    sayWhatMoved(progress, [
      ['the dashboard', DASHBOARD_PORT || anyPort, FIRST_PORTS.dashboard, dashboard],
      ['the rules service', RULES_PORT || PORT, FIRST_PORTS.rules, rules],
      ['the coverage service', COVERAGE_PORT || anyPort, FIRST_PORTS.coverage, coverage],
    ]);
    // Links in mails, passkeys and the refresh cookie belong to the page's address.
    const forPeople: NodeJS.ProcessEnv = {
      ...(env['PUBLIC_URL'] ? {} : { PUBLIC_URL: dashboardUrl }),
      ...(smtpUrl === undefined ? {} : { SMTP_URL: smtpUrl }),
    };
    const toRules = { RULES_URL: rulesUrl };
    const notForCoverage = Object.fromEntries(RULES_SERVICE_ONLY);
    const start = starter(options);
    const admins = {
      rules: await hold(FIRST_PORTS.rulesAdmin, ['ADMIN_PORT', ADMIN_PORT]),
      coverage: await hold(FIRST_PORTS.coverageAdmin, ['ADMIN_PORT', anyAdminPort]),
      scanWorker: await hold(FIRST_PORTS.scanWorkerAdmin, ['ADMIN_PORT', anyAdminPort]),
      rulesWorker: await hold(FIRST_PORTS.rulesWorkerAdmin, ['ADMIN_PORT', anyAdminPort]),
      dashboard: await hold(FIRST_PORTS.dashboardAdmin, ['ADMIN_PORT', anyAdminPort]),
    };
    await progress.step('Services, their workers and the dashboard', () =>
      Promise.all([
        start(PROGRAMS.rules, forPeople, admins.rules, rules),
        start(PROGRAMS.coverage, { ...cloudEnv, ...notForCoverage, ...toRules }, admins.coverage, coverage),
        start(PROGRAMS.rulesWorker, forPeople, admins.rulesWorker),
        start(PROGRAMS.scanWorker, cloudEnv, admins.scanWorker),
        start(PROGRAMS.dashboard, { ...toRules, COVERAGE_URL: coverageUrl }, admins.dashboard, dashboard),
      ]),
    );
    return { dashboardUrl, rulesUrl, coverageUrl: `${coverageUrl}${API_PREFIX}` };
  } catch (error) {
    await Promise.all(held.map((port) => port.release()));
    throw error;
  }
}

/** Holds the port that the first given setting asks for, else one from `first` on, and adds it to `held`. */
const holder =
  (held: HeldPort[]) =>
  async (first: number, ...given: readonly (readonly [string, string | undefined])[]): Promise<HeldPort> => {
    const [name, text] = given.find(([, value]) => value) ?? [];
    const port = await holdPort(
      name === undefined || text === undefined ? portsFrom(first) : portsOfSetting(name, text),
    );
    held.push(port);
    return port;
  };
/** Starts programs, each with its ports: for its operator, and for its API where it has one. */
const starter =
  ({ book, env, logFile }: Pick<ServicesOptions, 'book' | 'env' | 'logFile'>) =>
  async (
    { log, name, program }: { readonly name: string; readonly program: string; readonly log: string },
    extra: NodeJS.ProcessEnv,
    admin: HeldPort,
    api?: HeldPort,
  ): Promise<void> => {
    const ports = {
      ADMIN_PORT: `held:${admin.port}`,
      PORT: api === undefined ? undefined : `held:${api.port}`,
    };
    await startOwnProcess(
      {
        name,
        program,
        logFile: logFile(log),
        env: { ...env, ...extra, ...ports },
        held: api === undefined ? [admin] : [admin, api],
      },
      book,
    );
  };
const PROGRAMS = {
  rules: { name: 'the rules service', program: 'services/rules/dist/api.js', log: 'rules' },
  rulesWorker: {
    name: 'the worker for mail and upkeep',
    program: 'services/rules/dist/worker.js',
    log: 'rules-worker',
  },
  coverage: { name: 'the coverage service', program: 'services/coverage/dist/api.js', log: 'coverage' },
  scanWorker: { name: 'the scan worker', program: 'services/coverage/dist/worker.js', log: 'scan-worker' },
  dashboard: { name: 'the dashboard', program: 'services/dashboard/dist/server.js', log: 'dashboard' },
} as const;

/** Says which servers are not at the port that they were given or have by default. */
function sayWhatMoved(
  progress: Progress,
  servers: readonly (readonly [name: string, given: string | undefined, first: number, port: HeldPort])[],
): void {
  for (const [name, given, first, { port }] of servers) {
    const wanted = given || String(first);
    if (/^[1-9]\d*$/.test(wanted) && port !== Number(wanted))
      progress.say(`  port ${wanted} is in use; ${name} has taken ${port}`);
  }
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
  if (givenSetting('WEBHOOK_KEY') === undefined) env['WEBHOOK_KEY'] = secrets.webhookKey;
  if (givenSetting('SIEM_KEY') === undefined) env['SIEM_KEY'] = secrets.siemKey;
  if (givenSetting('ADMIN_TOKEN') === undefined) env['ADMIN_TOKEN'] = secrets.adminToken;
  return env;
}
