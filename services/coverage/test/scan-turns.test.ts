import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { CloudProvider } from '@tripline/coverage-service';
import { eventually } from '@tripline/stack';
import { newUser, type TestUser } from './support/harness.js';
import { scriptedAccount } from './support/made-up-cloud/scripted-account.js';
import { addAccount, createScanHarness, endOf, gate, type ScanHarness, startScan } from './support/scan-harness.js';

let scans: ScanHarness;
beforeAll(async () => {
  scans = await createScanHarness(scriptedAccount({}));
});
afterAll(() => scans.close());
afterEach(async () => {
  await scans.closeWorkers();
  await scans.db('coverage.cloud_accounts').delete();
  await scans.redis.flushdb();
});

/** Scans of new accounts of a user's, that wait. */
async function waitingScans(user: TestUser, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let one = 0; one < count; one += 1) {
    ids.push(await startScan({ ...scans, user }, await addAccount({ ...scans, user })));
  }
  return ids;
}

/** The same straight in Postgres, for more than anybody asks for by HTTP in a test. */
async function manyWaitingScans(user: TestUser, count: number): Promise<void> {
  await scans.db.raw(
    `with accounts as (
       insert into coverage.cloud_accounts (id, created_by, name, provider, external_account_id, role_arn, external_id, status, created_at, updated_at)
       select gen_random_uuid(), :user, n, 'aws', '111122223333', 'arn:aws:iam::111122223333:role/tripline', :prefix || n, 'connected', now(), now()
       from generate_series(1, :count) as n returning id)
     insert into coverage.scans (id, account_id, created_by, trigger, status, current_step, created_at)
     select gen_random_uuid(), id, :user, 'manual', 'pending', 'Waiting for a worker', now() - interval '1 hour' from accounts`,
    { user: user.id, count, prefix: randomUUID() },
  );
}

/** Whose scans a worker has taken, in order. */
async function ownersInTurn(): Promise<string[]> {
  const rows = await scans
    .db('coverage.scans as s')
    .join('coverage.cloud_accounts as a', 'a.id', 's.account_id')
    .whereNotNull('s.started_at')
    .orderBy(['s.started_at', 's.id'])
    .select<{ owner_id: string }[]>('a.owner_id');
  return rows.map(({ owner_id: owner }) => owner);
}

const threeUsers = (): Promise<[TestUser, TestUser, TestUser]> =>
  Promise.all([newUser(scans.api, 'pro'), newUser(scans.api, 'pro'), newUser(scans.api, 'pro')]);
const done: CloudProvider = scriptedAccount({ 'config eu-west-1': {} });

test('one worker takes the scans of several owners in turn, each owner’s oldest first', async () => {
  const [a, b, c] = await threeUsers();
  const [first] = await waitingScans(a, 4);
  await waitingScans(b, 1);
  await waitingScans(c, 2);
  // The jobs of first scans go with the rest; the sweep brings those of waiting scans back.
  await scans.redis.flushdb();
  scans.startWorker(done, { concurrency: 1 });
  await eventually(async () => (await ownersInTurn()).length === 7);
  expect(await ownersInTurn()).toEqual([a, b, c, a, c, a, a].map(({ id }) => id));
  const oldest = await scans.db('coverage.scans').whereNotNull('started_at').orderBy('started_at').first('id');
  expect(oldest.id).toBe(first);
});

test('a free place goes to the owner with the fewest scans under way', async () => {
  const [a, b, c] = await threeUsers();
  const { opened, open } = gate();
  await waitingScans(a, 3);
  scans.startWorker(scriptedAccount({ 'config eu-west-1': { until: opened } }), { concurrency: 4 });
  await eventually(async () => (await ownersInTurn()).length === 3);
  await waitingScans(b, 2);
  await waitingScans(c, 2);
  scans.startWorker(scriptedAccount({ 'config eu-west-1': { until: opened } }), { concurrency: 2 });
  await eventually(async () => (await ownersInTurn()).length >= 6);
  const taken = (await ownersInTurn()).slice(3);
  expect(taken.filter((id) => id === b.id).length).toBeGreaterThanOrEqual(1);
  expect(taken.filter((id) => id === c.id).length).toBeGreaterThanOrEqual(1);
  open();
});

test('an owner without a scan under way does not wait for a place, and a second scan of theirs does', async () => {
  const [many, one, other] = await threeUsers();
  const { opened, open } = gate();
  const held = scriptedAccount({ 'config eu-west-1': { until: opened } });
  await manyWaitingScans(many, 8);
  for (let worker = 0; worker < 2; worker += 1) scans.startWorker(held, { concurrency: 2 });
  await eventually(async () => (await ownersInTurn()).length === 4);
  await waitingScans(one, 2);
  await waitingScans(other, 2);
  await eventually(async () => (await ownersInTurn()).length === 6);
  expect((await ownersInTurn()).slice(0, 4)).toEqual([many.id, many.id, many.id, many.id]);
  expect((await ownersInTurn()).slice(4).sort()).toEqual([one.id, other.id].sort());
  open();
  await eventually(async () => (await ownersInTurn()).length === 12);
  await eventually(async () => (await scans.db('coverage.scans').where({ status: 'completed' })).length === 12);
  const claims = await scans.db('coverage.scans').whereNot({ fence: 2 });
  expect(claims).toEqual([]);
});

