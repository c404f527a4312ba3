import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, signedInUser } from '../support/harness.js';
import { ADVISORY } from '../support/sample-advisory.js';

let app: GenerationHarness;
beforeAll(async () => {
  app = await createGenerationHarness();
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

test('of ten generations at the same moment with three left, exactly three are done', async () => {
  const user = await signedInUser(app.instance, 'free');
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => app.instance.http.post('/v1/generate').set(bearer(user.jwt)).send(text)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(7).fill(429)]);
  const { body } = await app.instance.http.get('/v1/me').set(bearer(user.jwt)).expect(200);
  expect(body.data.usage.generationsToday).toBe(3);
});

test('the answer shows the generations left, where that is the tightest bound, also of a stream', async () => {
  const user = await signedInUser(app.instance, 'free');
  const generate = () => app.instance.http.post('/v1/generate').set(bearer(user.jwt)).send(text);
  const bound = { 'x-ratelimit-limit': '3', 'x-ratelimit-resource': 'generations' };
  expect((await generate().expect(200)).headers).toMatchObject({ ...bound, 'x-ratelimit-remaining': '2' });
  const stream = await generate().set('Accept', 'text/event-stream').expect(200);
  expect(stream.headers).toMatchObject({ ...bound, 'x-ratelimit-remaining': '1' });
  await generate().expect(200);
  const refused = await generate().expect(429);
  expect(refused.headers).toMatchObject({ ...bound, 'x-ratelimit-remaining': '0' });
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

test('requests that wait behind a document that takes too long are served and not refused', async () => {
  const sendTo = (replica: typeof app.instance, repeats: number) =>
    replica.http
      .post('/v1/generate')
      .set(bearer(app.key))
      .send({ ...text, text: ADVISORY.repeat(repeats) });
  const many = Math.floor(400_000 / ADVISORY.length);
  // How fast the machine is decides what is too long here: a part of the time that the document takes a new thread.
  const began = performance.now();
  await sendTo(app.start({}, { threads: 1, timeoutSeconds: 600 }), many).expect(200);
  const replica = app.start({}, { threads: 1, timeoutSeconds: (performance.now() - began) / 3000 });
  const [slow, ...others] = await Promise.all([many, 1, 1, 1].map((repeats) => sendTo(replica, repeats)));
  expect([slow, ...others].map((answer) => answer?.status)).toEqual([422, 200, 200, 200]);
});

test('a full pool answers 503 with Retry-After, and requests already accepted are served', async () => {
  const replica = app.start({}, { threads: 1, queue: 1 });
  const users = await Promise.all(Array.from({ length: 12 }, () => signedInUser(replica, 'individual')));
  const answers = await Promise.all(
    users.map(({ jwt }) =>
      replica.http
        .post('/v1/generate')
        .set(bearer(jwt))
        .send({ ...text, text: ADVISORY.repeat(20) }),
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
