import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startAwsSample, syntheticInventory } from '@tripline/aws-sample';
import { startMailCatcher } from '@tripline/mail-catcher';
import { startThrowAwayStack, type ThrowAwayStack } from '@tripline/stack';
import { readMails } from '../people/mails.js';
import { startIdentityProvider } from '../stand-ins/identity-provider.js';
import { type OpenApi, type Operation, operationsOf, type ServiceName } from './document.js';
import { PARTNER_SETTING } from './partner.js';
import { PUBLIC_URL } from './passkeys.js';
import { createReport, type Report } from './report.js';
import type { Target } from './run.js';
import { ADVISORY } from './samples.js';
import { createShapes } from './shapes.js';
import { createWorld } from './world.js';

/** A stack to test, with everything that each operation needs to succeed. */
export interface FuzzStack {
  readonly stack: ThrowAwayStack;
  readonly operations: readonly Operation[];
  readonly report: Report;
  readonly target: Target;
  /** The base address of a service's health and metrics. */
  adminUrl(service: ServiceName): string;
  stop(): Promise<void>;
}

const AWS_ACCOUNTS = 400;
/** More than any run counts: limits have their own tests. */
const UNLIMITED = '1000000';

/** Starts a new stack and reads the OpenAPI documents of its services. */
export async function startFuzzStack(): Promise<FuzzStack> {
  const advisories = createServer((req, res) => {
    const splunk = splunkAnswer(req.url ?? '');
    const type = splunk === undefined ? 'text/plain' : 'application/json';
    res.writeHead(200, { 'Content-Type': type }).end(splunk ?? ADVISORY);
  });
  advisories.listen(0, '127.0.0.1');
  await once(advisories, 'listening');
  const advisoryHost = `127.0.0.1:${(advisories.address() as AddressInfo).port}`;
  const catcher = await startMailCatcher();
  const provider = await startIdentityProvider();
  const aws = await startAwsSample({
    inventory: syntheticInventory({
      accounts: AWS_ACCOUNTS,
      regions: ['us-east-1'],
      perRegion: {
        eventRules: 4,
        metricAlarms: 2,
        metricFilters: 2,
        queryDefinitions: 1,
        configRules: 2,
        securityControls: 4,
      },
    }),
    latencyMs: 20,
  });
  const adminToken = randomBytes(32).toString('hex');
  Object.assign(process.env, {
    ADMIN_TOKEN: adminToken,
    SECRET_SCANNING_KEYS: PARTNER_SETTING,
    SMTP_URL: catcher.smtpUrl,
    PUBLIC_URL,
    OIDC_ISSUER: provider.issuer,
    OIDC_AUDIENCE: 'tripline',
    OIDC_CLIENT_ID: provider.clientId,
    FETCH_ALLOW_HOSTS: advisoryHost,
    SIEM_ALLOW_HOSTS: advisoryHost,
    AWS_ENDPOINT_URL: aws.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'AKIATRIPLINEWORKER00',
    AWS_SECRET_ACCESS_KEY: 'the sample checks no signature',
    AWS_EC2_METADATA_DISABLED: 'true',
    ...Object.fromEntries(
      [
        ...['LIMIT_READS_PER_MINUTE', 'LIMIT_CHANGES_PER_MINUTE', 'LIMIT_WORK_PER_MINUTE'],
        ...['LIMIT_KEYLESS_CALLS_PER_HOUR', 'LIMIT_LOGINS_PER_ACCOUNT'],
        ...['LIMIT_LOGINS_PER_ADDRESS', 'LIMIT_SIGNUPS_PER_ADDRESS'],
      ].map((name) => [name, UNLIMITED]),
    ),
    PORT: '0',
    ADMIN_PORT: '0',
  });
  const stack = await startThrowAwayStack();
  const stop = async (): Promise<void> => {
    await stack.stop();
    await Promise.all([catcher.close(), provider.close(), aws.close()]);
    advisories.closeAllConnections();
    advisories.close();
  };
  try {
    const read = async (url: string): Promise<OpenApi> => (await fetch(url)).json() as Promise<OpenApi>;
    const documents = {
      rules: await read(`${stack.rulesUrl}/openapi.json`),
      coverage: await read(new URL('/openapi.json', stack.coverageUrl).href),
    };
    const operations = [...operationsOf('rules', documents.rules), ...operationsOf('coverage', documents.coverage)];
    const report = createReport(operations);
    const world = createWorld({
      ...{ addresses: stack, mail: readMails(catcher.httpUrl), adminToken, aws, report, signInLink: stack.signInLink },
      siemUrl: `http://${advisoryHost}`,
      awsAccounts: Array.from({ length: AWS_ACCOUNTS }, (_, at) => String(200_000_000_000 + at)),
    });
    return {
      stack,
      operations,
      report,
      target: {
        ...{ world, report, adminToken },
        judge: { shapes: createShapes(documents), operations, world },
        baseUrls: { rules: stack.rulesUrl, coverage: stack.coverageUrl },
        advisoryUrls: [`http://${advisoryHost}/advisory`, 'http://127.0.0.1:9/', 'http://nowhere.invalid/'],
      },
      adminUrl(service) {
        const [, port = ''] = /"adminPort":(\d+)/.exec(readFileSync(join(stack.logs, `${service}.log`), 'utf8')) ?? [];
        return `http://127.0.0.1:${port}`;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What a Splunk with one saved search answers; undefined for another address than those of its API. */
function splunkAnswer(address: string): string | undefined {
  if (!address.startsWith('/servicesNS/')) return undefined;
  const searches = [{ name: 'whoami', content: { search: 'index=main CommandLine="*whoami*"', disabled: false } }];
  const entry = address.includes('/saved/searches') ? searches : [];
  return JSON.stringify({ entry, paging: { total: entry.length, perPage: 500, offset: 0 } });
}

/**
 * Gives the errors that the services logged. They are reported because the log is deleted with the stack, and a fault may not occur again.
 */
export function loggedErrors({ logs }: Pick<ThrowAwayStack, 'logs'>): readonly string[] {
  return readdirSync(logs)
    .flatMap((name) => readFileSync(join(logs, name), 'utf8').split('\n'))
    .filter((line) => /^\{"level":[56]0,/.test(line))
    .slice(0, 20);
}
