import { describeCoverageApi } from '@tripline/coverage-service';
import { describeSecretAnswers } from '@tripline/stack/suites';
import { at, createHarness, type Harness, type Instance, newUser, type TestUser } from './support/harness.js';

let harness: Harness;
let service: Instance;
let user: TestUser;
beforeAll(async () => {
  harness = await createHarness();
  service = harness.start();
  user = await newUser(service, 'enterprise');
});
afterAll(() => harness.close());

describeSecretAnswers({
  operations: describeCoverageApi(undefined, '').operations,
  send: (method, path) => service.http[method](at(path)).set('Accept-Encoding', 'br, gzip').set(user.key),
});

test('a list comes compressed, and says the same', async () => {
  const path = at('/actors?limit=300');
  const compressed = await service.http.get(path).set(user.key).set('Accept-Encoding', 'gzip').expect(200);
  const plain = await service.http.get(path).set(user.key).set('Accept-Encoding', 'identity').expect(200);
  expect(compressed.headers['content-encoding']).toBe('gzip');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(compressed.body).toEqual(plain.body);
});
