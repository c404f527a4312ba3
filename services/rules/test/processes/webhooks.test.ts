import { Webhook } from 'standardwebhooks';
import { headersOf, type Receiver, startReceiver } from '../../../../packages/webhooks/test/support/receiver.js';
import { expectWorkerCalls } from '../../../../packages/webhooks/test/support/worker-calls.js';
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
  const worker = startProcess('worker', harness.database, { WEBHOOK_KEY, WEBHOOK_ALLOW_HOSTS: receiver.host });
  const deliveries = () => service.db('rules.webhook_deliveries');
  const told = await expectWorkerCalls({ receiver, worker }, deliveries, { id: data.id, type: 'generation.finished' });
  expect(new Webhook(data.secret).verify(told.body, headersOf(told))).toEqual({ data: {} });
});
