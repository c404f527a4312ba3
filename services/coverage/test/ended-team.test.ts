import { at, createHarness, type Harness, type Instance, makeTeam, newUser, type TestUser } from './support/harness.js';

const AWS_ACCOUNT = '111122223333';

let harness: Harness;
let app: Instance;
let owner: TestUser;
let member: TestUser;
let teamId: string;
beforeAll(async () => {
  harness = await createHarness();
  const first = harness.start();
  [owner, member] = [await newUser(first, 'team'), await newUser(first, 'pro')];
  teamId = await makeTeam(first.db, [owner, member], ['owner', 'admin']);
  app = harness.start({ OWN_CREDENTIAL_ACCOUNTS: `${teamId}:${AWS_ACCOUNT}` });
});
afterAll(() => harness.close());

const create = async (user: TestUser, name: string, more: object = {}) => {
  const body = { name, provider: 'aws', external_account_id: AWS_ACCOUNT, ...more };
  return (await app.http.post(at('/accounts')).set(user.key).send(body).expect(200)).body;
};
const accountsOf = async (user: TestUser): Promise<{ name: string; status: string; connection: object }[]> =>
  (await app.http.get(at('/accounts')).set(user.key).expect(200)).body.accounts;

test('when a team ends its accounts go back to their makers, without the credentials the operator allowed the team', async () => {
  await create(owner, 'Of the owner');
  await create(member, 'Of the admin', { own_credentials: true });
  expect(await accountsOf(member)).toHaveLength(2);
  await app.db.transaction(async (trx) => {
    await trx('auth.teams').where({ id: teamId }).delete();
    await trx('auth.users')
      .whereIn('id', [owner.id, member.id])
      .update({ access_changed_at: trx.raw('clock_timestamp()') });
  });
  const fresh = harness.start();
  const seen = async (user: TestUser) =>
    (await fresh.http.get(at('/accounts')).set(user.key).expect(200)).body.accounts;
  expect(await seen(owner)).toMatchObject([{ name: 'Of the owner' }]);
  expect(await seen(member)).toMatchObject([
    { name: 'Of the admin', status: 'pending_connection', connection: { own_credentials: false, role_arn: null } },
  ]);
});

test('an account that is added while this process does not know that the team has ended is its maker’s', async () => {
  const ending = await makeTeam(app.db, [owner, member], ['owner', 'admin']);
  const fresh = harness.start({ OWN_CREDENTIAL_ACCOUNTS: `${ending}:${AWS_ACCOUNT}` });
  const body = { name: 'Of the team', provider: 'aws', external_account_id: AWS_ACCOUNT };
  const add = (more: object) =>
    fresh.http
      .post(at('/accounts'))
      .set(member.key)
      .send({ ...body, ...more });
  await add({}).expect(200);
  await app.db('auth.teams').where({ id: ending }).delete();
  const { id } = (await add({ name: 'Afterwards' }).expect(200)).body;
  expect(await app.db('coverage.cloud_accounts').where({ id }).first()).toMatchObject({
    ...{ team_id: null, created_by: member.id },
  });
  // What the operator allowed the team is not allowed to its former members.
  await add({ own_credentials: true }).expect(403);
});
