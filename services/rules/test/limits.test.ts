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
      return settle(Array.from({ length: times }, () => service.auth.quota.reserve(who)));
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
    await service.db.transaction((trx) => finished.keep(trx));
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

  test('that were taken for lost and then finished are counted after all', async () => {
    const user = await signedInUser(service, 'free');
    const who = await caller(service, user.jwt);
    const slow = await service.auth.quota.reserve(who);
    await service.db('auth.usage_reservations').where({ user_id: user.id }).delete();
    await service.db.raw('update auth.usage_counts set used = 0 where user_id = ?', [user.id]);
    await service.db.transaction((trx) => slow.keep(trx));
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

describe('generations at once', () => {
  test('are two per caller over all replicas, and a slot released is free again', async () => {
    const replica = harness.start();
    const who = await caller(service, (await signedInUser(service, 'pro')).jwt);
    const { granted, refused } = await settle(
      Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? service : replica).auth.slots.acquire(who)),
    );
    expect(granted).toHaveLength(2);
    expect(refused).toHaveLength(8);
    expect(refused[0]).toMatchObject({ status: 429, headers: { 'Retry-After': '2' } });
    await granted[0]?.release();
    const again = await replica.auth.slots.acquire(who);
    await expect(service.auth.slots.acquire(who)).rejects.toMatchObject({ status: 429 });
    await Promise.all([again.release(), granted[1]?.release()]);
  });

  test('are counted per credential: another key has its own', async () => {
    const user = await signedInUser(service, 'pro');
    const keys = [await createKey(service, user), await createKey(service, user)];
    for (const { key } of keys) {
      const who = await caller(service, key);
      const slots = [await service.auth.slots.acquire(who), await service.auth.slots.acquire(who)];
      await Promise.all(slots.map((slot) => slot.release()));
    }
  });

  test('of a process that died are free again without it, and last as long as a process lives', async () => {
    const who = await caller(service, (await signedInUser(service, 'pro')).jwt);
    const [dying, living] = [harness.start(), harness.start()];
    await Promise.all([untilReady(dying), untilReady(living)]);
    await dying.auth.slots.acquire(who);
    await living.auth.slots.acquire(who);
    dying.auth.slots.close();
    await eventually(() =>
      service.auth.slots.acquire(who).then(
        () => true,
        () => false,
      ),
    );
    await expect(service.auth.slots.acquire(who)).rejects.toMatchObject({ status: 429 });
  });

  test('of a process that died are free once their lease has ended', async () => {
    const who = await caller(service, (await signedInUser(service, 'pro')).jwt);
    await service.auth.slots.acquire(who);
    await service.auth.slots.acquire(who);
    const redis = createRedis({
      url: testRedisUrl(),
      role: 'worker',
      name: 'test',
      log: createLog({ name: 'test', level: 'silent' }),
    });
    const key = `tripline:slots:user:${who.userId}`;
    expect(await redis.zcard(key)).toBe(2);
    for (const lease of await redis.zrange(key, '0', '-1')) await redis.zadd(key, '1', lease);
    redis.disconnect();
    await service.auth.slots.acquire(who);
  });

  test('are counted by the process alone while Redis is away', async () => {
    const withoutRedis = harness.start({ REDIS_URL: 'redis://127.0.0.1:1' });
    const who = await caller(withoutRedis, (await signedInUser(withoutRedis, 'pro')).jwt);
    const { granted, refused } = await settle([0, 1, 2].map(() => withoutRedis.auth.slots.acquire(who)));
    expect([granted.length, refused.length]).toEqual([2, 1]);
    await granted[0]?.release();
    await withoutRedis.auth.slots.acquire(who);
  });
});

describe('calls a minute', () => {
  test.each(['with Redis', 'without Redis'])(
    'beyond the limit are 429 with Retry-After, per credential (%s)',
    async (how) => {
      const strict = harness.start({
        LIMIT_CALLS_PER_MINUTE: '3',
        ...(how === 'without Redis' ? { REDIS_URL: 'redis://127.0.0.1:1' } : {}),
      });
      if (how === 'with Redis') await untilReady(strict);
      const user = await signedInUser(strict, 'pro');
      const { key } = await createKey(strict, user);
      const call = (credential: string) => strict.http.get('/v1/rules').set(bearer(credential));
      const answers = await Promise.all([0, 1, 2, 3, 4].map(() => call(user.jwt)));
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 429, 429]);
      const refused = answers.find((answer) => answer.status === 429);
      expect(refused?.body.error.code).toBe('TooManyRequests');
      const wait = Number(refused?.headers['retry-after']);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
      await call(key).expect(200);
      // Another session of the same user is the same caller.
      const other = await strict.http
        .post('/v1/auth/login')
        .send({ email: user.email, password: PASSWORD })
        .expect(200);
      await call(other.body.data.accessToken).expect(429);
    },
  );
});
