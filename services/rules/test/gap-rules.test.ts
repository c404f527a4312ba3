import { randomUUID } from 'node:crypto';
import { startGapRuleRelay } from '@tripline/rules-service';
import { createDatabase, createLog, createRedis, type GapRuleEvent, QUEUES, type Redis } from '@tripline/service';
import { eventually, testRedisUrl } from '@tripline/stack';
import { Queue } from 'bullmq';
import { makeTeam } from '../../../packages/auth/test/support/team-rows.js';
import { as } from '../../../packages/auth/test/support/teams.js';
import { createGenerationHarness, type GenerationHarness } from './support/generation-harness.js';
import { bearer, type Instance, PASSWORD, signedInUser, type TestUser } from './support/harness.js';
import { BROUGHT_RULE } from './support/sample-advisory.js';

const GAP = { accountId: '0190a5e4-7c1b-7f3a-9d2e-4b6c8a1f0e35', techniqueId: 'T1105' };
const log = createLog({ name: 'test', level: 'silent' });

let app: GenerationHarness;
let service: Instance;
let queue: Queue;
/** The connection of what hands the events over. */
let relayed: Redis;
/** Ends the relay and its connections. */
let stop: () => Promise<void>;
beforeAll(async () => {
  app = await createGenerationHarness();
  service = app.instance;
  const redis = createRedis({ url: testRedisUrl(), role: 'worker', name: 'test', log });
  queue = new Queue(QUEUES.gapRules.name, { connection: redis, prefix: QUEUES.gapRules.prefix });
  await queue.obliterate({ force: true });
  relayed = createRedis({ url: testRedisUrl(), role: 'worker', name: 'relay', log });
  const db = createDatabase({ url: app.harness.database.databaseUrl, connections: 2, applicationName: 'relay' });
  const relay = startGapRuleRelay({ db, log, redis: relayed });
  stop = async () => {
    await relay.close();
    relayed.disconnect();
    await db.destroy();
    await queue.close();
    redis.disconnect();
  };
});
afterAll(async () => {
  await stop();
  await app.close();
});

const call = (user: TestUser, method: 'get' | 'post' | 'patch' | 'delete', address: string, body?: object) => {
  const request = service.http[method](address).set(bearer(user.jwt));
  return body === undefined ? request : request.send(body);
};
const generate = (user: TestUser, gap: unknown) =>
  call(user, 'post', '/v1/generate', { inputType: 'sigma', yaml: BROUGHT_RULE, options: { gap } });
/** A rule that was written for {@link GAP}. */
const written = async (user: TestUser): Promise<string> =>
  (await generate(user, GAP).expect(200)).body.data.rules[0].key;

/** Everything the coverage service was told of an owner's rules so far, by the numbers of the events. */
async function told(ownerId: string): Promise<GapRuleEvent[]> {
  const jobs = await queue.getWaiting();
  return jobs
    .flatMap(({ data }) => data.events as GapRuleEvent[])
    .filter((event) => event.ownerId === ownerId)
    .sort((a, b) => Number(a.seq) - Number(b.seq));
}
/** Waits until these states of an owner's rules were told, one after the other, and nothing else. */
async function untilTold(ownerId: string, ...states: string[]): Promise<GapRuleEvent[]> {
  await eventually(async () => (await told(ownerId)).length >= states.length);
  const events = await told(ownerId);
  expect(events.map(({ state }) => state)).toEqual(states);
  return events;
}
const untold = () => service.db('rules.gap_rule_events').select();

