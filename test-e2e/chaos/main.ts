import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startAwsSample, syntheticInventory } from '@tripline/aws-sample';
import { startMailCatcher } from '@tripline/mail-catcher';
import { createDatabase, createLog, createRedis } from '@tripline/service';
import { createTestDatabase, startTestServers } from '@tripline/stack';
import { createDice } from '../fuzz/dice.js';
import type { Addresses } from '../people/api.js';
import { readMails } from '../people/mails.js';
import { makeCustomer, scanToEnd } from './customers.js';
import { planDisturbances } from './disturbances.js';
import { signInAgain, startLoad } from './load.js';
import { verifySchemaLevels } from './schema-levels.js';
import { startSlowClients } from './slow-clients.js';
import { type Supervised, supervise } from './supervisor.js';
import { createTally } from './tally.js';
import {
  type Finding,
  inventoryOf,
  verifyGenerations,
  verifyInvitations,
  verifyPlaces,
  verifyScans,
} from './verify.js';

// npm run chaos [-- --kills N --others N --seed N]

const CUSTOMERS = 2;
const ACCOUNTS_EACH = 1;
const READY_MS = 180_000;
const API_PREFIX = '/api/v1/public';

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    others: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
  },
});
const [kills, others, seed] = [Number(options.kills), Number(options.others), Number(options.seed)];
const say = (line: string): void => void process.stdout.write(`${line}\n`);
say(
  `${kills} kills and ${others} of each other kind; again with: npm run chaos -- --kills ${kills} --others ${others} --seed ${seed}`,
);

