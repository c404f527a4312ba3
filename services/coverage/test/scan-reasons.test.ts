import { syntheticInventory } from '@tripline/aws-sample';
import { permittedActions } from '@tripline/coverage-service';
import { type AwsScans, createAwsScans } from './support/aws-scans.js';
import { at } from './support/harness.js';
import { resultsOf, scanOnce } from './support/scan-harness.js';

let aws: AwsScans;
beforeAll(async () => {
  aws = await createAwsScans(syntheticInventory({ accounts: 4, regions: ['us-east-1'] }), 0);
  await aws.startWorker();
});
afterAll(() => aws.close());

/** Scans the next account, whose role may not do these; and gives the scan, its results and the account. */
async function scanWithout(deniedActions: string[], externalId?: string) {
  const { id, number } = await aws.connectAccount();
  for (const role of aws.sample.account(number).roles ?? []) {
    role.deniedActions = deniedActions;
    if (externalId !== undefined) role.externalId = externalId;
  }
  const { id: scan } = await scanOnce(aws.scans, id);
  const read = async (path: string) =>
    (await aws.scans.api.http.get(at(path)).set(aws.scans.user.key).expect(200)).body;
  const [whole, account, list] = await Promise.all([
    read(`/scans/${scan}`),
    read(`/accounts/${id}`),
    read(`/accounts/${id}/scans`),
  ]);
  return { scan: whole, results: await resultsOf(aws.scans, scan), account, list };
}

describe('a scan that failed says why', () => {
  test('where the role’s trust policy refuses, which no action in its policy mends', async () => {
    const { account, list, results, scan } = await scanWithout([], 'not-the-one');
    expect(scan).toMatchObject({
      status: 'failed',
      failure: {
        code: 'role_refused',
        sentence: expect.stringMatching(/^The role \S+ could not be assumed\. .*sts:ExternalId.*\.$/),
        missing_actions: [],
      },
      errors: [{ operation: 'AssumeRole', kind: 'access_denied', missing_action: null }],
    });
    expect(results.failure).toEqual(scan.failure);
    expect(list.scans[0].failure).toEqual(scan.failure);
    expect(account.status).toBe('broken');
  });

  test('where it may not list the regions, with that action', async () => {
    const { scan } = await scanWithout(['ec2:DescribeRegions']);
    expect(scan).toMatchObject({
      status: 'failed',
      failure: {
        code: 'missing_action',
        sentence: expect.stringContaining('ec2:DescribeRegions'),
        missing_actions: ['ec2:DescribeRegions'],
      },
      errors: [{ missing_action: 'ec2:DescribeRegions' }],
    });
  });

  test('where nothing can be read, with the actions that the role lacks', async () => {
    const actions = permittedActions().map(({ action }) => action);
    const { results, scan } = await scanWithout(actions.filter((action) => action !== 'ec2:DescribeRegions'));
    expect(scan.status).toBe('failed');
    expect(scan.failure).toMatchObject({
      code: 'nothing_read',
      sentence: expect.stringMatching(/^Nothing in the account could be read\. \d+ calls failed\. The role lacks /),
    });
    expect(scan.failure.missing_actions).toContain('guardduty:ListDetectors');
    expect(actions).toEqual(expect.arrayContaining(scan.failure.missing_actions));
    expect(results).toMatchObject({ failure: scan.failure, total_changes: 0 });
  });
});

test('a scan that could not read one service has not failed, and names the action of the call that was refused', async () => {
  const { account, scan } = await scanWithout(['macie2:GetMacieSession']);
  expect(scan).toMatchObject({
    status: 'completed_with_errors',
    failure: null,
    errors: [{ service: 'macie', missing_action: 'macie2:GetMacieSession' }],
  });
  expect(account.status).toBe('connected');
});
