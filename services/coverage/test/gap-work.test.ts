import { takeSnapshot } from '@tripline/coverage-service';
import { everyLogArrives } from './support/arriving-logs.js';
import { at, createHarness, type Harness, type Instance, makeTeam, newUser, type TestUser } from './support/harness.js';

let harness: Harness;
let app: Instance;
let user: TestUser;
beforeAll(async () => {
  harness = await createHarness();
  app = harness.start();
  user = await newUser(app, 'pro');
});
afterAll(() => harness.close());

const GAP = 'T1685.002';
const get = async (path: string, { key } = user) => (await app.http.get(at(path)).set(key).expect(200)).body;
const work = (account: string, technique: string, body: object, { key } = user) =>
  app.http
    .put(at(`/accounts/${account}/coverage/gaps/${technique}`))
    .set(key)
    .send(body);

async function scannedAccount({ key } = user): Promise<string> {
  const connected = { name: 'production', provider: 'aws', external_account_id: '111122223333' };
  const account: string = (await app.http.post(at('/accounts')).set(key).send(connected).expect(200)).body.id;
  await everyLogArrives(app.db, account, ['us-east-1']);
  await app.db.transaction((trx) => takeSnapshot(trx, { accountId: account, scanId: null, now: new Date() }));
  return account;
}

const gapOf = async (account: string, technique = GAP) =>
  (await get(`/accounts/${account}/coverage/gaps?limit=200&include_excluded=true`)).gaps.find(
    (gap: { technique_id: string }) => gap.technique_id === technique,
  );

test('a gap has an owner, a due date, a state and a ticket, which the next answer shows, under the successor of a retired id too', async () => {
  const account = await scannedAccount();
  expect(await gapOf(account)).toMatchObject({ state: 'open', owner: null, due_at: null, ticket_url: null });
  const said = {
    state: 'in_progress',
    owner: 'ada@example.com',
    due_at: '2027-06-30T00:00:00.000Z',
    ticket_url: 'https://tickets.example.com/SEC-101',
  };
  const { body } = await work(account, 't1562.008', said).expect(200);
  expect(body).toMatchObject({ ...said, technique_id: GAP, cloud_account_id: account });
  expect(await gapOf(account)).toMatchObject(said);
  await work(account, GAP, { state: 'waiting_for_scan' }).expect(200);
  expect(await gapOf(account)).toMatchObject({ state: 'waiting_for_scan', owner: null, ticket_url: null });
});

test('an accepted risk is the state of its gap while it is in force', async () => {
  const account = await scannedAccount();
  await app.http
    .post(at(`/accounts/${account}/exclusions`))
    .set(user.key)
    .send({
      ...{ kind: 'accepted_risk', technique_id: GAP, reason: 'Known.', owner: 'ada@example.com' },
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    })
    .expect(200);
  expect(await gapOf(account)).toMatchObject({ state: 'risk_accepted', excluded: true });
});

test.each<[string, string, object, string]>([
  ['a technique that is not counted', 'T9999', { state: 'open' }, 'T9999'],
  ['a state that coverage sets', GAP, { state: 'closed' }, 'state must be one of'],
  ['an address that would run', GAP, { state: 'open', ticket_url: 'javascript:alert(1)' }, 'ticket_url'],
  ['a date that is none', GAP, { state: 'open', due_at: 'soon' }, 'due_at'],
])('work on a gap with %s is refused with 400', async (_what, technique, body, named) => {
  const account = await scannedAccount();
  const { body: answer } = await work(account, technique, body).expect(400);
  expect(answer.detail).toContain(named);
});

test('another tenant’s gaps are 404, and a plain member of a team changes none', async () => {
  const [owner, member, stranger] = await Promise.all([newUser(app, 'team'), newUser(app, 'pro'), newUser(app, 'pro')]);
  await makeTeam(app.db, [owner, member], ['owner', 'member']);
  const account = await scannedAccount(owner);
  await work(account, GAP, { state: 'open' }, stranger).expect(404);
  await work(account, GAP, { state: 'open' }, member).expect(403);
  await work(account, GAP, { state: 'open' }, owner).expect(200);
});

test('no body for POST /v1/generate asks for a log that an AWS account does not have; the reason names it instead', async () => {
  const account = await scannedAccount();
  const { gaps } = await get(`/accounts/${account}/coverage/gaps?limit=200`);
  const asked = gaps.flatMap((gap: { generate: { options: { targetProviders: string[] } } | null }) =>
    gap.generate === null ? [] : gap.generate.options.targetProviders,
  );
  expect(asked.length).toBeGreaterThan(50);
  expect(new Set(asked)).toEqual(new Set(['cloud-audit-1']));
  const spraying = gaps.find((gap: { technique_id: string }) => gap.technique_id === 'T1110.003');
  expect(spraying.generate).toBeNull();
  expect(spraying.generate_reason).toContain('Okta’s system log');
});
