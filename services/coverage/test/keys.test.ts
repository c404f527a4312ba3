import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@tripline/stack';
import { RULE } from './support/documented-operation.js';
import {
  at,
  createHarness,
  type Harness,
  type Instance,
  makeTeam,
  newUser,
  type TestUser,
  untilInTeam,
} from './support/harness.js';

let harness: Harness;
let app: Instance;
let user: TestUser;
beforeAll(async () => {
  harness = await createHarness();
  app = harness.start({ TRUST_PROXY: '1' });
  user = await newUser(app, 'enterprise');
});
afterAll(() => harness.close());

interface Made {
  key: string;
  prefix: string;
}

const create = (body: object, by: TestUser = user) =>
  app.http
    .post(at('/keys'))
    .set(by.session)
    .send({ name: 'ci', ...body });
const made = async (body: object, by: TestUser = user): Promise<Made> => (await create(body, by).expect(200)).body;
const rotate = (prefix: string, body: object) =>
  app.http
    .post(at(`/keys/${prefix}/rotate`))
    .set(user.session)
    .send(body);
const withKey = (key: string) => ({ 'X-API-Key': key });
const NEW_ACCOUNT = { name: 'ours', provider: 'aws', external_account_id: '111122223333' };

describe('POST /keys', () => {
  test('takes and shows expiry, scopes and addresses in snake_case', async () => {
    const bounds = {
      expires_at: '2031-02-03T04:05:06.000Z',
      scopes: ['coverage:read', 'scans:run'],
      allowed_ips: ['203.0.113.0/24', '2001:db8::/32'],
    };
    const { body } = await create(bounds).expect(200);
    expect(body).toMatchObject(bounds);
    const { keys } = (await app.http.get(at('/keys')).set(user.session).expect(200)).body;
    expect(keys[0]).toMatchObject({ prefix: body.prefix, name: 'ci', ...bounds, replaced_by: null });
  });

  test('refuses what the rules service would refuse, by the names of this one', async () => {
    for (const [body, name] of [
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
      [{ scopes: ['all'] }, 'scopes'],
      [{ allowed_ips: ['example.test'] }, 'allowed_ips'],
      [{ expiresAt: '2031-01-01T00:00:00Z' }, 'expiresAt'],
    ] as const) {
      expect((await create(body).expect(400)).body.detail).toContain(name);
    }
  });

  test('that is repeated with one Idempotency-Key is a 409 that names the key', async () => {
    const ask = () => create({}).set('Idempotency-Key', 'once');
    const first = await ask().expect(200);
    expect((await ask().expect(409)).body.detail).toContain(first.body.prefix);
  });
});

test('POST /keys/{prefix}/rotate puts a new key in the place of one, and both are good during the overlap', async () => {
  const old = await made({ scopes: ['coverage:read'] });
  const { body } = await rotate(old.prefix, { overlap_seconds: 600 }).expect(200);
  expect(body).toMatchObject({ name: 'ci', scopes: ['coverage:read'], replaces: { prefix: old.prefix } });
  for (const { key } of [old, body]) await app.http.get(at('/accounts')).set(withKey(key)).expect(200);
  await rotate(body.prefix, { overlap_seconds: 600 }).expect(409);
  await rotate(old.prefix, { overlap_seconds: 604_801 }).expect(400);
  await rotate('tripline_live_00000000', {}).expect(404);
});

