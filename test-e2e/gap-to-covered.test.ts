import { type CoverageClient, createCoverageClient, type ScanAnswer } from '@tripline/client';
import { type ConnectedAccount, connectAccount, endedScan, startScan } from './support/accounts.js';
import { type AwsAccount, copyOfSampleAccount } from './support/aws.js';
import { createCleanup } from './support/cleanup.js';
import { eventsOf } from './support/events.js';
import { eventually } from './support/eventually.js';
import { bearer, type Credential, call } from './support/http.js';
import { makeKey } from './support/keys.js';
import { signUp } from './support/people.js';
import { type RulesApi, rulesApi } from './support/rules.js';
import { runCli } from './support/run-cli.js';
import { stack } from './support/stack.js';

const REGIONS = ['us-east-1', 'eu-west-1', 'eu-central-1'];

interface Gap {
  readonly technique_id: string;
  /** The body to generate rules with; null where none can be written. */
  readonly generate: object | null;
  readonly rules: readonly { readonly key: string; readonly state: string }[];
  readonly deployed_rule_count: number;
}

interface Technique {
  readonly technique_id: string;
  readonly status: string;
}

const cleanup = createCleanup();
let aws: AwsAccount;
let as: Credential & { readonly kind: 'key' };
let rules: RulesApi;
let coverage: CoverageClient;
let account: ConnectedAccount;
let cliEnv: NodeJS.ProcessEnv;
let firstScan: ScanAnswer;
let firstEvents: Awaited<ReturnType<typeof eventsOf>>;
beforeAll(async () => {
  const { key } = await makeKey(await signUp('enterprise', cleanup), 'rules', cleanup);
  as = { kind: 'key', value: key };
  rules = rulesApi(key);
  coverage = createCoverageClient(stack.coverageUrl, key);
  cliEnv = { TRIPLINE_COVERAGE_URL: stack.coverageUrl, TRIPLINE_API_KEY: key };
  aws = await copyOfSampleAccount(cleanup);
  account = await connectAccount(as, aws, cleanup);
  const scanId = await startScan(as, account.id);
  firstEvents = await eventsOf(`${stack.coverageUrl}/scans/${scanId}/events`, as);
  firstScan = await endedScan(as, scanId);
});

const scan = async (): Promise<ScanAnswer> => endedScan(as, await startScan(as, account.id));

/** A call of the coverage API for this account. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape.
async function ask(method: string, path: string, body?: object): Promise<any> {
  return (await call(method, `${stack.coverageUrl}${path}`, { as, ...(body === undefined ? {} : { body }) })).json();
}

async function gaps(): Promise<readonly Gap[]> {
  return (await ask('GET', `/accounts/${account.id}/coverage/gaps?limit=200&include_partial=true`)).gaps;
}

async function techniques(): Promise<ReadonlyMap<string, Technique>> {
  const { techniques: list } = await ask('GET', `/accounts/${account.id}/coverage/techniques?limit=500`);
  return new Map((list as Technique[]).map((one) => [one.technique_id, one]));
}

let closable: Awaited<ReturnType<typeof findClosable>> | undefined;

/** Gives the first gap that a rule of ours closes by itself, with that rule; a rule of which our table says less makes its gap partial. */
async function gapWithRule() {
  closable ??= await findClosable();
  return closable;
}

async function findClosable() {
  for (const gap of await gaps()) {
    if (gap.generate === null) continue;
    const [rule] = (await rules.generate(gap.generate)).rules;
    if (rule === undefined) continue;
    const body = { rules: [rule.yaml], siem: 'siem_spl' };
    const { detections } = await ask('POST', `/accounts/${account.id}/detections`, body);
    const isClosed = (await techniques()).get(gap.technique_id)?.status === 'covered';
    await ask('DELETE', `/detections/${detections[0].id}`);
    if (isClosed) return { technique: gap.technique_id, rule };
  }
  throw new Error('no gap is closed by a rule of ours');
}

test('a scan reads every region, and its events tell the progress up to the end', () => {
  expect(firstScan).toMatchObject({ status: 'completed', errors: [], regions: [...REGIONS].sort() });
  const percents = firstEvents.map(({ data }) => data.progress_percent).filter((percent) => percent !== undefined);
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  expect(percents.at(-1)).toBe(100);
  expect(firstEvents.at(-1)).toMatchObject({ event: 'result', data: { status: 'completed' } });
});

