import { KEY_SCOPES } from '@tripline/auth';
import { eventually } from '@tripline/stack';
import { at, createHarness, type Harness, type Instance, makeTeam, newUser } from './support/harness.js';

let harness: Harness;
let app: Instance;
beforeAll(async () => {
  harness = await createHarness();
  app = harness.start();
  await eventually(async () => (await app.http.get('/readyz')).status === 200);
});
afterAll(() => harness.close());

const remaining = (answer: { headers: Record<string, string> }): number =>
  Number(answer.headers['x-ratelimit-remaining']);

describe('access', () => {
  test('an API key in X-API-Key and the dashboard’s token do', async () => {
    const user = await newUser(app, 'individual');
    await app.http.get(at('/accounts')).set(user.key).expect(200);
    await app.http.get(at('/accounts')).set(user.session).expect(200);
  });

  test('refuses a missing credential, a wrong key and a forged token with 401', async () => {
    const answers = await Promise.all([
      app.http.get(at('/accounts')),
      app.http.get(at('/accounts')).set('X-API-Key', 'tripline_live_nonsense'),
      app.http.get(at('/accounts')).set('Authorization', 'Bearer a.b.c'),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(401);
      expect(Object.keys(body)).toEqual(['detail']);
    }
  });

  test('an API key in Authorization is 401 and told where it goes', async () => {
    const user = await newUser(app, 'pro');
    const answer = await app.http
      .get(at('/accounts'))
      .set('Authorization', `Bearer ${user.key['X-API-Key']}`)
      .expect(401);
    expect(answer.body.detail).toContain('X-API-Key');
  });

  test('the tier free is 403, before anything of the request is judged', async () => {
    const user = await newUser(app, 'free');
    const answer = await app.http.get(at('/accounts/nonsense')).set(user.session).expect(403);
    expect(answer.body.detail).toContain('"free"');
  });

  test('a key whose user has fallen to free is 403', async () => {
    const user = await newUser(app, 'individual');
    await app.auth.setTier(user.id, 'free');
    await app.http.get(at('/accounts')).set(user.key).expect(403);
  });

  test('the key paths take the token only', async () => {
    const user = await newUser(app, 'individual');
    await app.http.get(at('/keys')).set(user.key).expect(403);
    const list = await app.http.get(at('/keys')).set(user.session).expect(200);
    const prefix = user.key['X-API-Key'].slice(0, 'tripline_live_'.length + 8);
    expect(list.body.keys).toEqual([
      {
        prefix,
        name: 'a key',
        created_at: expect.any(String),
        last_used_at: null,
        expires_at: null,
        scopes: KEY_SCOPES,
        allowed_ips: null,
        replaced_by: null,
        daily_limit: 20,
        used_today: 0,
      },
    ]);
    await app.http
      .delete(at(`/keys/${prefix}`))
      .set(user.session)
      .expect(200);
    await app.http
      .delete(at(`/keys/${prefix}`))
      .set(user.session)
      .expect(404);
    await app.http.get(at('/accounts')).set(user.key).expect(401);
  });

  test('refuses a third active key in the tier individual', async () => {
    const user = await newUser(app, 'individual');
    await app.http.post(at('/keys')).set(user.session).send({ name: 'two' }).expect(200);
    await app.http.post(at('/keys')).set(user.session).send({ name: 'three' }).expect(409);
  });
});

describe('the hourly limit', () => {
  test('is in the headers of every answer, of refusals too', async () => {
    const user = await newUser(app, 'individual');
    const answers = [
      await app.http.get(at('/accounts')).set(user.key).expect(200),
      await app.http.get(at('/accounts?limit=0')).set(user.key).expect(400),
      await app.http.get(at('/nothing-here')).set(user.key).expect(404),
      await app.http.put(at('/accounts')).set(user.key).expect(405),
      await app.http.post(at('/accounts')).set(user.key).type('text').send('x').expect(415),
    ];
    for (const { headers } of answers) expect(headers['x-ratelimit-limit']).toBe('1000');
    // Making the key was the first call of the hour.
    expect(answers.map(remaining)).toEqual([998, 997, 996, 995, 994]);
    const reset = Number(answers[0]!.headers['x-ratelimit-reset']);
    expect(reset % 3600).toBe(0);
    expect(reset - Date.now() / 1000).toBeLessThanOrEqual(3600);
    const stranger = await app.http.get(at('/accounts')).expect(401);
    expect(stranger.headers['x-ratelimit-limit']).toBe('600');
  });

  test.each([
    ['has expired', 401, { expires_at: '2031-01-01T00:00:00Z' }],
    ['may not be used from here', 403, { allowed_ips: ['203.0.113.7'] }],
    ['lacks the scope', 403, { scopes: ['generate'] }],
  ])('is shown on the refusal of a key that %s, whose calls use up nothing', async (_why, status, bounds) => {
    const user = await newUser(app, 'individual');
    const { body: made } = await app.http
      .post(at('/keys'))
      .set(user.session)
      .send({ name: 'ci', ...bounds })
      .expect(200);
    const key = { 'X-API-Key': made.key };
    if (status === 401)
      await app.db('auth.api_keys').where({ prefix: made.prefix }).update({ expires_at: app.db.fn.now() });
    // Making each key was a call.
    for (let call = 0; call < 3; call += 1) {
      const answer = await app.http.get(at('/accounts')).set(key).expect(status);
      expect([answer.headers['x-ratelimit-limit'], remaining(answer)]).toEqual(['1000', 998]);
    }
    expect(remaining(await app.http.get(at('/accounts')).set(user.key).expect(200))).toBe(997);
  });

  test('of whoever has a valid credential but may not call stands in its headers too', async () => {
    const user = await newUser(app, 'free');
    const { headers } = await app.http.get(at('/accounts')).set(user.session).expect(403);
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0' });
  });

  test('is exact to the call over two processes and 200 callers at once', async () => {
    const user = await newUser(app, 'individual');
    const replica = harness.start();
    await eventually(async () => (await replica.http.get('/readyz')).status === 200);
    const hour = Math.floor(Date.now() / 3_600_000);
    const redis = new (await import('ioredis')).Redis(app.config.REDIS_URL);
    await redis.set(`tripline:coverage-calls:${hour}:user:${user.id}`, 900);
    // Where the machine is busy, a call may get no connection in time to see who calls: 503, before it is counted.
    const call = async (index: number) => {
      for (;;) {
        const { http } = index % 2 === 0 ? app : replica;
        const answer = await http.get(at('/nothing-here')).set(index % 3 === 0 ? user.session : user.key);
        if (answer.status !== 503) return answer;
      }
    };
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => call(index)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(100);
    expect(refused).toHaveLength(100);
    for (const { headers, body } of refused) {
      expect(headers['x-ratelimit-remaining']).toBe('0');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(body.detail).toContain('1000 calls');
    }
    redis.disconnect();
  });

  test('is one count for all members of a team', async () => {
    const [owner, member] = await Promise.all([newUser(app, 'team'), newUser(app, 'individual')]);
    await makeTeam(app.db, [owner, member], ['owner', 'member']);
    const replica = harness.start();
    await eventually(async () => (await replica.http.get('/readyz')).status === 200);
    const first = await replica.http.get(at('/accounts')).set(owner.key).expect(200);
    const second = await replica.http.get(at('/accounts')).set(member.key).expect(200);
    expect([remaining(first), remaining(second)]).toEqual([9999, 9998]);
  });

  test('of an address without a key never stops a valid one', async () => {
    const drained = harness.start({ LIMIT_KEYLESS_CALLS_PER_HOUR: '1', TRUST_PROXY: '1' });
    await eventually(async () => (await drained.http.get('/readyz')).status === 200);
    const from = { 'X-Forwarded-For': '198.51.100.77' };
    const user = await newUser(app, 'pro');
    await drained.http.get(at('/accounts')).set(from).expect(401);
    await drained.http.get(at('/accounts')).set(from).expect(429);
    await drained.http.get(at('/accounts')).set(from).set(user.key).expect(200);
  });

  test('goes on, counted by the process alone, while Redis is away', async () => {
    const user = await newUser(app, 'individual');
    const alone = harness.start({ REDIS_URL: 'redis://127.0.0.1:1' });
    const first = await alone.http.get(at('/accounts')).set(user.key).expect(200);
    const second = await alone.http.get(at('/accounts')).set(user.key).expect(200);
    expect([remaining(first), remaining(second)]).toEqual([999, 998]);
  });
});

describe('the OpenAPI document', () => {
  test('describes exactly the methods that each of its paths answers', async () => {
    const user = await newUser(app, 'enterprise');
    const document = (await app.http.get('/openapi.json').expect(200)).body;
    expect(document.openapi).toBe('3.1.0');
    for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      expect(Object.keys(document.components.schemas)).toContain(name);
    }
    for (const [path, methods] of Object.entries<object>(document.paths)) {
      const answer = await app.http
        .options(at(path.replaceAll(/\{\w+\}/g, 'x')))
        .set(user.key)
        .expect(204);
      const allowed = (answer.headers['allow'] ?? '').split(', ').filter((method) => method !== 'HEAD');
      expect([path, ...allowed.sort()]).toEqual([
        path,
        ...Object.keys(methods)
          .map((m) => m.toUpperCase())
          .sort(),
      ]);
    }
  });
});
