import { EventBridgeClient, ListRulesCommand } from '@aws-sdk/client-eventbridge';
import { sampleInventory } from '@tripline/aws-sample';
import { assume, clientConfig, samples } from './support/sdk.js';

const startSample = samples();

async function send(url: string, method: string, number: string, body?: string) {
  const answer = await fetch(`${url}/sample/accounts/${number}`, {
    method,
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test('an account that is set from outside is served at once, and is gone when it is removed', async () => {
  const sample = await startSample({ inventory: await sampleInventory() });
  const account = {
    roles: [{ name: 'Scanner', externalId: 'theirs' }],
    regions: {
      'us-east-1': { eventbridge: { buses: [{ Name: 'default', rules: [{ Name: 'one', State: 'ENABLED' }] }] } },
    },
  };
  expect((await send(sample.url, 'PUT', '444455556666', JSON.stringify(account))).status).toBe(200);
  const client = new EventBridgeClient(
    clientConfig(sample, 'us-east-1', await assume(sample, '444455556666', 'Scanner', 'theirs')),
  );
  expect((await client.send(new ListRulesCommand({}))).Rules).toMatchObject([{ Name: 'one' }]);
  client.destroy();
  expect((await send(sample.url, 'GET', '444455556666')).body).toMatchObject(account);
  expect((await send(sample.url, 'DELETE', '444455556666')).status).toBe(200);
  await expect(assume(sample, '444455556666', 'Scanner', 'theirs')).rejects.toThrow('not authorized');
});

test('an account’s own latency delays its answers', async () => {
  const sample = await startSample({ inventory: await sampleInventory() });
  const slow = { latencyMs: 200, roles: [{ name: 'Scanner', externalId: null }], regions: {} };
  await send(sample.url, 'PUT', '444455556666', JSON.stringify(slow));
  const started = performance.now();
  await assume(sample, '444455556666', 'Scanner');
  expect(performance.now() - started).toBeGreaterThanOrEqual(195);
});

test.each([
  ['PUT', '444455556666', 'no JSON', 400],
  ['PUT', '444455556666', '{"roles":[]}', 400],
  ['PUT', '4444', '{"regions":{}}', 400],
  ['GET', '444455556666', undefined, 404],
  ['DELETE', '444455556666', undefined, 404],
  ['POST', '111122223333', '{"regions":{}}', 405],
])('%s of account %s with the body %s is refused with %d and says why', async (method, number, body, status) => {
  const sample = await startSample({ inventory: await sampleInventory() });
  expect(await send(sample.url, method, number, body)).toMatchObject({ status, body: { message: expect.any(String) } });
});