describe('options.gap of a generation', () => {
  test('is kept with the generation, and each change of its rules goes to the coverage service', async () => {
    const user = await signedInUser(service, 'pro');
    const { data } = (await generate(user, GAP).expect(200)).body;
    expect(data.gap).toEqual(GAP);
    expect((await call(user, 'get', `/v1/generations/${data.id}`).expect(200)).body.data.gap).toEqual(GAP);
    const [{ key }] = data.rules;
    const [first] = await untilTold(user.id, 'draft');
    const whose = { ownerId: user.id, makerId: user.id };
    expect(first).toEqual({ ...GAP, ...whose, seq: expect.stringMatching(/^\d+$/), ruleKey: key, state: 'draft' });
    for (const state of ['accepted', 'deployed', 'rejected']) {
      await call(user, 'patch', `/v1/rules/${key}`, { state }).expect(200);
    }
    await untilTold(user.id, 'draft', 'accepted', 'deployed', 'rejected');
    await eventually(async () => (await untold()).length === 0);
  });

  test('follows a rule into the bin, out of it, and away for good', async () => {
    const user = await signedInUser(service, 'pro');
    const key = await written(user);
    await call(user, 'patch', `/v1/rules/${key}`, { state: 'accepted' }).expect(200);
    await call(user, 'delete', `/v1/rules/${key}`).expect(200);
    await call(user, 'post', '/v1/rules/bin/restore', { ruleKeys: [key] }).expect(200);
    await call(user, 'post', '/v1/rules/delete', { ruleKeys: [key] }).expect(200);
    await untilTold(user.id, 'draft', 'accepted', 'deleted', 'accepted', 'deleted');
    await call(user, 'delete', `/v1/rules/bin?ruleKeys=${key}`).expect(200);
    // Written anew it is another rule, of the same key.
    expect(await written(user)).toBe(key);
    await untilTold(user.id, 'draft', 'accepted', 'deleted', 'accepted', 'deleted', 'draft');
    expect(await service.db('rules.gap_rules').whereNotIn('rule_id', service.db('rules.rules').select('id'))).toEqual(
      [],
    );
  });

  test('follows a rule to a team, and back to its maker when the team ends', async () => {
    const user = await signedInUser(service, 'team');
    const key = await written(user);
    const teamId = await makeTeam(service, [user], ['owner']);
    await as(service, user, 'post', '/rules/move', { ruleKeys: [key] }).expect(200);
    await untilTold(user.id, 'draft', 'deleted');
    expect((await untilTold(teamId, 'draft'))[0]).toMatchObject({ makerId: user.id, ruleKey: key });
    await service.db('auth.teams').where({ id: teamId }).delete();
    await untilTold(teamId, 'draft', 'deleted');
    await untilTold(user.id, 'draft', 'deleted', 'draft');
  });

  test('leaves nothing of somebody whose account is deleted', async () => {
    const user = await signedInUser(service, 'pro');
    await written(user);
    await untilTold(user.id, 'draft');
    await call(user, 'delete', '/v1/me', { password: PASSWORD }).expect(200);
    expect(await service.db('rules.gap_rules').whereNotIn('rule_id', service.db('rules.rules').select('id'))).toEqual(
      [],
    );
    expect(await service.db('rules.gap_rule_events').where({ owner_id: user.id })).toEqual([]);
    await untilTold(user.id, 'draft');
  });

  test('is told of once Redis is back, when it was away', async () => {
    const user = await signedInUser(service, 'pro');
    relayed.disconnect();
    await eventually(async () => relayed.status === 'end');
    const key = await written(user);
    await call(user, 'patch', `/v1/rules/${key}`, { state: 'deployed' }).expect(200);
    expect(await told(user.id)).toEqual([]);
    await relayed.connect();
    await untilTold(user.id, 'draft', 'deployed');
  });

  test.each([
    ['no account', { techniqueId: 'T1105' }, 'options.gap.accountId'],
    ['a number of an account', { ...GAP, accountId: '111122223333' }, '111122223333'],
    ['an account id with more behind it', { ...GAP, accountId: `${GAP.accountId}' or 1=1` }, 'options.gap.accountId'],
    ['a very long account id', { ...GAP, accountId: 'a'.repeat(100_000) }, 'options.gap.accountId'],
    ['a list', [GAP], 'options.gap'],
    ['no technique', { accountId: randomUUID() }, 'options.gap.techniqueId'],
    ['a tactic', { ...GAP, techniqueId: 'TA0001' }, 'options.gap.techniqueId'],
    ['a field of no gap', { ...GAP, state: 'deployed' }, 'options.gap.state'],
  ])('of %s is 400 that names it', async (_what, gap, named) => {
    const answer = await generate(app.user, gap).expect(400);
    expect(JSON.stringify(answer.body)).toContain(named);
    expect(JSON.stringify(answer.body).length).toBeLessThan(2_000);
  });
});
