import type { Fault } from '@tripline/aws-sample';
import { syntheticInventory } from '@tripline/aws-sample';
import { type AwsScans, createAwsScans, detectionsOf, expectExact, type StoredRow } from './support/aws-scans.js';
import { at } from './support/harness.js';
import { endOf, scanOnce, startScan } from './support/scan-harness.js';

const REGIONS = ['us-east-1', 'eu-west-1', 'ap-south-1'];
const ACCOUNTS = 15;

let aws: AwsScans;
/** What every account has: the sample's accounts are all alike. */
let expected: readonly StoredRow[];
/** Techniques that are unverified though everything could be read: of some detections the state cannot be told. */
let unsureAnyway: readonly string[];

beforeAll(async () => {
  aws = await createAwsScans(syntheticInventory({ accounts: ACCOUNTS, regions: REGIONS }), 2);
  // Long enough for calls on a busy machine; what hangs costs this suite that time twice, all days at once.
  await aws.startWorker({ LIMIT_CLOUD_CALL_SECONDS: '8' });
  const { id } = await aws.connectAccount();
  expect(await scanOnce(aws.scans, id)).toMatchObject({ status: 'completed', errors: [] });
  expected = await detectionsOf(aws.scans, id);
  expect(expected.length).toBeGreaterThan(200);
  unsureAnyway = [...(await techniquesOf(id)).values()].filter((one) => one.unverified).map((one) => one.technique_id);
});
afterAll(() => aws.close());

