import { randomUUID } from 'node:crypto';
import { startGapRuleWorker, takeSnapshot } from '@tripline/coverage-service';
import { createDatabase, createLog, createRedis, type GapRuleEvent, QUEUES } from '@tripline/service';
import { eventually, testRedisUrl } from '@tripline/stack';
import { Queue } from 'bullmq';
import { at, createHarness, type Harness, type Instance, makeTeam, newUser, type TestUser } from './support/harness.js';

const TECHNIQUE = 'T1530';

let harness: Harness;
let app: Instance;
let queue: Queue;
/** What the worker logged. */
const lines: string[] = [];
let stop: () => Promise<void>;
beforeAll(async () => {
  harness = await createHarness();
  app = harness.start();
  const log = createLog({ name: 'test', level: 'info' }, { write: (line: string) => void lines.push(line) });
  const redis = createRedis({ url: testRedisUrl(), role: 'worker', name: 'test', log });
  queue = new Queue(QUEUES.gapRules.name, { connection: redis, prefix: QUEUES.gapRules.prefix });
  await queue.obliterate({ force: true });
  const db = createDatabase({ url: harness.database.databaseUrl, connections: 2, applicationName: 'worker' });
  const worker = startGapRuleWorker({ db, log, redis });
  stop = async () => {
    await worker.close();
    await queue.close();
    redis.disconnect();
    await db.destroy();
  };
});
afterAll(async () => {
  await stop();
  await harness.close();
});

let accounts = 0;
/** A scanned account of the user's. */
async function account(user: TestUser): Promise<string> {
  accounts += 1;
  const number = String(100_000_000_000 + accounts);
  const { body } = await app.http
    .post(at('/accounts'))
    .set(user.key)
    .send({
      name: `account ${number}`,
      provider: 'aws',
      external_account_id: number,
      role_arn: `arn:aws:iam::${number}:role/tripline`,
    })
    .expect(200);
  const cell = {
    account_id: body.id,
    service: 'eventbridge',
    region: 'eu-west-1',
    is_known: true,
    scan_id: randomUUID(),
  };
  await app.db('coverage.account_cells').insert(cell);
  await app.db.transaction((trx) => takeSnapshot(trx, { accountId: body.id, scanId: null, now: new Date() }));
  return body.id;
}

let sent = 0;
/** The rules service's word on a rule; numbers rise unless the test says them. */
function event(user: TestUser, accountId: string, more: Partial<GapRuleEvent> = {}): GapRuleEvent {
  sent += 1;
  const who = { ownerId: user.id, makerId: user.id };
  return {
    seq: String(sent),
    ...who,
    accountId,
    techniqueId: TECHNIQUE,
    ruleKey: randomUUID(),
    state: 'draft',
    ...more,
  };
}
/** Hands messages over one after the other, and waits until the worker has taken them all. */
async function tell(...messages: readonly unknown[]): Promise<void> {
  const failing = { attempts: 1_000, backoff: { type: 'fixed', delay: 50 }, removeOnComplete: true } as const;
  for (const message of messages) await queue.add('changed', message, failing);
  await eventually(async () => {
    const { active = 0, delayed = 0, waiting = 0 } = await queue.getJobCounts('active', 'delayed', 'waiting');
    return active + delayed + waiting === 0;
  });
}
const gap = async (user: TestUser, accountId: string, techniqueId = TECHNIQUE) => {
  const { body } = await app.http
    .get(at(`/accounts/${accountId}/coverage/gaps?limit=200`))
    .set(user.key)
    .expect(200);
  return body.gaps.find((one: { technique_id: string }) => one.technique_id === techniqueId);
};
const statesOf = async (user: TestUser, accountId: string): Promise<string[]> =>
  (await gap(user, accountId)).rules.map(({ state }: { state: string }) => state);

