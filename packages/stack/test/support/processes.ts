import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type AwsSample, sampleInventory, startAwsSample } from '@tripline/aws-sample';
import type { ProcessReport } from '@tripline/service';
import { createTestDatabase, type TestDatabase, testRedisUrl } from '@tripline/stack';

/** The four kinds of process, by their names in logs, metrics and traces. */
const PROGRAMS = {
  'tripline-rules': 'services/rules/dist/api.js',
  'tripline-rules-worker': 'services/rules/dist/worker.js',
  'tripline-coverage': 'services/coverage/dist/api.js',
  'tripline-scan-worker': 'services/coverage/dist/worker.js',
} as const;

type ProcessName = keyof typeof PROGRAMS;

/** A running process. */
interface RunningProcess {
  readonly url: string;
  readonly adminUrl: string;
  log(): string;
  /** Asks the process to stop and waits until it has. */
  stop(): Promise<void>;
}

/** All processes, with a database, a Redis and a sample AWS of their own. */
export interface Processes {
  readonly database: TestDatabase;
  readonly sample: AwsSample;
  readonly byName: Readonly<Record<ProcessName, RunningProcess>>;
  close(): Promise<void>;
}

/** The last of Redis' databases: suites that run at the same time use the first ones. */
const redisUrl = (): string => `${testRedisUrl()}/15`;

export async function startProcesses(env: NodeJS.ProcessEnv): Promise<Processes> {
  const database = await createTestDatabase();
  const sample = await startAwsSample({ inventory: await sampleInventory() });
  const common = {
    ...{
      PATH: process.env['PATH'],
      NODE_ENV: 'development',
      DATABASE_URL: database.databaseUrl,
      REDIS_URL: redisUrl(),
    },
    ...{ JWT_SECRET: 'a test secret of more than thirty-two characters', LIMIT_ENGINE_THREADS: '1' },
    ...{ PORT: '0', ADMIN_PORT: '0', DRAIN_SECONDS: '0' },
    ...{ AWS_ENDPOINT_URL: sample.url, AWS_REGION: 'us-east-1', AWS_EC2_METADATA_DISABLED: 'true' },
    ...{ AWS_ACCESS_KEY_ID: 'AKIATRIPLINEWORKER00', AWS_SECRET_ACCESS_KEY: 'the sample checks no signature' },
    ...env,
  };
  const rules = await start('tripline-rules', common);
  const [rulesWorker, coverage, scanWorker] = await Promise.all([
    start('tripline-rules-worker', { ...common, PUBLIC_URL: rules.url }),
    start('tripline-coverage', { ...common, RULES_URL: rules.url }),
    start('tripline-scan-worker', common),
  ]);
  const byName = {
    'tripline-rules': rules,
    'tripline-rules-worker': rulesWorker,
    'tripline-coverage': coverage,
    'tripline-scan-worker': scanWorker,
  };
  return {
    database,
    sample,
    byName,
    async close() {
      await Promise.all(Object.values(byName).map((running) => running.stop()));
      await sample.close();
      await database.drop();
    },
  };
}

/** Starts one process on free ports. @throws Error with its output, if it ends before it is ready */
async function start(name: ProcessName, env: NodeJS.ProcessEnv): Promise<RunningProcess> {
  const program = fileURLToPath(new URL(`../../../../${PROGRAMS[name]}`, import.meta.url));
  const child: ChildProcess = fork(program, [], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const exited = once(child, 'exit');
  const report = await Promise.race([
    once(child, 'message').then(([message]) => message as ProcessReport),
    exited.then(() => Promise.reject(new Error(`${name} has ended: ${log}`))),
  ]);
  child.disconnect();
  return {
    url: `http://127.0.0.1:${report.port ?? 0}`,
    adminUrl: `http://127.0.0.1:${report.adminPort}`,
    log: () => log,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exited;
    },
  };
}
