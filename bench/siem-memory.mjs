// Exports of 50 MB in each of their forms imported over HTTP, each by a fresh API process: the most memory that the process ever had, beside
// that of one that read an export of a single rule, and the longest that another request waited meanwhile. Usage: node bench/siem-memory.mjs [form...]
import { zipSync } from 'fflate';
import { peakMegabytes } from './lib/child-service.mjs';
import { callApi, startCoverageStack } from './lib/coverage-stack.mjs';
import { describeMachine, goal, partsAsked } from './lib/figures.mjs';

const RULES = 2_500;
/** Of one rule, most of it in a text that is not its query. */
const RULE_BYTES = 20_500;
/** What the deployed process may have is 1 GiB; a quarter of it is left for what else it does. */
const MOST_MEGABYTES = 768;

const text = Buffer.from(Array.from({ length: RULE_BYTES }, (_, at) => (at * 7919 + (at >> 5)) & 0xff)).toString('hex');
const EVENTS = ['StopLogging', 'DeleteTrail', 'CreateAccessKey', 'PutBucketPolicy'];
const eventOf = (at) => EVENTS[at % EVENTS.length];
const padding = (length) => text.slice(0, Math.max(0, length));

const sigma = (at) => {
  const id = `0f1e2d3c-4b5a-4978-8796-${String(at).padStart(12, '0')}`;
  const rule = `title: Rule ${at}\nid: ${id}\nlogsource:\n  product: aws\n  service: cloudtrail\ndetection:\n  selection:\n    eventName: ${eventOf(at)}\n  condition: selection\n`;
  return `${rule}description: ${padding(RULE_BYTES - rule.length)}\n`;
};
const sentinel = (at) => ({
  kind: 'Scheduled',
  name: `0f1e2d3c-4b5a-4978-8796-${String(at).padStart(12, '0')}`,
  properties: {
    displayName: `Rule ${at}`,
    enabled: true,
    query: `AWSCloudTrail | where EventName == "${eventOf(at)}"`,
    description: padding(RULE_BYTES - 300),
  },
});
const elastic = (at) => ({
  ...{ rule_id: `bench-${at}`, name: `Rule ${at}`, type: 'query', language: 'kuery', enabled: true },
  ...{ index: ['logs-aws.cloudtrail-*'], description: padding(RULE_BYTES - 300) },
  query: `event.dataset:aws.cloudtrail and event.action:${eventOf(at)}`,
});
const splunk = (at) => {
  const stanza = `[Rule ${at}]\nenableSched = 1\nalert.track = 1\nsearch = \`trail\` eventName=${eventOf(at)}\n`;
  return `${stanza}description = ${padding(RULE_BYTES - stanza.length)}\n`;
};
const splunkEntry = (at) => ({
  name: `Rule ${at}`,
  content: {
    ...{ search: `sourcetype=aws:cloudtrail eventName=${eventOf(at)}`, is_scheduled: true },
    description: padding(RULE_BYTES - 200),
  },
});
const yaral = (at) =>
  `rule rule_${at} {\n  meta:\n    description = "${padding(RULE_BYTES - 300)}"\n  events:\n    $e.metadata.product_name = "AWS CloudTrail"\n    $e.metadata.product_event_type = "${eventOf(at)}"\n  condition:\n    $e\n}\n`;
const monitor = (at) => ({
  _id: `bench-${at}`,
  _source: {
    ...{ type: 'monitor', name: `Rule ${at}`, enabled: true, description: padding(RULE_BYTES - 300) },
    inputs: [
      {
        search: {
          indices: ['cloudtrail-*'],
          query: { query: { query_string: { query: `eventName:${eventOf(at)}` } } },
        },
      },
    ],
  },
});
const sentinelYaml = (at) =>
  `id: 0f1e2d3c-4b5a-4978-8796-${String(at).padStart(12, '0')}\nname: Rule ${at}\nquery: AWSCloudTrail | where EventName == "${eventOf(at)}"\ndescription: ${padding(RULE_BYTES - 150)}\n`;
const toml = (at) =>
  `[metadata]\nmaturity = "production"\n[rule]\nrule_id = "bench-${at}"\nname = "Rule ${at}"\ntype = "query"\nlanguage = "kuery"\nindex = ["logs-aws.cloudtrail-*"]\nquery = "event.action:${eventOf(at)}"\ndescription = "${padding(RULE_BYTES - 200)}"\n`;
const MACROS = '[trail]\ndefinition = sourcetype=aws:cloudtrail\n';

