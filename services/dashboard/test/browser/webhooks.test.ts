import { createHmac } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectComplaint, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { asPerson, newPerson } from '../support/stack.js';

withBrowser();

/** A call as it arrived. */
interface Call {
  readonly id: string;
  readonly type: string;
  /** As the header has them. */
  readonly signatures: string;
  /** The text that was signed. */
  readonly signed: string;
}

let receiver: Server;
let address = '';
const calls: Call[] = [];
const arrivals = new EventEmitter();

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { 'webhook-id': id, 'webhook-signature': signatures, 'webhook-timestamp': at } = request.headers;
    calls.push({
      id: String(id),
      type: (JSON.parse(body) as { type: string }).type,
      signatures: String(signatures),
      signed: `${String(id)}.${String(at)}.${body}`,
    });
    response.writeHead(204).end();
    arrivals.emit('call');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});

afterAll(async () => {
  receiver.close();
  await once(receiver, 'close');
});

const signature = (secret: string, { signed }: Call): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(signed)
    .digest('base64')}`;

test('a webhook is made with its secret shown once, is told, is told again by hand, switched off and deleted', async () => {
  const person = await newPerson();
  const page = await openPage();
  await signIn(page, person, '/settings/webhooks');
  await page.getByRole('heading', { name: 'No webhook yet' }).waitFor();
  await look(page, 'webhooks-empty');
  await page.getByRole('button', { name: 'Make a webhook' }).click();
  await page.getByLabel('Address').fill(address);
  await page.getByLabel('Description').fill('the channel of the night shift');
  await page.getByText('rules were written from a report').click();
  await look(page, 'webhooks-form');
  await page.getByRole('button', { name: 'Make the webhook' }).click();
  const secret = (await page.getByText(/^whsec_/).textContent()) ?? '';
  await look(page, 'webhooks-secret');
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('row', { name: /127\.0\.0\.1.*the channel of the night shift/ }).waitFor();
  expect(await page.content()).not.toContain(secret);

  const call = await asPerson(person);
  await call('POST', '/v1/generate', { inputType: 'technique', techniqueId: 'T1059.001' });
  await page.getByRole('button', { name: 'Deliveries' }).click();
  await page.getByRole('row', { name: /rules were written from a report.*delivered/ }).waitFor();
  const [first] = calls;
  expect(first).toMatchObject({ type: 'generation.finished', signatures: first && signature(secret, first) });
  await look(page, 'webhooks');
  const again = once(arrivals, 'call');
  await page.getByRole('button', { name: 'Send again' }).click();
  await again;
  expect(calls.map(({ id }) => id)).toEqual([first?.id, first?.id]);

  const example = once(arrivals, 'call');
  await page.getByRole('button', { name: 'Send a test' }).click();
  await example;
  await page.getByRole('row', { name: /rules were written from a report test.*delivered/ }).waitFor();
  expect(calls.at(-1)).toMatchObject({ type: 'generation.finished' });
  expect(calls.at(-1)?.id).not.toBe(first?.id);

  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('switched off', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete the webhook' }).click();
  await page.getByRole('heading', { name: 'No webhook yet' }).waitFor();
});

test('one of the coverage service stands in the same list; a secret is replaced', async () => {
  const person = await newPerson('individual');
  const page = await openPage();
  await signIn(page, person, '/settings/webhooks');
  await page.getByRole('button', { name: 'Make a webhook' }).click();
  await page.getByLabel('Address').fill(address);
  await page.getByText('a scan has ended').click();
  await page.getByRole('button', { name: 'Make the webhook' }).click();
  const secret = (await page.getByText(/^whsec_/).textContent()) ?? '';
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('button', { name: 'Replace the secret' }).click();
  await page.getByRole('heading', { name: 'The webhook’s secret' }).waitFor();
  expect(await page.getByText(/^whsec_/).textContent()).not.toBe(secret);
  const { webhooks } = await (await asPerson(person))('GET', '/webhooks');
  expect(webhooks).toMatchObject([{ url: address, events: ['scan.finished'] }]);
});

test('an address that is none is told, and what was typed stays', async () => {
  expectComplaint(/400/);
  const page = await openPage();
  await signIn(page, await newPerson(), '/settings/webhooks');
  await page.getByRole('button', { name: 'Make a webhook' }).click();
  await page.getByLabel('Address').fill('hooks.example.com');
  await page.getByText('rules were written from a report').click();
  await page.getByRole('button', { name: 'Make the webhook' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Address').inputValue()).toBe('hooks.example.com');
});
