import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, createKey, signedInUser } from '../support/harness.js';
import { ADVISORY } from '../support/sample-advisory.js';

let app: GenerationHarness;
beforeAll(async () => {
  app = await createGenerationHarness({ LIMIT_GENERATIONS_AT_ONCE: '1000' });
});
afterAll(() => app.close());

const text = { inputType: 'text', text: ADVISORY, options: { maxRules: 1 } };

test('the free tier generates three times a day with a JWT, then 429 with Retry-After to midnight UTC', async () => {
  const user = await signedInUser(app.instance, 'free');
  for (let run = 0; run < 3; run += 1)
    await app.instance.http.post('/v1/generate').set(bearer(user.jwt)).send(text).expect(200);
  const answer = await app.instance.http.post('/v1/generate').set(bearer(user.jwt)).send(text).expect(429);
  expect(answer.body.error.code).toBe('TooManyRequests');
  const seconds = Number(answer.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(86_400);
});

test('of twelve generations at the same moment with three left, exactly three are done', async () => {
  const user = await signedInUser(app.instance, 'free');
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => app.instance.http.post('/v1/generate').set(bearer(user.jwt)).send(text)),
  );
  const done = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ status }) => status === 429).length;
  // A full queue of the engine may turn one away with 503; its share is given back.
  expect(done).toBeLessThanOrEqual(3);
  expect(done + refused + answers.filter(({ status }) => status === 503).length).toBe(12);
  const { body } = await app.instance.http.get('/v1/me').set(bearer(user.jwt)).expect(200);
  expect(body.data.usage.generationsToday).toBe(done);
});

test('one key cannot have more than two generations running at once', async () => {
  const replica = app.start({ LIMIT_GENERATIONS_AT_ONCE: '2' });
  const { key } = await createKey(replica, await signedInUser(replica, 'pro'));
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      replica.http
        .post('/v1/generate')
        .set(bearer(key))
        .send({ ...text, text: ADVISORY.repeat(20) }),
    ),
  );
  expect(answers.some(({ status }) => status === 429)).toBe(true);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
  await replica.http.post('/v1/generate').set(bearer(key)).send(text).expect(200);
});

test('more calls a minute than allowed are refused with 429', async () => {
  const replica = app.start({ LIMIT_CALLS_PER_MINUTE: '5' });
  const { key } = await createKey(replica, await signedInUser(replica, 'pro'));
  for (let call = 0; call < 5; call += 1) await replica.http.get('/v1/rules').set(bearer(key)).expect(200);
  const answer = await replica.http.get('/v1/rules').set(bearer(key)).expect(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});

test('a document that takes longer than one request is given is 422, and the next one is served', async () => {
  const replica = app.start({}, { timeoutSeconds: 0.001 });
  const answer = await replica.http
    .post('/v1/generate')
    .set(bearer(app.key))
    .send({ ...text, text: ADVISORY.repeat(500) })
    .expect(422);
  expect(answer.body.error.message).toMatch(/more than the .* s of work/);
  await app.instance.http.post('/v1/generate').set(bearer(app.key)).send(text).expect(200);
});

test('those who wait behind a document that takes too long are served, and not told that theirs does', async () => {
  const replica = app.start({}, { threads: 1, timeoutSeconds: 5 });
  const send = (repeats: number) =>
    replica.http
      .post('/v1/generate')
      .set(bearer(app.key))
      .send({ ...text, text: ADVISORY.repeat(repeats) });
  const [, ...others] = await Promise.all([Math.floor(1_900_000 / ADVISORY.length), 1, 1, 1].map(send));
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('a full pool is 503 with Retry-After, and nothing is lost for those inside', async () => {
  const replica = app.start({}, { threads: 1, queue: 1 });
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      replica.http
        .post('/v1/generate')
        .set(bearer(app.key))
        .send({ ...text, text: ADVISORY.repeat(50) }),
    ),
  );
  const turnedAway = answers.filter(({ status }) => status === 503);
  expect(turnedAway.length).toBeGreaterThan(0);
  for (const { body, headers } of turnedAway) {
    expect(body.error.code).toBe('Unavailable');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(answers.filter(({ status }) => status === 200).length + turnedAway.length).toBe(12);
});
