// How long a generation takes beside a library of 10,000 rules that it is compared with, beside the same with an empty one, in turn.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generate, read } from '@tripline/advisory';
import { createAuth, createLocalUser } from '@tripline/auth';
import { rulesSettings } from '@tripline/rules-service';
import { createDatabase, createLog, createMetrics, createRedis, loadConfig } from '@tripline/service';
import { createTestDatabase, startTestServers } from '@tripline/stack';
import pg from 'pg';
import { startChild } from './lib/child-service.mjs';
import { describeMachine, goal, median } from './lib/figures.mjs';

const ROWS = Number(process.argv[2] ?? 10_000);
const ROUNDS = Number(process.argv[3] ?? 5);
const MOST_MS = 5000;

const sample = readFileSync(new URL('../packages/stack/samples/copper-wren.html', import.meta.url));
const text = sample.toString('utf8');
const { rules } = generate(await read(new Uint8Array(sample), { contentType: 'text/html' }));

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
  PORT: '0',
  ADMIN_PORT: '0',
};
const log = createLog({ name: 'bench', level: 'silent' });
const db = createDatabase({ url: env.DATABASE_URL, connections: 4, applicationName: 'bench' });
const redis = createRedis({ url: env.REDIS_URL, role: 'api', name: 'bench', log });
const auth = createAuth({
  ...{ db, redis, log, keyHeader: 'authorization' },
  metrics: createMetrics('bench'),
  config: loadConfig(rulesSettings, env),
});

/** Somebody with so many rules like those of the report, each of other values, and a session of theirs. */
async function makeReader(rows) {
  const user = { email: `${randomUUID()}@example.test`, password: 'a password of the benchmark' };
  const { userId } = await createLocalUser(db, { ...user, tier: 'enterprise' });
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  for (const rule of rules) {
    await client.query(
      `with made as (
         insert into rules.rules (id, key, created_by, source_input_type, source_title, version, title, description, level, platform,
           techniques, detection_values, search_names, state, created_at, updated_at)
         select gen_random_uuid(), gen_random_uuid(), $1, 'text', 'bench', 1, 'Rule ' || n, '', 'high', $2, '{}', '{}', '', 'draft', now(), now()
         from generate_series(1, $3::int) as n returning id, title)
       insert into rules.rule_versions (rule_id, version, created_by, created_at, content_sha256, title, content)
       select id, 1, $1, now(), id::text, title, replace($4, '.exe', '-' || substr(title, 6) || '.exe')::json from made`,
      [userId, rule.platform, Math.ceil(rows / rules.length), JSON.stringify(rule)],
    );
  }
  await client.end();
  const session = await auth.sessions.login(user, { ip: undefined, userAgent: 'bench' });
  return { authorization: `Bearer ${session.accessToken}`, 'content-type': 'application/json' };
}

/** Milliseconds until a generation has been read whole. */
async function generation(origin, headers) {
  const body = JSON.stringify({ inputType: 'text', text, options: { keep: false } });
  const begun = performance.now();
  const answer = await fetch(`${origin}/v1/generate`, { method: 'POST', headers, body });
  const said = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status}: ${said}`);
  return performance.now() - begun;
}

let api;
try {
  describeMachine();
  const [none, many] = [await makeReader(0), await makeReader(ROWS)];
  const file = fileURLToPath(new URL('../services/rules/dist/api.js', import.meta.url));
  api = await startChild(file, env, /"port":(\d+)/);
  const origin = `http://127.0.0.1:${api.match[1]}`;
  const taken = { none: [], many: [] };
  // The first round only warms up.
  for (let round = -1; round < ROUNDS; round += 1)
    for (const [name, headers] of Object.entries({ none, many })) {
      const ms = await generation(origin, headers);
      if (round >= 0) taken[name].push(ms);
    }
  const [alone, compared] = [median(taken.none), median(taken.many)];
  console.log(`  ${rules.length} rules of a report beside an empty library: p50 ${alone.toFixed(0)} ms`);
  const more = compared - alone;
  goal(`what ${ROWS} rules add`, `${more.toFixed(0)} ms`, more <= MOST_MS, `at most ${MOST_MS} ms`);
  describeMachine();
} finally {
  await api?.stop();
  await auth.close();
  redis.disconnect();
  await db.destroy();
  await servers.stop();
}
