import type { Tier } from '@tripline/auth';
import { createEngine, type Engine } from '@tripline/rules-service';
import { createMetrics, type Metrics } from '@tripline/service';
import { eventually } from '@tripline/stack';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, createKey, type Instance, signedInUser, type TestUser, untilReady } from '../support/harness.js';
import { ADVISORY, BROUGHT_RULE } from '../support/sample-advisory.js';

let app: GenerationHarness;

beforeAll(async () => {
  app = await createGenerationHarness();
  await untilReady(app.instance);
});
afterAll(() => app.close());

/** Takes as many of a user's places as named. @returns what gives them up again */
async function occupy(
  user: TestUser,
  tier: Tier,
  count: number,
  replicas = [app.instance],
): Promise<() => Promise<void>> {
  const { signal } = new AbortController();
  const places = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      (replicas[at % replicas.length] as Instance).auth.places.take({ userId: user.id, tier }, 'generate', signal),
    ),
  );
  return async () => void (await Promise.all(places.map((place) => place.release(0))));
}

const convert = (user: TestUser, at: Instance = app.instance) =>
  at.http
    .post('/v1/convert')
    .set(bearer(user.jwt))
    .send({ yaml: BROUGHT_RULE })
    .then((answer) => answer);

const usage = async (user: TestUser) =>
  (await app.instance.http.get('/v1/me').set(bearer(user.jwt)).expect(200)).body.data.usage;

const untilAtWork = (user: TestUser, requestsAtWork: number, requestsWaiting: number) =>
  eventually(async () => {
    const use = await usage(user);
    return use.requestsAtWork === requestsAtWork && use.requestsWaiting === requestsWaiting;
  });

/** A rule that takes the engine some time. */
const LONG_RULE = BROUGHT_RULE.replace(
  "            - 'urlcache'\n",
  Array.from({ length: 3_000 }, (_, at) => `            - 'value ${at}'\n`).join(''),
).replace('CommandLine|contains|all:', 'CommandLine|contains:');

test('fifty costly conversions of one user at once cause no refused generation of another user', async () => {
  const [attacker, customer] = [await signedInUser(app.instance, 'free'), await signedInUser(app.instance, 'pro')];
  const attacks = Array.from({ length: 50 }, () =>
    app.instance.http
      .post('/v1/convert')
      .set(bearer(attacker.jwt))
      .send({ yaml: LONG_RULE, options: { targetSiems: ['siem_spl'] } })
      .then(({ status }) => status),
  );
  await eventually(async () => (await Promise.race([...attacks, Promise.resolve(0)])) !== 0);
  const answered: string[] = [];
  for (let batch = 0; batch < 3; batch += 1) {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        app.instance.http
          .post('/v1/generate')
          .set(bearer(customer.jwt))
          .send({ inputType: 'text', text: ADVISORY, options: { maxRules: 1 } }),
      ),
    );
    answered.push(...answers.map(({ body, status }) => (status === 200 ? 'done' : body.error.message)));
  }
  expect(answered).toEqual(Array(12).fill('done'));
  expect(new Set(await Promise.all(attacks))).toEqual(new Set([200, 429]));
});