describe('a key', () => {
  test('that has expired is 401, and from another address 403, before anything else of the request is judged', async () => {
    const bound = await made({ allowed_ips: ['203.0.113.7'], scopes: ['scans:run'] });
    const ask = (address: string) =>
      app.http.get(at('/accounts/nonsense')).set(withKey(bound.key)).set('X-Forwarded-For', address);
    expect((await ask('203.0.113.8').expect(403)).body.detail).toContain('203.0.113.8');
    expect((await ask('203.0.113.7').expect(403)).body.detail).toContain('"coverage:read"');
    const past = app.db.raw("now() - interval '1 second'");
    await app.db('auth.api_keys').where({ prefix: bound.prefix }).update({ expires_at: past });
    const fresh = harness.start({ TRUST_PROXY: '1' });
    const answer = await fresh.http.get(at('/accounts')).set(withKey(bound.key)).expect(401);
    expect(answer.body.detail).toContain('has expired');
  });

  test('does what its scopes name and nothing else', async () => {
    const [reads, writes, scans] = [
      await made({ scopes: ['coverage:read'] }),
      await made({ scopes: ['coverage:write'] }),
      await made({ scopes: ['scans:run'] }),
    ];
    const account = await app.http.post(at('/accounts')).set(withKey(writes.key)).send(NEW_ACCOUNT).expect(200);
    const scan = (key: string) =>
      app.http
        .post(at(`/accounts/${account.body.id}/scans`))
        .set(withKey(key))
        .send({});
    const list = (key: string) => app.http.get(at('/accounts')).set(withKey(key));
    expect((await list(reads.key)).status).toBe(200);
    await app.http.head(at('/accounts')).set(withKey(reads.key)).expect(200);
    for (const { key } of [writes, scans]) {
      expect((await list(key).expect(403)).body.detail).toContain('"coverage:read"');
    }
    for (const { key } of [reads, writes]) expect((await scan(key).expect(403)).body.detail).toContain('"scans:run"');
    expect([403]).not.toContain((await scan(scans.key)).status);
    const remove = app.http.delete(at(`/accounts/${account.body.id}`)).set(withKey(reads.key));
    expect((await remove.expect(403)).body.detail).toContain('"coverage:write"');
  });

  test('without the scope is told 404 and 405 where there is no operation', async () => {
    const { key } = await made({ scopes: ['convert'] });
    await app.http.get(at('/nothing-here')).set(withKey(key)).expect(404);
    await app.http.put(at('/accounts')).set(withKey(key)).expect(405);
    // A slash behind the path and percent escapes make no other operation of it.
    await app.http.get(at('/accounts/')).set(withKey(key)).expect(403);
    await app.http
      .get(at(`/accounts/${randomUUID()}/cover%61ge`))
      .set(withKey(key))
      .expect(404);
  });

  test('that reads no rules declares none by their keys, and is told so; the rules service hears the address it is used from', async () => {
    const heard: (string | undefined)[] = [];
    const rules = createServer((req, res) => {
      heard.push(String(req.headers['x-forwarded-for']));
      res.writeHead(403, { 'content-type': 'application/json' }).end('{"success":false}');
    });
    await new Promise<void>((resolve) => rules.listen(0, '127.0.0.1', resolve));
    const { port } = rules.address() as AddressInfo;
    const replica = harness.start({ TRUST_PROXY: '1', RULES_URL: `http://127.0.0.1:${port}` });
    const { key } = await made({ scopes: ['coverage:write'] });
    const account = await replica.http.post(at('/accounts')).set(withKey(key)).send(NEW_ACCOUNT).expect(200);
    const answer = await replica.http
      .post(at(`/accounts/${account.body.id}/detections`))
      .set(withKey(key))
      .set('X-Forwarded-For', '203.0.113.7')
      .send({ rule_keys: [randomUUID()] })
      .expect(403);
    expect(answer.body.detail).toContain('rules:read');
    expect(heard).toEqual(['203.0.113.7']);
    rules.close();
  });
});

describe('a key of a service account', () => {
  test('acts for its team, as far as its scopes go, and the team’s end takes it away and leaves what it made to the owner', async () => {
    const [owner, member] = await Promise.all([newUser(app, 'team'), newUser(app, 'individual')]);
    const teamId = await makeTeam(app.db, [owner, member], ['owner', 'member']);
    const account = await app.auth.authenticate({ authorization: owner.session.Authorization });
    const actor = { id: owner.id, email: owner.email, teamId };
    await untilInTeam(app, owner, teamId);
    const asOwner = { ...account, teamId, teamRole: 'owner', teamTier: 'team' } as const;
    const { id } = await app.auth.serviceAccounts.create(asOwner, 'deploy', actor);
    const grant = { expiresAt: null, allowedIps: null, idempotencyKey: undefined };
    const make = (scopes: ('coverage:read' | 'coverage:write')[]) =>
      app.auth.serviceAccounts.createKey(asOwner, id, { name: 'ci', scopes, ...grant }, actor);
    const { key } = await make(['coverage:read', 'coverage:write']);
    const connected = await app.http.post(at('/accounts')).set(withKey(key)).send(NEW_ACCOUNT).expect(200);
    const rules = { rules: [RULE], siem: 'siem_spl' };
    await app.http
      .post(at(`/accounts/${connected.body.id}/detections`))
      .set(withKey(key))
      .send(rules)
      .expect(200);
    await app.http
      .post(at(`/accounts/${connected.body.id}/scans`))
      .set(withKey(key))
      .send({})
      .expect(403);
    await app.http
      .get(at(`/accounts/${connected.body.id}`))
      .set(member.key)
      .expect(200);
    await app.auth.teams.end(asOwner, actor);
    await app.http.get(at('/accounts')).set(withKey(key)).expect(401);
    await eventually(
      async () => (await app.http.get(at(`/accounts/${connected.body.id}`)).set(owner.key)).status === 200,
    );
    expect(await app.db('coverage.cloud_accounts').where({ id: connected.body.id }).first()).toMatchObject({
      ...{ team_id: null, created_by: owner.id },
    });
  });
});
