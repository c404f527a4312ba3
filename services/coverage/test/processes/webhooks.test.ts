import { Webhook } from 'standardwebhooks';
import { headersOf, type Receiver, startReceiver } from '../../../../packages/webhooks/test/support/receiver.js';
import { expectWorkerCalls } from '../../../../packages/webhooks/test/support/worker-calls.js';
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
  const worker = startProcess('worker', harness.database, { WEBHOOK_KEY, WEBHOOK_ALLOW_HOSTS: receiver.host });
  const deliveries = () => service.db('coverage.webhook_deliveries');
  const told = await expectWorkerCalls({ receiver, worker }, deliveries, { id: data.id, type: 'scan.finished' });
  expect(new Webhook(data.secret).verify(told.body, headersOf(told))).toEqual({ data: {} });
});
