import { randomUUID } from 'node:crypto';
import { eventually } from '@tripline/stack';
import { Webhook } from 'standardwebhooks';
import request from 'supertest';
import { headersOf, type Receiver, startReceiver } from '../../../../packages/webhooks/test/support/receiver.js';
import { bearer, createHarness, type Harness, type Instance, signedInUser } from '../support/harness.js';
import { startProcess } from '../support/process.js';

const WEBHOOK_KEY = 'vN3xQ8mLr5TzK1cYbW7hUe0sGd9JfPa2';

let receiver: Receiver;
let harness: Harness;
let service: Instance;
beforeAll(async () => {
  receiver = await startReceiver();
  harness = await createHarness();
  service = harness.start({ WEBHOOK_KEY, WEBHOOK_ALLOW_HOSTS: receiver.host });
});
afterAll(async () => {
  await harness.close();
  await receiver.close();
});

test('the worker’s process calls webhooks, shows it in its metrics, and ends a call that is under way when it is told to stop', async () => {
  const user = await signedInUser(service, 'pro');
  const made = { url: `http://${receiver.host}/hook`, events: ['generation.finished'] };
  const { data } = (await service.http.post('/v1/webhooks').set(bearer(user.jwt)).send(made).expect(201)).body;
  const deliveries = () => service.db('rules.webhook_deliveries').where({ webhook_id: data.id });
  const worker = startProcess('worker', harness.database, { WEBHOOK_KEY, WEBHOOK_ALLOW_HOSTS: receiver.host });
  const { adminUrl } = await worker.listening();
  const release = receiver.hold('/hook');
  await service.db('rules.webhook_deliveries').insert({
    ...{ id: randomUUID(), webhook_id: data.id, type: 'generation.finished', body: '{"data":{}}', state: 'pending' },
    ...{ due_at: new Date(), asked_at: new Date(), created_at: new Date() },
  });
  const [told] = await receiver.untilCalled('/hook');
  expect(new Webhook(data.secret).verify(told!.body, headersOf(told!))).toEqual({ data: {} });
  expect((await request(adminUrl).get('/metrics').expect(200)).text).toMatch(
    /^tripline_webhook_deliveries_waiting\{[^}]*\} 1$/m,
  );
  worker.child.kill('SIGTERM');
  await eventually(async () => worker.log().includes('"stopping"'));
  expect(await deliveries().pluck('state')).toEqual(['pending']);
  release();
  expect(await worker.exited).toBe(0);
  expect(await deliveries().pluck('state')).toEqual(['delivered']);
  expect(receiver.callsOf('/hook')).toHaveLength(1);
});
