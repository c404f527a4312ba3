import { rulesSchemas, startReadingRelay } from '@tripline/rules-service';
import {
  createDatabase,
  createLog,
  createRedis,
  QUEUES,
  runMigrations,
  type TechniquesReadEvent,
} from '@tripline/service';
import { eventually, testRedisUrl } from '@tripline/stack';
import { Queue } from 'bullmq';
import { makeTeam } from '../../../packages/auth/test/support/team-rows.js';
import { createGenerationHarness, type GenerationHarness } from './support/generation-harness.js';
import { bearer, type Instance, PASSWORD, signedInUser, type TestUser } from './support/harness.js';
import { ADVISORY, BROUGHT_RULE } from './support/sample-advisory.js';

const log = createLog({ name: 'test', level: 'silent' });

let app: GenerationHarness;
let service: Instance;
let queue: Queue;
let stop: () => Promise<void>;
beforeAll(async () => {
  app = await createGenerationHarness();
  service = app.instance;
  const redis = createRedis({ url: testRedisUrl(), role: 'worker', name: 'test', log });
  queue = new Queue(QUEUES.techniquesRead.name, { connection: redis, prefix: QUEUES.techniquesRead.prefix });
  await queue.obliterate({ force: true });
  const db = createDatabase({ url: app.harness.database.databaseUrl, connections: 2, applicationName: 'relay' });
  const relay = startReadingRelay({ db, log, redis });
  stop = async () => {
    await relay.close();
    await db.destroy();
    await queue.close();
    redis.disconnect();
  };
});
afterAll(async () => {
  await stop();
  await app.close();
});

const call = (user: TestUser, method: 'post' | 'patch' | 'delete', address: string, body?: object) => {
  const request = service.http[method](address).set(bearer(user.jwt));
  return body === undefined ? request : request.send(body);
};
interface Generated {
  id: string;
  source: { sha256: string; title: string };
  techniques: { id: string }[];
}
const read = async (user: TestUser, body: object = {}): Promise<Generated> =>
  (await call(user, 'post', '/v1/generate', { inputType: 'text', text: ADVISORY, ...body }).expect(200)).body.data;

/** Everything the coverage service was told of an owner's readings so far, by the numbers of the events. */
async function told(ownerId: string): Promise<TechniquesReadEvent[]> {
  const jobs = await queue.getWaiting();
  return jobs
    .flatMap(({ data }) => data.events as TechniquesReadEvent[])
    .filter((event) => event.ownerId === ownerId)
    .sort((a, b) => Number(a.seq) - Number(b.seq));
}
/** The events of an owner's readings, once there are so many. */
async function untilTold(ownerId: string, count: number): Promise<TechniquesReadEvent[]> {
  await eventually(async () => (await told(ownerId)).length >= count);
  expect(await told(ownerId)).toHaveLength(count);
  return told(ownerId);
}
const untold = () => service.db('rules.techniques_read_events').select();

test('the coverage service is told which techniques an advisory shows, of its new title, and when it is deleted', async () => {
  const user = await signedInUser(service, 'pro');
  const { id, source, techniques } = await read(user);
  expect(techniques.length).toBeGreaterThan(3);
  const event = {
    ...{
      seq: expect.stringMatching(/^\d+$/),
      generationId: id,
      ownerId: user.id,
      readAt: expect.stringMatching(/^20.*Z$/),
    },
    ...{ documentSha256: source.sha256, title: source.title, techniqueIds: techniques.map((one) => one.id).sort() },
  };
  expect(await untilTold(user.id, 1)).toEqual([event]);
  await call(user, 'patch', `/v1/generations/${id}`, { title: 'Lantern' }).expect(200);
  expect((await untilTold(user.id, 2))[1]).toEqual({ ...event, title: 'Lantern' });
  await call(user, 'delete', `/v1/generations/${id}`).expect(200);
  expect((await untilTold(user.id, 3))[2]).toEqual({ ...event, title: '', techniqueIds: [] });
  await eventually(async () => (await untold()).length === 0);
});

test('nothing is told of a technique that rules were asked for, of a rule that was brought, or of what is not kept', async () => {
  const user = await signedInUser(service, 'pro');
  await read(user, { options: { tlp: 'red' } });
  await read(user, { options: { keep: false } });
  await call(user, 'post', '/v1/generate', { inputType: 'technique', techniqueId: 'T1105' }).expect(200);
  await call(user, 'post', '/v1/generate', { inputType: 'sigma', yaml: BROUGHT_RULE }).expect(200);
  const { id } = await read(user);
  expect(await untilTold(user.id, 1)).toEqual([expect.objectContaining({ generationId: id })]);
});

test('what a team had read is the team’s, and its maker’s when the team ends', async () => {
  const user = await signedInUser(service, 'team');
  const teamId = await makeTeam(service, [user], ['owner']);
  await eventually(
    async () => (await service.auth.authenticate({ authorization: `Bearer ${user.jwt}` })).teamId === teamId,
  );
  const { id } = await read(user);
  expect(await untilTold(teamId, 1)).toEqual([expect.objectContaining({ generationId: id })]);
  await service.db('auth.teams').where({ id: teamId }).delete();
  const [own] = await untilTold(user.id, 1);
  expect(own).toMatchObject({ generationId: id });
  expect(own?.techniqueIds.length).toBeGreaterThan(3);
});

test('nothing is left to tell of somebody whose account is deleted', async () => {
  const user = await signedInUser(service, 'pro');
  await read(user);
  await untilTold(user.id, 1);
  await call(user, 'delete', '/v1/me', { password: PASSWORD }).expect(200);
  expect(await service.db('rules.techniques_read_events').where({ owner_id: user.id })).toEqual([]);
  await untilTold(user.id, 1);
});

/** Sets a database back to before the step that tells of what was read. */
const BEFORE = `
  drop trigger techniques_read on rules.generations;
  drop trigger techniques_unread on rules.generations;
  drop function rules.tell_of_reading();
  drop function rules.tell_of_deleted_reading();
  drop function rules.tell_of_techniques_read(rules.generations);
  drop function rules.forget_readings_of_user() cascade;
  drop table rules.techniques_read_events;
  alter table rules.webhook_deliveries drop column is_test;
  delete from rules.migrations where name >= '0033-techniques-read';`;

test('after an upgrade it is told what was read in the 90 days before, and nothing older', async () => {
  const user = await signedInUser(service, 'pro');
  const [recent, old] = [await read(user), await read(user)];
  await untilTold(user.id, 2);
  await service.db.raw(`update rules.generations set created_at = now() - interval '100 days' where id = ?`, [old.id]);
  const owner = createDatabase({
    url: app.harness.database.migrationDatabaseUrl,
    connections: 1,
    applicationName: 'test',
  });
  try {
    await owner.raw(BEFORE);
    const rules = rulesSchemas.find(({ schema }) => schema === 'rules');
    expect(rules && (await runMigrations(owner, rules))).toContain('0033-techniques-read');
    // As the command that migrates does: tables that are made anew are not the service's yet.
    await owner.raw('grant select, insert, update, delete on all tables in schema rules to tripline_service');
  } finally {
    await owner.destroy();
  }
  await eventually(
    async () => (await told(user.id)).filter(({ generationId }) => generationId === recent.id).length > 1,
  );
  expect((await told(user.id)).filter(({ generationId }) => generationId === old.id)).toHaveLength(1);
});
