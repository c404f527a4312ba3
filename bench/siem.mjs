// 2,000 rules of a SIEM imported over HTTP into an account, compared with reading the same queries alone, and imported again without a change.
import { awsEvents } from '@tripline/attack';
import { readQuery } from '@tripline/sigma';
import { callApi, startCoverageStack } from './lib/coverage-stack.mjs';
import { describeMachine, goal } from './lib/figures.mjs';

const RULES = 2_000;
const MOST_SECONDS = 20;

/** Rules of our own on one event each, every third with an exclusion. */
const events = awsEvents();
const rules = Array.from({ length: RULES }, (_, at) => {
  const { name, source } = events[at % events.length];
  const excluded = at % 3 === 0 ? ' and not user.name:(admin or robot*)' : '';
  return {
    ...{ rule_id: `bench-${at}`, name: `Rule ${at}`, type: 'query', language: 'kuery', enabled: at % 5 !== 0 },
    index: ['logs-aws.cloudtrail-*'],
    query: `event.dataset:aws.cloudtrail and event.provider:${source} and event.action:${name}${excluded}`,
  };
});
const file = `${rules.map((rule) => JSON.stringify(rule)).join('\n')}\n`;

describeMachine();
const began = process.cpuUsage();
for (const { index, query } of rules) readQuery(query, 'lucene', { partial: true, rule: { index } });
const { system, user } = process.cpuUsage(began);
const alone = (system + user) / 1e6;

const stack = await startCoverageStack();
try {
  const api = await stack.startApi();
  const { headers } = await stack.newSubscriber(api, 'pro');
  const account = { name: 'bench', provider: 'aws', external_account_id: '111122223333' };
  const { id } = await callApi(`${api.url}/accounts`, headers, 'POST', account);
  const body = { name: 'bench', kind: 'elastic', account_ids: [id] };
  const siem = await callApi(`${api.url}/siems`, headers, 'POST', body);
  const send = async () => {
    const start = performance.now();
    const answer = await fetch(`${api.url}/siems/${siem.id}/import?file=rules.ndjson&apply=true`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: file,
    });
    const diff = await answer.json();
    if (!answer.ok) throw new Error(`the import gave ${answer.status}: ${JSON.stringify(diff)}`);
    return { diff, seconds: (performance.now() - start) / 1000 };
  };
  const first = await send();
  const again = await send();
  const counts = `${first.diff.new_total} new, ${first.diff.read.whole} read whole`;
  console.log(`the queries read alone: ${alone.toFixed(1)} s of processor time`);
  goal(
    `${RULES} rules imported (${counts})`,
    `${first.seconds.toFixed(1)} s`,
    first.seconds <= MOST_SECONDS,
    `≤ ${MOST_SECONDS} s`,
  );
  goal(
    `imported again (${again.diff.same_total} the same)`,
    `${again.seconds.toFixed(1)} s`,
    again.seconds <= MOST_SECONDS,
    `≤ ${MOST_SECONDS} s`,
  );
} finally {
  await stack.stop();
}
