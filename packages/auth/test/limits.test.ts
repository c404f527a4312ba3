import { returnLostReservations, secondsToMidnightUtc } from '@tripline/auth';
import { AppError, createLog, createRedis } from '@tripline/service';
import { eventually, testRedisUrl } from '@tripline/stack';
import {
  bearer,
  createHarness,
  createKey,
  type Harness,
  type Instance,
  PASSWORD,
  signedInUser,
  untilReady,
} from './support/harness.js';

let harness: Harness;
let service: Instance;

beforeAll(async () => {
  harness = await createHarness();
  service = harness.start();
});
afterAll(() => harness.close());

/** The outcomes of calls made at once: how many were granted, and the errors of the others. */
async function settle<T>(calls: readonly Promise<T>[]): Promise<{ granted: T[]; refused: unknown[] }> {
  const outcomes = await Promise.allSettled(calls);
  return {
    granted: outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    refused: outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])),
  };
}

async function caller(at: Instance, credential: string) {
  return at.auth.authenticate({ authorization: `Bearer ${credential}` });
}

describe('daily generations', () => {
  test('are exact when 50 are reserved at once by two replicas', async () => {
    const replica = harness.start();
    const user = await signedInUser(service, 'individual');
    const who = await caller(service, user.jwt);
    const { granted, refused } = await settle(
      Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? service : replica).auth.quota.reserve(who)),
    );
    expect(granted).toHaveLength(20);
    expect(refused).toHaveLength(30);
    for (const error of refused) {
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ status: 429, code: 'TooManyRequests' });
    }
    expect(await service.auth.quota.usage(who)).toEqual({
      credential: { used: 20, limit: 20 },
      user: { used: 20, limit: 100 },
    });
  });

  test('are given back once, however often it is asked for, and can then be taken again', async () => {
    const user = await signedInUser(service, 'free');
    const who = await caller(service, user.jwt);
    const [first] = await Promise.all([0, 1, 2].map(() => service.auth.quota.reserve(who)));
    await expect(service.auth.quota.reserve(who)).rejects.toMatchObject({ status: 429 });
    await Promise.all([first?.giveBack(), first?.giveBack()]);
    await first?.giveBack();
    expect((await service.auth.quota.usage(who)).credential).toEqual({ used: 2, limit: 3 });
    await service.auth.quota.reserve(who);
    await expect(service.auth.quota.reserve(who)).rejects.toMatchObject({ status: 429 });
  });

  test('are counted per key, and per user over all keys, revoked ones included', async () => {
    const user = await signedInUser(service, 'pro');
    const reserve = async (key: string, times: number) => {
      const who = await caller(service, key);
      const outcomes: Awaited<ReturnType<typeof settle>>[] = [];
      // A few at once: a hundred that wait for one row's lock would be told on a busy machine that the database is.
      for (let left = times; left > 0; left -= 10) {
        outcomes.push(await settle(Array.from({ length: Math.min(left, 10) }, () => service.auth.quota.reserve(who))));
      }
      return { granted: outcomes.flatMap((each) => each.granted), refused: outcomes.flatMap((each) => each.refused) };
    };
    // Five keys use up the user's 500; each is then revoked.
    for (let i = 0; i < 5; i += 1) {
      const { key, prefix } = await createKey(service, user);
      const { granted, refused } = await reserve(key, 101);
      expect([granted.length, refused.length]).toEqual([100, 1]);
      await service.http.delete(`/v1/api-keys/${prefix}`).set(bearer(user.jwt)).expect(200);
    }
    const sixth = await createKey(service, user);
    const { granted, refused } = await reserve(sixth.key, 1);
    expect(granted).toHaveLength(0);
    expect(refused[0]).toMatchObject({ status: 429, message: expect.stringContaining('500 generations') });
    // A refusal by one count leaves no trace in the other.
    const { user: total, credential } = await service.auth.quota.usage(await caller(service, sixth.key));
    expect([total.used, credential.used]).toEqual([500, 0]);
  });

  test('say in Retry-After when the day ends, in UTC', async () => {
    expect(secondsToMidnightUtc(new Date('2026-02-28T23:59:58.500Z'))).toBe(2);
    expect(secondsToMidnightUtc(new Date('2026-12-31T00:00:00.000Z'))).toBe(86_400);
    const user = await signedInUser(service, 'free');
    const who = await caller(service, user.jwt);
    const { refused } = await settle(Array.from({ length: 4 }, () => service.auth.quota.reserve(who)));
    const wait = Number((refused[0] as AppError).headers['Retry-After']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(86_400);
  });

  test('of a process that died are given back, and those it had finished stay counted', async () => {
    const user = await signedInUser(service, 'free');
    const who = await caller(service, user.jwt);
    const [lost, finished] = [await service.auth.quota.reserve(who), await service.auth.quota.reserve(who)];
    await service.db.transaction((trx) => finished.keep(trx, { userId: user.id }));
    await service.db.raw("update auth.usage_reservations set expires_at = now() - interval '1 s' where user_id = ?", [
      user.id,
    ]);
    const returned = await Promise.all([returnLostReservations(service.db), returnLostReservations(service.db)]);
    expect(returned.toSorted()).toEqual([0, 1]);
    expect((await service.auth.quota.usage(who)).credential).toEqual({ used: 1, limit: 3 });
    // It had only stood still: what it gives back now is back already.
    await lost.giveBack();
    expect((await service.auth.quota.usage(who)).credential.used).toBe(1);
  });

  test('that were given back as lost and then finish are counted after all', async () => {
    const user = await signedInUser(service, 'free');
    const who = await caller(service, user.jwt);
    const slow = await service.auth.quota.reserve(who);
    await service.db('auth.usage_reservations').where({ user_id: user.id }).delete();
    await service.db.raw('update auth.usage_counts set used = 0 where user_id = ?', [user.id]);
    await service.db.transaction((trx) => slow.keep(trx, { userId: user.id }));
    expect((await service.auth.quota.usage(who)).credential.used).toBe(1);
  });

  test('start again on another day', async () => {
    const user = await signedInUser(service, 'free');
    const who = await caller(service, user.jwt);
    await settle(Array.from({ length: 3 }, () => service.auth.quota.reserve(who)));
    await service.db.raw('update auth.usage_counts set day = day - 1 where user_id = ?', [user.id]);
    await service.auth.quota.reserve(who);
    expect((await service.auth.quota.usage(who)).credential.used).toBe(1);
  });

  test('do not need Redis, and neither do keys and tokens', async () => {
    const withoutRedis = harness.start({ REDIS_URL: 'redis://127.0.0.1:1' });
    const user = await signedInUser(withoutRedis, 'free');
    const who = await caller(withoutRedis, user.jwt);
    const { granted } = await settle(Array.from({ length: 10 }, () => withoutRedis.auth.quota.reserve(who)));
    expect(granted).toHaveLength(3);
    await withoutRedis.http.get('/v1/rules').set(bearer(user.jwt)).expect(200);
  });
});

