import { at, createHarness, type Harness, type Instance, makeTeam, newUser, type TestUser } from './support/harness.js';
import { LET_IN, type ScriptedCloud, scriptedCloud } from './support/made-up-cloud/scripted-cloud.js';

const AWS_ACCOUNT = '111122223333';
const ROLE = `arn:aws:iam::${AWS_ACCOUNT}:role/tripline-scan`;
const body = { name: 'production', provider: 'aws', external_account_id: AWS_ACCOUNT };

let harness: Harness;
let cloud: ScriptedCloud;
let app: Instance;
let user: TestUser;
beforeAll(async () => {
  harness = await createHarness();
  cloud = scriptedCloud();
  app = harness.start({}, cloud);
  user = await newUser(app, 'individual');
});
beforeEach(() => {
  cloud.answer = LET_IN;
});
afterAll(() => harness.close());

const create = (overrides: object = {}, caller = user) =>
  app.http
    .post(at('/accounts'))
    .set(caller.key)
    .send({ ...body, ...overrides });

describe('adding a cloud account', () => {
  test('answers 200 with an external id minted here and both policies, pending until a role is set', async () => {
    const { body: account } = await create().expect(200);
    expect(account).toMatchObject({
      name: 'production',
      provider: 'aws',
      external_account_id: AWS_ACCOUNT,
      regions: null,
      schedule: null,
      status: 'pending_connection',
      last_scan_at: null,
      scan_under_way: null,
      connection: {
        role_arn: null,
        worker_principal: 'arn:aws:iam::999988887777:role/worker',
        trust_policy: expect.any(Object),
        permissions_policy: expect.any(Object),
        own_credentials: false,
      },
    });
    expect(account.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const { body: other } = await create().expect(200);
    expect(other.connection.external_id).not.toBe(account.connection.external_id);
  });

  test('tests a role in the body at once', async () => {
    const { body: account } = await create({ role_arn: ROLE }).expect(200);
    expect(account.status).toBe('connected');
    expect(cloud.tried.at(-1)).toMatchObject({ roleArn: ROLE, externalId: account.connection.external_id });
    cloud.answer = { ...LET_IN, ok: false, detail: 'The trust policy is missing.' };
    expect((await create({ role_arn: ROLE }).expect(200)).body.status).toBe('broken');
  });

  test.each([
    ['an external id of the caller’s own', { external_id: 'mine' }, /external_id is not a known field/],
    ['a role of another AWS account', { role_arn: 'arn:aws:iam::444455556666:role/x' }, /444455556666/],
    ['something that is no role', { role_arn: 'arn:aws:s3:::bucket' }, /role_arn must be the ARN of an IAM role/],
    ['a malformed AWS account', { external_account_id: '12' }, /external_account_id must be the twelve digits/],
    ['another provider', { provider: 'gcp' }, /provider must be \[aws\]/],
    ['an unknown region', { regions: ['eu-west-1', 'mars-north-1'] }, /"mars-north-1" is not an AWS region/],
    ['no region at all', { regions: [] }, /regions/],
    ['a schedule of every second', { schedule: '* * * * * *' }, /schedule must be "daily"/],
    ['a schedule that is none', { schedule: 'often' }, /schedule must be "daily"/],
  ])('refuses %s with 400', async (_what, overrides, message) => {
    const answer = await create(overrides).expect(400);
    expect(answer.body).toEqual({ detail: expect.stringMatching(message) });
  });

  test('takes own credentials only for pairs the operator listed', async () => {
    const refused = await create({ own_credentials: true }).expect(403);
    expect(refused.body.detail).toContain(`${user.id}:${AWS_ACCOUNT}`);
    const allowed = harness.start({ OWN_CREDENTIAL_ACCOUNTS: `${user.id}:${AWS_ACCOUNT}` }, cloud);
    const answer = await allowed.http
      .post(at('/accounts'))
      .set(user.key)
      .send({ ...body, own_credentials: true })
      .expect(200);
    expect(answer.body).toMatchObject({ status: 'connected', connection: { own_credentials: true, role_arn: null } });
  });

  test('is in the audit log', async () => {
    const { body: account } = await create().expect(200);
    const rows = await app.db('auth.audit_log').where({ action: 'account.connected', target_id: account.id });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ actor_id: user.id, details: { external_account_id: AWS_ACCOUNT } });
  });
});

