import { randomUUID } from 'node:crypto';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, createKey, signedInUser } from '../support/harness.js';
import { ADVISORY } from '../support/sample-advisory.js';

let app: GenerationHarness;
let stranger: string;
let generated: {
  id: string;
  rules: { key: string; title: string; evidence: { quote?: string; start: number; end: number }[] }[];
};
beforeAll(async () => {
  app = await createGenerationHarness();
  stranger = (await createKey(app.instance, await signedInUser(app.instance, 'pro'))).key;
  const answer = await app.instance.http
    .post('/v1/generate')
    .set(bearer(app.key))
    .send({ inputType: 'text', text: ADVISORY, title: 'Brass Lantern', options: { targetSiems: ['siem_kql'] } })
    .expect(200);
  generated = answer.body.data;
});
afterAll(() => app.close());

const get = (path: string, credential = app.key) => app.instance.http.get(path).set(bearer(credential));

describe('a stored generation', () => {
  test('is read back as it was answered', async () => {
    const { body } = await get(`/v1/generations/${generated.id}`).expect(200);
    expect(JSON.stringify(body.data)).toBe(JSON.stringify(generated));
  });

  test('keeps the document, and every quote of its evidence stands there at its offsets', async () => {
    const { body } = await get(`/v1/generations/${generated.id}/document`).expect(200);
    const quotes = generated.rules.flatMap(({ evidence }) => evidence).filter((piece) => piece.quote !== undefined);
    expect(quotes.length).toBeGreaterThan(0);
    for (const { quote, start, end } of quotes) expect(body.data.text.slice(start, end)).toBe(quote);
    for (const block of body.data.blocks) expect(block.end).toBeGreaterThanOrEqual(block.start);
  });

  test('stands in the list of its maker with the number of its rules', async () => {
    const { body } = await get('/v1/generations?limit=5').expect(200);
    expect(body.data.generations[0]).toMatchObject({ id: generated.id, ruleCount: generated.rules.length });
    expect(body.data.generations[0].source).toMatchObject({ inputType: 'text', title: 'Brass Lantern' });
    expect(body.data.nextCursor).toBeNull();
  });

  test.each(['', '/document'])('is a plain 404 for a stranger, as an unknown id is: %s', async (path) => {
    const foreign = await get(`/v1/generations/${generated.id}${path}`, stranger).expect(404);
    const unknown = await get(`/v1/generations/${randomUUID()}${path}`, stranger).expect(404);
    expect(foreign.body.error.code).toBe('NotFound');
    expect(Object.keys(foreign.body.error)).toEqual(Object.keys(unknown.body.error));
  });

  test('is not in the list of a stranger', async () => {
    const { body } = await get('/v1/generations', stranger).expect(200);
    expect(body.data.generations).toEqual([]);
  });

  test('refuses an id that is not a UUID with 400', async () => {
    await get('/v1/generations/not-a-uuid').expect(400);
  });
});

describe('saved rules', () => {
  test('are listed page by page, newest first, each once', async () => {
    const keys: string[] = [];
    let cursor: string | null = null;
    do {
      const { body }: { body: { data: { rules: { ruleKey: string }[]; nextCursor: string | null } } } = await get(
        `/v1/rules?limit=3${cursor === null ? '' : `&cursor=${cursor}`}`,
      ).expect(200);
      keys.push(...body.data.rules.map(({ ruleKey }) => ruleKey));
      cursor = body.data.nextCursor;
    } while (cursor !== null);
    expect([...keys].sort()).toEqual(generated.rules.map(({ key }) => key).sort());
  });

  test('are filtered by technique, platform, level, state and words', async () => {
    const { body } = await get('/v1/rules?platform=cloud-audit-1&state=draft').expect(200);
    expect(body.data.rules.length).toBeGreaterThan(0);
    for (const rule of body.data.rules) expect(rule).toMatchObject({ platform: 'cloud-audit-1', state: 'draft' });
    const none = await get('/v1/rules?technique=T1595').expect(200);
    expect(none.body.data.rules).toEqual([]);
    const wildcard = await get('/v1/rules?q=%25').expect(200);
    expect(wildcard.body.data.rules).toEqual([]);
  });

  test('are read one by one with all six conversions, whatever the generation asked for', async () => {
    const rule = generated.rules[0]!;
    const { body } = await get(`/v1/rules/${rule.key}`).expect(200);
    expect(body.data).toMatchObject({ ruleKey: rule.key, title: rule.title, state: 'draft' });
    expect(Object.keys(body.data.conversions)).toHaveLength(6);
    expect(body.data.versions).toHaveLength(1);
    expect(body.data.createdBy).toEqual({ userId: app.user.id, email: app.user.email });
  });

  test('are a plain 404 for a stranger', async () => {
    await get(`/v1/rules/${generated.rules[0]!.key}`, stranger).expect(404);
    const { body } = await get('/v1/rules', stranger).expect(200);
    expect(body.data.rules).toEqual([]);
  });

  test('are the same rows when the same document is generated again', async () => {
    await app.instance.http
      .post('/v1/generate')
      .set(bearer(app.key))
      .send({ inputType: 'text', text: ADVISORY, title: 'Brass Lantern' })
      .expect(200);
    const { body } = await get('/v1/rules?limit=200').expect(200);
    expect(body.data.rules).toHaveLength(generated.rules.length);
    const one = await get(`/v1/rules/${generated.rules[0]!.key}`).expect(200);
    expect(one.body.data.versions).toHaveLength(1);
  });

  test.each([
    'limit=0',
    'limit=201',
    'limit=ten',
    'cursor=garbage',
    `cursor=${Buffer.from(`-271821-04-20T00:00:00.000Z 01a1f969-bd5c-7363-82ad-8031c5b1fde5`).toString('base64url')}`,
    'state=lost',
    'platform=cloud-9',
    'colour=red',
    'limit=1&limit=2',
  ])('refuse the query %s with 400', async (query) => {
    const { body } = await get(`/v1/rules?${query}`).expect(400);
    expect(body.error.code).toBe('BadRequest');
  });

  test('take query names in any case, as the contract says', async () => {
    await get('/v1/rules?LIMIT=1&Platform=cloud-audit-1').expect(200);
  });
});

describe('similar rules', () => {
  test('are those that were in the library before, and stay the same when the document is generated again', async () => {
    const variant = {
      inputType: 'text',
      text: `${ADVISORY}\nAnother telling of the same.`,
      title: 'Brass Lantern again',
    };
    const post = () => app.instance.http.post('/v1/generate').set(bearer(app.key)).send(variant).expect(200);
    const { id, rules: first } = (await post()).body.data;
    const read = await app.instance.http.get(`/v1/generations/${id}`).set(bearer(app.key)).expect(200);
    expect(read.body.data.rules).toEqual(first);
    const known = new Set(generated.rules.map(({ key }) => key));
    const similar = first.flatMap((rule: { similar: { key: string; overlap: number }[] }) => rule.similar);
    expect(similar.length).toBeGreaterThan(0);
    for (const { key, overlap } of similar) {
      expect(known).toContain(key);
      expect(overlap).toBeGreaterThanOrEqual(0.3);
    }
    expect((await post()).body.data.rules).toEqual(first);
  });

  test('of another owner are never shown', async () => {
    const answer = await app.instance.http
      .post('/v1/generate')
      .set(bearer(stranger))
      .send({ inputType: 'text', text: ADVISORY })
      .expect(200);
    for (const rule of answer.body.data.rules) expect(rule.similar).toEqual([]);
  });
});
