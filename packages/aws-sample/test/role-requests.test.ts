import { sampleInventory } from '@tripline/aws-sample';
import { assume, samples } from './support/sdk.js';

const startSample = samples();

async function send(url: string, path: string, body: string, method = 'PUT') {
  const answer = await fetch(`${url}/sample/accounts/${path}`, { method, body });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test('a role that was made over HTTP can be assumed with its external id, and not without', async () => {
  const sample = await startSample({ inventory: await sampleInventory() });
  expect(await send(sample.url, '111122223333/roles/tripline', '{"externalId":"first"}')).toEqual({
    status: 200,
    body: { role: 'arn:aws:iam::111122223333:role/tripline' },
  });
  await assume(sample, '111122223333', 'tripline', 'first');
  await expect(assume(sample, '111122223333', 'tripline', 'other')).rejects.toThrow('not authorized');
  await expect(assume(sample, '111122223333', 'tripline')).rejects.toThrow('not authorized');
  await send(sample.url, '111122223333/roles/tripline', '{"externalId":"second"}');
  await expect(assume(sample, '111122223333', 'tripline', 'first')).rejects.toThrow('not authorized');
  await assume(sample, '111122223333', 'tripline', 'second');
});

test.each([
  ['PUT', '999988887777/roles/tripline', '{"externalId":"some"}', 404],
  ['PUT', '111122223333/roles/tripline', '{}', 400],
  ['PUT', '111122223333/roles/tripline', '{"externalId":"with a blank"}', 400],
  ['PUT', '111122223333/roles/tripline', 'no JSON', 400],
  ['POST', '111122223333/roles/tripline', '{"externalId":"some"}', 405],
])('%s of %s with the body %s is refused with %d and says why', async (method, path, body, status) => {
  const sample = await startSample({ inventory: await sampleInventory() });
  expect(await send(sample.url, path, body, method)).toMatchObject({ status, body: { message: expect.any(String) } });
});
