import { randomUUID } from 'node:crypto';
import { createDatabase, type Knex } from '@tripline/service';
import request from 'supertest';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer } from '../support/harness.js';
import { startProcess } from '../support/process.js';

/** A word that stands in the document and nowhere else. */
const SECRET = 'quillfeather';
const textOf = (mark: string): string =>
  `The ${SECRET} report\n\n${mark}\n\nThe operators of ${SECRET} removed the shadow copies with vssadmin.exe delete shadows /all /quiet and asked ${SECRET}-updates.net for more.`;

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

const post = (body: object) => app.instance.http.post('/v1/generate').set(bearer(app.key)).send(body);
const generate = async (mark: string, options?: object) =>
  (await post({ inputType: 'text', text: textOf(mark), ...(options === undefined ? {} : { options }) }).expect(200))
    .body.data;
const get = (path: string) => app.instance.http.get(path).set(bearer(app.key));

/** The tables in which a word stands, of all that the database has. */
async function tablesWith(word: string): Promise<string[]> {
  const { rows } = await owner.raw<{ rows: { name: string }[] }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const hit = await owner.raw(`select 1 from ${name} as t where t::text ilike ? limit 1`, [`%${word}%`]);
    if (hit.rows.length > 0) found.push(name);
  }
  return found;
}

describe('what is not kept is in its answer and nowhere else:', () => {
  test.each([
    ['a document marked RED', 'TLP:RED', undefined, /marked TLP:RED.*keep: true/],
    ['one that its sender knows to be RED', '', { tlp: 'red' }, /marked TLP:RED/],
    ['one whose sender asks for it', 'TLP:GREEN', { keep: false }, /keep: false/],
  ])('%s', async (_, mark, options, reason) => {
    const data = await generate(mark, options);
    expect(data.rules.length).toBeGreaterThan(0);
    expect(data).toMatchObject({ kept: false, keptReason: expect.stringMatching(reason), notKept: [] });
    expect(data.rules[0]).toMatchObject({ state: 'draft', decision: null, newest: null, similar: [] });
    await get(`/v1/generations/${data.id}`).expect(404);
    await get(`/v1/generations/${data.id}/document`).expect(404);
    await get(`/v1/rules/${data.rules[0].key}`).expect(404);
    expect((await get('/v1/generations').expect(200)).body.data.generations).toEqual([]);
    expect((await get('/v1/rules').expect(200)).body.data.total).toBe(0);
    expect(await tablesWith(SECRET)).toEqual([]);
  });

  test('also with an Idempotency-Key, whose answer is not kept: sent again it is read again', async () => {
    const key = randomUUID();
    const send = () =>
      post({ inputType: 'text', text: textOf('TLP:RED') })
        .set('Idempotency-Key', key)
        .expect(200);
    const first = await send();
    expect(await tablesWith(SECRET)).toEqual([]);
    const again = await send();
    expect(again.headers['idempotency-replayed']).toBeUndefined();
    expect(again.body.data.rules).toEqual(first.body.data.rules);
  });

  test('a rule that its author marked RED', async () => {
    const yaml = `title: The ${SECRET} rule\nlogsource:\n  category: process_creation\n  product: windows\ndetection:\n  selection:\n    CommandLine|contains: ${SECRET}\n  condition: selection\ntags:\n  - tlp.red\n`;
    const { body } = await post({ inputType: 'sigma', yaml }).expect(200);
    expect(body.data).toMatchObject({ tlp: 'red', kept: false, rules: [{ tlp: 'red' }] });
    expect(await tablesWith(SECRET)).toEqual([]);
  });

  test('nor is it in what the process logs, however much that is', async () => {
    const api = startProcess('api', app.harness.database, { LOG_LEVEL: 'trace' });
    const { url } = await api.listening();
    const send = (text: string) =>
      request(url)
        .post('/v1/generate')
        .set(bearer(app.key))
        .send({ inputType: 'text', text, options: { keep: false } });
    await send(textOf('TLP:RED')).expect(200);
    // One that is refused for what is in it.
    await send(`{\\rtf1 {\\v ${SECRET}}}`).expect(422);
    api.child.kill('SIGTERM');
    await api.exited;
    expect(api.log()).toMatch(/"\/v1\/generate"|v1\/generate/);
    expect(api.log()).not.toContain(SECRET);
  });

  test('that it happened is in the audit log and counted, without address and title', async () => {
    const data = await generate('TLP:RED');
    const row = await app.instance.db('auth.audit_log').where({ target_id: data.id }).first();
    expect(row).toMatchObject({ action: 'rule.generated' });
    expect(row.details).toEqual({ inputType: 'text', url: null, rules: data.rules.length, kept: false });
  });
});

describe('a mark', () => {
  test('of AMBER is answered, stored and carried by each rule', async () => {
    const data = await generate('TLP:AMBER');
    expect(data).toMatchObject({ tlp: 'amber', kept: true, keptReason: null });
    const stored = (await get(`/v1/generations/${data.id}`).expect(200)).body.data;
    expect(stored).toMatchObject({ tlp: 'amber', kept: true });
    const { body } = await get(`/v1/rules/${data.rules[0].key}`).expect(200);
    expect(body.data).toMatchObject({ tlp: 'amber', yaml: expect.stringContaining('- tlp.amber') });
  });

  test('of RED does not keep its reader from storing it', async () => {
    const data = await generate('TLP:RED', { keep: true });
    expect(data).toMatchObject({ tlp: 'red', kept: true, keptReason: null });
    await get(`/v1/generations/${data.id}`).expect(200);
  });

  test.each([
    [{ tlp: 'black' }, 'options.tlp'],
    [{ keep: 'no' }, 'options.keep'],
  ])('is refused where it is none: %j', async (options, path) => {
    const { body } = await post({ inputType: 'text', text: 'x', options }).expect(400);
    expect(body.error.details).toEqual([expect.objectContaining({ path })]);
  });
});
