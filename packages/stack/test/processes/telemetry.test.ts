import { randomBytes } from 'node:crypto';
import { type MailCatcher, startMailCatcher } from '@tripline/mail-catcher';
import { type CollectedSpan, type Collector, startCollector } from '../support/collector.js';
import { type Customer, createCustomer, PASSWORD, until } from '../support/customer.js';
import { type Metric, readExposition, readMetricsPage } from '../support/exposition.js';
import { type Processes, startProcesses } from '../support/processes.js';
import { readRepositoryFile } from '../support/repository.js';

const SECRET_TEXT = 'The quartz heron group ran vssadmin.exe delete shadows /all /quiet on every host.';
/** The page lists no values for labels such as route patterns and status codes, because there are too many. */
const OPEN_LABELS = new Set(['route', 'method', 'status']);

let mails: MailCatcher;
let collector: Collector;
let processes: Processes;
let customer: Customer;
let scanId: string;
/** What all processes report after real work. */
let shown: Map<string, Metric>;

beforeAll(async () => {
  mails = await startMailCatcher();
  collector = await startCollector();
  processes = await startProcesses({
    ...{ SMTP_URL: mails.smtpUrl, PUBLIC_URL: 'http://127.0.0.1:1', WEBHOOK_KEY: randomBytes(32).toString('base64') },
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  customer = await createCustomer(processes);
  const rules = processes.byName['tripline-rules'].url;
  await customer.call('POST', `${rules}/v1/generate`, { inputType: 'text', text: SECRET_TEXT });
  await customer.call('POST', `${rules}/v1/generate`, { inputType: 'url', url: 'https://10.0.0.1/' });
  await customer.call('POST', `${rules}/v1/generate`, { inputType: 'sigma', yaml: 'not: sigma' });
  await customer.call('GET', `${rules}/nowhere/secret-id`);
  const person = { email: 'newcomer@example.test', password: 'a password that nobody guesses' };
  await customer.call('POST', `${rules}/v1/auth/register`, person);
  scanId = await customer.scan();
  await until(async () => (await scrape('tripline-rules-worker')).includes('outcome="sent"'));
  shown = new Map();
  for (const name of Object.keys(processes.byName)) readExposition(await scrape(name), shown);
}, 600_000);
afterAll(async () => {
  await processes.close();
  await collector.close();
  await mails.close();
});

/** The names of the spans from a span up to the root of its trace. */
function pathOf(span: CollectedSpan): string[] {
  const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent === undefined ? [] : pathOf(parent)), `${span.service} ${span.name}`];
}

/** The first span of a name. */
const named = (name: string): CollectedSpan | undefined => collector.spans.find((span) => span.name === name);

async function scrape(name: string): Promise<string> {
  const answer = await fetch(`${processes.byName[name as keyof Processes['byName']].adminUrl}/metrics`);
  expect(answer.status).toBe(200);
  return answer.text();
}

test('the page of metrics and what the processes show are the same', () => {
  const documented = readMetricsPage(readRepositoryFile('docs/metrics.md'));
  expect([...shown.keys()].sort()).toEqual([...documented.keys()].sort());
  for (const [name, { labels, type }] of shown) {
    const page = documented.get(name)!;
    expect([name, page.type]).toEqual([name, type]);
    for (const [label, values] of labels) {
      expect([name, ...page.labels.keys()]).toContain(label);
      if (OPEN_LABELS.has(label) || label === 'limit' || label === 'cloud_service') continue;
      for (const value of values) {
        const known = [...(page.labels.get(label) ?? [])];
        expect([name, label, known.includes(value) || /^[A-Z]\w+$/.test(value), value]).toEqual([
          name,
          label,
          true,
          value,
        ]);
      }
    }
  }
});

test('real work is counted where the page says', () => {
  const values = (name: string, label: string) => [...(shown.get(name)?.labels.get(label) ?? [])];
  expect(values('tripline_generations_total', 'outcome')).toEqual(expect.arrayContaining(['done', 'BadRequest']));
  expect(values('tripline_engine_task_duration_seconds', 'kind')).toContain('advisory');
  expect(values('tripline_fetches_total', 'outcome')).toEqual(['address']);
  expect(values('tripline_mails_total', 'outcome')).toContain('sent');
  expect(values('tripline_scans_total', 'outcome')).toEqual(['completed']);
  expect(values('tripline_scan_cells_total', 'cloud_service')).toContain('guardduty');
  expect(values('tripline_check_up', 'check').sort()).toEqual(['database', 'redis', 'schema']);
});

