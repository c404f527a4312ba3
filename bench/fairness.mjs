// How long a payer's generation takes while twenty free accounts send the widest rules they may, beside how long it takes without them.
// Usage: node bench/fairness.mjs [generations measured]
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createAuth, createLocalUser } from '@tripline/auth';
import { rulesSettings } from '@tripline/rules-service';
import { createDatabase, createLog, createMetrics, createRedis, loadConfig } from '@tripline/service';
import { DEPLOY_FORMATS } from '@tripline/sigma';
import { createTestDatabase, startTestServers } from '@tripline/stack';
import { startChild } from './lib/child-service.mjs';
import { describeMachine, goal, median, percentile } from './lib/figures.mjs';

const ROUNDS = Number(process.argv[2] ?? 60);
const FREE_ACCOUNTS = 20;
/** Each of a free account's places at work is in use all the time. */
const AT_ONCE = 2;
/** As wide as a rule may be of which every form is asked: with more, its answer would be over its bound, and a 400. */
const FIELDS = 2200;

const ADVISORY = `The intruder ran the following on the file server.

    powershell.exe -NoProfile -EncodedCommand SQBFAFgAIAAoAE4AZQB3AC0ATwBiAGoAZQBjAHQAKQA=
    schtasks /create /tn Updater /tr C:\\ProgramData\\updater.exe /sc onlogon
    vssadmin delete shadows /all /quiet

They then signed in from 203.0.113.77 and called CreateAccessKey, AttachUserPolicy and StopLogging in AWS.
`;
const fields = Array.from({ length: FIELDS }, (_, at) => `        field${at}|contains: 'value ${at}'\n`).join('');
const WIDE_RULE = `title: Wide\nlogsource:\n    category: process_creation\n    product: windows\ndetection:\n    selection:\n${fields}    condition: selection\n`;

const servers = await startTestServers({ durable: true });
process.env['TEST_STACK'] = JSON.stringify(servers);
const database = await createTestDatabase();
const env = {
  PATH: process.env['PATH'],
  NODE_ENV: 'test',
  LOG_LEVEL: 'info',
  DATABASE_URL: database.databaseUrl,
  REDIS_URL: servers.redisUrl,
  JWT_SECRET: 'the secret of a benchmark, longer than thirty-two characters',
  LIMIT_WORK_PER_MINUTE: '1000000',
  PORT: '0',
  ADMIN_PORT: '0',
};
const log = createLog({ name: 'bench', level: 'silent' });
const db = createDatabase({ url: env.DATABASE_URL, connections: 4, applicationName: 'bench' });
const redis = createRedis({ url: env.REDIS_URL, role: 'api', name: 'bench', log });
const config = loadConfig(rulesSettings, env);
const auth = createAuth({ db, redis, log, config, metrics: createMetrics('bench'), keyHeader: 'authorization' });

describeMachine();
try {
  for (const threads of [1, 2]) await measure(threads);
} finally {
  await auth.close();
  redis.disconnect();
  await db.destroy();
  await servers.stop();
}
process.exit();

async function measure(threads) {
  const file = fileURLToPath(new URL('../services/rules/dist/api.js', import.meta.url));
  const api = await startChild(file, { ...env, LIMIT_ENGINE_THREADS: String(threads) }, /"port":(\d+)/);
  const url = `http://127.0.0.1:${api.match[1]}/v1`;
  try {
    const payer = await signIn('enterprise');
    const free = [];
    for (let account = 0; account < FREE_ACCOUNTS; account += 1) free.push(await signIn('free'));
    await generations(url, payer, 5);

    const quiet = await generations(url, payer, ROUNDS);
    const flood = startFlood(url, free);
    await flood.underWay;
    const [first] = await generations(url, payer, 1);
    const flooded = await generations(url, payer, ROUNDS);
    const answers = await flood.end();
    quiet.push(...(await generations(url, payer, ROUNDS)));

    const [p95, without] = [percentile(flooded, 0.95), percentile(quiet, 0.95)];
    const show = (list) => `median ${median(list).toFixed(0)} ms, p95 ${percentile(list, 0.95).toFixed(0)} ms`;
    console.log(`\n${threads} engine thread${threads === 1 ? '' : 's'}`);
    console.log(`  payer alone:           ${show(quiet)}`);
    console.log(`  payer under the flood: ${show(flooded)}; the first ${first.toFixed(0)} ms`);
    console.log(`  free calls: ${answers.length}, ${show(answers.map(({ ms }) => ms))}`);
    goal('payer’s p95 with the flood, of that without', (p95 / without).toFixed(2), p95 <= 2 * without, '≤ 2');
    goal('the first paid call of a flood, in ms', first.toFixed(0), first <= 1000 + without, '≤ 1000 and its own time');
    const statuses = [...new Set(answers.map(({ status }) => status))];
    goal('free calls are all answered with', statuses.join(', '), statuses.join() === '200', '200');
  } finally {
    await api.stop();
  }
}

/** Keeps every place of every account at work until it is ended. */
function startFlood(url, accounts) {
  const body = JSON.stringify({ yaml: WIDE_RULE, options: { formats: DEPLOY_FORMATS } });
  const flood = new Worker(new URL('lib/flood.mjs', import.meta.url), {
    workerData: { url: `${url}/convert`, accounts, atOnce: AT_ONCE, body },
  });
  const failed = once(flood, 'error').then(([error]) => Promise.reject(error));
  const said = async () => (await Promise.race([once(flood, 'message'), failed]))[0];
  return {
    underWay: said(),
    async end() {
      const answers = said();
      flood.postMessage('end');
      return answers;
    },
  };
}

/** How long so many generations take, one after the other, in milliseconds. */
async function generations(url, headers, count) {
  const times = [];
  const body = JSON.stringify({ inputType: 'text', text: ADVISORY });
  for (let round = 0; round < count; round += 1) {
    const began = performance.now();
    const answer = await fetch(`${url}/generate`, { method: 'POST', headers, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`a payer's generation gave ${answer.status}: ${text}`);
    times.push(performance.now() - began);
  }
  return times;
}

async function signIn(tier) {
  const user = { email: `${randomUUID()}@example.test`, password: 'a password of the benchmark' };
  await createLocalUser(db, { ...user, tier });
  const { accessToken } = await auth.sessions.login(user, { ip: undefined, userAgent: 'bench' });
  return { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
}
