import { randomUUID } from 'node:crypto';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, signedInUser, type TestUser } from '../support/harness.js';
import { miscounted } from '../support/stored-bytes.js';

const MEGABYTE = 1024 * 1024;

let app: GenerationHarness;
beforeAll(async () => {
  app = await createGenerationHarness({
    LIMIT_STORAGE_MB_FREE: '1',
    LIMIT_STORAGE_MB_PRO: '2',
  });
});
afterAll(() => app.close());

const call = (user: TestUser, method: 'get' | 'post' | 'patch' | 'delete', path: string, body?: object) => {
  const request = app.instance.http[method](path).set(bearer(user.jwt));
  return body === undefined ? request : request.send(body);
};
const storedBy = async (user: TestUser) => (await call(user, 'get', '/v1/me').expect(200)).body.data.storage;

/** A rule whose content is a little more than this many bytes. */
const ruleOf = (bytes: number, key: string = randomUUID()): string =>
  `title: A rule\nid: ${key}\nlogsource: { product: windows, category: process_creation }\ndetection:\n  selection: { Image: a.exe }\n  condition: selection\n# ${'x'.repeat(bytes)}\n`;
const bring = (user: TestUser, bytes: number, key?: string) =>
  call(user, 'post', '/v1/generate', { inputType: 'sigma', yaml: ruleOf(bytes, key) });

/** Brings rules until there is room for less than one of 100 kB. */
async function fill(user: TestUser): Promise<string[]> {
  const keys: string[] = [];
  const { limitBytes } = await storedBy(user);
  while ((await storedBy(user)).usedBytes < limitBytes - 110_000) {
    const key = randomUUID();
    await bring(user, 100_000, key).expect(200);
    keys.push(key);
  }
  return keys;
}

describe('an owner whose storage is full', () => {
  test('gets 409 with how much to delete from every operation that would store more, and nothing is saved', async () => {
    const user = await signedInUser(app.instance, 'free');
    const [key = ''] = await fill(user);
    const before = await storedBy(user);
    expect(before.limitBytes).toBe(MEGABYTE);
    const { body } = await bring(user, 120_000).expect(409);
    const [, needed] = /Delete at least (\d+) bytes/.exec(body.error.message)!;
    expect(body.error).toMatchObject({
      code: 'Conflict',
      details: [{ path: 'storage', message: `delete at least ${needed} bytes` }],
    });
    expect(Number(needed)).toBeLessThan(120_000);
    await call(user, 'patch', `/v1/rules/${key}`, { yaml: ruleOf(120_000, key) }).expect(409);
    const text = `They ran: whoami /priv\n${'Nothing else of note was seen there. '.repeat(4_000)}`;
    await call(user, 'post', '/v1/generate', { inputType: 'text', text }).expect(409);
    expect(await storedBy(user)).toEqual(before);
    expect((await call(user, 'get', `/v1/rules/${key}`).expect(200)).body.data.versions).toHaveLength(1);
    const { usage } = (await call(user, 'get', '/v1/me').expect(200)).body.data;
    expect(usage.generationsToday).toBe(0);
    // What stores nothing more is not refused.
    await call(user, 'patch', `/v1/rules/${key}`, { state: 'accepted' }).expect(200);
    // As much as the error asked for is enough.
    const freed = (await call(user, 'delete', `/v1/rules/${key}`).expect(200)).body.data.freedBytes;
    expect(freed).toBeGreaterThanOrEqual(Number(needed));
    await bring(user, 120_000).expect(200);
    expect(await miscounted(app.instance.db)).toEqual([]);
  });

  test('is refused before any work is done, once the bound is reached', async () => {
    const user = await signedInUser(app.instance, 'pro');
    await fill(user);
    // From a tier with more room, as after a subscription has run out.
    await app.instance.http
      .patch(`/v1/admin/users/${user.id}`)
      .set(bearer(app.instance.config.ADMIN_TOKEN!))
      .send({ tier: 'free' })
      .expect(200);
    const reads = async () => (await storedBy(user)).limitBytes;
    expect(await reads()).toBe(MEGABYTE);
    const unreadable = await call(user, 'post', '/v1/generate', { inputType: 'sigma', yaml: 'title: [unclosed' });
    expect(unreadable.status).toBe(409);
    const [, needed] = /Delete at least (\d+) bytes/.exec(unreadable.body.error.message)!;
    expect(Number(needed)).toBe((await storedBy(user)).usedBytes - MEGABYTE + 1);
  });

  test('cannot exceed the bound by saving several times at once', async () => {
    const user = await signedInUser(app.instance, 'free');
    const replica = app.start({ LIMIT_STORAGE_MB_FREE: '1' }, { threads: 2, queue: 32 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (n % 2 === 0 ? replica : app.instance).http
          .post('/v1/generate')
          .set(bearer(user.jwt))
          .send({ inputType: 'sigma', yaml: ruleOf(125_000) }),
      ),
    );
    const done = answers.filter(({ status }) => status === 200).length;
    const { usedBytes } = await storedBy(user);
    expect(usedBytes).toBeLessThanOrEqual(MEGABYTE);
    // One more of them would have been too much.
    const refused = answers.filter(({ status }) => status === 409).length;
    expect(refused).toBeGreaterThan(0);
    expect(usedBytes + usedBytes / done).toBeGreaterThan(MEGABYTE);
    const { rules } = (await call(user, 'get', '/v1/rules?limit=200').expect(200)).body.data;
    expect(rules).toHaveLength(done);
  });
});
