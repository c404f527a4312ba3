import { createSoftwareAuthenticator, eventually } from '@tripline/stack';
import {
  bearer,
  createHarness,
  createKey,
  type Harness,
  type Instance,
  PASSWORD,
  signedInUser,
  type TestUser,
} from './support/harness.js';
import { as, joined, newTeam } from './support/teams.js';

let harness: Harness;
let service: Instance;
beforeAll(async () => {
  harness = await createHarness();
  service = harness.start({ NODE_ENV: 'development' });
});
afterAll(() => harness.close());

const me = (credential: string, at: Instance = service) => at.http.get('/v1/me').set(bearer(credential));
const remove = (user: { jwt: string }, body?: object) => service.http.delete('/v1/me').set(bearer(user.jwt)).send(body);
const removed = (user: TestUser) => remove(user, { password: PASSWORD }).expect(200);

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
     where table_schema = 'auth' and table_type = 'BASE TABLE'`,
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
    await service.http.post('/v1/auth/forgot-password').send({ email: user.email }).expect(200);
    await addPasskey(service, user);
    expect((await columnsWith(user.id)).length).toBeGreaterThan(5);
    expect(await columnsWith(user.id)).toContain('auth.passkeys.user_id');
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
    const replica = harness.start();
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
    await removed(user);
    const credentials = { email: user.email, password: PASSWORD };
    await service.http.post('/v1/auth/register').send(credentials).expect(201);
    const { accessToken } = (await service.http.post('/v1/auth/login').send(credentials).expect(200)).body.data;
    const again = (await me(accessToken).expect(200)).body.data;
    expect(again.id).not.toBe(user.id);
    expect(again.tier).toBe('free');
  });

  test('of the owner of a team is refused until they transfer or end it, also once the subscription has run out', async () => {
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
