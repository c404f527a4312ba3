// Coverage summaries compared with a bare route with the same SQL, an organisation of 200 accounts compared with a count of the same rows, lists over
// 1,000,000 detections compared with 1,000, and the hourly limit with two processes.
import { fileURLToPath } from 'node:url';
import { awsTechniques } from '@tripline/attack';
import autocannon from 'autocannon';
import { seedAccounts, seedOrganization } from './coverage/seed.mjs';
import { callApi, startCoverageStack } from './lib/coverage-stack.mjs';
import { describeMachine, goal, median, partsAsked, percentile } from './lib/figures.mjs';

const parts = partsAsked(['summary', 'organization', 'lists', 'limit']);
const SECONDS = 5;
const ACCOUNTS = 1000;
const PER_ACCOUNT = 1000;
const SUMMARY_ACCOUNTS = 100;
const ORGANIZATION_ACCOUNTS = 200;
const ORGANIZATION_CALLS = 30;
const ROUNDS = 3;
const CONNECTIONS = 10;
const LIST_REQUESTS = 300;
const CALLERS = 200;
const CALLS = 3000;

/** Requests per second and latencies in milliseconds, going through `paths` in turn. */
async function load(url, headers, paths, limits) {
  const latencies = [];
  const run = autocannon({
    url,
    connections: CONNECTIONS,
    requests: paths.map((path) => ({ method: 'GET', path, headers })),
    ...limits,
  });
  run.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
  const { errors, non2xx, requests } = await run;
  if (errors + non2xx > 0) throw new Error(`${errors} errors and ${non2xx} refusals at ${url}`);
  return {
    perSecond: requests.average,
    p50: median(latencies),
    p95: percentile(latencies, 0.95),
    p99: percentile(latencies, 0.99),
  };
}

/** `GET /accounts/{id}/coverage` compared with a bare route. */
async function compareSummary({ stack, api, subscriber, accounts: some }) {
  const startBare = (extra) =>
    stack.startProgram(
      fileURLToPath(new URL('coverage/bare-route.mjs', import.meta.url)),
      { OWNER_ID: subscriber.userId, ...extra },
      /"port":(\d+)/,
    );
  const [plain, prepared] = [await startBare({}), await startBare({ STATEMENT_NAME: 'summary' })];
  const { origin, pathname } = new URL(api.url);
  const loadBare = ({ match }) =>
    load(
      `http://127.0.0.1:${match[1]}`,
      {},
      some.map((id) => `/${id}`),
      { duration: SECONDS },
    );
  const sides = {
    'bare route, same SQL': () => loadBare(plain),
    'GET /accounts/{id}/coverage': () =>
      load(
        origin,
        subscriber.headers,
        some.map((id) => `${pathname}/accounts/${id}/coverage`),
        { duration: SECONDS },
      ),
    'bare route, SQL prepared': () => loadBare(prepared),
  };
  const runs = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, run] of Object.entries(sides)) {
      const figures = await run();
      // The first round only warms both up.
      if (round > 0) runs[name].push(figures);
    }
  }
  await Promise.all([plain.stop(), prepared.stop()]);
  console.log(`\n${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each in turn, ${some.length} accounts`);
  const middle = (name, figure) => median(runs[name].map((each) => each[figure]));
  for (const name of Object.keys(sides)) {
    const ms = (figure) => `${figure} ${middle(name, figure).toFixed(1)} ms`;
    console.log(
      `  ${name.padEnd(30)} ${middle(name, 'perSecond').toFixed(0).padStart(6)} req/s   ${ms('p50')}   ${ms('p95')}   ${ms('p99')}`,
    );
  }
  const [floor, ours, harder] = Object.keys(sides).map((name) => middle(name, 'perSecond'));
  goal(
    'summary, share of the bare requests per second',
    (ours / floor).toFixed(2),
    ours >= 0.6 * floor,
    'at least 0.6',
  );
  console.log(`  beside the bare route that also prepares its statement: ${(ours / harder).toFixed(2)}`);
}

/** `GET /organizations/{id}/coverage`, beside counting the rows that it is made of. */
async function timeOrganization({ stack, api, subscriber, accounts }) {
  const techniques = awsTechniques().map(({ id }) => id);
  const id = await seedOrganization({ adminUrl: stack.adminUrl, accounts, techniques });
  const counting = `select count(*) from coverage.organization_accounts m
    join coverage.cloud_accounts a on a.external_account_id = m.external_account_id
    cross join lateral (select id from coverage.snapshots where account_id = a.id order by created_at desc, id desc limit 1) s
    join coverage.snapshot_techniques t on t.snapshot_id = s.id where m.organization_id = ?`;
  const sides = {
    'count of the same rows': async () => {
      const { rows } = await stack.db.raw(counting, [id]);
      if (Number(rows[0].count) !== accounts.length * techniques.length) throw new Error('rows are missing');
    },
    'GET /organizations/{id}/coverage': async () => {
      const body = await callApi(`${api.url}/organizations/${id}/coverage?limit=200`, subscriber.headers);
      if (body.counted_accounts !== accounts.length) throw new Error(`${body.counted_accounts} accounts are counted`);
    },
  };
  const times = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round <= ORGANIZATION_CALLS; round += 1) {
    for (const [name, run] of Object.entries(sides)) {
      const begun = performance.now();
      await run();
      // The first round only warms both up.
      if (round > 0) times[name].push(performance.now() - begun);
    }
  }
  console.log(
    `\nan organisation of ${accounts.length} accounts, ${techniques.length} techniques each, one call after the other`,
  );
  for (const [name, each] of Object.entries(times)) {
    console.log(`  ${name.padEnd(34)} p50 ${median(each).toFixed(1)} ms   p95 ${percentile(each, 0.95).toFixed(1)} ms`);
  }
  const p95 = percentile(times['GET /organizations/{id}/coverage'], 0.95);
  goal('coverage of the organisation, p95', `${p95.toFixed(0)} ms`, p95 < 1000, 'less than 1000 ms');
}