const times = (count, one) => Array.from({ length: count }, (_, at) => one(at));
const zipped = (files) => zipSync(files, { level: 1 });
/** A zip with a file for each rule. */
const folder = (count, ending, one) =>
  zipped(Object.fromEntries(times(count, (at) => [`rules/${at}.${ending}`, Buffer.from(one(at))])));
const FORMS = {
  'elastic-ndjson': {
    kind: 'elastic',
    file: 'a.ndjson',
    of: (n) => times(n, (at) => JSON.stringify(elastic(at))).join('\n'),
  },
  'elastic-json': {
    kind: 'elastic',
    file: 'a.json',
    of: (n) => JSON.stringify({ page: 1, total: n, data: times(n, elastic) }),
  },
  'elastic-toml': { kind: 'elastic', file: 'a.zip', of: (n) => folder(n, 'toml', toml) },
  'opensearch-json': {
    kind: 'opensearch',
    file: 'a.json',
    of: (n) => JSON.stringify({ hits: { hits: times(n, monitor) } }),
  },
  'sentinel-yaml': { kind: 'sentinel', file: 'a.zip', of: (n) => folder(n, 'yaml', sentinelYaml) },
  'google-json': {
    kind: 'google',
    file: 'a.json',
    of: (n) => JSON.stringify({ rules: times(n, (at) => ({ ruleId: `ru_${at}`, ruleText: yaral(at) })) }),
  },
  'sentinel-json': { kind: 'sentinel', file: 'a.json', of: (n) => JSON.stringify({ value: times(n, sentinel) }) },
  'splunk-json': { kind: 'splunk', file: 'a.json', of: (n) => JSON.stringify({ entry: times(n, splunkEntry) }) },
  'splunk-conf': { kind: 'splunk', file: 'savedsearches.conf', of: (n) => times(n, splunk).join('\n') },
  'splunk-zip': {
    kind: 'splunk',
    file: 'app.zip',
    of: (n) =>
      zipped({
        'app/default/savedsearches.conf': Buffer.from(times(n, splunk).join('\n')),
        'app/default/macros.conf': Buffer.from(MACROS),
      }),
  },
  'google-yaral': { kind: 'google', file: 'a.yaral', of: (n) => times(n, yaral).join('\n') },
  'sigma-yaml': { kind: 'sigma', file: 'a.yml', of: (n) => times(n, sigma).join('---\n') },
  'sigma-zip': { kind: 'sigma', file: 'a.zip', of: (n) => folder(n, 'yml', sigma) },
};

/** Imports a file while another caller asks for the list of SIEMs, one call after the other. */
async function importOf(stack, { file, kind, of }, count) {
  const api = await stack.startApi();
  const { headers } = await stack.newSubscriber(api, 'pro');
  const siem = await callApi(`${api.url}/siems`, headers, 'POST', { name: `${kind} ${file}`, kind });
  const other = await stack.newSubscriber(api, 'pro');
  let isDone = false;
  let longest = 0;
  let answered = 0;
  const asking = (async () => {
    while (!isDone) {
      const start = performance.now();
      await callApi(`${api.url}/siems`, other.headers);
      longest = Math.max(longest, performance.now() - start);
      answered++;
    }
  })();
  const start = performance.now();
  const answer = await fetch(`${api.url}/siems/${siem.id}/import?file=${file}&apply=true`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: of(count),
  });
  const body = await answer.json();
  const seconds = (performance.now() - start) / 1000;
  isDone = true;
  await asking;
  const peak = peakMegabytes(api.pid);
  await api.stop();
  return { answered, body, longest, peak, seconds, status: answer.status };
}

describeMachine();
const asked = partsAsked(Object.keys(FORMS));
const stack = await startCoverageStack();
try {
  for (const [name, form] of Object.entries(FORMS).filter(([name]) => asked.has(name))) {
    const floor = await importOf(stack, form, 1);
    const { answered, body, longest, peak, seconds, status } = await importOf(stack, form, RULES);
    const told = status === 200 ? `${body.new_total} rules, ${body.unread_total} unread` : `${status}: ${body.detail}`;
    const others = `${answered} other calls answered, the slowest after ${longest.toFixed(0)} ms`;
    goal(
      `${name} (${told}; ${seconds.toFixed(1)} s; ${others})`,
      `${peak.toFixed(0)} MB, ${(peak - floor.peak).toFixed(0)} MB more than for one rule`,
      status === 200 && peak <= MOST_MEGABYTES,
      `≤ ${MOST_MEGABYTES} MB`,
    );
  }
} finally {
  await stack.stop();
}
