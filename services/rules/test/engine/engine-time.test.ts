import { createLog, createRedis, type Redis } from '@tripline/service';
import { eventually, testRedisUrl } from '@tripline/stack';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, type Instance, signedInUser, type TestUser, untilReady } from '../support/harness.js';
import { ADVISORY, BROUGHT_RULE } from '../support/sample-advisory.js';

let app: GenerationHarness;
let redis: Redis;
beforeAll(async () => {
  app = await createGenerationHarness();
  await untilReady(app.instance);
  const log = createLog({ name: 'test', level: 'silent' });
  redis = createRedis({ url: testRedisUrl(), role: 'worker', name: 'test', log });
});
afterAll(async () => {
  redis.disconnect();
  await app.close();
});

const convert = (user: TestUser) =>
  app.instance.http.post('/v1/convert').set(bearer(user.jwt)).send({ yaml: BROUGHT_RULE });
const secondsOf = async (user: TestUser, at: Instance = app.instance): Promise<number> =>
  (await at.http.get('/v1/me').set(bearer(user.jwt)).expect(200)).body.data.usage.engineSecondsThisHour;
const timeKey = (user: TestUser) => `tripline:work:{${user.id}}:engine-ms`;

test('what the engine does for a user is counted, and starts again an hour after it began', async () => {
  const user = await signedInUser(app.instance, 'individual');
  expect(await secondsOf(user)).toBe(0);
  await convert(user).expect(200);
  await eventually(async () => (await secondsOf(user)) > 0);
  const rest = await redis.pttl(timeKey(user));
  await convert(user).expect(200);
  expect(await redis.pttl(timeKey(user))).toBeLessThanOrEqual(rest);
  expect(rest).toBeLessThanOrEqual(3_600_000);
});

test.each([
  ['free', 60],
  ['individual', 300],
  ['pro', 1_200],
  ['team', 3_600],
  ['enterprise', 14_400],
] as const)(
  'a user of tier %s has %i engine seconds an hour; then their work is 429, and reading goes on',
  async (tier, seconds) => {
    const user = await signedInUser(app.instance, tier);
    await redis.set(timeKey(user), seconds * 1000 - 1, 'EX', 1_800);
    await convert(user).expect(200);
    await eventually(
      async () => (await secondsOf(user)) > seconds - 1 && Number(await redis.get(timeKey(user))) >= seconds * 1000,
    );
    const refused = await convert(user).expect(429);
    expect(refused.body.error.message).toContain(`Your ${seconds} engine seconds of this hour`);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(1_800);
    expect(refused.headers).toMatchObject({
      'x-ratelimit-limit': String(seconds),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-resource': 'engine-seconds',
    });
    await app.instance.http.get('/v1/rules').set(bearer(user.jwt)).expect(200);
  },
);

test('a time-out counts, and so does the start of the thread that takes the place of the stopped one', async () => {
  const short = app.start({}, { timeoutSeconds: 0.05 });
  const user = await signedInUser(app.instance, 'pro');
  await short.http
    .post('/v1/generate')
    .set(bearer(user.jwt))
    .send({ inputType: 'text', text: ADVISORY.repeat(1_000) })
    .expect(422);
  await eventually(async () => Number(await redis.get(timeKey(user))) > 50);
});

test('is counted by the process alone while Redis is away', async () => {
  const alone = app.start({ REDIS_URL: 'redis://127.0.0.1:1' });
  const user = await signedInUser(app.instance, 'free');
  await alone.http.post('/v1/convert').set(bearer(user.jwt)).send({ yaml: BROUGHT_RULE }).expect(200);
  await eventually(async () => (await secondsOf(user, alone)) > 0);
  expect(await secondsOf(user)).toBe(0);
});
