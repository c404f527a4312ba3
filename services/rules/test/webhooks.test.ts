import { sealAudit } from '@tripline/auth';
import { startAuditRelay } from '@tripline/rules-service';
import { createDatabase, createLog, createMetrics, createRedis, type Knex, loadConfig } from '@tripline/service';
import { eventually, testRedisUrl } from '@tripline/stack';
import { startWebhookWorker, webhookWorkerSettings } from '@tripline/webhooks';
import Joi from 'joi';
import { Webhook } from 'standardwebhooks';
import { makeTeam } from '../../../packages/auth/test/support/team-rows.js';
import { headersOf, type Receiver, startReceiver } from '../../../packages/webhooks/test/support/receiver.js';
import { createGenerationHarness, type GenerationHarness } from './support/generation-harness.js';
import { bearer, type Instance, signedInUser, type TestUser } from './support/harness.js';
import { BROUGHT_RULE } from './support/sample-advisory.js';

const WEBHOOK_KEY = 'vN3xQ8mLr5TzK1cYbW7hUe0sGd9JfPa2';
const log = createLog({ name: 'test', level: 'silent' });

let receiver: Receiver;
let app: GenerationHarness;
let service: Instance;
/** The database, as the role that owns its tables. */
let owner: Knex;
let stop: () => Promise<void>;
beforeAll(async () => {
  receiver = await startReceiver();
  app = await createGenerationHarness({ WEBHOOK_KEY, WEBHOOK_ALLOW_HOSTS: receiver.host });
  service = app.instance;
  const { databaseUrl, migrationDatabaseUrl } = app.harness.database;
  owner = createDatabase({ url: migrationDatabaseUrl, connections: 1, applicationName: 'owner' });
  const db = createDatabase({ url: databaseUrl, connections: 4, applicationName: 'test' });
  const redis = createRedis({ url: testRedisUrl(), role: 'worker', name: 'webhooks', log });
  await redis.flushdb();
  const config = loadConfig(Joi.object(webhookWorkerSettings), { WEBHOOK_KEY, WEBHOOK_ALLOW_HOSTS: receiver.host });
  const worker = startWebhookWorker({ db, log, redis, metrics: createMetrics('test'), config, schema: 'rules' });
  const relay = startAuditRelay({ db, log });
  stop = async () => {
    await Promise.all([relay.close(), worker.close()]);
    redis.disconnect();
    await db.destroy();
  };
});
afterAll(async () => {
  await stop();
  await owner.destroy();
  await app.close();
  await receiver.close();
});

const call = (user: TestUser, method: 'get' | 'post' | 'patch' | 'delete', path: string) =>
  service.http[method](path).set(bearer(user.jwt));
const make = (user: TestUser, path: string, events: readonly string[]) =>
  call(user, 'post', '/v1/webhooks').send({ url: `http://${receiver.host}${path}`, events });
const generate = (user: TestUser, options: object = {}) =>
  call(user, 'post', '/v1/generate').send({ inputType: 'sigma', yaml: BROUGHT_RULE, options });

/** Seals the audit log as if the minute was over. */
async function seal(): Promise<void> {
  await owner('auth.audit_unsealed').update({ minute: owner.raw("minute - interval '2 minutes'") });
  await sealAudit(service.db);
}

test('a webhook is told of a generation that is kept, and of none that is not', async () => {
  const user = await signedInUser(service, 'pro');
  const { data } = (await make(user, '/generations', ['generation.finished']).expect(201)).body;
  await generate(user, { keep: false }).expect(200);
  const made = (await generate(user).expect(200)).body.data;
  const [told, ...others] = await receiver.untilCalled('/generations');
  expect(others).toEqual([]);
  expect(new Webhook(data.secret).verify(told!.body, headersOf(told!))).toMatchObject({
    type: 'generation.finished',
    data: { id: made.id, inputType: 'sigma', rules: made.rules.length, owner: 'user' },
  });
  const path = `/v1/webhooks/${data.id}/deliveries`;
  await eventually(async () => (await call(user, 'get', path)).body.data.deliveries[0].state === 'delivered');
  const { deliveries, total } = (await call(user, 'get', path).expect(200)).body.data;
  expect({ total, deliveries }).toMatchObject({ total: 1, deliveries: [{ responseStatus: 204, nextAttemptAt: null }] });
});

test('a webhook is told of a generation that gave no rule', async () => {
  const user = await signedInUser(service, 'pro');
  await make(user, '/without-rules', ['generation.finished']).expect(201);
  const sent = { inputType: 'text', text: 'The weather was fine all day.' };
  const { id, rules } = (await call(user, 'post', '/v1/generate').send(sent).expect(200)).body.data;
  expect(rules).toEqual([]);
  const [told] = await receiver.untilCalled('/without-rules');
  expect(JSON.parse(told!.body)).toMatchObject({ type: 'generation.finished', data: { id, rules: 0 } });
});