describe('a gap', () => {
  test('names itself in the body that has a rule written for it, and has no rules at first', async () => {
    const user = await newUser(app, 'pro');
    const id = await account(user);
    const before = await gap(user, id);
    expect(before.generate.options.gap).toEqual({ accountId: id, techniqueId: TECHNIQUE });
    expect(before).toMatchObject({ rules: [], rule_count: 0, deployed_rule_count: 0 });
  });

  test('shows the rules that were written for it with their state, what is deployed first', async () => {
    const user = await newUser(app, 'pro');
    const id = await account(user);
    const [first, second] = [event(user, id), event(user, id)];
    await tell({ events: [first, second] });
    await tell({ events: [event(user, id, { ruleKey: first.ruleKey, state: 'deployed' })] });
    expect(await gap(user, id)).toMatchObject({
      rules: [
        { key: first.ruleKey, state: 'deployed', owner: 'user' },
        { key: second.ruleKey, state: 'draft', owner: 'user' },
      ],
      rule_count: 2,
      deployed_rule_count: 1,
    });
    expect((await gap(user, id, 'T1485')).rules).toEqual([]);
    const path = at(`/accounts/${id}/coverage/gaps`);
    const one = await app.http.get(`${path}?technique=t1530`).set(user.key).expect(200);
    expect(one.body).toMatchObject({ total: 1, gaps: [{ technique_id: TECHNIQUE, deployed_rule_count: 1 }] });
    await app.http.get(`${path}?technique=T15300`).set(user.key).expect(400);
    // Written or not, the technique is uncovered until a scan sees something.
    expect((await gap(user, id)).status).toBe('uncovered');
  });

  test('takes events twice, and in any order: the highest number holds', async () => {
    const user = await newUser(app, 'pro');
    const id = await account(user);
    const states = ['draft', 'accepted', 'deleted', 'rejected'] as const;
    const key = randomUUID();
    const events = states.map((state) => event(user, id, { ruleKey: key, state }));
    const [draft, accepted, deleted, rejected] = events as [GapRuleEvent, GapRuleEvent, GapRuleEvent, GapRuleEvent];
    await tell({ events: [accepted] });
    await tell({ events: [draft] }, { events: [accepted] });
    expect(await statesOf(user, id)).toEqual(['accepted']);
    await tell({ events: [deleted, accepted] }, { events: [accepted] });
    expect(await statesOf(user, id)).toEqual([]);
    await tell({ events: [rejected, draft, deleted] }, { events: [draft] });
    expect(await statesOf(user, id)).toEqual(['rejected']);
  });

  test('lists fifty rules and counts them all', async () => {
    const user = await newUser(app, 'pro');
    const id = await account(user);
    await tell({
      events: Array.from({ length: 120 }, (_, index) => event(user, id, index < 70 ? {} : { state: 'deployed' })),
    });
    const { rules, ...counts } = await gap(user, id);
    expect(counts).toMatchObject({ rule_count: 120, deployed_rule_count: 50 });
    expect(new Set(rules.map(({ state }: { state: string }) => state))).toEqual(new Set(['deployed']));
    expect(rules).toHaveLength(50);
  });

  test('of somebody else’s account shows nothing of whoever names it, and an account that is gone nothing at all', async () => {
    const [user, stranger] = [await newUser(app, 'pro'), await newUser(app, 'pro')];
    const [id, gone] = [await account(user), await account(user)];
    await app.http
      .delete(at(`/accounts/${gone}`))
      .set(user.key)
      .expect(200);
    await tell({ events: [event(stranger, id), event(user, gone), event(user, randomUUID()), event(user, id)] });
    expect(await statesOf(user, id)).toEqual(['draft']);
    expect(await app.db('coverage.gap_rules').where({ owner_id: stranger.id })).toEqual([]);
    expect(await app.db('coverage.gap_rules').where({ account_id: gone })).toEqual([]);
  });

  test('of a team shows its members the team’s rules, and each only their own from before', async () => {
    const [owner, member] = [await newUser(app, 'team'), await newUser(app, 'pro')];
    const own = await account(member);
    await tell({ events: [event(member, own)] });
    const teamId = await makeTeam(app.db, [owner, member], ['owner', 'admin']);
    app = harness.start();
    const shared = await account(owner);
    await tell({ events: [event(member, shared, { ownerId: teamId, state: 'accepted' })] });
    for (const who of [owner, member]) {
      expect(await gap(who, shared)).toMatchObject({ rules: [{ state: 'accepted', owner: 'team' }] });
    }
    // Moved to the team, the account takes what it knows along; the rule is still the member's.
    await app.http
      .post(at('/accounts/move'))
      .set(member.session)
      .send({ account_ids: [own] })
      .expect(200);
    expect(await statesOf(member, own)).toEqual(['draft']);
    expect(await statesOf(owner, own)).toEqual([]);
  });

  test('forgets the rules with their owner, and with the account', async () => {
    const [user, other] = [await newUser(app, 'pro'), await newUser(app, 'pro')];
    const [id, kept] = [await account(user), await account(other)];
    await tell({ events: [event(user, id), event(other, kept)] });
    await app.db('auth.users').where({ id: user.id }).delete();
    expect(await app.db('coverage.gap_rules').where({ owner_id: user.id })).toEqual([]);
    // An event that comes late brings nothing back.
    await tell({ events: [event(user, id)] });
    expect(await app.db('coverage.gap_rules').where({ owner_id: user.id })).toEqual([]);
    await app.http
      .delete(at(`/accounts/${kept}`))
      .set(other.key)
      .expect(200);
    expect(await app.db('coverage.gap_rules').where({ owner_id: other.id })).toEqual([]);
  });

  test('is told of later when Postgres does not take it now', async () => {
    const user = await newUser(app, 'pro');
    const id = await account(user);
    await app.db.transaction(async (trx) => {
      await trx.raw(`set local lock_timeout = '2s'`);
      await trx.raw('lock table coverage.gap_rules in access exclusive mode');
      const { rows } = await trx.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid');
      await queue.add(
        'changed',
        { events: [event(user, id)] },
        { attempts: 1_000, backoff: { type: 'fixed', delay: 50 } },
      );
      const waiting = `select pid from pg_stat_activity where ${Number(rows[0]?.pid)} = any(pg_blocking_pids(pid))`;
      let blocked: number | undefined;
      await eventually(async () => {
        blocked = (await app.db.raw<{ rows: { pid: number }[] }>(waiting)).rows[0]?.pid;
        return blocked !== undefined;
      });
      await app.db.raw('select pg_cancel_backend(?)', [blocked as number]);
    });
    await eventually(async () => (await statesOf(user, id)).length === 1);
  });

  test.each([
    ['nothing', {}],
    ['a text', { events: 'all' }],
    ['an event without an owner', { events: [{ seq: '1', state: 'draft' }] }],
    ['a state nobody knows', { events: [{ ...event({ id: randomUUID() } as TestUser, randomUUID()), state: 'gone' }] }],
  ])('is not disturbed by a message of %s, which is logged', async (_what, message) => {
    lines.length = 0;
    await tell(message);
    expect(lines.filter((line) => line.includes('cannot be read'))).toHaveLength(1);
  });
});
