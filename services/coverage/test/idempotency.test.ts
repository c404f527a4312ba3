import { randomUUID } from 'node:crypto';
import { at, type Instance, makeTeam, newUser, type TestUser } from './support/harness.js';
import { scriptedAccount } from './support/made-up-cloud/scripted-account.js';
import { addAccount, createScanHarness, type ScanHarness } from './support/scan-harness.js';

let scans: ScanHarness;
let replica: Instance;
beforeAll(async () => {
  scans = await createScanHarness(scriptedAccount({}));
  replica = scans.harness.start();
});
afterAll(() => scans.close());

const post = (path: string, key: string, body: object, user: TestUser = scans.user, to = scans.api) =>
  to.http.post(at(path)).set(user.key).set('Idempotency-Key', key).send(body);
const NEW = { name: 'an account', provider: 'aws', external_account_id: '111122223333' };
const accountsOf = async (user: TestUser): Promise<number> =>
  (await scans.api.http.get(at('/accounts')).set(user.key).expect(200)).body.total;

test('an account that is added again, with another process, is the one there is', async () => {
  const user = await newUser(scans.api, 'pro');
  const key = randomUUID();
  const first = await post('/accounts', key, NEW, user).expect(200);
  const again = await post('/accounts', key, NEW, user, replica).expect(200);
  expect(again.text).toBe(first.text);
  expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true', 'x-ratelimit-limit': '10000' });
  expect(await accountsOf(user)).toBe(1);
  const other = await post('/accounts', key, { ...NEW, name: 'another' }, user).expect(409);
  expect(other.body).toEqual({ detail: expect.stringContaining('a different request') });
});

test('of many at the same moment one adds the account', async () => {
  const user = await newUser(scans.api, 'pro');
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => post('/accounts', key, NEW, user, index % 2 ? scans.api : replica)),
  );
  for (const { status } of answers) expect([200, 409]).toContain(status);
  expect(await accountsOf(user)).toBe(1);
});

test('a scan that is asked for again is the one there is, also once it has ended', async () => {
  const account = await addAccount(scans);
  const key = randomUUID();
  const first = await post(`/accounts/${account}/scans`, key, {}).expect(200);
  await scans.api.http
    .post(at(`/scans/${first.body.id}/cancel`))
    .set(scans.user.key)
    .expect(200);
  expect((await post(`/accounts/${account}/scans`, key, {}).expect(200)).text).toBe(first.text);
  await post(`/accounts/${account}/scans`, key, { regions: ['eu-west-1'] }).expect(409);
  const another = await addAccount(scans);
  await post(`/accounts/${another}/scans`, key, {}).expect(409);
});

test('a scan refused because another is open may be asked for again with the same key', async () => {
  const account = await addAccount(scans);
  const open = await post(`/accounts/${account}/scans`, randomUUID(), {}).expect(200);
  const key = randomUUID();
  expect((await post(`/accounts/${account}/scans`, key, {}).expect(409)).body.detail).toContain(open.body.id);
  await scans.api.http
    .post(at(`/scans/${open.body.id}/cancel`))
    .set(scans.user.key)
    .expect(200);
  await post(`/accounts/${account}/scans`, key, {}).expect(200);
});

test('an answer given for a team is not repeated to somebody who has left it', async () => {
  const [owner, admin] = await Promise.all([newUser(scans.api, 'team'), newUser(scans.api, 'pro')]);
  const teamId = await makeTeam(scans.api.db, [owner, admin], ['owner', 'admin']);
  const key = randomUUID();
  // A replica that has not seen the admin before their team.
  const fresh = scans.harness.start();
  await post('/accounts', key, NEW, admin, fresh).expect(200);
  await scans.api.db('auth.memberships').where({ user_id: admin.id, team_id: teamId }).delete();
  await scans.api
    .db('auth.users')
    .where({ id: admin.id })
    .update({ access_changed_at: scans.api.db.raw('clock_timestamp()') });
  await post('/accounts', key, NEW, admin, scans.harness.start()).expect(409);
});

test('a malformed key is refused with 400', async () => {
  const { body } = await post('/accounts', 'two words', NEW).expect(400);
  expect(body.detail).toContain('Idempotency-Key');
});

test('the OpenAPI document shows the header where it holds', async () => {
  const { body } = await scans.api.http.get('/openapi.json').expect(200);
  const takes = Object.entries<Record<string, { parameters?: { name: string }[]; operationId: string }>>(
    body.paths,
  ).flatMap(([, methods]) =>
    Object.values(methods)
      .filter(({ parameters }) => parameters?.some(({ name }) => name === 'Idempotency-Key'))
      .map(({ operationId }) => operationId),
  );
  expect(takes.sort()).toEqual(['createAccount', 'createScan']);
});
