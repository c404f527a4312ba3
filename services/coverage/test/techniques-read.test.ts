import { randomUUID } from 'node:crypto';
import { startReadingWorker, takeSnapshot } from '@tripline/coverage-service';
import { createDatabase, createLog, createRedis, QUEUES, type TechniquesReadEvent } from '@tripline/service';
import { eventually, testRedisUrl } from '@tripline/stack';
import { Queue } from 'bullmq';
import { at, createHarness, type Harness, type Instance, makeTeam, newUser, type TestUser } from './support/harness.js';

const DAY_MS = 86_400_000;
/** A gap of low priority, so that there is something above it. */
const TECHNIQUE = 'T1666';

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
  queue = new Queue(QUEUES.techniquesRead.name, { connection: redis, prefix: QUEUES.techniquesRead.prefix });
  await queue.obliterate({ force: true });
  const db = createDatabase({ url: harness.database.databaseUrl, connections: 2, applicationName: 'worker' });
  const worker = startReadingWorker({ db, log, redis });
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
/** An account of the user's with a snapshot that covers nothing. */
async function account(user: TestUser): Promise<string> {
  accounts += 1;
  const number = String(200_000_000_000 + accounts);
  const { body } = await app.http
    .post(at('/accounts'))
    .set(user.key)
    .send({ name: `account ${number}`, provider: 'aws', external_account_id: number })
    .expect(200);
  const cell = { account_id: body.id, service: 'eventbridge', region: 'us-east-1', is_known: true };
  await app.db('coverage.account_cells').insert({ ...cell, scan_id: randomUUID() });
  await app.db.transaction((trx) => takeSnapshot(trx, { accountId: body.id, scanId: null, now: new Date() }));
  return body.id;
}

let sent = 0;
/** The rules service's word on a document that was read today; numbers rise unless the test says them. */
function read(ownerId: string, title: string, more: Partial<TechniquesReadEvent> = {}): TechniquesReadEvent {
  sent += 1;
  return {
    seq: String(sent),
    generationId: randomUUID(),
    ownerId,
    readAt: daysAgo(0),
    documentSha256: sent.toString(16).padStart(64, '0'),
    title,
    techniqueIds: [TECHNIQUE],
    ...more,
  };
}
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS - 1_000).toISOString();

/** Hands messages over one after the other, and waits until the worker has taken them all. */
async function tell(...messages: readonly unknown[]): Promise<void> {
  const failing = { attempts: 1_000, backoff: { type: 'fixed', delay: 50 }, removeOnComplete: true } as const;
  for (const message of messages) await queue.add('changed', message, failing);
  await eventually(async () => {
    const { active = 0, delayed = 0, waiting = 0 } = await queue.getJobCounts('active', 'delayed', 'waiting');
    return active + delayed + waiting === 0;
  });
}

const gaps = async (user: TestUser, accountId: string) =>
  (
    await app.http
      .get(at(`/accounts/${accountId}/coverage/gaps?limit=200`))
      .set(user.key)
      .expect(200)
  ).body.gaps as { technique_id: string; score: number; priority: string; reasons: string[]; advisories_read: Read }[];
interface Read {
  count: number;
  latest: { title: string; read_at: string }[];
}
const gap = async (user: TestUser, accountId: string, id = TECHNIQUE) => {
  const found = (await gaps(user, accountId)).find((one) => one.technique_id === id);
  if (found === undefined) throw new Error(`${id} is no gap`);
  return found;
};
const titlesOf = async (user: TestUser, accountId: string): Promise<string[]> =>
  (await gap(user, accountId)).advisories_read.latest.map(({ title }) => title);

test('an advisory that shows a technique raises its gap, which says so with the title; others stay as they are', async () => {
  const user = await newUser(app, 'pro');
  const id = await account(user);
  const before = await gaps(user, id);
  const low = await gap(user, id);
  expect(low).toMatchObject({ priority: 'low', advisories_read: { count: 0, latest: [] } });
  await tell({ events: [read(user.id, 'Brass Lantern in the cloud')] });
  const raised = await gap(user, id);
  expect(raised).toMatchObject({ priority: 'medium', advisories_read: { count: 1 } });
  expect(raised.score).toBeCloseTo(low.score + 103, 3);
  expect(raised.reasons.filter((reason) => !low.reasons.includes(reason))).toEqual([
    'In an advisory that you read here in the last 90 days, one step up: “Brass Lantern in the cloud”.',
  ]);
  const place = (list: readonly { technique_id: string }[]) => list.findIndex((one) => one.technique_id === TECHNIQUE);
  const after = await gaps(user, id);
  expect(place(after)).toBeLessThan(place(before));
  const others = (list: typeof before) => list.filter((one) => one.technique_id !== TECHNIQUE);
  expect(others(after)).toEqual(others(before));
});