test('a first scan whose worker stops is taken by another at once, and none is taken from a worker that has it', async () => {
  const [many, one] = await threeUsers();
  const { opened, open } = gate();
  const held = scriptedAccount({ 'config eu-west-1': { until: opened } });
  await manyWaitingScans(many, 2);
  const stopped = scans.startWorker(held, { concurrency: 1, stallSeconds: 60 });
  await eventually(async () => (await ownersInTurn()).length === 1);
  const [first = ''] = await waitingScans(one, 1);
  await eventually(async () => (await ownersInTurn()).length === 2);
  await stopped.close();
  scans.startWorker(held, { concurrency: 1, stallSeconds: 60 });
  open();
  expect(await endOf({ ...scans, user: one }, first)).toMatchObject({ status: 'completed' });
});

test('an owner with a thousand scans waiting makes no other wait for them, also when the queue has been lost', async () => {
  const [many, one] = await threeUsers();
  await manyWaitingScans(many, 1000);
  scans.startWorker(done, { concurrency: 2 });
  await eventually(async () => (await ownersInTurn()).length > 3);
  const [id = ''] = await waitingScans(one, 1);
  // A scan waits from its commit: `created_at` is when its transaction began, and on a busy machine others are taken in between.
  const asked = (await scans.db.raw('select clock_timestamp() as now')).rows[0].now;
  await scans.redis.flushdb();
  const { started_at: started } = await endOf({ ...scans, user: one }, id);
  const { rows } = await scans.db.raw(
    'select count(*)::int as before from coverage.scans where created_by = ? and started_at > ? and started_at < ?',
    [many.id, asked, started],
  );
  expect(rows[0].before).toBeLessThanOrEqual(2);
  const left = await scans.db('coverage.scans').where({ created_by: many.id, status: 'pending' }).count().first();
  expect(Number(left?.['count'])).toBeGreaterThan(500);
});

test('claims at the same moment share places as fairly as one after the other', async () => {
  const [a, b, c] = await threeUsers();
  const { opened, open } = gate();
  for (const user of [a, b, c]) await manyWaitingScans(user, 20);
  // Six workers wake up at once.
  const held = scriptedAccount({ 'config eu-west-1': { until: opened } });
  for (let worker = 0; worker < 3; worker += 1) scans.startWorker(held, { concurrency: 3 });
  await eventually(async () => (await ownersInTurn()).length === 9);
  const taken = await ownersInTurn();
  for (const user of [a, b, c]) expect(taken.filter((owner) => owner === user.id)).toHaveLength(3);
  open();
});

/** An account with more cells than a scan makes calls at once, each of which calls again and again until it is opened. */
function callingAccount() {
  const cells = Array.from({ length: 16 }, (_, index) => [`service${index} eu-west-1`, {}] as const);
  const account = scriptedAccount(Object.fromEntries(cells));
  const calls = { underWay: 0, made: 0, most: 0, isOver: false };
  const calling = async (): Promise<void> => {
    calls.made += 1;
    calls.underWay += 1;
    calls.most = Math.max(calls.most, calls.underWay);
    await setTimeout(5);
    calls.underWay -= 1;
  };
  const provider: CloudProvider = {
    ...account,
    async connect(connection, signal, limit) {
      const session = await account.connect(connection, signal);
      if (limit === undefined) throw new Error('a worker gives the scans it runs a limit');
      return {
        ...session,
        async *collect(cell, stopped) {
          while (!calls.isOver) await limit(stopped, calling);
          yield* session.collect(cell, stopped);
        },
      };
    },
  };
  return { provider, calls };
}

test('many scans of one owner leave the calls to the only scan of another, also where another worker runs that', async () => {
  const [many, one] = await threeUsers();
  const [ours, theirs] = [callingAccount(), callingAccount()];
  // Workers share calls with those whose heartbeat is fresh, and on a busy machine one of two seconds comes late.
  const stallSeconds = 60;
  await manyWaitingScans(one, 1);
  scans.startWorker(ours.provider, { concurrency: 1, stallSeconds });
  await eventually(async () => (await ownersInTurn()).length === 1 && ours.calls.underWay === 4);
  await manyWaitingScans(many, 2);
  scans.startWorker(theirs.provider, { concurrency: 2, stallSeconds });
  await eventually(async () => (await ownersInTurn()).length === 3);
  // Two scans of four calls each have eight until their worker has asked whose scans others run; from then on two.
  const mostOfHundred = async (): Promise<number> => {
    Object.assign(theirs.calls, { made: 0, most: theirs.calls.underWay });
    await eventually(async () => theirs.calls.made >= 100);
    return theirs.calls.most;
  };
  await eventually(async () => (await mostOfHundred()) === 2);
  expect(await mostOfHundred()).toBe(2);
  await eventually(async () => ours.calls.underWay === 4);
  ours.calls.isOver = true;
  await eventually(async () => theirs.calls.underWay === 8);
  theirs.calls.isOver = true;
  await eventually(async () => (await scans.db('coverage.scans').where({ status: 'completed' })).length === 3);
});
