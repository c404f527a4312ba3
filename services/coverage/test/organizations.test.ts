import { parse } from '@cdktn/hcl2json';
import type { OrganizationInventory, RegionInventory } from '@tripline/aws-sample';
import { templateFaults } from '@tripline/aws-sample/cloudformation-faults';
import { REGION } from './support/aws.js';
import { type AwsAccounts, createAwsAccounts } from './support/aws-accounts.js';
import { at, type TestUser } from './support/harness.js';
import { endOf } from './support/scan-harness.js';

let aws: AwsAccounts;
beforeAll(async () => {
  aws = await createAwsAccounts();
});
afterAll(() => aws.close());

let numbers = 500_000_000_000;
const nextNumber = (): string => {
  numbers += 1;
  return String(numbers);
};

const post = (path: string, { body = {}, status = 200, user = aws.scans.user }: Sent = {}) =>
  aws.scans.api.http.post(at(path)).set(user.key).send(body).expect(status);
const get = (path: string, { status = 200, user = aws.scans.user }: Sent = {}) =>
  aws.scans.api.http.get(at(path)).set(user.key).expect(status);
interface Sent {
  readonly body?: object;
  readonly status?: number;
  readonly user?: TestUser;
}

/** A rule that tells somebody of new access keys, on events that a trail brings. */
const WATCHED: RegionInventory = {
  cloudtrail: { trails: [{ Name: 'all', IsMultiRegionTrail: true, status: { IsLogging: true } }] },
  eventbridge: {
    buses: [
      {
        Name: 'default',
        rules: [
          {
            Name: 'keys',
            State: 'ENABLED',
            EventPattern: { source: ['aws.iam'], detail: { eventName: ['CreateAccessKey'] } },
            targets: [{ Id: '1', Arn: `arn:aws:sqs:${REGION}:1:alerts` }],
          },
        ],
      },
    ],
  },
};

/** An organisation of a management account, two active accounts and a suspended one, in the sample. */
function organize(more: Partial<OrganizationInventory> = {}) {
  const [management, watched, blind, closed] = [nextNumber(), nextNumber(), nextNumber(), nextNumber()];
  aws.put(management, { [REGION]: {} });
  aws.put(watched, { [REGION]: WATCHED });
  aws.put(blind, { [REGION]: {} });
  const organization: OrganizationInventory = {
    id: `o-${management}`,
    root: 'r-abcd',
    units: [
      { id: 'ou-abcd-workloads', name: 'Workloads', parent: 'r-abcd' },
      { id: 'ou-abcd-production', name: 'Production', parent: 'ou-abcd-workloads' },
    ],
    accounts: {
      [management]: { name: 'management' },
      [watched]: { name: 'orders', unit: 'ou-abcd-production' },
      [blind]: { name: 'sandbox' },
      [closed]: { name: 'old', status: 'SUSPENDED' },
    },
    ...more,
  };
  aws.organize(management, organization);
  return { management, watched, blind, closed, organization };
}

/** Its management account connected, and the organisation read; the roles of its accounts demand what it says. */
async function readOrganization() {
  const { organization, ...accounts } = organize();
  const account = await aws.connect(accounts.management);
  const { body } = await post(`/accounts/${account.id}/organization`);
  const { body: role } = await get(`/organizations/${body.organization.id}/role`);
  for (const number of [accounts.watched, accounts.blind]) aws.trust(number, role.external_id);
  return { ...accounts, inventory: organization, account, read: body, role, id: body.organization.id as string };
}

async function scanAll(id: string): Promise<void> {
  const { body } = await post(`/organizations/${id}/scans`);
  for (const scan of body.scan_ids) expect(await endOf(aws.scans, scan)).toMatchObject({ status: 'completed' });
  await aws.counted();
}

test('an organisation is read with its units, and its active accounts are added with the role', async () => {
  const { account, blind, closed, id, management, read, watched } = await readOrganization();
  expect(read).toMatchObject({
    organization: {
      external_organization_id: `o-${management}`,
      cloud_account_id: account.id,
      management_account: management,
      accounts: 4,
      accounts_here: 3,
    },
    added: 2,
    not_added: 0,
  });
  const { body } = await get(`/organizations/${id}`);
  expect(body.total).toBe(4);
  expect(body.accounts).toEqual([
    expect.objectContaining({ external_account_id: management, unit: '', cloud_account_id: account.id }),
    expect.objectContaining({ external_account_id: closed, status: 'suspended', cloud_account_id: null }),
    expect.objectContaining({ external_account_id: blind, status: 'active', connection: 'pending_connection' }),
    expect.objectContaining({ external_account_id: watched, name: 'orders', unit: 'Workloads/Production' }),
  ]);
  const { body: added } = await get(`/accounts/${body.accounts[3].cloud_account_id}`);
  expect(added.connection.role_arn).toBe(`arn:aws:iam::${watched}:role/TriplineScanner`);
  expect((await get('/organizations')).body.organizations).toContainEqual(expect.objectContaining({ id }));
});