describe('an account', () => {
  test('is connected in two steps, and verify says what is wrong', async () => {
    const { body: account } = await create().expect(200);
    const before = await app.http
      .post(at(`/accounts/${account.id}/verify`))
      .set(user.key)
      .expect(200);
    expect(before.body).toMatchObject({ status: 'pending_connection', detail: expect.stringContaining('role_arn') });
    cloud.answer = {
      ...LET_IN,
      ok: false,
      detail: 'AWS refuses the role.',
      missingActions: ['guardduty:ListDetectors'],
    };
    const changed = await app.http
      .patch(at(`/accounts/${account.id}`))
      .set(user.key)
      .send({ role_arn: ROLE })
      .expect(200);
    expect(changed.body).toMatchObject({ status: 'broken', connection: { role_arn: ROLE } });
    const broken = await app.http
      .post(at(`/accounts/${account.id}/verify`))
      .set(user.key)
      .expect(200);
    expect(broken.body).toEqual({
      id: account.id,
      status: 'broken',
      detail: 'AWS refuses the role.',
      missing_actions: ['guardduty:ListDetectors'],
      warnings: [],
    });
    cloud.answer = LET_IN;
    await app.http
      .post(at(`/accounts/${account.id}/verify`))
      .set(user.key)
      .expect(200);
    const read = await app.http
      .get(at(`/accounts/${account.id}`))
      .set(user.session)
      .expect(200);
    expect(read.body.status).toBe('connected');
  });

  test('keeps what a change does not name', async () => {
    const { body: account } = await create({ schedule: 'daily', regions: ['eu-west-1'] }).expect(200);
    const { body: renamed } = await app.http
      .patch(at(`/accounts/${account.id}`))
      .set(user.key)
      .send({ name: 'staging' })
      .expect(200);
    expect(renamed).toEqual({ ...account, name: 'staging' });
    const { body: cleared } = await app.http
      .patch(at(`/accounts/${account.id}`))
      .set(user.key)
      .send({ schedule: null, regions: null })
      .expect(200);
    expect(cleared).toMatchObject({ schedule: null, regions: null, name: 'staging' });
    await app.http
      .patch(at(`/accounts/${account.id}`))
      .set(user.key)
      .send({})
      .expect(400);
  });

  test('is gone after its removal, with a line in the audit log', async () => {
    const { body: account } = await create().expect(200);
    await app.http
      .delete(at(`/accounts/${account.id}`))
      .set(user.key)
      .expect(200);
    await app.http
      .get(at(`/accounts/${account.id}`))
      .set(user.key)
      .expect(404);
    await app.http
      .delete(at(`/accounts/${account.id}`))
      .set(user.key)
      .expect(404);
    expect(await app.db('auth.audit_log').where({ action: 'account.removed', target_id: account.id })).toHaveLength(1);
  });

  test('of somebody else is a plain 404 for every method, as a missing one is', async () => {
    const { body: account } = await create().expect(200);
    const stranger = await newUser(app, 'enterprise');
    const missing = '0190a0a0-0000-7000-8000-000000000000';
    for (const id of [account.id, missing]) {
      const answers = await Promise.all([
        app.http.get(at(`/accounts/${id}`)).set(stranger.key),
        app.http
          .patch(at(`/accounts/${id}`))
          .set(stranger.key)
          .send({ nonsense: true }),
        app.http.delete(at(`/accounts/${id}`)).set(stranger.key),
        app.http.post(at(`/accounts/${id}/verify`)).set(stranger.key),
      ]);
      for (const answer of answers) {
        expect([answer.status, answer.body]).toEqual([404, { detail: `There is no cloud account ${id}.` }]);
      }
    }
    const list = await app.http.get(at('/accounts')).set(stranger.key).expect(200);
    expect(list.body).toEqual({ accounts: [], total: 0 });
  });

  test('with a malformed id is 400', async () => {
    const answer = await app.http.get(at('/accounts/nonsense')).set(user.key).expect(400);
    expect(answer.body.detail).toContain('"nonsense" is not a UUID');
  });
});

describe('the list of accounts', () => {
  test('is paged, newest first, within its bounds', async () => {
    const pager = await newUser(app, 'pro');
    for (const name of ['one', 'two', 'three']) await create({ name }, pager).expect(200);
    const page = await app.http.get(at('/accounts?limit=2&offset=1')).set(pager.key).expect(200);
    expect(page.body.total).toBe(3);
    expect(page.body.accounts.map((account: { name: string }) => account.name)).toEqual(['two', 'one']);
    await app.http.get(at('/accounts?limit=201')).set(pager.key).expect(400);
    await app.http.get(at('/accounts?offset=-1')).set(pager.key).expect(400);
    await app.http.get(at('/accounts?colour=red')).set(pager.key).expect(400);
  });
});

describe('in a team', () => {
  test('members read what owner and admins add and change, and the log tells of it', async () => {
    const [owner, admin, member] = await Promise.all([newUser(app, 'team'), newUser(app, 'pro'), newUser(app, 'pro')]);
    const teamId = await makeTeam(app.db, [owner, admin, member], ['owner', 'admin', 'member']);
    const replica = harness.start({}, cloud);
    const as = (caller: TestUser) => ({
      post: (data: object) => replica.http.post(at('/accounts')).set(caller.key).send(data),
      patch: (id: string) =>
        replica.http
          .patch(at(`/accounts/${id}`))
          .set(caller.key)
          .send({ name: 'renamed' }),
    });
    const { body: account } = await as(admin).post(body).expect(200);
    const stored = await app.db('coverage.cloud_accounts').where({ id: account.id }).first();
    expect(stored).toMatchObject({ team_id: teamId, owner_id: teamId, created_by: admin.id });
    await replica.http
      .get(at(`/accounts/${account.id}`))
      .set(member.key)
      .expect(200);
    // The role is judged before the body.
    await as(member).post({ nonsense: true }).expect(403);
    await as(member).patch(account.id).expect(403);
    await replica.http
      .delete(at(`/accounts/${account.id}`))
      .set(member.key)
      .expect(403);
    await as(owner).patch(account.id).expect(200);
    await replica.http
      .delete(at(`/accounts/${account.id}`))
      .set(owner.key)
      .expect(200);
    const log = await app.db('auth.audit_log').where({ team_id: teamId }).orderBy('at');
    expect(log.map(({ action, actor_id, details }) => [action, actor_id, details.changed])).toEqual([
      ['account.connected', admin.id, undefined],
      ['account.changed', owner.id, ['name']],
      ['account.removed', owner.id, undefined],
    ]);
  });
});
