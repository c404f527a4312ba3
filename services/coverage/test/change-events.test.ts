import type { RegionInventory } from '@tripline/aws-sample';
import { eventually } from '@tripline/stack';
import { REGION } from './support/aws.js';
import { type AwsAccounts, type ConnectedAccount, createAwsAccounts } from './support/aws-accounts.js';
import { at, type TestUser } from './support/harness.js';
import { endOf } from './support/scan-harness.js';

let aws: AwsAccounts;
beforeAll(async () => {
  aws = await createAwsAccounts();
});
afterAll(() => aws.close());
beforeEach(() => aws.scans.db('auth.outbox').delete());

let numbers = 600_000_000_000;
const nextNumber = (): string => {
  numbers += 1;
  return String(numbers);
};

const events = async (user: TestUser, query = '') =>
  (
    await aws.scans.api.http
      .get(at(`/changes${query}`))
      .set(user.key)
      .expect(200)
  ).body;
const wantMails = ({ id }: ConnectedAccount, user: TestUser) =>
  aws.scans.api.http
    .put(at(`/accounts/${id}/changes/mail`))
    .set(user.key)
    .send({ enabled: true })
    .expect(200);
const mails = (): Promise<{ email: string; details: { changes: string[]; accounts?: number; total: number } }[]> =>
  aws.scans.db('auth.outbox').where({ kind: 'coverage-changes' }).select('email', 'details');
const nothingIsDue = () =>
  eventually(async () => (await aws.scans.db('coverage.change_events').where({ is_due: true }).first()) === undefined);

/** An account of an organisation whose trail brings the events of a rule that tells somebody of new access keys. */
const watched = (management: string, isLogging: boolean): RegionInventory => ({
  cloudtrail: {
    trails: [
      {
        Name: 'organisation',
        TrailARN: `arn:aws:cloudtrail:${REGION}:${management}:trail/organisation`,
        IsMultiRegionTrail: true,
        IsOrganizationTrail: true,
        status: { IsLogging: isLogging },
      },
    ],
  },
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
});

/** A subscriber with a management account and two more, whose trail is stopped after each was scanned. */
async function stoppedTrail() {
  const user = await aws.newUser();
  const all = [nextNumber(), nextNumber(), nextNumber()];
  const [management = ''] = all;
  const accounts: ConnectedAccount[] = [];
  for (const number of all) {
    aws.put(number, { [REGION]: watched(management, true) });
    const account = await aws.connect(number, { user });
    await aws.scan(account, user);
    accounts.push(account);
  }
  for (const number of all) aws.put(number, { [REGION]: watched(management, false) });
  return { user, accounts };
}

test("an organisation's trail that stopped is one event and one mail, however many accounts lost by it", async () => {
  const { accounts, user } = await stoppedTrail();
  for (const account of accounts) await wantMails(account, user);
  const started = [];
  for (const { id } of accounts) {
    const { body } = await aws.scans.api.http
      .post(at(`/accounts/${id}/scans`))
      .set(user.key)
      .send({})
      .expect(200);
    started.push(body.id);
  }
  for (const id of started) await endOf({ ...aws.scans, user }, id);
  await nothingIsDue();
  const { events: found, total } = await events(user);
  expect(total).toBe(1);
  expect(found[0]).toMatchObject({
    because: 'The log organisation no longer arrives (trail_stopped)',
    accounts: 3,
    technique_ids: expect.arrayContaining(['T1098.001']),
    detections: 3,
  });
  expect(found[0].sentence).toBe(
    `The log organisation no longer arrives (trail_stopped): 3 accounts lost ${found[0].techniques} ${found[0].techniques === 1 ? 'technique' : 'techniques'}.`,
  );
  expect(new Set(found[0].cloud_account_ids)).toEqual(new Set(accounts.map(({ id }) => id)));
  const told = await mails();
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ email: user.email, details: { accounts: 3 } });
  expect(told[0]?.details.changes).toContain(found[0].sentence);

  const [account] = accounts as [ConnectedAccount];
  const { changes } = await aws.read(account, '/changes', user);
  expect(new Set(changes.map((one: { event_id: string }) => one.event_id))).toEqual(new Set([found[0].id]));
  for (const one of accounts) await aws.scan(one, user);
  expect(await events(user)).toMatchObject({ total: 1 });
  expect(await mails()).toHaveLength(1);
});

test('an account that finds the same loss later that day joins the event, and only who was told nothing of it gets a mail', async () => {
  const { accounts, user } = await stoppedTrail();
  const [first, second, third] = accounts as [ConnectedAccount, ConnectedAccount, ConnectedAccount];
  await wantMails(first, user);
  await wantMails(second, user);
  await aws.scan(first, user);
  await nothingIsDue();
  expect(await mails()).toHaveLength(1);
  await aws.scan(second, user);
  await aws.scan(third, user);
  await nothingIsDue();
  expect(await mails()).toHaveLength(1);
  expect(await events(user)).toMatchObject({ total: 1, events: [{ accounts: 3 }] });
});

test("losses of different logs are different events, and somebody else's are not shown", async () => {
  const one = await stoppedTrail();
  const other = await stoppedTrail();
  for (const { accounts, user } of [one, other]) await aws.scan(accounts[0] as ConnectedAccount, user);
  expect(await events(one.user)).toMatchObject({ total: 1, events: [{ accounts: 1 }] });
  expect((await events(one.user)).events[0].cloud_account_ids).toEqual([one.accounts[0]?.id]);
  expect((await events(other.user)).events[0].cloud_account_ids).toEqual([other.accounts[0]?.id]);
  const later = new Date(Date.parse((await events(one.user)).events[0].at) + 1).toISOString();
  expect(await events(one.user, `?since=${later}`)).toMatchObject({ total: 0, events: [] });
});

test('what members lose by a scan of their administrator is one event of that scan, and one mail', async () => {
  const user = await aws.newUser();
  const [administrator, ...members] = [nextNumber(), nextNumber(), nextNumber()] as [string, string, string];
  const features = [{ name: 'S3_DATA_EVENTS', status: 'ENABLED' as const }];
  const detector = { detectorId: 'a1b2c3d4e5f60718293a4b5c6d7e8f90', status: 'ENABLED' as const, features };
  const hub = { products: [`arn:aws:securityhub:${REGION}:${administrator}:product-subscription/aws/guardduty`] };
  aws.put(administrator, { [REGION]: { guardduty: { detectors: [detector] }, securityhub: hub } });
  const admin = await aws.connect(administrator, { user });
  await aws.scan(admin, user);
  const accounts = [];
  for (const number of members) {
    const guardduty = { detectors: [{ ...detector, administrator: { accountId: administrator } }] };
    aws.put(number, { [REGION]: { guardduty } });
    const account = await aws.connect(number, { user });
    await aws.scan(account, user);
    await wantMails(account, user);
    accounts.push(account);
  }
  aws.put(administrator, { [REGION]: { guardduty: { detectors: [detector] } } });
  const scan = await aws.scan(admin, user);
  await nothingIsDue();
  const { events: found, total } = await events(user);
  expect(total).toBe(1);
  expect(found[0]).toMatchObject({ scan_id: scan.id, because: `A scan of ${administrator}`, accounts: 3 });
  expect(found[0].technique_ids).toContain('T1078');
  const told = await mails();
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ email: user.email, details: { accounts: 2 } });
});
