import { createCleanup } from './support/cleanup.js';
import { eventually, eventuallyEverywhere } from './support/eventually.js';
import { type Answer, apiKey, bearer, call, send } from './support/http.js';
import { makeKey, revokeKey } from './support/keys.js';
import { setTier, signUp } from './support/people.js';
import { stack } from './support/stack.js';

/** Maximum time until every process knows of a revocation, in milliseconds. */
const KNOWN_WITHIN_MS = 1_000;
/** Limits of the tiers used here: calls per hour, and generations per day with one session. */
const INDIVIDUAL_CALLS = 1_000;
const FREE_GENERATIONS = 3;
/** Simultaneous calls. */
const SIDE_BY_SIDE = 10;

const cleanup = createCleanup();
const { coverageUrl, rulesUrl } = stack;

test('a key revoked at the rules service is refused by every process of the coverage service within a second', async () => {
  const person = await signUp('pro', cleanup);
  const { key, prefix } = await makeKey(person, 'rules', cleanup);
  const asks = async () => (await send('GET', `${coverageUrl}/accounts`, { as: apiKey(key) })).status;
  // By then every process has looked the key up.
  for (let asked = 0; asked < 8; asked += 1) expect(await asks()).toBe(200);
  await revokeKey(person, prefix);
  const revoked = performance.now();
  const late: number[] = [];
  await eventually('twenty refusals', async () => {
    const asked = performance.now();
    const statuses = await Promise.all(Array.from({ length: 4 }, asks));
    if (asked - revoked > KNOWN_WITHIN_MS && statuses.includes(200)) late.push(asked - revoked);
    return asked - revoked > 2 * KNOWN_WITHIN_MS ? true : undefined;
  });
  expect(late).toEqual([]);
  expect(await asks()).toBe(401);
});

test('a session that has ended is refused by the coverage service within a second', async () => {
  const person = await signUp('pro', cleanup);
  const asks = async () => (await send('GET', `${coverageUrl}/accounts`, { as: person.session })).status;
  for (let asked = 0; asked < 8; asked += 1) expect(await asks()).toBe(200);
  await call('POST', `${rulesUrl}/v1/auth/logout`, { body: { refreshToken: person.refreshToken } });
  const ended = performance.now();
  await eventually('a second', async () => (performance.now() - ended > KNOWN_WITHIN_MS ? true : undefined));
  expect(await Promise.all(Array.from({ length: 8 }, asks))).toEqual(Array.from({ length: 8 }, () => 401));
});

test('the calls of an hour are counted over all processes: the next after the last is refused by each', async () => {
  const person = await signUp('individual', cleanup);
  const { key } = await makeKey(person, 'coverage', cleanup);
  const ask = (): Promise<Answer> => send('GET', `${coverageUrl}/accounts`, { as: apiKey(key) });
  cleanup.add(async () => {
    await setTier(person, 'pro');
    await eventuallyEverywhere('a wider limit', async () => (await ask()).status === 200);
  });
  const left = (answer: Answer): number => Number(answer.headers.get('x-ratelimit-remaining'));
  const first = await ask();
  expect(first.headers.get('x-ratelimit-limit')).toBe(String(INDIVIDUAL_CALLS));
  expect(left(await ask())).toBe(left(first) - 1);
  // If the hour ends during the test, the count begins anew, and the test is repeated.
  await eventually(
    'a full hour of calls',
    async () => {
      const before = await ask();
      const seen: Answer[] = [];
      const wanted = left(before);
      const caller = async (): Promise<void> => {
        while (seen.length < wanted) {
          const place = seen.push(before) - 1;
          seen[place] = await ask();
        }
      };
      await Promise.all(Array.from({ length: SIDE_BY_SIDE }, caller));
      const after = await Promise.all(Array.from({ length: 8 }, ask));
      const resets = new Set([before, ...seen, ...after].map(({ headers }) => headers.get('x-ratelimit-reset')));
      if (resets.size > 1) return undefined;
      expect(seen.map(({ status }) => status)).toEqual(seen.map(() => 200));
      expect(seen.map(left).sort((a, b) => a - b)).toEqual(seen.map((_one, index) => index));
      expect(after.map(({ status }) => status)).toEqual(after.map(() => 429));
      expect(Number(after[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
      return true;
    },
    90_000,
  );
});

test('the generations of a day are counted over all processes: as many succeed as the tier has, and no more', async () => {
  const { session } = await signUp('free', cleanup);
  const body = { inputType: 'technique', techniqueId: 'T1098' };
  const generate = () => send('POST', `${rulesUrl}/v1/generate`, { as: session, body });
  const statuses: number[] = [];
  // One call after the other, so that each process gets some.
  for (let asked = 0; asked < 2 * FREE_GENERATIONS; asked += 1) statuses.push((await generate()).status);
  expect(statuses).toEqual([...Array(FREE_GENERATIONS).fill(200), ...Array(FREE_GENERATIONS).fill(429)]);
  const refused = await generate();
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(refused.text).toContain('midnight UTC');
});

test('a token that somebody else has signed is refused by both services', async () => {
  const { session } = await signUp('pro', cleanup);
  const [head = '', claims = ''] = session.kind === 'none' ? [] : session.value.split('.');
  const forged = bearer(`${head}.${claims}.${Buffer.from('no signature of ours').toString('base64url')}`);
  for (const url of [`${rulesUrl}/v1/me`, `${coverageUrl}/accounts`])
    expect((await send('GET', url, { as: forged })).status).toBe(401);
});