test('a team’s webhook is told what its audit log records, each event once and as the log shows it, and nothing of before', async () => {
  const admin = await signedInUser(service, 'team');
  const other = await signedInUser(service, 'team');
  for (const one of [admin, other]) await makeTeam(service, [one], ['owner']);
  await generate(admin).expect(200);
  await seal();
  const { data } = (await make(admin, '/audit', ['audit.recorded']).expect(201)).body;
  const placed = () => owner('rules.webhooks').where({ id: data.id }).whereNotNull('audit_position');
  await eventually(async () => (await placed()).length === 1);
  await generate(other).expect(200);
  await call(admin, 'patch', `/v1/webhooks/${data.id}`).send({ description: 'the SIEM' }).expect(200);
  await seal();
  const calls = await receiver.untilCalled('/audit', 2);
  for (const one of calls) new Webhook(data.secret).verify(one.body, headersOf(one));
  const told = calls.map(({ body }) => JSON.parse(body).data);
  const { events } = (await call(admin, 'get', '/v1/team/audit').expect(200)).body.data;
  const logged = events.filter(({ action }: { action: string }) => action.startsWith('webhook.'));
  const byAction = (a: { action: string }, b: { action: string }) => a.action.localeCompare(b.action);
  expect(told.sort(byAction)).toEqual(logged.sort(byAction));
  expect(told.map(({ action }) => action)).toEqual(['webhook.changed', 'webhook.created']);

  await call(admin, 'patch', `/v1/webhooks/${data.id}`).send({ active: false }).expect(200);
  await eventually(async () => (await placed()).length === 0);
  await seal();
  await call(admin, 'patch', `/v1/webhooks/${data.id}`).send({ active: true }).expect(200);
  await eventually(async () => (await placed()).length === 1);
  await generate(admin).expect(200);
  await seal();
  await receiver.untilCalled('/audit', 3);
  const later = receiver.callsOf('/audit').map(({ body }) => JSON.parse(body).data.action);
  // What was recorded while it was switched off is not told afterwards.
  expect(later.filter((action) => action === 'webhook.changed')).toHaveLength(2);
});

test('an event too large for a call is told by its id alone', async () => {
  const admin = await signedInUser(service, 'team');
  const team = await makeTeam(service, [admin], ['owner']);
  const { data } = (await make(admin, '/large', ['audit.recorded']).expect(201)).body;
  await eventually(
    async () => (await owner('rules.webhooks').where({ id: data.id }).whereNotNull('audit_position')).length === 1,
  );
  const [{ id }] = await service
    .db('auth.audit_log')
    .insert({
      ...{ id: data.id, team_id: team, action: 'test.large', outcome: 'success' },
      details: JSON.stringify({ text: 'x'.repeat(300_000) }),
    })
    .returning('id');
  await seal();
  const calls = await receiver.untilCalled('/large', 2);
  const large = calls.map(({ body }) => JSON.parse(body).data).find((event) => event.id === id);
  expect(large).toEqual({ id, truncated: true });
});

test('audit events are refused to somebody in no team, and webhooks to a tier without keys', async () => {
  const [alone, free] = [await signedInUser(service, 'pro'), await signedInUser(service, 'free')];
  const { error } = (await make(alone, '/none', ['audit.recorded']).expect(400)).body;
  expect(error).toMatchObject({ message: '"audit.recorded" tells of a team, and you are in none.' });
  await make(alone, '/none', ['scan.finished']).expect(400);
  await make(free, '/none', ['generation.finished']).expect(403);
});

test('a description with characters that Postgres cannot store is kept with U+FFFD in their place', async () => {
  const user = await signedInUser(service, 'pro');
  const body = { url: `http://${receiver.host}/odd`, events: ['generation.finished'], description: 'a\u0000b\ud800c' };
  const { id, description } = (await call(user, 'post', '/v1/webhooks').send(body).expect(201)).body.data;
  expect(description).toBe('a\ufffdb\ufffdc');
  const change = { description: 'd\u0000' };
  const changed = await call(user, 'patch', `/v1/webhooks/${id}`).send(change).expect(200);
  expect(changed.body.data.description).toBe('d\ufffd');
});

test('a team that ends takes its webhooks along', async () => {
  const admin = await signedInUser(service, 'team');
  const team = await makeTeam(service, [admin], ['owner']);
  const { data } = (await make(admin, '/ended', ['generation.finished']).expect(201)).body;
  await call(admin, 'delete', '/v1/team').expect(200);
  expect(await service.db('rules.webhooks').where({ owner_id: team })).toEqual([]);
  await call(admin, 'get', `/v1/webhooks/${data.id}/deliveries`).expect(404);
});
