import { bearer, createHarness, type Harness, type Instance, signedInUser, type TestUser } from './support/harness.js';

let harness: Harness;
let service: Instance;
let user: TestUser;

beforeAll(async () => {
  harness = await createHarness();
  service = harness.start();
});
beforeEach(async () => {
  user = await signedInUser(service, 'pro');
});
afterAll(() => harness.close());

interface Key {
  key: string;
  prefix: string;
}

const create = (body: object = {}) =>
  service.http
    .post('/v1/api-keys')
    .set(bearer(user.jwt))
    .send({ name: 'ci', ...body });
const made = async (body: object = {}): Promise<Key> => (await create(body).expect(201)).body.data;
const rotate = (prefix: string, body: object = {}, headers: Record<string, string> = {}) =>
  service.http.post(`/v1/api-keys/${prefix}/rotate`).set(bearer(user.jwt)).set(headers).send(body);
const revoke = (prefix: string) => service.http.delete(`/v1/api-keys/${prefix}`).set(bearer(user.jwt));
const listed = async () => (await service.http.get('/v1/api-keys').set(bearer(user.jwt)).expect(200)).body.data.keys;
const use = (key: string) => service.http.get('/v1/rules').set(bearer(key));
/** Lets a key end, as time would; processes see it as they see any change. */
const expire = (prefix: string) =>
  service
    .db('auth.api_keys')
    .where({ prefix })
    .update({ expires_at: service.db.raw("now() - interval '1 second'") });

test('a rotated key gives one of the same name, scopes and addresses, and both are good until the overlap ends', async () => {
  const old = await made({ scopes: ['rules:read', 'convert'], allowedIps: ['127.0.0.0/8', '::/0'] });
  const before = Date.now();
  const { data } = (await rotate(old.prefix, { overlapSeconds: 3600 }).expect(201)).body;
  expect(data).toMatchObject({
    name: 'ci',
    scopes: ['rules:read', 'convert'],
    allowedIps: ['127.0.0.0/8', '::/0'],
    expiresAt: null,
    replaces: { prefix: old.prefix },
  });
  const overlap = Date.parse(data.replaces.endsAt) - before;
  expect(overlap).toBeGreaterThan(3_590_000);
  expect(overlap).toBeLessThan(3_660_000);
  await use(old.key).expect(200);
  await use(data.key).expect(200);
  const [newer, older] = await listed();
  expect([newer.prefix, newer.replacedBy, older.prefix, older.replacedBy, older.expiresAt]).toEqual([
    ...[data.prefix, null, old.prefix, data.prefix, data.replaces.endsAt],
  ]);
});

test('without an overlap the old key ends at once, on every replica', async () => {
  const old = await made();
  await use(old.key).expect(200);
  const { data } = (await rotate(old.prefix).expect(201)).body;
  expect(data.replaces).toEqual({ prefix: old.prefix, endsAt: null });
  await use(old.key).expect(401);
  await use(data.key).expect(200);
  expect(await listed()).toHaveLength(1);
});

test('the old key does not count toward the number of keys while the new one is good', async () => {
  const keys: Key[] = [];
  for (let i = 0; i < 5; i += 1) keys.push(await made());
  for (const { prefix } of keys) await rotate(prefix, { overlapSeconds: 60 }).expect(201);
  expect(await listed()).toHaveLength(10);
  await create().expect(409);
});

test('no sequence of rotations and revocations gives more than twice the number of keys', async () => {
  // Each would leave a key that is good for a week and does not count.
  for (let i = 0; i < 5; i += 1) {
    const { prefix } = await made();
    const rotated: Key = (await rotate(prefix, { overlapSeconds: 604_800 }).expect(201)).body.data;
    await revoke(rotated.prefix).expect(200);
  }
  await create().expect(409);
  expect(await listed()).toHaveLength(5);
});

test('a key whose predecessor is still good is rotated once that has ended', async () => {
  const first = await made();
  const second: Key = (await rotate(first.prefix, { overlapSeconds: 600 }).expect(201)).body.data;
  const refused = await rotate(second.prefix, { overlapSeconds: 600 }).expect(409);
  expect(refused.body.error.message).toContain(first.prefix);
  await expire(first.prefix);
  await rotate(second.prefix, { overlapSeconds: 600 }).expect(201);
});

test('a key that was rotated is not rotated again, also when ten ask at once', async () => {
  const { prefix } = await made();
  const answers = await Promise.all(Array.from({ length: 10 }, () => rotate(prefix, { overlapSeconds: 60 })));
  const good = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status === 409);
  expect([good.length, refused.length]).toEqual([1, 9]);
  for (const { body } of refused) expect(body.error.message).toContain(good[0]?.body.data.prefix);
  expect(await listed()).toHaveLength(2);
});

test('keys made and rotated at once are exactly as many as the tier allows', async () => {
  const { prefix } = await made();
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => create()),
    rotate(prefix, { overlapSeconds: 60 }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409, 409, 409]);
  // Five that count, and the old one.
  expect(await listed()).toHaveLength(6);
});

test('a key with an end is replaced by one of the same lifetime, and keeps its own end', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const old = await made({ expiresAt });
  await service
    .db('auth.api_keys')
    .where({ prefix: old.prefix })
    .update({ created_at: service.db.raw("now() - interval '1 day'") });
  const { data } = (await rotate(old.prefix, { overlapSeconds: 604_800 }).expect(201)).body;
  expect(data.replaces.endsAt).toBe(expiresAt);
  const life = Date.parse(data.expiresAt) - Date.now();
  expect(life).toBeGreaterThan(24.9 * 3_600_000);
  expect(life).toBeLessThan(25.1 * 3_600_000);
});

test('another user’s, a revoked, an expired and an unknown key are 404 alike', async () => {
  const theirs = await made();
  user = await signedInUser(service, 'pro');
  const [revoked, expired] = [await made(), await made()];
  await revoke(revoked.prefix).expect(200);
  await expire(expired.prefix);
  for (const prefix of [theirs.prefix, revoked.prefix, expired.prefix, 'tripline_live_00000000', 'nonsense']) {
    const answer = await rotate(prefix).expect(404);
    expect(answer.body.error.message).toBe(`You have no active key ${prefix}.`);
  }
  await use(theirs.key).expect(200);
});

test.each([-1, 604_801, 1.5, '60', null])('an overlap of %p is 400', async (overlapSeconds) => {
  const { prefix } = await made();
  await rotate(prefix, { overlapSeconds }).expect(400);
});

test('a request repeated with the same Idempotency-Key is a 409 that names the new key', async () => {
  const { prefix } = await made();
  const headers = { 'Idempotency-Key': 'rotation-of-May' };
  const first = await rotate(prefix, {}, headers).expect(201);
  const again = await rotate(prefix, {}, headers).expect(409);
  expect(again.body.error.message).toContain(first.body.data.prefix);
});

test('rotation is recorded with the new key’s prefix and the overlap, without either key’s text', async () => {
  const old = await made({ scopes: ['convert'] });
  const { data } = (await rotate(old.prefix, { overlapSeconds: 60 }).expect(201)).body;
  const events = await service.db('auth.audit_log').where({ target_id: old.prefix }).orderBy('at');
  expect(events).toMatchObject([
    { action: 'key.created', details: { name: 'ci', scopes: ['convert'] } },
    { action: 'key.rotated', actor_id: user.id, details: { replacedBy: data.prefix, overlapSeconds: 60 } },
  ]);
  for (const { key, prefix } of [old, data]) expect(JSON.stringify(events)).not.toContain(key.slice(prefix.length));
});
