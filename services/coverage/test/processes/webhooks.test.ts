import { randomUUID } from 'node:crypto';
import { eventually } from '@tripline/stack';
import { Webhook } from 'standardwebhooks';
import request from 'supertest';
import { headersOf, type Receiver, startReceiver } from '../../../../packages/webhooks/test/support/receiver.js';
import { at, createHarness, type Harness, type Instance, newUser, WEBHOOK_KEY } from '../support/harness.js';
import { startProcess } from '../support/process.js';

let receiver: Receiver;
let harness: Harness;
let service: Instance;
beforeAll(async () => {
  receiver = await startReceiver();
  harness = await createHarness();
  service = harness.start({ WEBHOOK_ALLOW_HOSTS: receiver.host });
});
afterAll(async () => {
  await harness.close();
  await receiver.close();
});

test('the worker’s process calls webhooks, shows it in its metrics, and ends a call that is under way when it is told to stop', async () => {
  const user = await newUser(service, 'pro');
  const made = { url: `http://${receiver.host}/hook`, events: ['scan.finished'] };
  const { body: data } = await service.http.post(at('/webhooks')).set(user.session).send(made).expect(200);
  const deliveries = () => service.db('coverage.webhook_deliveries').where({ webhook_id: data.id });
  const worker = startProcess('worker', harness.database, { WEBHOOK_KEY, WEBHOOK_ALLOW_HOSTS: receiver.host });
  const { adminUrl } = await worker.listening();
  const release = receiver.hold('/hook');
  await service.db('coverage.webhook_deliveries').insert({
    ...{ id: randomUUID(), webhook_id: data.id, type: 'scan.finished', body: '{"data":{}}', state: 'pending' },
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
