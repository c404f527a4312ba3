import { createSoftwareAuthenticator, eventually } from '@tripline/stack';
import {
  createGenerationHarness,
  type GenerationHarness,
  type PageServer,
  servePages,
} from './support/generation-harness.js';
import { bearer, createKey, type Instance, PASSWORD, signedInUser, type TestUser } from './support/harness.js';
import { savePipeline } from './support/pipelines.js';
import { ADVISORY, BROUGHT_RULE } from './support/sample-advisory.js';
import { as, auditOf, joined, newTeam } from './support/teams.js';

let app: GenerationHarness;
let service: Instance;
let pages: PageServer;
/** Sends the pages that were asked for. */
let waiting: (() => void)[] = [];
beforeAll(async () => {
  pages = await servePages((_req, res) => {
    waiting.push(() => res.setHeader('Content-Type', 'text/plain').end(ADVISORY));
  });
  app = await createGenerationHarness({ NODE_ENV: 'development', FETCH_ALLOW_HOSTS: pages.host });
  service = app.instance;
});
afterAll(async () => {
  await app.close();
  await pages.close();
});

const me = (credential: string, at: Instance = service) => at.http.get('/v1/me').set(bearer(credential));
const remove = (user: { jwt: string }, body?: object) => service.http.delete('/v1/me').set(bearer(user.jwt)).send(body);
const removed = (user: TestUser) => remove(user, { password: PASSWORD }).expect(200);
const bring = async (user: TestUser): Promise<string> => {
  const body = { inputType: 'sigma', yaml: BROUGHT_RULE };
  const answer = await service.http.post('/v1/generate').set(bearer(user.jwt)).send(body).expect(200);
  return answer.body.data.rules[0].key;
};

async function addPasskey(at: Instance, user: TestUser): Promise<void> {
  const post = (path: string, body: object) =>
    at.http.post(`/v1/me/factors/passkeys${path}`).set(bearer(user.jwt)).send(body);
  const { publicKey, ticket } = (await post('/options', {}).expect(201)).body.data;
  const passkey = createSoftwareAuthenticator().create(publicKey, { origin: 'http://localhost:4001' });
  await post('', { ticket, name: 'phone', passkey }).expect(201);
}