test('a rule generated for a gap and declared by its key covers the technique at once, and no longer when it is taken back', async () => {
  const { rule, technique } = await gapWithRule();
  expect(rule).toMatchObject({ platform: 'cloud-audit-1', techniques: [technique] });
  const before = await coverage.coverage(account.id);
  const { detections } = await ask('POST', `/accounts/${account.id}/detections`, { rule_keys: [rule.key] });
  expect(detections).toMatchObject([{ detection_type: 'siem_rule', source_arn: null, status: 'active' }]);
  expect((await techniques()).get(technique)).toMatchObject({ status: 'covered' });
  const after = await coverage.coverage(account.id);
  expect(after.covered_techniques).toBe(before.covered_techniques + 1);
  // A scan does not find the declared detection, and must not remove it.
  expect(await scan()).toMatchObject({ status: 'completed', detections_removed: 0 });
  expect((await techniques()).get(technique)).toMatchObject({ status: 'covered' });
  await ask('DELETE', `/detections/${detections[0].id}`);
  expect((await techniques()).get(technique)?.status).not.toBe('covered');
  expect((await coverage.coverage(account.id)).covered_techniques).toBe(before.covered_techniques);
});

test('a gap shows the rule that was written for it and follows its state, which covers nothing yet', async () => {
  const { rule, technique } = await gapWithRule();
  const shown = async () => {
    const gap = (await gaps()).find(({ technique_id }) => technique_id === technique);
    return { state: gap?.rules.find(({ key }) => key === rule.key)?.state, deployed: gap?.deployed_rule_count };
  };
  const until = (what: string, state: string | undefined, deployed: number) =>
    eventually(what, async () => {
      const now = await shown();
      return now.state === state && now.deployed === deployed ? now : undefined;
    });
  const change = (method: string, path: string, body?: object) =>
    call(method, `${stack.rulesUrl}/v1/rules/${path}`, {
      as: bearer(as.value),
      ...(body === undefined ? {} : { body }),
    });
  const before = (await techniques()).get(technique)?.status;
  await until('the rule at its gap', 'draft', 0);
  await change('PATCH', rule.key, { state: 'deployed' });
  await until('its deployment', 'deployed', 1);
  expect((await techniques()).get(technique)?.status).toBe(before);
  await change('DELETE', rule.key);
  await until('its deletion', undefined, 0);
  await change('POST', 'bin/restore', { ruleKeys: [rule.key] });
  await until('its return', 'deployed', 1);
  await change('PATCH', rule.key, { state: 'draft' });
});

test('a rule declared as Sigma with the SIEM it runs in covers the technique at once', async () => {
  const { rule, technique } = await gapWithRule();
  const body = { rules: [rule.yaml], siem: 'siem_kql' };
  const { detections } = await ask('POST', `/accounts/${account.id}/detections`, body);
  expect((await techniques()).get(technique)).toMatchObject({ status: 'covered' });
  await ask('DELETE', `/detections/${detections[0].id}`);
});

test('every gap with a body to generate with yields rules, and EventBridge takes those on single events of CloudTrail; scanned from the command line, they cover the technique or support it', async () => {
  const patterns = new Map<string, string>();
  const closing: string[] = [];
  for (const { generate, technique_id } of await gaps()) {
    if (generate === null) continue;
    const found = (await rules.generate(generate)).rules;
    expect(found).not.toEqual([]);
    // EventBridge sees single events of CloudTrail: it cannot count, and has no log of another product.
    const single = found.filter(({ platform, yaml }) => platform === 'cloud-audit-1' && !/^correlation:/m.test(yaml));
    for (const { key } of single) patterns.set(`tripline-${key}`, await rules.export(key, 'eventbridge'));
    if (single.length > 0) closing.push(technique_id);
  }
  for (const region of REGIONS) await aws.putEventRules(region, patterns);
  const scanned = await runCli(['scan', account.name, '--format', 'json'], cliEnv);
  expect(scanned).toMatchObject({ status: 0, stderr: '' });
  const result = JSON.parse(scanned.stdout);
  expect(result).toMatchObject({ status: 'completed', techniques_lost: [] });
  const after = await techniques();
  const statuses = closing.map((id) => after.get(id)?.status);
  expect(statuses.filter((status) => status !== 'covered' && status !== 'partial')).toEqual([]);
  const covered = closing.filter((id) => after.get(id)?.status === 'covered');
  expect(result.techniques_gained).toEqual(expect.arrayContaining(covered));
  expect(covered.length).toBeGreaterThan(10);
  const left = await runCli(['gaps', aws.number, '--limit', '200', '--include-partial', '--format', 'json'], cliEnv);
  const leftIds = JSON.parse(left.stdout).gaps.map((gap: Gap) => gap.technique_id);
  expect(leftIds.filter((id: string) => covered.includes(id))).toEqual([]);
  const shown = await runCli(['coverage', '--format', 'table'], cliEnv);
  const { covered_techniques: number, total_techniques: total } = await coverage.coverage(account.id);
  expect(shown.stdout).toContain(`${number} of ${total} techniques covered`);
});
