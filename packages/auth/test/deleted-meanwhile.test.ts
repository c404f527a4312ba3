import { eventually } from '@tripline/stack';
import { bearer, createHarness, type Harness, type Instance, signedInUser, type TestUser } from './support/harness.js';

let harness: Harness;
let service: Instance;
beforeAll(async () => {
  harness = await createHarness();
  service = harness.start({ NODE_ENV: 'development' });
});
afterAll(() => harness.close());

/** A user whose account is gone without a mark, so that this process goes on believing in it. */
async function deletedUnnoticed(): Promise<TestUser> {
  const user = await signedInUser(service, 'team');
  await service.http.get('/v1/me').set(bearer(user.jwt)).expect(200);
  await service.db('auth.users').where({ id: user.id }).delete();
  return user;
}

describe('a process that does not know yet that an account is deleted answers 401 to what would save for it:', () => {
  test.each<[string, string, object]>([
    ['a key', '/v1/api-keys', { name: 'ci' }],
    ['a team', '/v1/team', { name: 'a team' }],
  ])('%s', async (_what, path, body) => {
    // The process may learn of the deletion between the two requests; then another user is tried.
    await eventually(async () => {
      const user = await deletedUnnoticed();
      const answer = await service.http.post(path).set(bearer(user.jwt)).send(body).expect(401);
      expect(answer.body.error.code).toBe('Unauthorized');
      return answer.body.error.message.includes('deleted');
    });
  });
});