/** Every column of every table that holds an id somewhere, as `table.column`. */
async function columnsWith(id: string): Promise<string[]> {
  const { rows } = await service.db.raw<{ rows: { at: string }[] }>(
    `select format('%I.%I', table_schema, table_name) as at from information_schema.tables
     where table_schema in ('auth', 'rules', 'coverage') and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { at } of rows) {
    const holding = await service.db.raw<{ rows: { key: string }[] }>(
      `select distinct pair.key from ${at} t, jsonb_each_text(to_jsonb(t)) pair where pair.value = ?`,
      [id],
    );
    found.push(...holding.rows.map(({ key }) => `${at}.${key}`));
  }
  return found.sort();
}

describe('DELETE /v1/me', () => {
  test('needs the password, and deletes nothing without it', async () => {
    const user = await signedInUser(service, 'pro');
    const { key } = await createKey(service, user);
    await remove(user).expect(400);
    await remove(user, { password: `${PASSWORD}!` }).expect(403);
    await remove({ jwt: key }, { password: PASSWORD }).expect(403);
    await me(user.jwt).expect(200);
  });

  test('leaves nothing of an account in any table but the record that it was deleted', async () => {
    const user = await signedInUser(service, 'pro');
    await createKey(service, user);
    await bring(user);
    const text = { inputType: 'text', text: ADVISORY };
    await service.http.post('/v1/generate').set(bearer(user.jwt)).send(text).expect(200);
    await service.http.post('/v1/auth/forgot-password').send({ email: user.email }).expect(200);
    await addPasskey(service, user);
    await savePipeline(service, user.jwt, 'cmd', { default: true });
    expect((await columnsWith(user.id)).length).toBeGreaterThan(10);
    expect(await columnsWith(user.id)).toContain('auth.passkeys.user_id');
    expect(await columnsWith(user.id)).toContain('rules.pipelines.owner_id');
    await removed(user);
    // The log keeps who did what, and the mark tells other processes.
    expect(await columnsWith(user.id)).toEqual([
      'auth.audit_log.actor_id',
      'auth.audit_log.target_id',
      'auth.audit_unsealed.owner',
      'auth.deleted_users.id',
    ]);
    const events = await service.db('auth.audit_log').where({ actor_id: user.id, action: 'user.deleted' });
    expect(events).toMatchObject([{ actor_email: user.email, target_id: user.id }]);
  });

  test('ends every credential in every process within a second', async () => {
    const replica = app.harness.start();
    const user = await signedInUser(service, 'pro');
    const { key } = await createKey(service, user);
    const keyStatus = async () => (await replica.http.get('/v1/rules').set(bearer(key))).status;
    await me(user.jwt, replica).expect(200);
    expect(await keyStatus()).toBe(200);
    await removed(user);
    await me(user.jwt).expect(401);
    await eventually(async () => (await me(user.jwt, replica)).status === 401);
    await eventually(async () => (await keyStatus()) === 401);
    await service.http.post('/v1/auth/refresh').send({ refreshToken: user.refreshToken }).expect(401);
    await service.http.post('/v1/auth/login').send({ email: user.email, password: PASSWORD }).expect(401);
    await remove(user, { password: PASSWORD }).expect(401);
  });

  test('leaves the address free for a new account, which has nothing of the old one', async () => {
    const user = await signedInUser(service, 'pro');
    await bring(user);
    await removed(user);
    const credentials = { email: user.email, password: PASSWORD };
    await service.http.post('/v1/auth/register').send(credentials).expect(201);
    const { accessToken } = (await service.http.post('/v1/auth/login').send(credentials).expect(200)).body.data;
    const again = (await me(accessToken).expect(200)).body.data;
    expect(again.id).not.toBe(user.id);
    expect(again.tier).toBe('free');
    const { rules } = (await service.http.get('/v1/rules').set(bearer(accessToken)).expect(200)).body.data;
    expect(rules).toEqual([]);
  });
});

describe('of a team', () => {
  test('what a deleted member made stays, its maker shown without an address; the team’s log tells of it', async () => {
    const { id, owner } = await newTeam(service);
    const member = await joined(service, owner);
    const key = await bring(member);
    await removed(member);
    const rule = (await as(service, owner, 'get', `/rules/${key}`).expect(200)).body.data;
    expect(rule.createdBy).toEqual({ userId: member.id, email: null });
    expect((await as(service, owner, 'get', '')).body.data.members).toMatchObject([{ userId: owner.id }]);
    expect(await auditOf(service, id)).toContainEqual(
      expect.objectContaining({ action: 'user.deleted', actorId: member.id, targetId: member.id }),
    );
  });

  test('what a deleted member made is the owner’s when the team ends', async () => {
    const { owner } = await newTeam(service);
    const member = await joined(service, owner);
    const key = await bring(member);
    await removed(member);
    await as(service, owner, 'delete', '').expect(200);
    const rule = await service.http.get(`/v1/rules/${key}`).set(bearer(owner.jwt)).expect(200);
    expect(rule.body.data.createdBy.userId).toBe(owner.id);
  });

  test('the owner transfers or ends it first, also once the subscription has run out', async () => {
    const { owner } = await newTeam(service);
    const heir = await joined(service, owner, 'member', 'team');
    const { message } = (await remove(owner, { password: PASSWORD }).expect(409)).body.error;
    expect(message).toContain('transfer');
    await service.auth.setTier(owner.id, 'free');
    await remove(owner, { password: PASSWORD }).expect(409);
    await as(service, owner, 'post', '/transfer', { userId: heir.id }).expect(200);
    await removed(owner);
    expect((await as(service, heir, 'get', '').expect(200)).body.data.members).toHaveLength(1);
  });
});

test('a generation under way when its account is deleted ends with 401, and nothing of it is kept', async () => {
  waiting = [];
  const { owner } = await newTeam(service);
  const users = [await signedInUser(service, 'pro'), await joined(service, owner)];
  const running = users.map(async (user) => {
    const body = { inputType: 'url', url: `${pages.url}/${user.id}` };
    return (await service.http.post('/v1/generate').set(bearer(user.jwt)).send(body)).status;
  });
  await eventually(async () => waiting.length === users.length);
  for (const user of users) await removed(user);
  for (const send of waiting) send();
  expect(await Promise.all(running)).toEqual([401, 401]);
  for (const { id } of users) expect(await service.db('rules.generations').where({ created_by: id })).toEqual([]);
});
