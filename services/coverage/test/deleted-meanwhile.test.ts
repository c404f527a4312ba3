import { eventually } from '@tripline/stack';
import { at, createHarness, type Harness, type Instance, newUser, type TestUser } from './support/harness.js';

const ACCOUNT = {
  name: 'production',
  provider: 'aws',
  external_account_id: '111122223333',
  role_arn: 'arn:aws:iam::111122223333:role/tripline',
};

let harness: Harness;
let app: Instance;
beforeAll(async () => {
  harness = await createHarness();
  app = harness.start();
});
afterAll(() => harness.close());

/** A user whose account is gone without a mark, so that this process goes on believing in it. */
async function deletedUnnoticed(): Promise<TestUser & { readonly accountId: string }> {
  const user = await newUser(app, 'individual');
  const { body } = await app.http.post(at('/accounts')).set(user.key).send(ACCOUNT).expect(200);
  await app.http.get(at('/accounts')).set(user.session).expect(200);
  await app.db('auth.users').where({ id: user.id }).delete();
  return { ...user, accountId: body.id };
}

describe('a process that does not know yet that a user’s account is deleted', () => {
  test.each<[string, string, object, Record<string, string>]>([
    ['a key', '/keys', { name: 'ci' }, {}],
    ['a cloud account', '/accounts', ACCOUNT, {}],
    ['an idempotency key', '/accounts', ACCOUNT, { 'Idempotency-Key': 'one' }],
  ])('answers 401 to what would save %s', async (_what, path, body, headers) => {
    // The process may learn of the deletion between the two requests; then another user is tried.
    await eventually(async () => {
      const user = await deletedUnnoticed();
      const answer = await app.http.post(at(path)).set(user.session).set(headers).send(body).expect(401);
      return answer.body.detail.includes('deleted');
    });
  });

  test.each([
    ['a scan', 'scans', {}],
    ['a detection', 'detections', { siem: 'siem_kql', rules: ['title: x'] }],
  ])('answers 404 to what would save %s of a cloud account that went with it', async (_what, path, body) => {
    await eventually(async () => {
      const user = await deletedUnnoticed();
      const answer = await app.http
        .post(at(`/accounts/${user.accountId}/${path}`))
        .set(user.key)
        .send(body);
      // A process that has learnt of the deletion meanwhile knows no such caller.
      expect([401, 404]).toContain(answer.status);
      return answer.status === 404;
    });
  });
});

test('a cloud account that is deleted while a request that it is named in is under way is 404', async () => {
  const user = await newUser(app, 'individual');
  const { body } = await app.http.post(at('/accounts')).set(user.key).send(ACCOUNT).expect(200);
  const admin = harness.start();
  let answered: Promise<{ status: number }> | undefined;
  await admin.db.transaction(async (trx) => {
    await trx('coverage.cloud_accounts').where({ id: body.id }).delete();
    const call = app.http
      .post(at(`/accounts/${body.id}/scans`))
      .set(user.key)
      .send({});
    answered = call.then((answer) => answer);
    await eventually(async () => (await waiting(admin)) > 0);
  });
  expect((await answered)?.status).toBe(404);
});

/** Statements that wait for a lock. */
async function waiting({ db }: Instance): Promise<number> {
  const { rows } = await db.raw(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}
