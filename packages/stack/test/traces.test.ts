import { type CollectedSpan, type Collector, startCollector } from './support/collector.js';
import { type Customer, createCustomer, PASSWORD, until } from './support/customer.js';
import { type Processes, startProcesses } from './support/processes.js';

/** The timeout allows for four processes on two busy processors. */
const SLOW_MS = 480_000;
const SECRET_TEXT = 'The quartz heron group ran vssadmin.exe delete shadows /all /quiet on every host.';

let collector: Collector;
let processes: Processes;
let customer: Customer;

beforeAll(async () => {
  collector = await startCollector();
  processes = await startProcesses({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  customer = await createCustomer(processes);
}, 600_000);
afterAll(async () => {
  await processes.close();
  await collector.close();
});

/** The names of the spans from a span up to the root of its trace. */
function pathOf(span: CollectedSpan): string[] {
  const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent === undefined ? [] : pathOf(parent)), `${span.service} ${span.name}`];
}

const named = (name: string): CollectedSpan | undefined => collector.spans.find((span) => span.name === name);

test(
  'a generation is one trace from the request to the work in the engine thread',
  async () => {
    const url = `${processes.byName['tripline-rules'].url}/v1/generate`;
    const answer = await customer.call('POST', url, { inputType: 'text', text: SECRET_TEXT });
    expect(answer.status).toBe(200);
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
  },
  SLOW_MS,
);

test(
  'a scan is one trace from the request through the queue to the calls of AWS',
  async () => {
    const id = await customer.scan();
    await until(() => named('scan') !== undefined && named('POST /api/v1/public/accounts/:id/scans') !== undefined);
    const scan = named('scan')!;
    expect(scan.attributes).toMatchObject({ 'tripline.scan_id': id, 'tripline.outcome': 'completed' });
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
  },
  SLOW_MS,
);

test(
  'log lines carry the ids of the trace',
  async () => {
    const lines = processes.byName['tripline-coverage'].log().split('\n');
    const line = JSON.parse(lines.find((text) => text.includes('"route":"/api/v1/public/accounts/:id/scans"'))!);
    expect(line.traceId).toBe(named('scan')!.traceId);
  },
  SLOW_MS,
);

test(
  'no query string, no value and nothing of a document is sent',
  async () => {
    const url = `${processes.byName['tripline-rules'].url}/v1/generate?token=canary-in-the-query`;
    await customer.call('POST', url, { inputType: 'text', text: 'canary-in-the-text ran certutil.exe -urlcache' });
    const canary = 'https://advisories.invalid/a?key=canary-in-the-address';
    await customer.call('POST', url.split('?')[0]!, { inputType: 'url', url: canary });
    await until(() => named('fetch document') !== undefined);
    const sent = collector.text();
    expect(sent).toContain('advisories.invalid');
    for (const secret of [SECRET_TEXT.slice(4, 16), 'canary', customer.key.slice(-20), PASSWORD, 'customer@example'])
      expect(sent).not.toContain(secret);
  },
  SLOW_MS,
);
