import { randomUUID } from 'node:crypto';
import { createDatabase, type Knex } from '@tripline/service';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, createKey, signedInUser } from '../support/harness.js';
import { call } from '../support/pipelines.js';
import { ADVISORY } from '../support/sample-advisory.js';

let app: GenerationHarness;
let owner: Knex;
beforeAll(async () => {
  app = await createGenerationHarness();
  owner = createDatabase({ url: app.harness.database.adminUrl, connections: 1, applicationName: 'test' });
});
afterAll(async () => {
  await owner.destroy();
  await app.close();
});

interface Generated {
  readonly rules: readonly {
    readonly key: string;
    readonly title: string;
    readonly yaml: string;
    readonly state: string;
  }[];
}

async function reader() {
  const user = await signedInUser(app.instance, 'enterprise');
  const { key } = await createKey(app.instance, user);
  return {
    key,
    read: async (body: object = { inputType: 'text', text: ADVISORY }): Promise<Generated> =>
      (await call(app.instance, key, 'post', '/v1/generate', body).expect(200)).body.data,
    get: async (path: string) => (await app.instance.http.get(path).set(bearer(key)).expect(200)).body.data,
  };
}

/** Gives stored rules the keys and titles that an engine which names them otherwise would have given them. @returns the key then for each of now */
async function asNamedBefore(
  rules: Generated['rules'],
  prefix: '' | 'deleted_' = '',
): Promise<ReadonlyMap<string, string>> {
  const before = new Map(rules.map(({ key }) => [key, randomUUID()]));
  for (const [now, then] of before) {
    const [{ id }] = await owner(`rules.${prefix}rules`).where({ key: now }).update({ key: then }).returning('id');
    await owner.raw(
      `update rules.${prefix}rule_versions set
         content_sha256 = 'as it was then',
         content = jsonb_set(content::jsonb, '{yaml}', to_jsonb(replace(
           regexp_replace(content->>'yaml', '^title: [^\\n]*', 'title: As it was called then'), ?, ?)))::json
       where rule_id = ?`,
      [now, then, id],
    );
  }
  return before;
}

const total = async (get: (path: string) => Promise<{ total: number }>) => (await get('/v1/rules')).total;

test.each([
  ['an advisory', { inputType: 'text', text: ADVISORY }],
  ['a technique', { inputType: 'technique', techniqueId: 'T1490' }],
])(
  '%s whose rules an earlier engine named otherwise updates them when it is read again, and doubles none',
  async (_, body) => {
    const { get, key, read } = await reader();
    const first = await read(body);
    expect(first.rules.length).toBeGreaterThan(1);
    const before = await asNamedBefore(first.rules);
    const accepted = before.get(first.rules[0]?.key ?? '') ?? '';
    await call(app.instance, key, 'patch', `/v1/rules/${accepted}`, { state: 'accepted' }).expect(200);

    const again = await read(body);
    expect(again.rules.map((rule) => rule.key)).toEqual(first.rules.map((rule) => before.get(rule.key)));
    expect(await total(get)).toBe(first.rules.length);
    for (const [index, { key, title, yaml }] of again.rules.entries()) {
      expect(title).toBe(first.rules[index]?.title);
      expect(yaml).toBe(first.rules[index]?.yaml.replace(first.rules[index].key, key));
    }
    expect(await get(`/v1/rules/${accepted}`)).toMatchObject({
      state: 'accepted',
      decision: { state: 'accepted' },
      versions: [{ version: 1 }, { version: 2 }],
      title: first.rules[0]?.title,
      generations: [{}, {}],
    });
    expect((await read(body)).rules).toEqual(again.rules);
  },
);

test('a rule of such a report that lies in the bin comes back with its history', async () => {
  const { get, key, read } = await reader();
  const first = await read();
  for (const rule of first.rules) await call(app.instance, key, 'delete', `/v1/rules/${rule.key}`).expect(200);
  const before = await asNamedBefore(first.rules, 'deleted_');
  const again = await read();
  expect(again.rules.map((rule) => rule.key)).toEqual(first.rules.map((rule) => before.get(rule.key)));
  expect(await total(get)).toBe(first.rules.length);
  expect((await get(`/v1/rules/${again.rules[0]?.key}`)).versions).toHaveLength(2);
});

test('another document with the same commands does not take the rules of this one', async () => {
  const { get, read } = await reader();
  const first = await read();
  await asNamedBefore(first.rules);
  const other = await read({ inputType: 'text', text: `${ADVISORY}\nThat was all.` });
  expect(await total(get)).toBe(first.rules.length + other.rules.length);
});
