import { eventually } from '@tripline/stack';
import { createGenerationHarness, type GenerationHarness } from './support/generation-harness.js';
import { bearer, type Instance, signedInUser, type TestUser } from './support/harness.js';
import { BROUGHT_RULE } from './support/sample-advisory.js';

let app: GenerationHarness;
let service: Instance;
beforeAll(async () => {
  app = await createGenerationHarness({ NODE_ENV: 'development' });
  service = app.instance;
});
afterAll(() => app.close());

/** A user whose account is gone without a mark, so that this process goes on believing in it. */
async function deletedUnnoticed(): Promise<TestUser> {
  const user = await signedInUser(service, 'team');
  await service.http.get('/v1/me').set(bearer(user.jwt)).expect(200);
  await service.db('auth.users').where({ id: user.id }).delete();
  return user;
}

describe('a process that does not know yet that an account is deleted answers 401 to what would save for it:', () => {
  test.each<[string, string, object, Record<string, string>]>([
    ['a generation', '/v1/generate', { inputType: 'sigma', yaml: BROUGHT_RULE }, {}],
    ['an idempotency key', '/v1/generate', { inputType: 'sigma', yaml: BROUGHT_RULE }, { 'Idempotency-Key': 'one' }],
  ])('%s', async (_what, path, body, headers) => {
    // The process may learn of the deletion between the two requests; then another user is tried.
    await eventually(async () => {
      const user = await deletedUnnoticed();
      const answer = await service.http.post(path).set(bearer(user.jwt)).set(headers).send(body).expect(401);
      expect(answer.body.error.code).toBe('Unauthorized');
      return answer.body.error.message.includes('deleted');
    });
  });
});