const dice = createDice(seed);
const folder = mkdtempSync(join(tmpdir(), 'tripline-chaos-'));
const servers = await startTestServers();
process.env['TEST_STACK'] = JSON.stringify(servers);
const database = await createTestDatabase();
const catcher = await startMailCatcher();
const aws = await startAwsSample({
  inventory: syntheticInventory({ accounts: CUSTOMERS * ACCOUNTS_EACH, regions: ['us-east-1', 'eu-west-1'] }),
  latencyMs: 25,
});
const log = createLog({ name: 'chaos', level: 'silent' });
const redis = createRedis({ url: servers.redisUrl, role: 'worker', name: 'chaos', log });
const admin = createDatabase({ url: database.adminUrl, connections: 1, applicationName: 'chaos' });
const adminToken = randomBytes(32).toString('hex');
const env: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  NODE_ENV: 'development',
  LOG_LEVEL: 'warn',
  DATABASE_URL: database.databaseUrl,
  REDIS_URL: servers.redisUrl,
  JWT_SECRET: randomBytes(32).toString('hex'),
  LIMIT_READS_PER_MINUTE: '1000000',
  LIMIT_CHANGES_PER_MINUTE: '1000000',
  LIMIT_WORK_PER_MINUTE: '1000000',
  LIMIT_LOGINS_PER_ADDRESS: '1000000',
  LIMIT_SIGNUPS_PER_ADDRESS: '1000000',
};
const rulesEnv = {
  ...env,
  ADMIN_TOKEN: adminToken,
  SMTP_URL: catcher.smtpUrl,
  PUBLIC_URL: 'http://127.0.0.1:4001',
  LIMIT_MAIL_RETRY_SECONDS: '2',
};
const cloudEnv = {
  ...env,
  LIMIT_SCAN_STALL_SECONDS: '5',
  AWS_ENDPOINT_URL: aws.url,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'AKIATRIPLINEWORKER00',
  AWS_SECRET_ACCESS_KEY: 'the sample checks no signature',
  AWS_EC2_METADATA_DISABLED: 'true',
};
const processes: Supervised[] = [];
const run = async (name: string, program: string, settings: NodeJS.ProcessEnv): Promise<Supervised> => {
  const started = await supervise(name, program, settings, folder);
  processes.push(started);
  return started;
};
const giveUp = (reason: unknown): void => {
  say(`given up: ${reason instanceof Error ? reason.stack : String(reason)}`);
  for (const each of processes) each.abandon();
  void servers.stop().finally(() => process.exit(1));
};
for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection']) process.once(event, giveUp);
const findings: Finding[] = [];
let failed = true;
try {
  const rules = [
    await run('rules-1', 'services/rules/dist/api.js', rulesEnv),
    await run('rules-2', 'services/rules/dist/api.js', rulesEnv),
  ];
  await run('rules-worker', 'services/rules/dist/worker.js', rulesEnv);
  const coverage = await run('coverage', 'services/coverage/dist/api.js', { ...cloudEnv, RULES_URL: rules[0]?.url });
  await run('scan-worker-1', 'services/coverage/dist/worker.js', cloudEnv);
  await run('scan-worker-2', 'services/coverage/dist/worker.js', cloudEnv);
  await allReady();
  const addresses: Addresses[] = rules.map(({ url }) => ({
    rulesUrl: url,
    coverageUrl: `${coverage.url}${API_PREFIX}`,
  }));
  const [first] = addresses as [Addresses];
  const mail = readMails(catcher.httpUrl);
  const customers = [];
  for (let at = 0; at < CUSTOMERS; at += 1) {
    const numbers = Array.from({ length: ACCOUNTS_EACH }, (_, index) =>
      String(200_000_000_000 + at * ACCOUNTS_EACH + index),
    );
    customers.push(await makeCustomer({ addresses: first, mail, adminToken }, aws, numbers));
  }
  const [customer] = customers;
  if (customer === undefined) throw new Error('there are no customers');
  const account = customer.accounts[0] ?? '';
  await scanToEnd(first, customer, account);
  const expected = await inventoryOf(first.coverageUrl, customer.person.jwt, account);

  const tally = createTally();
  const started = Date.now();
  const load = startLoad(customers, addresses, tally);
  const slow = startSlowClients(first.rulesUrl, customer.person.jwt, '/v1/team/audit?format=csv');
  const plan = planDisturbances(
    {
      ...{ processes, servers },
      flushRedis: async () => void (await redis.flushall()),
      cutConnections: async () =>
        void (await admin.raw(
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
        )),
    },
    dice,
    kills,
    others,
  );
  for (const [at, { name, strike }] of plan.entries()) {
    await pause(200 + dice.below(2_000));
    await strike();
    say(`${String(at + 1).padStart(3)} of ${plan.length}: ${name}`);
    await allReady();
  }
  slow.close();
  await load.stop();
  // The processes that the checks ask need a correct clock.
  for (const each of processes) if (each.clockIsWrong()) await each.kill();
  await allReady();
  for (const each of customers) await signInAgain(first, each);
  for (const [what, count] of [...tally.counts()].sort()) say(`  ${String(count).padStart(6)} ${what}`);
  say(`  ${String(slow.opened()).padStart(6)} slow and half-open connections`);
  say(`  ${((Date.now() - started) / 1000).toFixed(0)} s under load`);
  const { promised } = load;
  findings.push(...(await verifyScans(first, promised, expected)));
  findings.push(...(await verifyGenerations(first, promised)));
  findings.push(...(await verifyInvitations(first, promised, mail)));
  findings.push(await verifyPlaces(first, customers));
  findings.push(await verifySchemaLevels(rulesEnv, folder));
  failed = false;
} finally {
  await Promise.all(processes.map((each) => each.stop()));
  const pids = processes.flatMap((each) => each.pids());
  findings.push({
    what: 'processes gone that there ever were',
    looked: pids.length,
    wrong: pids.filter(isAlive).map((pid) => `process ${pid} is still there`),
  });
  redis.disconnect();
  await admin.destroy();
  await Promise.all([aws.close(), catcher.close(), servers.stop()]);
}
for (const { looked, what, wrong } of findings) {
  say(`${wrong.length === 0 ? '✓' : '✗'} ${looked - wrong.length} of ${looked} ${what}`);
  for (const line of wrong.slice(0, 10)) say(`    ${line}`);
}
if (failed || findings.some(({ looked, wrong }) => wrong.length > 0 || looked === 0)) {
  say(`failed; the processes' logs: ${folder}`);
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
process.exit(0);

async function allReady(): Promise<void> {
  const deadline = Date.now() + READY_MS;
  for (const each of processes) {
    while (!(await each.isReady())) {
      if (Date.now() > deadline) throw new Error(`${each.name} is not ready ${READY_MS / 1000} s after a disturbance`);
      await pause(100);
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