test('its coverage tells in how many accounts a technique is covered, and leaves out what is not active', async () => {
  const { account, blind, closed, id, management, watched } = await readOrganization();
  const { body: before } = await get(`/organizations/${id}/coverage`);
  expect(before).toMatchObject({ active_accounts: 3, counted_accounts: 0, total_techniques: 0, coverage_percent: 0 });
  await scanAll(id);
  const { body } = await get(`/organizations/${id}/coverage`);
  expect(body).toMatchObject({ active_accounts: 3, counted_accounts: 3, covered_everywhere: 0, total: 4 });
  const keys = body.techniques.find(
    ({ technique_id: technique }: { technique_id: string }) => technique === 'T1098.001',
  );
  expect(keys).toMatchObject({ covered_in: 1, uncovered_in: 2, unknown_in: 0, partial_in: 0, excluded_in: 0 });
  // What each account says of itself is what the sums are made of.
  const { body: own } = await get(`/accounts/${account.id}/coverage`);
  const rows = new Map(body.accounts.map((row: { external_account_id: string }) => [row.external_account_id, row]));
  expect(rows.get(management)).toMatchObject({
    covered_techniques: own.covered_techniques,
    coverage_percent: own.coverage_percent,
  });
  expect(rows.get(closed)).toMatchObject({ status: 'suspended', covered_techniques: null });
  const of = rows.get(watched) as { cloud_account_id: string; covered_techniques: number };
  expect(body.covered_somewhere).toBe(of.covered_techniques);
  expect(body.coverage_percent).toBeCloseTo((100 * of.covered_techniques) / (3 * body.total_techniques), 1);
  const sums = body.techniques.map((one: Record<string, number>) =>
    ['covered', 'partial', 'unknown', 'uncovered', 'excluded'].reduce(
      (sum, state) => sum + (one[`${state}_in`] ?? 0),
      0,
    ),
  );
  expect(new Set(sums)).toEqual(new Set([3]));

  const { cloud_account_id: sandbox } = rows.get(blind) as { cloud_account_id: string };
  const exclusion = { kind: 'exclusion', technique_id: 'T1098.001', reason: 'no keys', owner: 'us' };
  await post(`/accounts/${sandbox}/exclusions`, { body: exclusion });
  const { body: after } = await get(`/organizations/${id}/coverage?limit=1`);
  expect(after.techniques).toContainEqual(
    expect.objectContaining({ technique_id: 'T1098.001', covered_in: 1, uncovered_in: 1, excluded_in: 1 }),
  );
  expect(after.accounts).toHaveLength(1);
});

test('what nobody here knows of an account counts as unknown, as that account says itself', async () => {
  const { blind, id } = await readOrganization();
  const administrator = { accountId: nextNumber() };
  const features = [{ name: 'S3_DATA_EVENTS', status: 'ENABLED' as const }];
  const detector = { detectorId: 'a1b2c3d4e5f60718293a4b5c6d7e8f90', status: 'ENABLED' as const, features };
  aws.put(blind, { [REGION]: { guardduty: { detectors: [{ ...detector, administrator }] } } });
  await scanAll(id);
  const { body } = await get(`/organizations/${id}/coverage`);
  const users = body.techniques.find(({ technique_id: one }: { technique_id: string }) => one === 'T1078');
  expect(users).toMatchObject({ covered_in: 0, unknown_in: 1, uncovered_in: 2 });
  const row = body.accounts.find((one: { external_account_id: string }) => one.external_account_id === blind);
  const { body: own } = await get(`/accounts/${row.cloud_account_id}/coverage`);
  expect(own.unknown_techniques).toBeGreaterThan(0);
  expect(row).toMatchObject({
    covered_techniques: own.covered_techniques,
    partial_techniques: own.partial_techniques,
    unknown_techniques: own.unknown_techniques,
    uncovered_techniques: own.uncovered_techniques - own.unknown_techniques,
  });
});

