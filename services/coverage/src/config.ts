import { type AuthConfig, authSettings } from '@tripline/auth';
import { fetchSettings } from '@tripline/fetch';
import {
  adminPortSetting,
  type HttpConfig,
  httpSettings,
  limitSetting,
  listSetting,
  type PortChoice,
  type ProcessConfig,
  processSettings,
  strongSecretSetting,
} from '@tripline/service';
import {
  type WebhookConfig,
  type WebhookWorkerConfig,
  webhookSettings,
  webhookWorkerSettings,
} from '@tripline/webhooks';
import Joi from 'joi';

/** How a process connects to the clouds. The AWS SDK itself reads `AWS_ENDPOINT_URL`, `AWS_REGION` and the credentials. */
export interface CloudConfig {
  OWN_CREDENTIAL_ACCOUNTS: string[];
  ROLE_TRUST_CHECK: 'enforce' | 'warn';
  LIMIT_SCAN_CALLS_AT_ONCE: number;
  LIMIT_CLOUD_CALL_SECONDS: number;
}

const cloudSettings = {
  OWN_CREDENTIAL_ACCOUNTS: listSetting().description(
    'Pairs subscriberId:awsAccount that may be scanned with the worker’s own credentials.',
  ),
  ROLE_TRUST_CHECK: Joi.string()
    .valid('enforce', 'warn')
    .default('enforce')
    .description('Whether a role that accepts a wrong external id is refused, or only warned about.'),
  LIMIT_SCAN_CALLS_AT_ONCE: limitSetting(24, { min: 1, max: 500 })
    .unit('calls')
    .description('Calls to the cloud that one scan has under way at once, over all services.'),
  LIMIT_CLOUD_CALL_SECONDS: limitSetting(30, { min: 1, max: 300 })
    .unit('seconds')
    .description('Time that one call to a cloud may take, its retries not included.'),
};

/** How SIEMs are asked for their rules, and what reading these may take. */
export interface SiemConnectionConfig {
  /** Seals the credentials of SIEMs. Without it none can be connected. */
  SIEM_KEY?: string;
  SIEM_KEY_PREVIOUS?: string;
  SIEM_ALLOW_HOSTS: string[];
  FETCH_DENY_NETWORKS: string[];
  LIMIT_SIEM_SECONDS: number;
  LIMIT_READER_THREADS: number;
  LIMIT_READER_SECONDS: number;
  LIMIT_IMPORT_MEMORY_MB: number;
}

const siemSettings = {
  SIEM_KEY: strongSecretSetting().description(
    'Seals the tokens of SIEMs that are asked for their rules. The API and the scan workers have the same. Without it none can be connected; files can be imported.',
  ),
  SIEM_KEY_PREVIOUS: strongSecretSetting().description(
    'The SIEM_KEY before the one in use: tokens that it sealed can still be read.',
  ),
  SIEM_ALLOW_HOSTS: listSetting().description(
    'Hosts (host or host:port) of SIEMs that may be called although they are private, use another port than 80 and 443, or are reached by http. A name here still leads neither to a cloud’s metadata service nor into FETCH_DENY_NETWORKS.',
  ),
  FETCH_DENY_NETWORKS: fetchSettings.FETCH_DENY_NETWORKS,
  LIMIT_SIEM_SECONDS: limitSetting(60, { min: 1, max: 600 })
    .unit('seconds')
    .description('Time in which a SIEM must give all its rules.'),
  LIMIT_READER_THREADS: limitSetting(1, { min: 1, max: 32 })
    .unit('threads')
    .description(
      'Threads that read the Sigma rules of declared detections and exports of SIEMs. They begin when they are needed.',
    ),
  LIMIT_READER_SECONDS: limitSetting(15, { min: 1, max: 600 })
    .unit('seconds')
    .description('Time that the rules of one declaration, or a few hundred of an export, may take to be read.'),
  LIMIT_IMPORT_MEMORY_MB: limitSetting(256, { min: 64, max: 16_384 })
    .unit('megabytes')
    .description('Memory that the export of a SIEM may take to be read, beside the file itself (50 MB at most).'),
};

/** Settings of the coverage service's HTTP process. */
export interface CoverageConfig
  extends ProcessConfig,
    HttpConfig,
    AuthConfig,
    CloudConfig,
    WebhookConfig,
    SiemConnectionConfig {
  RULES_URL: string;
  LIMIT_KEYLESS_CALLS_PER_HOUR: number;
  LIMIT_STREAMS_PER_USER: number;
  LIMIT_READER_MEMORY_MB: number;
}

/** Schema of {@link CoverageConfig}, for `loadConfig`. */
export const coverageSettings = Joi.object<CoverageConfig>({
  ...processSettings,
  ...httpSettings({ port: 4002, adminPort: 4102 }),
  ...authSettings,
  ...cloudSettings,
  ...webhookSettings,
  ...siemSettings,
  RULES_URL: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .default('http://127.0.0.1:4001')
    .description(
      'Where the rules service answers. The coverage service reads declared detections there, the dashboard passes calls on to it.',
    ),
  LIMIT_KEYLESS_CALLS_PER_HOUR: limitSetting(600, { min: 1, max: 1_000_000 })
    .unit('calls an hour')
    .description('Calls an hour from one client address without a valid key.'),
  LIMIT_STREAMS_PER_USER: limitSetting(20, { min: 1, max: 10_000 })
    .unit('streams')
    .description('Event streams of scans that one user may have open at once, over all processes.'),
  LIMIT_READER_MEMORY_MB: limitSetting(128, { min: 32, max: 16_384 })
    .unit('megabytes')
    .description('Memory that the rules of one declaration may take to be read.'),
});

/** Settings of a scan worker. */
export interface WorkerConfig extends ProcessConfig, CloudConfig, WebhookWorkerConfig, SiemConnectionConfig {
  ADMIN_PORT: PortChoice;
  WORKER_CONCURRENCY: number;
  LIMIT_SCAN_STALL_SECONDS: number;
}

/** Schema of {@link WorkerConfig}, for `loadConfig`. */
export const workerSettings = Joi.object<WorkerConfig>({
  ...processSettings,
  ...cloudSettings,
  ...webhookWorkerSettings,
  ...siemSettings,
  ADMIN_PORT: adminPortSetting(4103),
  WORKER_CONCURRENCY: limitSetting(4, { min: 1, max: 100 })
    .unit('scans')
    .description('Scans that one process runs at once, and one more for owners who have none under way.'),
  LIMIT_SCAN_STALL_SECONDS: limitSetting(30, { min: 2, max: 3600 })
    .unit('seconds')
    .description('Time without a heartbeat after which another worker takes a scan over.'),
});
