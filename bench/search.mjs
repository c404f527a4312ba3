// Searches of a library of 100,000 rules by HTTP, beside the same searches of one of 1,000, in turn, and a sequential scan with ILIKE.
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createAuth, createLocalUser } from '@tripline/auth';
import { rulesSettings } from '@tripline/rules-service';
import { createDatabase, createLog, createMetrics, createRedis, loadConfig } from '@tripline/service';
import { createTestDatabase, startTestServers } from '@tripline/stack';
import { startChild } from './lib/child-service.mjs';
import { describeMachine, goal, median, percentile } from './lib/figures.mjs';
import { COMMONEST, seedLibrary } from './search/seed.mjs';

const ROWS = Number(process.argv[2] ?? 100_000);
const SEARCHES = Number(process.argv[3] ?? 200);
const FLOOR_ROWS = 1000;
const MOST_MS = 100;
/** What people do to find rules, and the first page of the library itself. */
const KINDS = {
  'one letter': 'q=p',
  'the commonest word': `q=${COMMONEST}`,
  'three facets': 'platform=cloud-audit-1&level=high&state=deployed',
  'a parent technique': 'technique=T1003',
  'a parent technique, typed': 'q=T1003',
  'no hit': 'q=zyzzyva',
  'a word and a facet': `q=${COMMONEST}&level=critical`,
  'nothing asked for': '',
};
/** The costly ones: what is sorted has no index of its own. */
const SORTED = { 'the commonest word, by title': `q=${COMMONEST}&sort=title`, 'all, by level': 'sort=-level' };

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
  PORT: '0',
  ADMIN_PORT: '0',
};
const log = createLog({ name: 'bench', level: 'silent' });
const db = createDatabase({
  url: env.DATABASE_URL,
  connections: 4,
  applicationName: 'bench',
  statementTimeoutMs: 600_000,
});
const redis = createRedis({ url: env.REDIS_URL, role: 'api', name: 'bench', log });
const auth = createAuth({
  ...{ db, redis, log, keyHeader: 'authorization' },
  metrics: createMetrics('bench'),
  config: loadConfig(rulesSettings, env),
});

/** Somebody with so many rules, and a session of theirs. */
async function makeReader(rows) {
  const user = { email: `${randomUUID()}@example.test`, password: 'a password of the benchmark' };
  const { userId } = await createLocalUser(db, { ...user, tier: 'enterprise' });
  await seedLibrary(database.adminUrl, userId, rows);
  const session = await auth.sessions.login(user, { ip: undefined, userAgent: 'bench' });
  return { userId, headers: { authorization: `Bearer ${session.accessToken}` } };
}

/** Milliseconds until a list has been read whole, and what it said. */
async function search(origin, { headers }, query) {
  const begun = performance.now();
  const answer = await fetch(`${origin}/v1/rules?${query}`, { headers });
  const body = await answer.text();
  const ms = performance.now() - begun;
  if (!answer.ok) throw new Error(`${query} gave ${answer.status}: ${body}`);
  return { ms, data: JSON.parse(body).data };
}

/** So many searches in turn on both libraries. @returns the milliseconds by kind */
async function measure(origin, { large, small }, kinds, times) {
  const taken = Object.fromEntries(Object.keys(kinds).map((name) => [name, { large: [], small: [] }]));
  for (let round = -2; round < times; round += 1)
    for (const [name, query] of Object.entries(kinds))
      for (const [size, reader] of Object.entries({ large, small })) {
        const { ms, data } = await search(origin, reader, query);
        // The first rounds only warm up.
        if (round >= 0) taken[name][size].push(ms);
        if (size === 'large') taken[name].total = `${data.total}${data.moreThanTotal ? ' and more' : ''}`;
      }
  for (const [name, one] of Object.entries(taken))
    console.log(
      `  ${name.padEnd(30)} p50 ${median(one.large).toFixed(0)} ms  p95 ${percentile(one.large, 0.95).toFixed(0)} ms   floor p95 ${percentile(one.small, 0.95).toFixed(0)} ms   ${one.total} found`,
    );
  return taken;
}

let api;
try {
  describeMachine();
  const small = await makeReader(FLOOR_ROWS);
  const large = await makeReader(ROWS);
  const file = fileURLToPath(new URL('../services/rules/dist/api.js', import.meta.url));
  api = await startChild(file, env, /"port":(\d+)/);
  const origin = `http://127.0.0.1:${api.match[1]}`;
  const rounds = Math.ceil(SEARCHES / Object.keys(KINDS).length);
  console.log(`\n${SEARCHES} searches of ${ROWS} rules, beside the same of ${FLOOR_ROWS}`);
  const taken = await measure(origin, { large, small }, KINDS, rounds);
  const all = (size) => Object.values(taken).flatMap((one) => one[size]);
  const [ours, floor] = [percentile(all('large'), 0.95), percentile(all('small'), 0.95)];
  const scans = [];
  for (let round = 0; round < 5; round += 1) {
    const begun = performance.now();
    await db.raw(
      `select count(*) from rules.rules where created_by = ? and (title ilike '%zyzzyva%' or description ilike '%zyzzyva%')`,
      [large.userId],
    );
    scans.push(performance.now() - begun);
  }
  console.log(`  a scan with ilike for a word that no rule has: ${median(scans).toFixed(0)} ms, in Postgres alone`);
  console.log('\nsorted');
  await measure(origin, { large, small }, SORTED, 10);
  goal('p95 of all searches', `${ours.toFixed(0)} ms`, ours <= MOST_MS, `at most ${MOST_MS} ms`);
  goal('p95 beside that of the small library', (ours / floor).toFixed(1), ours <= 10 * floor, 'at most 10');
  describeMachine();
} finally {
  await api?.stop();
  await auth.close();
  redis.disconnect();
  await db.destroy();
  await servers.stop();
}