test('read again, it adds what is new and keeps what is there; an account that has left is no longer counted', async () => {
  const { account, blind, id, inventory, management, role, watched } = await readOrganization();
  const added = nextNumber();
  aws.put(added, { [REGION]: {} });
  const { [blind]: _left, ...accounts } = inventory.accounts;
  aws.organize(management, { ...inventory, accounts: { ...accounts, [added]: { name: 'new' } } });
  const { body } = await post(`/accounts/${account.id}/organization`);
  expect(body).toMatchObject({ organization: { id, accounts: 4 }, added: 1 });
  expect((await get(`/organizations/${id}/role`)).body.external_id).toBe(role.external_id);
  const { body: coverage } = await get(`/organizations/${id}/coverage`);
  const shown = coverage.accounts.map((row: { external_account_id: string }) => row.external_account_id);
  expect(shown).toContain(added);
  expect(shown).toContain(watched);
  expect(shown).not.toContain(blind);
});

test('the accounts that the tier has no place for are not added, and the answer says how many', async () => {
  const { management, organization } = organize();
  const many = Array.from({ length: 60 }, nextNumber);
  const names = Object.fromEntries(many.map((number) => [number, { name: number }]));
  aws.organize(management, { ...organization, accounts: { ...organization.accounts, ...names } });
  const user = await aws.newUser();
  const account = await aws.connect(management, { user });
  const { body } = await post(`/accounts/${account.id}/organization`, { user });
  expect(body).toMatchObject({ organization: { accounts: 64, accounts_here: 50 }, added: 49, not_added: 13 });
});

test('what an account lacks to read an organisation is said', async () => {
  const alone = nextNumber();
  aws.put(alone, { [REGION]: {} });
  const none = await post(`/accounts/${(await aws.connect(alone)).id}/organization`, { status: 409 });
  expect(none.body.detail).toContain('AWSOrganizationsNotInUseException');
  const { watched } = organize();
  const member = await post(`/accounts/${(await aws.connect(watched)).id}/organization`, { status: 409 });
  expect(member.body.detail).toContain(
    'delegated administrator, and its role must allow organizations:DescribeOrganization',
  );
});

test('a delegated administrator reads it too; twice it is not had', async () => {
  const { account, inventory, management, watched, id } = await readOrganization();
  aws.organize(management, { ...inventory, delegatedAdministrators: [watched] });
  const { body } = await get(`/organizations/${id}`);
  const delegated = body.accounts.find((one: { external_account_id: string }) => one.external_account_id === watched);
  const twice = await post(`/accounts/${delegated.cloud_account_id}/organization`, { status: 409 });
  expect(twice.body.detail).toContain(account.id);
  await aws.scans.api.http
    .delete(at(`/organizations/${id}`))
    .set(aws.scans.user.key)
    .expect(200);
  const { body: read } = await post(`/accounts/${delegated.cloud_account_id}/organization`);
  expect(read).toMatchObject({ organization: { management_account: management }, added: 0 });
});

test("somebody else's organisation is 404 on every path", async () => {
  const { account, id } = await readOrganization();
  const user = await aws.newUser();
  for (const path of ['', '/role', '/coverage']) await get(`/organizations/${id}${path}`, { status: 404, user });
  await post(`/organizations/${id}/scans`, { status: 404, user });
  await post(`/accounts/${account.id}/organization`, { status: 404, user });
  await aws.scans.api.http
    .delete(at(`/organizations/${id}`))
    .set(user.key)
    .expect(404);
  expect((await get('/organizations', { user })).body.organizations).toEqual([]);
});

test('the StackSet is as CloudFormation has it, and so is the role in it', async () => {
  const { role } = await readOrganization();
  expect(templateFaults(role.cloudformation)).toEqual([]);
  const { Properties } = role.cloudformation.Resources.TriplineRoles;
  expect(Properties.StackInstancesGroup[0].DeploymentTargets).toEqual({ OrganizationalUnitIds: ['r-abcd'] });
  const inner = JSON.parse(Properties.TemplateBody);
  expect(templateFaults(inner)).toEqual([]);
  const { AssumeRolePolicyDocument, Policies, RoleName } = inner.Resources.TriplineRole.Properties;
  expect(RoleName).toBe('TriplineScanner');
  expect(JSON.stringify(AssumeRolePolicyDocument)).toContain(role.external_id);
  // IAM takes 10,240 characters of inline policies without white space; CloudFormation 51,200 bytes of a template.
  expect(JSON.stringify(Policies[0].PolicyDocument).length).toBeLessThan(10_240);
  expect(JSON.stringify(role.cloudformation).length).toBeLessThan(51_200);
});

