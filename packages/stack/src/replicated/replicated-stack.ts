import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleInventory, startAwsSample } from '@tripline/aws-sample';
import { startMailCatcher } from '@tripline/mail-catcher';
import { openDatabase, openRedis } from '../connections.js';
import { instanceSecrets } from '../instance.js';
import { serviceEnvironment } from '../local-services.js';
import { migrate } from '../migrate.js';
import { createProcessBook } from '../process-book.js';
import { createProgress } from '../progress.js';
import { sampleCloudEnvironment } from '../sample-cloud.js';
import { startAdvisoryServer } from './advisory-server.js';
import { startDrainingProxy } from './draining-proxy.js';
import { startReplicaControl } from './replica-control.js';
import { createReplica, type Replica, type ReplicatedService } from './replicas.js';

/**
 * A whole stack like that of the compose file, with several processes of each service behind proxies, and everything that end-to-end tests
 * need.
 */
export interface ReplicatedStack {
  /** The variables of test-e2e/README.md. */
  readonly variables: Readonly<Record<string, string>>;
  /** Where the processes' logs are, until `stop`. */
  readonly logFolder: string;
  stop(): Promise<void>;
}

const REPLICAS: Readonly<Record<ReplicatedService, number>> = {
  'rules-api': 2,
  'rules-worker': 1,
  'coverage-api': 2,
  'scan-worker': 2,
};

/** The tests come from one address, and their access table makes more calls than any person. */
const WIDE_LIMITS = {
  LIMIT_LOGINS_PER_ADDRESS: '1000000',
  LIMIT_SIGNUPS_PER_ADDRESS: '1000000',
  LIMIT_READS_PER_MINUTE: '1000000',
  LIMIT_CHANGES_PER_MINUTE: '1000000',
  LIMIT_WORK_PER_MINUTE: '1000000',
};

/** Starts a stack in a temporary folder. `stop` removes all of it. */
export async function startReplicatedStack(): Promise<ReplicatedStack> {
  const folder = mkdtempSync(join(tmpdir(), 'tripline-e2e-'));
  chmodSync(folder, 0o711);
  const logFolder = join(folder, 'logs');
  mkdirSync(logFolder);
  const stops: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  /** Registers what was started, so that it is stopped at the end. */
  const kept = async <T extends { close(): Promise<unknown> }>(starting: Promise<T>): Promise<T> => {
    const started = await starting;
    stops.push(() => started.close());
    return started;
  };
  const progress = createProgress();
  const logFile = (name: string) => join(logFolder, `${name}.log`);
  const secrets = instanceSecrets(folder);
  const book = createProcessBook({ noteProcess: () => undefined });
  try {
    stops.push(() => book.stop());
    const files = { folder, logFile };
    const urls = await progress.step('Postgres', () => openDatabase(files, secrets, book));
    const redisUrl = await progress.step('Redis', () => openRedis(files, secrets, book));
    const common = serviceEnvironment(urls, redisUrl, secrets);
    await progress.step('Migrations', () => migrate(common, urls));
    const [mail, aws, advisories] = await Promise.all([
      kept(startMailCatcher()),
      kept(startAwsSample({ inventory: await sampleInventory() })),
      kept(startAdvisoryServer()),
    ]);
    const replicas: Replica[] = [];
    const addressesOf = (service: ReplicatedService) => () =>
      replicas.filter((one) => one.service === service).flatMap((one) => one.address() ?? []);
    const [rulesProxy, coverageProxy] = await Promise.all([
      kept(startDrainingProxy(addressesOf('rules-api'))),
      kept(startDrainingProxy(addressesOf('coverage-api'))),
    ]);
    const coverageUrl = `${coverageProxy.url}/api/v1/public`;
    const cloud = sampleCloudEnvironment(aws.url);
    // By name: there are no passkeys at an IP address.
    const publicUrl = rulesProxy.url.replace('127.0.0.1', 'localhost');
    const mails = { SMTP_URL: mail.smtpUrl, PUBLIC_URL: publicUrl };
    // The proxies need as long to notice as those in production.
    const api = { TRUST_PROXY: '1', DRAIN_SECONDS: '5', ...WIDE_LIMITS };
    const env: Readonly<Record<ReplicatedService, NodeJS.ProcessEnv>> = {
      'rules-api': { ...mails, ...api, FETCH_ALLOW_HOSTS: advisories.host, LIMIT_ENGINE_THREADS: '1' },
      'rules-worker': mails,
      'coverage-api': { ...api, ...cloud, RULES_URL: rulesProxy.url, LIMIT_KEYLESS_CALLS_PER_HOUR: '1000000' },
      'scan-worker': { ...cloud, LIMIT_SCAN_STALL_SECONDS: '2' },
    };
    for (const [service, count] of Object.entries(REPLICAS) as [ReplicatedService, number][]) {
      for (let number = 1; number <= count; number += 1)
        replicas.push(createReplica({ service, number, env: { ...common, ...env[service] }, logFile }));
    }
    stops.push(() => Promise.all(replicas.map((replica) => replica.stop())));
    await progress.step(`${replicas.length} processes`, () => Promise.all(replicas.map((replica) => replica.start())));
    await Promise.all([rulesProxy.look(), coverageProxy.look()]);
    const control = await kept(startReplicaControl(replicas));
    return {
      variables: {
        RULES_URL: rulesProxy.url,
        COVERAGE_URL: coverageUrl,
        ADMIN_TOKEN: secrets.adminToken,
        MAIL_URL: mail.httpUrl,
        AWS_SAMPLE_URL: aws.url,
        ADVISORY_URL: advisories.url,
        E2E_CONTROL_URL: control.url,
      },
      logFolder,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
