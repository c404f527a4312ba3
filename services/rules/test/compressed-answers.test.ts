import { describeRulesApi } from '@tripline/rules-service';
import { describeSecretAnswers } from '@tripline/stack/suites';
import { createHarness, type Harness, type Instance } from './support/harness.js';

let harness: Harness;
let service: Instance;
beforeAll(async () => {
  harness = await createHarness();
  service = harness.start();
});
afterAll(() => harness.close());

describeSecretAnswers({
  operations: describeRulesApi(undefined).operations,
  send: (method, path) => service.http[method](path).set('Accept-Encoding', 'br, gzip'),
});

test.each(['/v1/backends', '/v1/platforms', '/openapi.json'])(
  '%s comes compressed, and says the same',
  async (path) => {
    const compressed = await service.http.get(path).set('Accept-Encoding', 'gzip');
    const plain = await service.http.get(path).set('Accept-Encoding', 'identity');
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(compressed.body).toEqual(plain.body);
  },
);