describe('places at work while Redis is away', () => {
  test('are counted by the process alone, and the next waits for one', async () => {
    const withoutRedis = harness.start({ REDIS_URL: 'redis://127.0.0.1:1' });
    const user = await signedInUser(withoutRedis, 'individual');
    const who = await caller(withoutRedis, user.jwt);
    const { places } = withoutRedis.auth;
    const take = (signal = new AbortController().signal) => places.take(who, 'generate', signal);
    const [first, second] = [await take(), await take()];
    const leaving = new AbortController();
    const [waiting, left] = [take(), take(leaving.signal)];
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(await places.read(user.id)).toMatchObject({ atWork: 2, waiting: 1 });
    await first.release(5);
    await (await waiting).release(5);
    await second.release(5);
    expect(await places.read(user.id)).toMatchObject({ atWork: 0, waiting: 0, engineTime: { usedMs: 15 } });
  });
});

describe('places at work of a process that', () => {
  test('is alive last as long as the work, also after Redis has lost its data', async () => {
    const redis = createRedis({
      ...{ url: testRedisUrl(), role: 'worker', name: 'test' },
      log: createLog({ name: 'test', level: 'silent' }),
    });
    const user = await signedInUser(await untilReady(service), 'free');
    const who = await caller(service, user.jwt);
    const place = await service.auth.places.take(who, 'generate', new AbortController().signal);
    await redis.del(`tripline:work:{${user.id}}:places`);
    await eventually(async () => (await service.auth.places.read(user.id)).atWork === 1);
    await place.release(0);
    expect(await service.auth.places.read(user.id)).toMatchObject({ atWork: 0 });
    redis.disconnect();
  });

  test('was killed are free again by themselves', async () => {
    const dying = await untilReady(harness.start());
    const user = await signedInUser(service, 'free');
    const who = await caller(service, user.jwt);
    const { signal } = new AbortController();
    await Promise.all([0, 1].map(() => dying.auth.places.take(who, 'generate', signal)));
    await dying.auth.places.close();
    await (await service.auth.places.take(who, 'generate', signal)).release(0);
  });
});

