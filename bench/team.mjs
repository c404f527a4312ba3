// Team analytics over 1,000,000 rules compared with plain statements, list pages compared with a small team's, and the CSV of 1,000,000
// audit events compared with the bare driver.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createAuth, createLocalUser } from '@tripline/auth';
import { rulesSettings } from '@tripline/rules-service';
import { createDatabase, createLog, createMetrics, createRedis, loadConfig } from '@tripline/service';
import { createTestDatabase, startTestServers } from '@tripline/stack';
import { cpuMs, peakMegabytes, startChild } from './lib/child-service.mjs';
import { describeMachine, goal, median, percentile } from './lib/figures.mjs';
import { plainAnalytics, plainExport } from './team/plain.mjs';
import { seedTeam } from './team/seed.mjs';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = Number(process.argv[3] ?? 20);
const MEMBERS = 250;
const LISTS = {
  rules: '/v1/team/rules',
  'rules, by level': '/v1/team/rules?level=critical',
  'rules, by technique': '/v1/team/rules?technique=T1059',
  audit: '/v1/team/audit',
  'audit, by action': '/v1/team/audit?action=rule.edited',
  'audit, of one day': '/v1/team/audit?from=2026-01-01&to=2026-01-01',
};

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
  LIMIT_READS_PER_MINUTE: '1000000',
  LIMIT_CHANGES_PER_MINUTE: '1000000',
  LIMIT_WORK_PER_MINUTE: '1000000',
  PORT: '0',
  ADMIN_PORT: '0',
};
const db = createDatabase({
  url: env.DATABASE_URL,
  connections: 4,
  applicationName: 'bench',
  statementTimeoutMs: 600_000,
});
const redis = createRedis({
  url: env.REDIS_URL,
  role: 'api',
  name: 'bench',
  log: createLog({ name: 'bench', level: 'silent' }),
});
const auth = createAuth({
  ...{ db, redis, log: createLog({ name: 'bench', level: 'silent' }), keyHeader: 'authorization' },
  metrics: createMetrics('bench'),
  config: loadConfig(rulesSettings, env),
});

/** A team of so many rules and events, and a session of its owner. */
async function makeTeam(rules, events) {
  const user = { email: `${randomUUID()}@example.test`, password: 'a password of the benchmark' };
  const { userId } = await createLocalUser(db, { ...user, tier: 'enterprise' });
  const teamId = await seedTeam({ adminUrl: database.adminUrl, ownerId: userId, members: MEMBERS, rules, events });
  const session = await auth.sessions.login(user, { ip: undefined, userAgent: 'bench' });
  return { teamId, headers: { authorization: `Bearer ${session.accessToken}` } };
}

const timed = async (work) => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/** The analytics compared with one statement per figure over the same rows, alternating. */
async function compareAnalytics(origin, team) {
  const sides = {
    'a plain statement per figure': () => plainAnalytics(db, team.teamId),
    'GET /v1/team/analytics': () => get(origin, '/v1/team/analytics', team),
  };
  const times = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, work] of Object.entries(sides)) {
      const ms = await timed(work);
      // The first round only warms both up.
      if (round > 0) times[name].push(ms);
    }
  }
  console.log(`\nanalytics of ${ROWS} rules, ${ROUNDS} rounds in turn, one caller`);
  for (const [name, all] of Object.entries(times)) {
    console.log(`  ${name.padEnd(30)} p50 ${median(all).toFixed(0)} ms   p95 ${percentile(all, 0.95).toFixed(0)} ms`);
  }
  const [plain, ours] = Object.values(times).map((all) => percentile(all, 0.95));
  goal('analytics p95, share of the plain statements', (ours / plain).toFixed(2), ours <= 0.3 * plain, 'at most 0.3');
}

async function get(origin, path, { headers }) {
  const answer = await fetch(`${origin}${path}`, { headers });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${path} gave ${answer.status}: ${body}`);
}

/** List pages of the large team compared with those of the small one, alternating. */
async function compareLists(origin, small, large) {
  console.log(`\nfirst pages, p95 of ${ROUNDS}: of ${ROWS} rows beside 1000`);
  for (const [name, path] of Object.entries(LISTS)) {
    const times = { small: [], large: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      times.small.push(await timed(() => get(origin, path, small)));
      times.large.push(await timed(() => get(origin, path, large)));
    }
    const [one, many] = [times.small, times.large].map((all) => percentile(all.slice(1), 0.95));
    const text = `${name.padEnd(20)} p95 ${many.toFixed(1)} ms beside ${one.toFixed(1)} ms`;
    goal(text, (many / one).toFixed(2), many <= 5 * one, 'at most 5');
  }
}

/** Reads a file and throws it away. @returns its lines and bytes */
async function download(origin, path, { headers }) {
  const call = request(`${origin}${path}`, { headers });
  call.end();
  const [answer] = await once(call, 'response');
  if (answer.statusCode !== 200) throw new Error(`${path} gave ${answer.statusCode}`);
  let [lines, bytes] = [0, 0];
  for await (const chunk of answer) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  return { lines, bytes };
}

/** The CSV of a tenth of the log and of all of it: how fast, and with how much memory. */
async function exportCsv(api, origin, team) {
  const tenth = new Date(Date.now() - 36.5 * 86_400_000).toISOString();
  // Three times, so that memory which only the first answers need does not count as growth.
  for (let time = 0; time < 3; time += 1) await download(origin, `/v1/team/audit?format=csv&from=${tenth}`, team);
  const before = peakMegabytes(api.pid);
  const cpu = cpuMs(api.pid);
  let file;
  const ms = await timed(async () => {
    file = await download(origin, '/v1/team/audit?format=csv', team);
  });
  const ourCpu = cpuMs(api.pid) - cpu;
  const after = peakMegabytes(api.pid);
  const bare = await timed(() => plainExport(database.databaseUrl, team.teamId));
  const rate = (time) => `${((file.lines - 1) / time).toFixed(0)} events per ms`;
  console.log(`\nCSV of ${file.lines - 1} events, ${(file.bytes / 1e6).toFixed(0)} MB`);
  console.log(`  cursor of the bare driver, nothing written   ${(bare / 1000).toFixed(1)} s   ${rate(bare)}`);
  console.log(
    `  GET /v1/team/audit?format=csv                ${(ms / 1000).toFixed(1)} s   ${rate(ms)}   cpu ${(ourCpu / 1000).toFixed(1)} s`,
  );
  console.log(`  peak memory ${before.toFixed(0)} MB after a tenth of it, ${after.toFixed(0)} MB after all`);
  goal(
    'memory that ten times the events take more',
    `${(after - before).toFixed(0)} MB`,
    after - before <= 64,
    'at most 64 MB',
  );
  goal('time beside the bare cursor', (ms / bare).toFixed(2), ms <= 3 * bare, 'at most 3');
}

let api;
try {
  describeMachine();
  const small = await makeTeam(1000, 1000);
  const large = await makeTeam(ROWS, ROWS);
  const file = fileURLToPath(new URL('../services/rules/dist/api.js', import.meta.url));
  api = await startChild(file, env, /"port":(\d+)/);
  const origin = `http://127.0.0.1:${api.match[1]}`;
  await exportCsv(api, origin, large);
  await compareLists(origin, small, large);
  await compareAnalytics(origin, large);
  describeMachine();
} finally {
  await api?.stop();
  await auth.close();
  redis.disconnect();
  await db.destroy();
  await servers.stop();
}