test('the newer an advisory the more it counts, one old one raises nothing, and the newest three are named', async () => {
  const user = await newUser(app, 'pro');
  const id = await account(user);
  const { priority, score } = await gap(user, id);
  await tell({ events: [read(user.id, 'of eighty days', { readAt: daysAgo(80) })] });
  expect(await gap(user, id)).toMatchObject({ priority, score: expect.closeTo(score + 1, 3) });
  await tell({ events: [read(user.id, 'of fifty days', { readAt: daysAgo(50) })] });
  expect((await gap(user, id)).score).toBeCloseTo(score + 103, 3);
  await tell({
    events: [read(user.id, 'of ten days', { readAt: daysAgo(10) }), read(user.id, 'of today')],
  });
  const { advisories_read: four, reasons } = await gap(user, id);
  expect(four.count).toBe(4);
  expect(four.latest.map(({ title }) => title)).toEqual(['of today', 'of ten days', 'of fifty days']);
  expect(reasons).toContain(
    'In 4 advisories that you read here in the last 90 days, one step up: “of today”, “of ten days”, “of fifty days” and 1 more.',
  );
  await tell({ events: [read(user.id, 'of a hundred days', { readAt: daysAgo(100) })] });
  expect((await gap(user, id)).advisories_read.count).toBe(4);
  expect(await app.db('coverage.techniques_read').where({ title: 'of a hundred days' })).toEqual([]);
});

test('the same document read again counts once, and events may come twice and in any order', async () => {
  const user = await newUser(app, 'pro');
  const id = await account(user);
  const first = read(user.id, 'first');
  const again = read(user.id, 'again', { documentSha256: first.documentSha256 });
  await tell({ events: [first, again, first] });
  expect((await gap(user, id)).advisories_read.count).toBe(1);
  const renamed = read(user.id, 'renamed', { generationId: first.generationId, documentSha256: first.documentSha256 });
  const gone = { ...again, seq: String(Number(renamed.seq) + 1), title: '', techniqueIds: [] };
  sent += 1;
  await tell({ events: [gone, renamed] }, { events: [first, again] });
  expect(await titlesOf(user, id)).toEqual(['renamed']);
  await tell({ events: [{ ...renamed, seq: String(++sent), title: '', techniqueIds: [] }, renamed] });
  expect((await gap(user, id)).advisories_read.count).toBe(0);
});

test('of somebody else shows nothing; of a team its members see the team’s, and each besides only their own', async () => {
  const [owner, member, stranger] = await Promise.all([newUser(app, 'team'), newUser(app, 'pro'), newUser(app, 'pro')]);
  const teamId = await makeTeam(app.db, [owner, member], ['owner', 'member']);
  app = harness.start();
  const [shared, foreign] = [await account(owner), await account(stranger)];
  await tell({ events: [read(teamId, 'the team’s'), read(member.id, 'the member’s')] });
  expect(await titlesOf(owner, shared)).toEqual(['the team’s']);
  expect((await titlesOf(member, shared)).sort()).toEqual(['the member’s', 'the team’s']);
  expect(await titlesOf(stranger, foreign)).toEqual([]);
});

test('goes with whoever had it read, and an event that comes late brings nothing back', async () => {
  const user = await newUser(app, 'pro');
  const event = read(user.id, 'gone');
  await tell({ events: [event] });
  expect(await app.db('coverage.techniques_read').where({ owner_id: user.id })).toHaveLength(1);
  await app.db('auth.users').where({ id: user.id }).delete();
  await tell({ events: [event, read(user.id, 'late')] });
  expect(await app.db('coverage.techniques_read').where({ owner_id: user.id })).toEqual([]);
});

test('an actor that is chosen for the account counts as an advisory of this month does, whatever is asked for', async () => {
  const user = await newUser(app, 'pro');
  const id = await account(user);
  const { score } = await gap(user, id, 'T1530');
  await app.http
    .patch(at(`/accounts/${id}`))
    .set(user.key)
    .send({ actor_ids: ['G1015'] })
    .expect(200);
  expect((await gap(user, id, 'T1530')).score).toBeCloseTo(score + 3, 3);
});

test('the coverage report gives the advisories as a reason', async () => {
  const user = await newUser(app, 'pro');
  const id = await account(user);
  const [worst] = await gaps(user, id);
  await tell({ events: [read(user.id, '<b>Lantern</b>', { techniqueIds: [String(worst?.technique_id)] })] });
  const { text } = await app.http
    .get(at(`/accounts/${id}/coverage/report`))
    .set(user.key)
    .expect(200);
  expect(text).toContain('In an advisory that you read here in the last 90 days: “&lt;b&gt;Lantern&lt;/b&gt;”.');
});

test.each([
  ['nothing', {}],
  ['a title that is none', { events: [{ ...read(randomUUID(), ''), title: 7 }] }],
  ['a technique that is none', { events: [{ ...read(randomUUID(), ''), techniqueIds: ["T1' or 1=1"] }] }],
])('a message of %s disturbs nothing, and is logged', async (_what, message) => {
  lines.length = 0;
  await tell(message);
  expect(lines.filter((line) => line.includes('cannot be read'))).toHaveLength(1);
});