/** Every text in a value, at any depth. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

test('the Terraform file has the same role, and its texts are templates that Terraform reads as they stand', async () => {
  const { role } = await readOrganization();
  const { resource } = role.terraform;
  const body = role.cloudformation.Resources.TriplineRoles.Properties.TemplateBody;
  expect(resource.aws_cloudformation_stack_set.tripline).toMatchObject({ permission_model: 'SERVICE_MANAGED' });
  // In a .tf.json every text is a quoted template of HCL.
  const texts = textsIn(role.terraform);
  const read = await parse('role.tf', texts.map((text, at) => `v${at} = ${JSON.stringify(text)}`).join('\n'));
  expect(texts.map((_, at) => read[`v${at}`])).toEqual(texts);
  expect(read[`v${texts.indexOf(body)}`]).toBe(body);
  // The one reference of Terraform's own.
  expect(texts.filter((text) => text.startsWith('$'))).toEqual([
    expect.stringContaining('{aws_cloudformation_stack_set.tripline.name}'),
  ]);
});

describe('service control policies', () => {
  const statement = (Action: string | string[], more: object = {}) => ({
    Effect: 'Deny',
    Action,
    Resource: '*',
    ...more,
  });
  const policy = (name: string, targets: string[], ...Statement: object[]) => ({
    ...{ id: `p-${name}`, name, targets },
    content: { Version: '2012-10-17', Statement },
  });
  const STOPPED = 'T1685.002';
  /** The organisation with these policies, read and scanned; gives what gaps of an account say is forbidden. */
  async function forbidden(policiesOf: (of: { watched: string }) => ReturnType<typeof policy>[]) {
    const { account, id, inventory, management, ...numbers } = await readOrganization();
    aws.organize(management, { ...inventory, policies: policiesOf(numbers) });
    await post(`/accounts/${account.id}/organization`);
    await scanAll(id);
    const { body } = await get(`/organizations/${id}`);
    return async (number: keyof typeof numbers | 'management', technique = STOPPED) => {
      const external = number === 'management' ? management : numbers[number];
      const member = body.accounts.find((one: { external_account_id: string }) => one.external_account_id === external);
      const path = `/accounts/${member.cloud_account_id}/coverage/gaps?technique=${technique}`;
      const [gap] = (await get(path)).body.gaps;
      return { by: gap.forbidden_by, all: gap.forbidden_wholly, reasons: gap.reasons.join(' ') };
    };
  }

  test('that deny every call that shows a technique are named by its gap, in the accounts below what they are attached to', async () => {
    const of = await forbidden(() => [policy('quarantine', ['ou-abcd-workloads'], statement('*'))]);
    const told = await of('watched');
    expect(told).toMatchObject({ all: true, by: [{ policy: 'quarantine' }] });
    expect(told.by[0].calls).toContain('StopLogging');
    expect(told.reasons).toContain(
      'The organisation’s policy “quarantine” forbids every call that is known to show it in this account: ',
    );
    expect(await of('blind')).toMatchObject({ by: [], all: false });
    expect(await of('management')).toMatchObject({ by: [], all: false });
  });

  test('that deny some of the calls say which; conditions, other resources, all but some, and what they allow say nothing', async () => {
    const of = await forbidden(({ watched }) => [
      policy('one', ['r-abcd'], statement('CloudTrail:stopL*g')),
      policy(
        'conditional',
        ['r-abcd'],
        statement('cloudtrail:*', { Condition: { StringNotLike: { 'aws:PrincipalArn': '*' } } }),
      ),
      policy('elsewhere', [watched], statement('cloudtrail:*', { Resource: 'arn:aws:cloudtrail:*:*:trail/one' })),
      policy('others', [watched], { Effect: 'Deny', NotAction: 'iam:*', Resource: '*' }),
      policy('allows', [watched], { Effect: 'Allow', Action: 'cloudtrail:*', Resource: '*' }),
    ]);
    for (const account of ['watched', 'blind'] as const) {
      const told = await of(account);
      expect(told).toMatchObject({ all: false, by: [{ policy: 'one', calls: ['StopLogging'] }] });
      expect(told.reasons).toContain('“one” forbids some of the calls that show it in this account: StopLogging.');
    }
    expect((await of('management')).by).toEqual([]);
  });

  test('that the role may not read leave the organisation read, and gaps without a word of them', async () => {
    const { account, management } = await readOrganization();
    aws.deny(management, ['organizations:ListPolicies']);
    const { body } = await post(`/accounts/${account.id}/organization`);
    expect(body.organization).toMatchObject({ accounts: 4 });
    const rows = await aws.scans.db('coverage.organizations').where({ id: body.organization.id }).select('policies');
    expect(rows).toEqual([{ policies: null }]);
    aws.deny(management, []);
  });
});