describe('calls a minute', () => {
  const strictness = { LIMIT_READS_PER_MINUTE: '3', LIMIT_CHANGES_PER_MINUTE: '2', LIMIT_WORK_PER_MINUTE: '1' };

  test.each(['with Redis', 'without Redis'])(
    'beyond the limit are 429 with Retry-After, per user over all credentials (%s)',
    async (how) => {
      const away = how === 'without Redis' ? { REDIS_URL: 'redis://127.0.0.1:1' } : {};
      const user = await signedInUser(service, 'pro');
      const { key } = await createKey(service, user);
      const strict = harness.start({ ...strictness, ...away });
      if (how === 'with Redis') await untilReady(strict);
      const call = (credential: string) => strict.http.get('/v1/rules').set(bearer(credential));
      const answers = await Promise.all([user.jwt, key, user.jwt, key, user.jwt].map((credential) => call(credential)));
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 429, 429]);
      const refused = answers.find((answer) => answer.status === 429);
      expect(refused?.body.error.code).toBe('TooManyRequests');
      const wait = Number(refused?.headers['retry-after']);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
      expect(refused?.headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '0' });
      // Another session of the same user is the same caller.
      const other = await service.http
        .post('/v1/auth/login')
        .send({ email: user.email, password: PASSWORD })
        .expect(200);
      await call(other.body.data.accessToken).expect(429);
    },
  );

  test('of reading, of changing and of work are counted apart', async () => {
    const strict = await untilReady(harness.start(strictness));
    const user = await signedInUser(service, 'pro');
    const as = <T extends { set(header: object): T }>(call: T): T => call.set(bearer(user.jwt));
    const statuses = async (count: number, call: () => PromiseLike<{ status: number }>) => {
      const seen: number[] = [];
      for (let at = 0; at < count; at += 1) seen.push((await call()).status);
      return seen;
    };
    expect(await statuses(3, () => as(strict.http.patch('/v1/me')).send({ name: 'Ada' }))).toEqual([200, 200, 429]);
    expect(await statuses(2, () => as(strict.http.post('/v1/convert')).send({}))).toEqual([400, 429]);
    expect(await statuses(4, () => as(strict.http.get('/v1/me')))).toEqual([200, 200, 200, 429]);
  });
});

describe('the headers of the tightest bound', () => {
  test.each([
    ['has expired', 401, { expiresAt: '2031-01-01T00:00:00Z' }],
    ['may not be used from here', 403, { allowedIps: ['203.0.113.7'] }],
    ['lacks the scope', 403, { scopes: ['generate'] }],
    ['goes where only a token goes', 403, {}],
  ])('stand on the refusal of a key that %s, whose calls use up nothing', async (why, status, bounds) => {
    const bounded = await untilReady(harness.start({ LIMIT_READS_PER_MINUTE: '600' }));
    const user = await signedInUser(service, 'pro');
    const made = await service.http
      .post('/v1/api-keys')
      .set(bearer(user.jwt))
      .send({ name: 'ci', ...bounds })
      .expect(201);
    const { key, prefix } = made.body.data;
    if (status === 401) await service.db('auth.api_keys').where({ prefix }).update({ expires_at: service.db.fn.now() });
    const path = why.includes('token') ? '/v1/me/sessions' : '/v1/rules';
    for (let call = 0; call < 3; call += 1) {
      const { headers } = await bounded.http.get(path).set(bearer(key)).expect(status);
      expect(headers).toMatchObject({ 'x-ratelimit-resource': 'reads', 'x-ratelimit-limit': '600' });
      expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(Date.now() / 1000 - 1);
    }
    const { headers } = await bounded.http.get('/v1/rules').set(bearer(user.jwt)).expect(200);
    // Only a key that is good, and used for what no key may do, has its calls counted.
    expect(headers['x-ratelimit-remaining']).toBe(why.includes('token') ? '596' : '599');
  });

  test('are none where nobody is known', async () => {
    const answer = await service.http.get('/v1/rules').expect(401);
    expect(answer.headers['x-ratelimit-limit']).toBeUndefined();
  });
});