/** Begins a scan for each of several bad days at once, each in an account of its own. */
async function beginAll(days: ReadonlyMap<string, readonly Fault[]>) {
  const begun = new Map<string, { account: string; number: string; scan: string }>();
  const accounts = await Promise.all([...days.keys()].map(() => aws.connectAccount()));
  const faults = [...days.values()].flatMap((those, index) =>
    those.map((fault) => ({ ...fault, account: accounts[index]?.number ?? '' })),
  );
  aws.sample.setFaults(faults);
  await Promise.all(
    [...days.keys()].map(async (name, index) => {
      const { id = '', number = '' } = accounts[index] ?? {};
      begun.set(name, { account: id, number, scan: await startScan(aws.scans, id) });
    }),
  );
  return begun;
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape.
async function read(path: string): Promise<any> {
  return (await aws.scans.api.http.get(at(path)).set(aws.scans.user.key).expect(200)).body;
}

interface Technique {
  readonly technique_id: string;
  readonly status: string;
  readonly unverified: boolean;
}

async function techniquesOf(account: string): Promise<ReadonlyMap<string, Technique>> {
  const { techniques } = await read(`/accounts/${account}/coverage/techniques?limit=500`);
  return new Map((techniques as Technique[]).map((one) => [one.technique_id, one]));
}

describe('a service that cannot be read in one region', () => {
  const place = { service: 'guardduty', region: 'eu-west-1' } as const;
  const days = [
    ['denies', { kind: 'deny' }, { kind: 'access_denied' }],
    ['hangs', { kind: 'hang' }, { kind: 'timeout', code: 'CallTimeout' }],
    ['stops half-way through its answers', { kind: 'stall' }, { kind: 'timeout' }],
    ['answers with a web page', { kind: 'html' }, { kind: 'service_error', code: 'Http503' }],
    ['breaks its answers off', { kind: 'malformed' }, { kind: 'unexpected', code: 'MalformedAnswer' }],
    ['resets connections', { kind: 'reset' }, { kind: 'service_error', code: 'ECONNRESET' }],
    ['throttles without end', { kind: 'throttle' }, { kind: 'throttled' }],
  ] as const;
  let begun: Awaited<ReturnType<typeof beginAll>>;
  beforeAll(async () => {
    begun = await beginAll(new Map(days.map(([how, fault]) => [how, [{ ...place, ...fault }]])));
  });

  test.each(days)('because it %s: one error, one unknown cell, everything else exact', async (how, _fault, error) => {
    const { account = '', scan = '' } = begun.get(how) ?? {};
    expect(await endOf(aws.scans, scan)).toMatchObject({
      status: 'completed_with_errors',
      progress_percent: 100,
      errors: [{ ...place, ...error }],
    });
    const there = ({ service, region }: StoredRow) => service === place.service && region === place.region;
    expect(await detectionsOf(aws.scans, account)).toEqual(expected.filter((row) => !there(row)));
    expect(await read(`/accounts/${account}/coverage`)).toMatchObject({ unknown_cells: 1 });
    // What only GuardDuty there could show is a gap that nobody is sure of.
    const { gaps } = await read(`/accounts/${account}/coverage/gaps?limit=200&include_partial=true`);
    const unsure = gaps.filter((gap: Technique) => gap.unverified && !unsureAnyway.includes(gap.technique_id));
    expect(unsure.map((gap: Technique) => gap.technique_id)).toContain('T1496.001');
    for (const { reasons } of unsure) expect(reasons.at(-1)).toMatch(/^Not certain: .*\beu-west-1\b/);
  });
});

describe('a transient fault leaves the inventory exact', () => {
  const days: readonly (readonly [string, readonly Fault[]])[] = [
    [
      'throttling in bursts',
      [
        { kind: 'throttle', skip: 10, first: 15 },
        { kind: 'throttle', skip: 60, first: 15 },
      ],
    ],
    [
      'something of everything now and then',
      [
        // A call has five attempts. Only its first three are struck: all five could be, by the chance of which calls overtake it.
        { kind: 'html', skip: 20, every: 17, attempts: 3 },
        { kind: 'malformed', skip: 10, every: 23, attempts: 3 },
        { kind: 'reset', skip: 5, every: 19, attempts: 3 },
        { kind: 'internal', skip: 15, every: 29, attempts: 3 },
        { kind: 'hang', skip: 30, first: 1 },
      ],
    ],
    ['a session that expires in the middle', [{ kind: 'expire', afterCalls: 25, sessions: 1 }]],
    ['session after session that expires', [{ kind: 'expire', afterCalls: 40, sessions: 3 }]],
  ];
  let begun: Awaited<ReturnType<typeof beginAll>>;
  beforeAll(async () => {
    begun = await beginAll(new Map(days));
  });

  test.each(days)('%s', async (name, faults) => {
    const { account = '', number = '', scan = '' } = begun.get(name) ?? {};
    await expectExact(aws.scans, { account, scan }, expected);
    // Coming in takes two calls: with the right external id, and with a wrong one.
    const comings = aws.sample.calls({ account: number, operation: 'AssumeRole' }).calls;
    if (faults.some(({ kind }) => kind === 'expire')) expect(comings).toBeGreaterThan(2);
  });
});

test('detections of a cell that can no longer be read stay and count, and their techniques are unverified', async () => {
  const { id, number } = await aws.connectAccount();
  await scanOnce(aws.scans, id);
  const before = await techniquesOf(id);
  const covered = [...before].filter(([, { status }]) => status === 'covered').map(([technique]) => technique);
  const services = ['eventbridge', 'cloudwatch', 'logs', 'guardduty'] as const;
  aws.sample.setFaults(services.map((service) => ({ kind: 'deny', account: number, region: 'us-east-1', service })));
  const scan = await endOf(aws.scans, await startScan(aws.scans, id));
  expect(scan).toMatchObject({ status: 'completed_with_errors', detections_new: 0, detections_removed: 0 });
  expect(await detectionsOf(aws.scans, id)).toEqual(expected);
  const after = await techniquesOf(id);
  for (const technique of covered) expect([technique, after.get(technique)?.status]).toEqual([technique, 'covered']);
  expect(after.get('T1136.003')).toMatchObject({ unverified: true, regions_unknown: ['us-east-1'] });
  aws.sample.setFaults([]);
  expect(await scanOnce(aws.scans, id)).toMatchObject({ status: 'completed', detections_updated: 0 });
  expect(await techniquesOf(id)).toEqual(before);
});

describe('an account whose role cannot be assumed', () => {
  test('ends its scan as failed, says what is missing, and keeps what is known', async () => {
    const { id, number } = await aws.connectAccount();
    await scanOnce(aws.scans, id);
    const coverage = await read(`/accounts/${id}/coverage`);
    const [role] = aws.sample.account(number).roles ?? [];
    if (role === undefined) throw new Error('the account has no role');
    const externalId = role.externalId;
    role.externalId = 'somebody-else';
    const refused = await scanOnce(aws.scans, id);
    expect(refused).toMatchObject({ status: 'failed', errors: [{ service: 'sts', kind: 'access_denied' }] });
    expect(refused.errors[0].message).toMatch(
      /trust policy must allow sts:AssumeRole to \S+ under .* sts:ExternalId equals/,
    );
    expect(await read(`/accounts/${id}`)).toMatchObject({ status: 'broken' });
    role.externalId = externalId;
    role.deniedActions = ['ec2:DescribeRegions'];
    const blind = await scanOnce(aws.scans, id);
    expect(blind).toMatchObject({ status: 'failed', errors: [{ kind: 'access_denied' }] });
    expect(blind.errors[0].message).toContain('ec2:DescribeRegions');
    role.deniedActions = ['*'];
    expect(await scanOnce(aws.scans, id)).toMatchObject({ status: 'failed' });
    expect(await detectionsOf(aws.scans, id)).toEqual(expected);
    expect({ ...(await read(`/accounts/${id}/coverage`)) }).toEqual(coverage);
    role.deniedActions = [];
    expect(await scanOnce(aws.scans, id)).toMatchObject({ status: 'completed', detections_new: 0 });
    expect(await read(`/accounts/${id}`)).toMatchObject({ status: 'connected' });
  });

  test('whose role accepts any external id is not scanned', async () => {
    const { id, number } = await aws.connectAccount();
    for (const role of aws.sample.account(number).roles ?? []) role.externalId = null;
    const scan = await scanOnce(aws.scans, id);
    expect(scan).toMatchObject({ status: 'failed', errors: [{ kind: 'access_denied' }] });
    expect(scan.errors[0].message).toMatch(/anyone|any external id/i);
    expect(await detectionsOf(aws.scans, id)).toEqual([]);
  });
});
