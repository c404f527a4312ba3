import { createLocalUser, KEY_SCOPES, mintKey } from '@tripline/auth';
import { eventually } from '@tripline/stack';
import {
  bearer,
  createHarness,
  createKey,
  type Harness,
  type Instance,
  newEmail,
  PASSWORD,
  signedInUser,
  type TestUser,
} from './support/harness.js';

let harness: Harness;
let service: Instance;
let user: TestUser;

beforeAll(async () => {
  harness = await createHarness();
  service = harness.start();
  user = await signedInUser(service, 'pro');
});
afterAll(() => harness.close());

/** A key made with its name alone. */
const UNBOUNDED = { expiresAt: null, scopes: KEY_SCOPES, allowedIps: null };

const create = (jwt: string, body: object | string = { name: 'ci' }) =>
  service.http.post('/v1/api-keys').set(bearer(jwt)).set('Content-Type', 'application/json').send(body);
const list = (jwt: string) => service.http.get('/v1/api-keys').set(bearer(jwt));
const revoke = (jwt: string, prefix: string) => service.http.delete(`/v1/api-keys/${prefix}`).set(bearer(jwt));
/** A path that takes API keys. */
const use = (key: string, at: Instance = service) => at.http.get('/v1/rules').set(bearer(key));

describe('POST /v1/api-keys', () => {
  test('answers 201 with the key, once, in the documented shape', async () => {
    const answer = await create(user.jwt, { name: ' ci pipeline ' }).expect(201);
    expect(answer.body).toEqual({
      success: true,
      data: {
        key: expect.stringMatching(/^tripline_live_[0-9A-Za-z]{46}$/),
        prefix: answer.body.data.key.slice(0, 'tripline_live_'.length + 8),
        name: 'ci pipeline',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        ...UNBOUNDED,
      },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    await use(answer.body.data.key).expect(200);
    await revoke(user.jwt, answer.body.data.prefix).expect(200);
  });

  test('stores the SHA-256 of the key and never its text', async () => {
    const { key, prefix } = await createKey(service, user);
    const { rows } = await service.db.raw(
      "select k::text as row, encode(key_hash, 'hex') as hash from auth.api_keys k where prefix = ?",
      [prefix],
    );
    expect(rows[0].row).not.toContain(key.slice(prefix.length));
    expect(rows[0].hash).toHaveLength(64);
    await revoke(user.jwt, prefix).expect(200);
  });

  test.each<[string, object | string, string]>([
    ['an unknown field', { name: 'x', scope: 'all' }, 'scope'],
    ['half a surrogate pair', '{"name":"x\\ud800"}', 'name'],
    ['__proto__ as a field', '{"name":"x","__proto__":{"a":1}}', '__proto__'],
    ['an escaped __proto__', '{"name":"x","\\u005f_proto__":{"a":1}}', '__proto__'],
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name of blanks', { name: '   ' }, 'name'],
    ['a name with a line break', { name: 'a\nb' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['a name that is a number', { name: 7 }, 'name'],
  ])('refuses %s with 400 naming the field', async (_what, body, field) => {
    const answer = await create(user.jwt, body).expect(400);
    expect(answer.body.error.code).toBe('BadRequest');
    expect(answer.body.error.details.map((detail: { path: string }) => detail.path)).toEqual([field]);
  });

  test('refuses malformed JSON with 400, another content type with 415, a body over the limit with 413', async () => {
    await create(user.jwt, '{"name":').expect(400);
    await create(user.jwt, '[]').expect(400);
    const text = await service.http
      .post('/v1/api-keys')
      .set(bearer(user.jwt))
      .type('text/plain')
      .send('name=x')
      .expect(415);
    expect(text.body.error.code).toBe('UnsupportedMediaType');
    const large = await create(user.jwt, { name: 'x'.repeat(70_000) }).expect(413);
    expect(large.body.error.code).toBe('PayloadTooLarge');
  });

  test('refuses a caller whose e-mail address is not verified with 403', async () => {
    const email = newEmail();
    const { userId } = await createLocalUser(service.db, { email, password: PASSWORD, tier: 'pro' });
    await service.db('auth.users').where({ id: userId }).update({ email_verified: false });
    const login = await service.http.post('/v1/auth/login').send({ email, password: PASSWORD }).expect(200);
    const answer = await create(login.body.data.accessToken).expect(403);
    expect(answer.body.error.message).toMatch(/must be verified/i);
    await list(login.body.data.accessToken).expect(200);
  });

  test("gives exactly the tier's number of active keys when ten are made at once, and 409 beyond", async () => {
    const racer = await signedInUser(service, 'pro');
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(racer.jwt)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409, 409, 409, 409]);
    const refused = answers.find((answer) => answer.status === 409);
    expect(refused?.body.error).toMatchObject({ code: 'Conflict', message: expect.stringContaining('5 active keys') });
    const made = answers.find((answer) => answer.status === 201);
    await revoke(racer.jwt, made?.body.data.prefix).expect(200);
    await create(racer.jwt).expect(201);
  });
});

describe('GET /v1/api-keys', () => {
  test('lists active keys, newest first, without their text', async () => {
    const owner = await signedInUser(service, 'enterprise');
    const first = await createKey(service, owner, 'first');
    const second = await createKey(service, owner, 'second');
    const answer = await list(owner.jwt).expect(200);
    const use = { createdAt: expect.any(String), lastUsedAt: null, dailyLimit: 5000, usedToday: 0 };
    const row = { ...use, ...UNBOUNDED, replacedBy: null };
    expect(answer.body).toEqual({
      success: true,
      data: {
        keys: [
          { prefix: second.prefix, name: 'second', ...row },
          { prefix: first.prefix, name: 'first', ...row },
        ],
      },
    });
  });

  test('tells when a key was last used, and how much of its day is used', async () => {
    const owner = await signedInUser(service, 'team');
    const { key, prefix } = await createKey(service, owner);
    const replica = harness.start();
    await use(key, replica).expect(200);
    await replica.auth.quota.reserve(await replica.auth.authenticate({ authorization: `Bearer ${key}` }));
    // The notes of a process are written in batches; a stopping process writes what is left.
    await replica.auth.close();
    const [row] = (await list(owner.jwt).expect(200)).body.data.keys;
    expect(row).toMatchObject({ prefix, dailyLimit: 500, usedToday: 1 });
    expect(new Date(row.lastUsedAt).getTime()).toBeGreaterThanOrEqual(new Date(row.createdAt).getTime());
  });

  test('refuses a query parameter it does not know with 400', async () => {
    const answer = await service.http.get('/v1/api-keys?limit=5').set(bearer(user.jwt)).expect(400);
    expect(answer.body.error.message).toContain('"limit"');
  });
});

describe('DELETE /v1/api-keys/{prefix}', () => {
  test('revokes for good: the key leaves the list and is 401 at once', async () => {
    const { key, prefix } = await createKey(service, user);
    await use(key).expect(200);
    const answer = await revoke(user.jwt, prefix).expect(200);
    expect(answer.body).toEqual({ success: true, data: { message: expect.stringContaining(prefix) } });
    await use(key).expect(401);
    const { keys } = (await list(user.jwt).expect(200)).body.data;
    expect(keys.map((row: { prefix: string }) => row.prefix)).not.toContain(prefix);
  });

  test("answers 404 alike for a revoked, an unknown and another user's prefix", async () => {
    const stranger = await signedInUser(service, 'pro');
    const theirs = await createKey(service, stranger);
    const mine = await createKey(service, user);
    await revoke(user.jwt, mine.prefix).expect(200);
    for (const prefix of [mine.prefix, 'tripline_live_00000000', theirs.prefix, 'nonsense']) {
      const answer = await revoke(user.jwt, prefix).expect(404);
      expect(answer.body.error).toMatchObject({ code: 'NotFound', message: `You have no active key ${prefix}.` });
    }
    await revoke(user.jwt, '%00').expect(404);
    await revoke(user.jwt, 'a%2F..%2Fb').expect(404);
    await use(theirs.key).expect(200);
  });

  test('takes effect on other replicas that had the key cached', async () => {
    const replica = harness.start();
    const { key, prefix } = await createKey(service, user);
    await use(key, replica).expect(200);
    await revoke(user.jwt, prefix).expect(200);
    // Far below the 30 s for which a look-up is otherwise remembered.
    await eventually(async () => (await use(key, replica)).status === 401);
  });
});

test('no interleaving of calls and revocation leaves a key alive on any replica', async () => {
  const replicas = [service, harness.start()];
  const owner = await signedInUser(service, 'enterprise');
  const keys = await Promise.all(Array.from({ length: 8 }, () => createKey(service, owner)));
  let revoking = true;
  const callers = keys.flatMap(({ key }) =>
    replicas.map(async (replica) => {
      while (revoking) {
        await replica.auth.authenticate({ authorization: `Bearer ${key}` }).catch(() => undefined);
        // A remembered answer comes without any I/O; the loop must let the revocation's own have its turn.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }),
  );
  for (const { prefix } of keys) await revoke(owner.jwt, prefix).expect(200);
  revoking = false;
  await Promise.all(callers);
  for (const replica of replicas) {
    const alive = async () => {
      const answers = await Promise.allSettled(
        keys.map(({ key }) => replica.auth.authenticate({ authorization: `Bearer ${key}` })),
      );
      return answers.filter(({ status }) => status === 'fulfilled').length;
    };
    await eventually(async () => (await alive()) === 0);
    expect(await alive()).toBe(0);
  }
});

test('making and revoking a key are recorded with who, from where and for which team, without its text', async () => {
  const owner = await signedInUser(service, 'team');
  const { key, prefix } = await createKey(service, owner, 'recorded');
  await revoke(owner.jwt, prefix).set('User-Agent', 'curl/8').expect(200);
  const events = await service.db('auth.audit_log').where({ target_id: prefix }).orderBy('at');
  expect(events).toMatchObject([
    { action: 'key.created', actor_id: owner.id, actor_email: owner.email, details: { name: 'recorded' } },
    { action: 'key.revoked', actor_id: owner.id, user_agent: 'curl/8', ip: expect.stringContaining('127.0.0.1') },
  ]);
  expect(JSON.stringify(events)).not.toContain(key.slice(prefix.length));
});

describe('who may manage keys', () => {
  const calls: [string, (credential: string) => ReturnType<typeof list>][] = [
    ['POST', (credential) => create(credential)],
    ['GET', list],
    ['DELETE', (credential) => revoke(credential, 'tripline_live_00000000')],
  ];

  test.each(calls)('%s without a credential is 401', async (_method, call) => {
    await call('').expect(401);
  });

  test.each(calls)('%s with an API key is 403', async (_method, call) => {
    const { key, prefix } = await createKey(service, user);
    const answer = await call(key).expect(403);
    expect(answer.body.error).toMatchObject({ code: 'Forbidden', message: expect.stringContaining('API key') });
    await revoke(user.jwt, prefix);
  });

  test.each(calls)('%s of free and individual users is 403, before their body is looked at', async (_method, call) => {
    for (const tier of ['free', 'individual'] as const) {
      const answer = await call((await signedInUser(service, tier)).jwt).expect(403);
      expect(answer.body.error.message).toContain(`"${tier}"`);
    }
  });

  test("a stranger's malformed body is 401, a free user's 403", async () => {
    await create('x.y.z', '{').expect(401);
    await create((await signedInUser(service, 'free')).jwt, '{').expect(403);
  });

  test('another method is 405 and names those that are possible', async () => {
    const answer = await service.http.put('/v1/api-keys').expect(405);
    expect(answer.headers['allow']).toBe('GET, HEAD, POST');
    expect((await service.http.get('/v1/api-keys/x').expect(405)).headers['allow']).toBe('DELETE');
  });
});

describe('using a key', () => {
  test('costs one look-up for many calls', async () => {
    const replica = harness.start();
    const { key } = await createKey(service, await signedInUser(service, 'pro'));
    let lookUps = 0;
    replica.db.on('query', ({ sql }: { sql: string }) => {
      if (sql.includes('auth.api_keys')) lookUps += 1;
    });
    for (let i = 0; i < 20; i += 1) await use(key, replica).expect(200);
    expect(lookUps).toBeLessThan(10);
  });

  test("is 403 for a caller's own account paths, which take an access token", async () => {
    const { key } = await createKey(service, await signedInUser(service, 'pro'));
    await service.http.get('/v1/me').set(bearer(key)).expect(403);
    await service.http.patch('/v1/me').set(bearer(key)).send({ name: 'x' }).expect(403);
    await service.http.post('/v1/auth/change-password').set(bearer(key)).send({}).expect(403);
  });

  test("refuses a key with a typo, a foreign vendor's, an unknown one, and a known prefix with another secret", async () => {
    const { key } = await createKey(service, user);
    const last = key.endsWith('0') ? '1' : '0';
    for (const wrong of [
      key.slice(0, -1) + last,
      key.slice(0, -1),
      `${key}0`,
      mintKey('other').key,
      mintKey('tripline').key,
    ]) {
      await use(wrong).expect(401);
    }
    await use(key).expect(200);
  });

  test("is 403 once the user's tier has fallen to free, and works again when it returns", async () => {
    const owner = await signedInUser(service, 'pro');
    const { key } = await createKey(service, owner);
    await use(key).expect(200);
    await service.auth.setTier(owner.id, 'free');
    const answer = await use(key).expect(403);
    expect(answer.body.error.message).toContain('"free"');
    await service.auth.setTier(owner.id, 'individual');
    await use(key).expect(200);
  });

  test("lends the tier of the user's team, as long as its owner has it", async () => {
    const owner = await signedInUser(service, 'team');
    const member = await signedInUser(service, 'free');
    const teamId = '01890000-0000-7000-8000-000000000001';
    await service.db('auth.teams').insert({ id: teamId, name: 'Blue', owner_id: owner.id });
    await service.db('auth.memberships').insert([
      { team_id: teamId, user_id: owner.id, role: 'owner' },
      { team_id: teamId, user_id: member.id, role: 'member' },
    ]);
    await eventually(async () => (await create(member.jwt)).status === 201);
    await service.auth.setTier(owner.id, 'pro');
    await eventually(async () => (await list(member.jwt)).status === 403);
    await service.auth.setTier(owner.id, 'enterprise');
    await eventually(async () => (await list(member.jwt)).status === 200);
  });
});
