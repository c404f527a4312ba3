import { randomUUID } from 'node:crypto';
import { eventually } from '@tripline/stack';
import { Queue } from 'bullmq';
import { at, type Instance, makeTeam, newUser, type TestUser, untilInTeam } from './support/harness.js';
import { scriptedAccount } from './support/made-up-cloud/scripted-account.js';
import { addAccount, createScanHarness, type ScanHarness } from './support/scan-harness.js';

let scans: ScanHarness;
let app: Instance;
let replica: Instance;
beforeAll(async () => {
  scans = await createScanHarness(scriptedAccount({}));
  app = scans.api;
  replica = scans.harness.start();
});
afterAll(() => scans.close());

const NEW = { name: 'an account', provider: 'aws', external_account_id: '111122223333' };
const add = (user: TestUser, more: object = {}, at_ = app) =>
  at_.http
    .post(at('/accounts'))
    .set(user.key)
    .send({ ...NEW, ...more });

/** Gives a subscriber accounts past the API. */
async function giveAccounts(user: TestUser, count: number, teamId: string | null = null): Promise<void> {
  await scans.db.raw(
    `insert into coverage.cloud_accounts (id, created_by, team_id, name, provider, external_account_id, external_id, status, created_at, updated_at)
     select gen_random_uuid(), ?, ?, n, 'aws', '111122223333', ? || n, 'pending_connection', now(), now() from generate_series(1, ?) as n`,
    [user.id, teamId, randomUUID(), count],
  );
}

describe('the number of accounts', () => {
  test.each([
    ['individual', 10],
    ['pro', 50],
    ['enterprise', 5000],
  ] as const)(
    'of a subscriber of the tier %s is bounded by %d, however many add one at the same moment',
    async (tier, bound) => {
      const user = await newUser(app, tier);
      await giveAccounts(user, bound - 2);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => add(user, {}, index % 2 ? app : replica)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
      for (const { body, status } of answers.filter((answer) => answer.status !== 200)) {
        expect({ status, body }).toEqual({
          status: 409,
          body: { detail: expect.stringContaining(`"${tier}" includes ${bound}`) },
        });
      }
      const { body } = await app.http.get(at('/accounts')).set(user.key).expect(200);
      expect(body.total).toBe(bound);
      await app.http
        .delete(at(`/accounts/${body.accounts[0].id}`))
        .set(user.key)
        .expect(200);
      await add(user).expect(200);
    },
  );

  test('of a team is that of its owner’s tier, whoever adds one', async () => {
    const [owner, admin] = await Promise.all([newUser(app, 'team'), newUser(app, 'enterprise')]);
    const teamId = await makeTeam(app.db, [owner, admin], ['owner', 'admin']);
    await giveAccounts(owner, 249, teamId);
    // What the admin had before joining counts for nobody but them.
    await giveAccounts(admin, 20);
    await untilInTeam(app, admin, teamId);
    await add(admin).expect(200);
    expect((await add(admin).expect(409)).body.detail).toContain('"team" includes 250');
  });
});

describe('a schedule', () => {
  const HOURLY = ['7 * * * *', '0 9-17 * * MON-FRI', '30 4 1 * *', '0 0 L * *', '0 0 29 2 *', 'daily', 'weekly'];
  const QUARTERS = ['*/15 * * * *', '0,50 3 * * *', '0,20,40 * * * *', '10,30 2,4 * * *'];

  test.each([...HOURLY, ...QUARTERS])('accepts %s only from a tier that allows it', async (schedule) => {
    const [pro, enterprise] = await Promise.all([newUser(app, 'pro'), newUser(app, 'enterprise')]);
    const { body } = await add(enterprise, { schedule }).expect(200);
    expect(body.schedule).toBe(schedule);
    const answer = await add(pro, { schedule });
    if (HOURLY.includes(schedule)) expect(answer.status).toBe(200);
    else {
      expect(answer.status).toBe(400);
      expect(answer.body.detail).toContain(`schedule "${schedule}"`);
      expect(answer.body.detail).toContain('allows one every 60 minutes');
    }
  });

  test.each(['*/14 * * * *', '* * * * *', '0,50 3,4 * * *', '5,55 23,0 * * *'])(
    'refuses %s for every tier as too frequent',
    async (schedule) => {
      const user = await newUser(app, 'enterprise');
      const { body } = await add(user, { schedule }).expect(400);
      expect(body.detail).toContain('allows one every 15 minutes');
      const { body: account } = await add(user).expect(200);
      await app.http
        .patch(at(`/accounts/${account.id}`))
        .set(user.key)
        .send({ schedule })
        .expect(400);
    },
  );

  // The last is what a queue could not plan; the others are drawn anew each time they are read.
  test.each(['H * * * *', 'H/30 2 * * *', '0 H(1-4) * * *', '0 0 31 2,4,6 *'])(
    'refuses %s as no schedule',
    async (schedule) => {
      const { body } = await add(await newUser(app, 'enterprise'), { schedule }).expect(400);
      expect(body.detail).toContain('schedule must be');
    },
  );

  test('of a lost tier runs as often as the present tier allows', async () => {
    const user = await newUser(app, 'enterprise');
    const account = await addAccount({ ...scans, user }, { schedule: '*/15 * * * *' });
    await app.auth.setTier(user.id, 'pro');
    scans.startWorker(scriptedAccount({ 'config eu-west-1': {} }));
    const due = async (): Promise<void> => {
      const jobs = await new Queue('scans', { connection: scans.redis, prefix: '{tripline}' }).getDelayed();
      await jobs.find(({ data }) => data.accountId === account)?.promote();
    };
    const events = async (action: string) =>
      (await scans.db('auth.audit_log').where({ action, target_id: account })).length;
    await eventually(async () => (await scans.queue.schedules()).has(account));
    await due();
    await eventually(async () => (await events('scan.started')) === 1);
    await eventually(
      async () => (await scans.db('coverage.scans').where({ account_id: account, status: 'completed' })).length === 1,
    );
    await due();
    await eventually(async () => (await events('scan.skipped')) === 1);
    // Had the last been an hour ago, the next is begun.
    await scans
      .db('coverage.scans')
      .where({ account_id: account })
      .update({ created_at: scans.db.raw(`now() - interval '1 hour'`) });
    await due();
    await eventually(async () => (await events('scan.started')) === 2);
  });
});
