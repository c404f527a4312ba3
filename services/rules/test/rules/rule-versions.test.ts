import { randomUUID } from 'node:crypto';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, createKey, signedInUser } from '../support/harness.js';
import { BROUGHT_RULE } from '../support/sample-advisory.js';

let app: GenerationHarness;
const key = randomUUID();
const generations: string[] = [];
beforeAll(async () => {
  app = await createGenerationHarness();
  for (let n = 1; n <= 53; n += 1) {
    const yaml = BROUGHT_RULE.replace(/^id: .*$/m, `id: ${key}`).replace(/^title: .*$/m, `title: Version ${n}`);
    const { body } = await app.instance.http
      .post('/v1/generate')
      .set(bearer(app.key))
      .send({ inputType: 'sigma', yaml })
      .expect(200);
    generations.push(body.data.id);
  }
});
afterAll(() => app.close());

const get = (path: string, credential = app.key) => app.instance.http.get(path).set(bearer(credential));

describe('of a rule that was changed fifty-two times', () => {
  test('the first version and the latest 49 are kept', async () => {
    const { body } = await get(`/v1/rules/${key}`).expect(200);
    const kept = body.data.versions.map(({ version }: { version: number }) => version);
    expect(kept).toEqual([1, ...Array.from({ length: 49 }, (_, n) => 5 + n)]);
    expect(body.data.title).toBe('Version 53');
    expect((await get(`/v1/rules/${key}/versions/1`).expect(200)).body.data.title).toBe('Version 1');
  });

  test('a version that is not kept is 404 and says which are', async () => {
    const { body } = await get(`/v1/rules/${key}/versions/4`).expect(404);
    expect(body.error.message).toMatch(/no version 4 of .*the first version and the latest 49 are kept/);
  });

  test('a generation whose version is not kept names the rule and says so', async () => {
    const { body } = await get(`/v1/generations/${generations[2]}`).expect(200);
    expect(body.data.rules).toEqual([]);
    expect(body.data.notKept).toEqual([
      { key, title: 'Version 3', reason: expect.stringMatching(/^Its version 3 is no longer kept/) },
    ]);
    const first = await get(`/v1/generations/${generations[0]}`).expect(200);
    expect(first.body.data).toMatchObject({ rules: [{ key, title: 'Version 1' }], notKept: [] });
    const list = await get('/v1/generations?limit=200').expect(200);
    expect(list.body.data.generations.map(({ ruleCount }: { ruleCount: number }) => ruleCount)).toEqual(
      generations.map(() => 1),
    );
  });

  test('a content that is no longer kept, brought again, becomes the newest version', async () => {
    const yaml = BROUGHT_RULE.replace(/^id: .*$/m, `id: ${key}`).replace(/^title: .*$/m, 'title: Version 2');
    await app.instance.http.post('/v1/generate').set(bearer(app.key)).send({ inputType: 'sigma', yaml }).expect(200);
    expect((await get(`/v1/rules/${key}`).expect(200)).body.data).toMatchObject({ title: 'Version 2', yaml });
  });
});

describe('GET /v1/rules/{key}/versions/{version}', () => {
  test.each(['0', '-1', '1.5', 'one', '01', '9999999999', '1%00'])(
    'refuses the number %s with 400',
    async (version) => {
      const { body } = await get(`/v1/rules/${key}/versions/${version}`).expect(400);
      expect(body.error.details[0].path).toBe('version');
    },
  );

  test('is the same 404 for an unknown version, an unknown rule and a stranger', async () => {
    const stranger = (await createKey(app.instance, await signedInUser(app.instance, 'pro'))).key;
    const unknown = randomUUID();
    const answers = [
      await get(`/v1/rules/${key}/versions/999`).expect(404),
      await get(`/v1/rules/${unknown}/versions/999`).expect(404),
      await get(`/v1/rules/${key}/versions/999`, stranger).expect(404),
      await get(`/v1/rules/${key}/versions/1`, stranger).expect(404),
    ];
    const plain = answers.map(({ body }) =>
      body.error.message.replace(/versions? \d+/, 'N').replace(/[\da-f-]{36}/, 'KEY'),
    );
    expect(new Set(plain).size).toBe(1);
  });
});