test('routes are shown by their patterns, and no label holds an id or an address', () => {
  const routes = [...(shown.get('http_request_duration_seconds')?.labels.get('route') ?? [])];
  expect(routes).toEqual(
    expect.arrayContaining([
      '/v1/generate',
      '/api/v1/public/accounts/:id/scans',
      '/api/v1/public/scans/:id',
      '(unmatched)',
    ]),
  );
  const all = [...shown.values()].flatMap(({ labels }) => [...labels.values()].flatMap((values) => [...values]));
  for (const value of all) expect(value).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|@|\d+\.\d+\.\d+|secret-id/);
});

test('the access line names the caller by ids and the public part of the key', async () => {
  const lines = processes.byName['tripline-rules'].log().split('\n');
  const line = JSON.parse(lines.find((text) => text.includes('"route":"/v1/generate"'))!);
  const keyPrefix = /^tripline_live_.{8}/.exec(customer.key)![0];
  expect(line.caller).toEqual({ userId: customer.userId, credential: 'api-key', keyPrefix });
  expect(lines.join('\n')).not.toContain(customer.key);
});

test('a generation is one trace from the request to the work in the engine thread', async () => {
  await until(() => named('POST /v1/generate') !== undefined);
  const thread = named('engine thread draft')!;
  const service = 'tripline-rules';
  expect(pathOf(thread)).toEqual([
    `${service} POST /v1/generate`,
    `${service} engine advisory`,
    `${service} engine thread draft`,
  ]);
  const ofTrace = collector.spans.filter(({ traceId }) => traceId === thread.traceId).map(({ name }) => name);
  expect(ofTrace).toEqual(expect.arrayContaining(['engine wait', 'engine thread read', 'postgres insert']));
  expect(named('POST /v1/generate')!.attributes).toMatchObject({
    'http.route': '/v1/generate',
    'http.response.status_code': 200,
  });
});

test('a scan is one trace from the request through the queue to the calls of AWS', async () => {
  await until(() => named('scan') !== undefined && named('POST /api/v1/public/accounts/:id/scans') !== undefined);
  const scan = named('scan')!;
  expect(scan.attributes).toMatchObject({ 'tripline.scan_id': scanId, 'tripline.outcome': 'completed' });
  const calls = collector.spans.filter(
    ({ attributes, parentSpanId }) => attributes['rpc.system'] === 'aws-api' && parentSpanId === scan.spanId,
  );
  expect(calls.length).toBeGreaterThan(20);
  expect(pathOf(calls[0]!)).toEqual([
    'tripline-coverage POST /api/v1/public/accounts/:id/scans',
    'tripline-scan-worker scan',
    expect.stringMatching(/^tripline-scan-worker \w+\.\w+$/),
  ]);
  expect(named('publish scan')!.traceId).toBe(scan.traceId);
});

test('log lines carry the ids of the trace', () => {
  const lines = processes.byName['tripline-coverage'].log().split('\n');
  const line = JSON.parse(lines.find((text) => text.includes('"route":"/api/v1/public/accounts/:id/scans"'))!);
  expect(line.traceId).toBe(named('scan')!.traceId);
});

test('no query string, no value and nothing of a document is sent to the collector', async () => {
  const url = `${processes.byName['tripline-rules'].url}/v1/generate?token=canary-in-the-query`;
  await customer.call('POST', url, { inputType: 'text', text: 'canary-in-the-text ran certutil.exe -urlcache' });
  const canary = 'https://advisories.invalid/a?key=canary-in-the-address';
  await customer.call('POST', url.split('?')[0]!, { inputType: 'url', url: canary });
  await until(() => collector.text().includes('advisories.invalid'));
  const sent = collector.text();
  for (const secret of [SECRET_TEXT.slice(4, 16), 'canary', customer.key.slice(-20), PASSWORD, 'customer@example'])
    expect(sent).not.toContain(secret);
});