describe('a user', () => {
  test.each([
    ['free', 2],
    ['individual', 2],
    ['pro', 4],
    ['team', 6],
    ['enterprise', 8],
  ] as const)('of tier %s has %i requests at work over all replicas, and the next waits', async (tier, places) => {
    const replica = await untilReady(app.start());
    const user = await signedInUser(app.instance, tier);
    const giveUp = await occupy(user, tier, places, [app.instance, replica]);
    const waiting = convert(user, replica);
    await untilAtWork(user, places, 1);
    await giveUp();
    expect((await waiting).status).toBe(200);
    await untilAtWork(user, 0, 0);
  });

  test('is let in by another replica too, where a place was given up', async () => {
    const replica = await untilReady(app.start());
    const user = await signedInUser(app.instance, 'free');
    const giveUp = await occupy(user, 'free', 2);
    const waiting = convert(user, replica);
    await untilAtWork(user, 2, 1);
    await giveUp();
    expect((await waiting).status).toBe(200);
  });

  test('has eight more requests that wait; the next is 429, and says what is at work and when to come back', async () => {
    const user = await signedInUser(app.instance, 'individual');
    const giveUp = await occupy(user, 'individual', 2);
    const waiting = Array.from({ length: 8 }, () => convert(user));
    await untilAtWork(user, 2, 8);
    const refused = await convert(user);
    expect(refused.status).toBe(429);
    expect(refused.body.error.message).toMatch(/2 requests at work.*generate, generate.*\(8\)/);
    expect(refused.headers).toMatchObject({
      'retry-after': '5',
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-resource': 'requests-at-work',
    });
    // Reading needs no place.
    await app.instance.http.get('/v1/rules').set(bearer(user.jwt)).expect(200);
    await giveUp();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  test('is refused after 30 s when no place has come free', async () => {
    const user = await signedInUser(app.instance, 'individual');
    const giveUp = await occupy(user, 'individual', 2);
    const timeouts: (() => void)[] = [];
    const { setTimeout: real } = globalThis;
    globalThis.setTimeout = ((work: () => void, ms?: number) => {
      if (ms === 30_000) timeouts.push(work);
      return real(work, ms);
    }) as typeof setTimeout;
    try {
      const late = convert(user);
      await untilAtWork(user, 2, 1);
      for (const timeout of timeouts) timeout();
      const answer = await late;
      expect([answer.status, answer.headers['retry-after']]).toEqual([429, '5']);
      expect(answer.body.error.message).toContain('none of them ended within 30 s');
    } finally {
      globalThis.setTimeout = real;
    }
    await untilAtWork(user, 2, 0);
    await giveUp();
  });

  test('needs a place for every kind of work, and none for a change of state', async () => {
    const user = await signedInUser(app.instance, 'individual');
    const as = <T extends { set(header: object): T }>(call: T): T => call.set(bearer(user.jwt));
    const { http } = app.instance;
    const made = await as(http.post('/v1/generate')).send({ inputType: 'sigma', yaml: BROUGHT_RULE }).expect(200);
    const { key, yaml } = made.body.data.rules[0];
    await untilAtWork(user, 0, 0);
    const query = 'SecurityEvent | where EventID == 4688 and NewProcessName endswith "certutil.exe"';
    const kinds = [
      () => as(http.post('/v1/generate')).send({ inputType: 'technique', techniqueId: 'T1098' }),
      () => as(http.post('/v1/generate')).send({ inputType: 'sigma', yaml: BROUGHT_RULE }),
      () => as(http.post('/v1/generate')).send({ inputType: 'query', language: 'kql', query }),
      () => as(http.post('/v1/convert')).send({ yaml: BROUGHT_RULE }),
      () => as(http.patch(`/v1/rules/${key}`)).send({ yaml }),
      () => as(http.get(`/v1/rules/${key}/export`)).query({ format: 'sigma' }),
      () => as(http.post('/v1/rules/export')).send({ ruleKeys: [key] }),
    ];
    const giveUp = await occupy(user, 'individual', 2);
    const waiting = kinds.map((kind) => kind().then(({ status }) => status));
    await untilAtWork(user, 2, kinds.length);
    await as(http.patch(`/v1/rules/${key}`))
      .send({ state: 'deployed' })
      .expect(200);
    await giveUp();
    expect(await Promise.all(waiting)).toEqual(kinds.map(() => 200));
  });
});

describe('work whose caller goes away', () => {
  let metrics: Metrics;
  let engine: Engine;
  let instance: Instance;
  beforeAll(() => {
    metrics = createMetrics('test');
    engine = createEngine({ threads: 1, queue: 8, timeoutSeconds: 120, memoryMb: 512, freeWorkNiceness: 0 }, metrics);
    instance = app.harness.start({}, engine);
  });
  afterAll(() => engine.close());

  /** Sends a conversion that can be cut. */
  function send(user: TestUser, yaml: string): { abort(): void } {
    const call = instance.http.post('/v1/convert').set(bearer(user.jwt)).send({ yaml });
    call.end(() => undefined);
    return call;
  }

  test('is taken out of the queue', async () => {
    const user = await signedInUser(app.instance, 'individual');
    const giveUp = await occupy(user, 'individual', 2, [instance]);
    const call = send(user, BROUGHT_RULE);
    await untilAtWork(user, 2, 1);
    call.abort();
    await untilAtWork(user, 2, 0);
    await giveUp();
  });

  test('is stopped in the engine too, its place is free again, and its engine time is counted', async () => {
    const user = await signedInUser(app.instance, 'individual');
    const call = send(user, LONG_RULE);
    const shows = async (line: RegExp) => line.test(await metrics.registry.metrics());
    await eventually(() => shows(/^tripline_engine_threads_busy\{.*\} 1$/m));
    call.abort();
    await eventually(() => shows(/^tripline_engine_task_duration_seconds_count\{.*outcome="given_up".*\} 1$/m));
    await untilAtWork(user, 0, 0);
    // The start of the thread that takes its place is part of it.
    expect((await usage(user)).engineSecondsThisHour).toBeGreaterThan(0);
  });
});

test('a key and a token of one user share the places', async () => {
  const user = await signedInUser(app.instance, 'pro');
  const { key } = await createKey(app.instance, user);
  const giveUp = await occupy(user, 'pro', 4);
  const waiting = [convert(user), convert({ ...user, jwt: key })];
  await untilAtWork(user, 4, 2);
  await giveUp();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
});
