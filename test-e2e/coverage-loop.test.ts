import { jest } from '@jest/globals';
import { type CoverageClient, createCoverageClient, followScan, type ScanAnswer } from '@tripline/client';
import { startThrowAwayStack, type ThrowAwayStack } from '@tripline/stack';
import { deployEventRules } from './support/event-rules.js';
import { type RulesCaller, rulesCaller } from './support/rules-caller.js';
import { runCli } from './support/run-cli.js';

const ACCOUNT = '111122223333';
const REGIONS = ['us-east-1', 'eu-west-1', 'eu-central-1'];

interface Gap {
  readonly technique_id: string;
  readonly generate: object;
}

interface Technique {
  readonly technique_id: string;
  readonly status: string;
}

let stack: ThrowAwayStack;
let coverage: CoverageClient;
let rules: RulesCaller;
let account: string;
let cliEnv: NodeJS.ProcessEnv;

jest.setTimeout(120_000);

beforeAll(async () => {
  // Free ports, and one caller who asks for a hundred generations in a row.
  Object.assign(process.env, { PORT: '0', ADMIN_PORT: '0', LIMIT_CALLS_PER_MINUTE: '10000' });
  stack = await startThrowAwayStack();
  const { apiKey } = stack.user;
  coverage = createCoverageClient(stack.coverageUrl, apiKey);
  rules = rulesCaller(stack.rulesUrl, apiKey);
  cliEnv = { TRIPLINE_COVERAGE_URL: stack.coverageUrl, TRIPLINE_API_KEY: apiKey };
  const added = await coverage.addAccount({ name: 'loop', provider: 'aws', external_account_id: ACCOUNT });
  account = added.id;
  stack.sampleCloud?.trust(added.connection.external_id);
  const connected = await coverage.connect(account, `arn:aws:iam::${ACCOUNT}:role/TriplineScanner`);
  expect(connected.status).toBe('connected');
  expect(await scan()).toMatchObject({ status: 'completed', errors: [], regions: [...REGIONS].sort() });
});
afterAll(() => stack.stop());

async function scan(): Promise<ScanAnswer> {
  return followScan(coverage, (await coverage.startScan(account, null)).id, () => undefined);
}

/** A call of the coverage API that the client has no method for. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape.
async function ask(method: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(`${stack.coverageUrl}${path}`, {
    method,
    headers: { 'x-api-key': stack.user.apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

async function gaps(): Promise<readonly Gap[]> {
  return (await ask('GET', `/accounts/${account}/coverage/gaps?limit=200&include_partial=true`)).gaps;
}

async function techniques(): Promise<ReadonlyMap<string, Technique>> {
  const { techniques: list } = await ask('GET', `/accounts/${account}/coverage/techniques?limit=500`);
  return new Map((list as Technique[]).map((one) => [one.technique_id, one]));
}

/** The first gap with rules on CloudTrail, with the first of them. */
async function gapWithRule(not: readonly string[] = []) {
  for (const gap of (await gaps()).filter(({ technique_id }) => !not.includes(technique_id))) {
    const [rule] = await rules.generate(gap.generate);
    if (rule !== undefined) return { technique: gap.technique_id, rule };
  }
  throw new Error('no gap has a rule');
}

test('a rule generated for a gap and declared by its key covers the technique at once, and no longer when it is taken back', async () => {
  const { rule, technique } = await gapWithRule();
  expect(rule).toMatchObject({ platform: 'cloud-audit-1', techniques: [technique] });
  const before = await coverage.coverage(account);
  const { detections } = await ask('POST', `/accounts/${account}/detections`, { rule_keys: [rule.key] });
  expect(detections).toMatchObject([{ detection_type: 'siem_rule', source_arn: null, status: 'active' }]);
  expect((await techniques()).get(technique)).toMatchObject({ status: 'covered' });
  const after = await coverage.coverage(account);
  expect(after.covered_techniques).toBe(before.covered_techniques + 1);
  // A scan knows nothing of it and leaves it alone.
  expect(await scan()).toMatchObject({ status: 'completed', detections_removed: 0 });
  expect((await techniques()).get(technique)).toMatchObject({ status: 'covered' });
  await ask('DELETE', `/detections/${detections[0].id}`);
  expect((await techniques()).get(technique)?.status).not.toBe('covered');
  expect((await coverage.coverage(account)).covered_techniques).toBe(before.covered_techniques);
});

test('a rule declared as Sigma with the SIEM it runs in covers the technique at once', async () => {
  const { rule, technique } = await gapWithRule();
  const { detections } = await ask('POST', `/accounts/${account}/detections`, { rules: [rule.yaml], siem: 'siem_kql' });
  expect((await techniques()).get(technique)).toMatchObject({ status: 'covered' });
  await ask('DELETE', `/detections/${detections[0].id}`);
});

test('rules for a gap, deployed to EventBridge in every region and scanned from the command line, cover it', async () => {
  const { rule, technique } = await gapWithRule();
  const patterns = new Map([[`tripline-${rule.key}`, await rules.eventPattern(rule.key)]]);
  for (const region of REGIONS) await deployEventRules(awsUrl(), region, patterns);
  const scanned = await runCli(['scan', 'loop', '--format', 'json'], cliEnv);
  expect(scanned).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(scanned.stdout)).toMatchObject({
    status: 'completed',
    techniques_gained: expect.arrayContaining([technique]),
    techniques_lost: [],
  });
  expect((await techniques()).get(technique)).toMatchObject({ status: 'covered' });
  const left = await runCli(['gaps', ACCOUNT, '--limit', '200', '--include-partial', '--format', 'json'], cliEnv);
  expect(JSON.parse(left.stdout).gaps.map((gap: Gap) => gap.technique_id)).not.toContain(technique);
  const shown = await runCli(['coverage', '--format', 'table'], cliEnv);
  expect(shown.stdout).toContain(`${(await coverage.coverage(account)).covered_techniques} of 104 techniques covered`);
});

test('every gap that has rules is closed by them: EventBridge takes each, and the next scan shows the technique covered', async () => {
  const patterns = new Map<string, string>();
  const closing: string[] = [];
  for (const gap of await gaps()) {
    const found = await rules.generate(gap.generate);
    for (const { key } of found) patterns.set(`tripline-${key}`, await rules.eventPattern(key));
    if (found.length > 0) closing.push(gap.technique_id);
  }
  for (const region of REGIONS) await deployEventRules(awsUrl(), region, patterns);
  expect(await scan()).toMatchObject({ status: 'completed', detections_new: patterns.size * REGIONS.length });
  const after = await techniques();
  expect(closing.filter((id) => after.get(id)?.status !== 'covered')).toEqual([]);
  expect(closing.length).toBeGreaterThan(55);
});

/** The sample's address, which the services are given. */
function awsUrl(): string {
  const url = stack.sampleCloud?.env['AWS_ENDPOINT_URL'];
  if (url === undefined) throw new Error('the stack has no sample of AWS');
  return url;
}