/** The lists that callers use, each over one of the accounts. */
const LISTS = {
  detections: (id) => `/accounts/${id}/detections`,
  'detections, last page': (id) => `/accounts/${id}/detections?page=20`,
  'detections, filtered': (id) =>
    `/accounts/${id}/detections?status=active&detection_type=config_rule&region=us-east-1`,
  accounts: () => '/accounts?limit=1',
  history: (id) => `/accounts/${id}/coverage/history?limit=10`,
};

/** Lists over many accounts compared with those over one, alternating. */
async function compareLists(small, large) {
  console.log(
    `\nlists, ${CONNECTIONS} connections: p95 over ${large.accounts.length * PER_ACCOUNT} detections beside ${PER_ACCOUNT}`,
  );
  for (const [name, path] of Object.entries(LISTS)) {
    const p95 = { small: [], large: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [size, { api, subscriber, accounts }] of Object.entries({ small, large })) {
        const { origin, pathname } = new URL(api.url);
        const spread = Array.from({ length: LIST_REQUESTS }, (_, n) => accounts[(n * 7919 + round) % accounts.length]);
        const figures = await load(
          origin,
          subscriber.headers,
          spread.map((id) => pathname + path(id)),
          { amount: LIST_REQUESTS },
        );
        if (round > 0) p95[size].push(figures.p95);
      }
    }
    const [one, many] = [median(p95.small), median(p95.large)];
    goal(
      `${name.padEnd(22)} p95 ${many.toFixed(1)} ms beside ${one.toFixed(1)} ms`,
      (many / one).toFixed(2),
      many <= 2 * one,
      'at most 2',
    );
  }
}

/** Many callers at once on two processes: exactly as many calls are allowed as the limit leaves. */
async function countLimit({ stack, api }) {
  const other = await stack.startApi();
  const subscriber = await stack.newSubscriber(api, 'individual');
  const ask = async (n) => {
    const { url } = n % 2 === 0 ? api : other;
    const answer = await fetch(`${url}/accounts`, { headers: subscriber.headers });
    await answer.arrayBuffer();
    return {
      status: answer.status,
      remaining: Number(answer.headers.get('x-ratelimit-remaining')),
      hour: answer.headers.get('x-ratelimit-reset'),
    };
  };
  const { remaining, hour } = await ask(0);
  const answers = [];
  let next = 0;
  const caller = async () => {
    while (next < CALLS) {
      next += 1;
      answers.push(await ask(next));
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  await other.stop();
  if (answers.some((answer) => answer.hour !== hour))
    throw new Error('an hour has ended meanwhile; run the benchmark again');
  const count = (status) => answers.filter((answer) => answer.status === status).length;
  console.log(
    `\nhourly limit: ${CALLS} calls by ${CALLERS} callers at once over two API processes, ${remaining} left before`,
  );
  const exact = count(200) === remaining && count(429) === CALLS - remaining;
  goal('calls let in and refused', `${count(200)} and ${count(429)}`, exact, `${remaining} and ${CALLS - remaining}`);
}

const stacks = [];
async function prepare(accounts, perAccount) {
  const stack = await startCoverageStack();
  stacks.push(stack);
  const api = await stack.startApi();
  const subscriber = await stack.newSubscriber(api, 'enterprise');
  const { adminUrl } = stack;
  const ids = await seedAccounts({ adminUrl, userId: subscriber.userId, accounts, perAccount });
  return { stack, api, subscriber, accounts: ids };
}
try {
  describeMachine();
  const small = await prepare(1, PER_ACCOUNT);
  if (parts.has('limit')) await countLimit(small);
  if (parts.has('summary')) await compareSummary(await prepare(SUMMARY_ACCOUNTS, 10));
  if (parts.has('organization')) await timeOrganization(await prepare(ORGANIZATION_ACCOUNTS, 10));
  if (parts.has('lists')) await compareLists(small, await prepare(ACCOUNTS, PER_ACCOUNT));
  describeMachine();
} finally {
  await Promise.all(stacks.map((stack) => stack.stop()));
}
