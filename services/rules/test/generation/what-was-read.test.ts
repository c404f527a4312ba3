import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, createKey, signedInUser } from '../support/harness.js';

const TEXT = `Amber Shrew came back in spring

Summary

Before they left, the attackers removed the shadow copies with vssadmin.exe delete shadows /all /quiet on each server of the company.
`;

let app: GenerationHarness;
let stranger: string;
beforeAll(async () => {
  app = await createGenerationHarness();
  stranger = (await createKey(app.instance, await signedInUser(app.instance, 'pro'))).key;
});
afterAll(() => app.close());

const generate = async (body: object, key = app.key) =>
  (await app.instance.http.post('/v1/generate').set(bearer(key)).send(body).expect(200)).body.data;
const get = async (path: string, key = app.key) =>
  (await app.instance.http.get(path).set(bearer(key)).expect(200)).body.data;
const rename = (id: string, body: object, key = app.key) =>
  app.instance.http.patch(`/v1/generations/${id}`).set(bearer(key)).send(body);

describe('the title of an advisory', () => {
  test('is its first line, and another when its owner gives it one: in lists, on its rules and in a search', async () => {
    const { id, rules, source } = await generate({ inputType: 'text', text: TEXT });
    expect(source.title).toBe('Amber Shrew came back in spring');
    expect(rules.length).toBeGreaterThan(0);
    const { body } = await rename(id, { title: 'Shrew, second wave' }).expect(200);
    expect(body.data).toMatchObject({ id, source: { title: 'Shrew, second wave' } });
    expect((await get('/v1/generations')).generations[0].source.title).toBe('Shrew, second wave');
    const found = await get('/v1/rules?q=shrew%20wave');
    expect(found.total).toBe(rules.length);
    expect(found.rules[0].source.title).toBe('Shrew, second wave');
    expect((await get('/v1/rules?q=spring')).total).toBe(0);
    const from = source.title;
    expect(
      await app.instance.db('auth.audit_log').where({ target_id: id, action: 'generation.renamed' }),
    ).toMatchObject([{ details: { owner: 'user', from, to: 'Shrew, second wave' } }]);
  });

  test.each([{ title: '' }, { title: ' ' }, { title: 'x'.repeat(501) }, {}])(
    'is refused by the name of its field: %j',
    async (body) => {
      const { id } = await generate({ inputType: 'text', text: TEXT });
      const refused = await rename(id, body).expect(400);
      expect(refused.body.error.details).toEqual([expect.objectContaining({ path: 'title' })]);
    },
  );

  test("cannot be given to another person's generation, which is not found", async () => {
    const { id } = await generate({ inputType: 'text', text: TEXT });
    await rename(id, { title: 'Mine' }, stranger).expect(404);
    expect((await get(`/v1/generations/${id}`)).source.title).not.toBe('Mine');
  });
});

describe('a generated rule in the library', () => {
  test.each([
    ['a technique by name', 'inhibit system recovery'],
    ['its log', 'windows process_creation'],
    ['its log as the page calls it', 'sysmon'],
    ['a value', 'vssadmin'],
  ])('is found by %s', async (_name, q) => {
    const { rules } = await generate({ inputType: 'text', text: TEXT });
    const found = await get(`/v1/rules?q=${encodeURIComponent(q)}`);
    const keys = found.rules.map(({ ruleKey }: { ruleKey: string }) => ruleKey);
    expect(rules.map(({ key }: { key: string }) => key)).toEqual(expect.arrayContaining(keys));
    expect(keys.length).toBeGreaterThan(0);
  });
});

describe('the date of a rule', () => {
  const datesOf = (generation: { rules: { yaml: string }[] }): string[] => [
    ...new Set(generation.rules.map(({ yaml }) => /^date: '?([0-9-]+)/m.exec(yaml)?.[1] ?? 'none')),
  ];

  test('is the day on which its owner first read a document without a date, and stays so', async () => {
    const text = `${TEXT}\nIn the end they ran whoami.exe /all.\n`;
    const first = await generate({ inputType: 'text', text });
    expect(datesOf(first)).toEqual([first.source.fetchedAt.slice(0, 10)]);
    // As if it had been read in winter.
    await app.instance
      .db('rules.generations')
      .where({ id: first.id })
      .update({ created_at: new Date('2026-01-05T12:00:00Z') });
    expect(datesOf(await generate({ inputType: 'text', text }))).toEqual(['2026-01-05']);
    const theirs = await generate({ inputType: 'text', text }, stranger);
    expect(datesOf(theirs)).toEqual([theirs.source.fetchedAt.slice(0, 10)]);
  });

  test("is the advisory's, where it says one", async () => {
    const text = `title: Amber Shrew\ndate: 4 March 2025\n\n${TEXT}`;
    expect(datesOf(await generate({ inputType: 'text', text }))).toEqual(['2025-03-04']);
  });
});

describe('a generation without rules', () => {
  test('says what was looked for, why nothing came of it, and what to try', async () => {
    const text = 'The weather was fine in the whole of the country, and everybody went to the sea for a day or two.';
    const generation = await generate({ inputType: 'text', text });
    expect(generation.rules).toEqual([]);
    expect(generation.reason).toMatch(
      /^Nothing in it is an artefact that a log would show .*: send the report that names them\. \d+ characters were searched for commands, .*13 log sources would show\. None was/,
    );
    expect(generation.reason).toMatch(/describes nothing that this log would show\. Rules come of texts that quote/);
    expect((await get(`/v1/generations/${generation.id}`)).reason).toBe(generation.reason);
    const narrow = await generate({ inputType: 'text', text: TEXT, options: { targetProviders: ['waf-1'] } });
    expect(narrow.reason).toMatch(/the chosen log source \(ModSecurity WAF\).*Try it with all log sources\.$/);
    const unsure = await generate({ inputType: 'text', text: TEXT, options: { minConfidence: 1 } });
    expect(unsure.reason).toMatch(/Try a confidence below 1\.$/);
  });

  test('says for a technique that nothing is known of it', async () => {
    const { reason } = await generate({ inputType: 'technique', techniqueId: 'T1595' });
    expect(reason).toMatch(/^What is known of T1595 Active Scanning was looked up for .*no knowledge yet/);
  });

  test('says that its rules have been deleted; one with rules has no reason', async () => {
    const { id, reason, rules } = await generate({ inputType: 'text', text: TEXT });
    expect(reason).toBeNull();
    await app.instance.http
      .post('/v1/rules/delete')
      .set(bearer(app.key))
      .send({ ruleKeys: rules.map(({ key }: { key: string }) => key) })
      .expect(200);
    expect((await get(`/v1/generations/${id}`)).reason).toMatch(/deleted since/);
  });
});
