import { createLog, createRedis, type Redis } from '@tripline/service';
import { testRedisUrl } from '@tripline/stack';
import { as, joined, newTeam } from '../../../../packages/auth/test/support/teams.js';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { createKey, type Instance, signedInUser, type TestUser, untilReady } from '../support/harness.js';
import { call, pipelineNaming, savePipeline } from '../support/pipelines.js';
import { ADVISORY, BROUGHT_RULE } from '../support/sample-advisory.js';
import { miscounted } from '../support/stored-bytes.js';

let app: GenerationHarness;
let at: Instance;
let redis: Redis;
beforeAll(async () => {
  app = await createGenerationHarness({ NODE_ENV: 'development' });
  at = await untilReady(app.instance);
  const log = createLog({ name: 'test', level: 'silent' });
  redis = createRedis({ url: testRedisUrl(), role: 'worker', name: 'test', log });
});
afterAll(async () => {
  redis.disconnect();
  await app.close();
});

const KEY = '5b7a3c0e-5d7b-4c56-9a57-0c9c6f1f7a11';

const bring = async (user: TestUser, options?: object) => {
  const body = { inputType: 'sigma', yaml: BROUGHT_RULE, ...(options === undefined ? {} : { options }) };
  return (await call(at, user.jwt, 'post', '/v1/generate', body).expect(200)).body.data;
};
const read = async (user: TestUser, path = `/v1/rules/${KEY}`) =>
  (await call(at, user.jwt, 'get', path).expect(200)).body.data;
const listed = async (user: TestUser, path = '/v1/rules') => (await read(user, path)).rules[0];
const change = (user: TestUser, id: string, field: string) =>
  call(at, user.jwt, 'put', `/v1/pipelines/${id}`, {
    name: `with ${field}`,
    text: pipelineNaming(field),
    default: true,
  }).expect(200);

describe('POST /v1/generate', () => {
  test('answers and saves with the default pipeline, and remembers which', async () => {
    const user = await signedInUser(at, 'pro');
    const id = await savePipeline(at, user.jwt, 'cmd', { default: true });
    const { rules } = await bring(user);
    expect(rules[0].conversions.siem_spl).toContain('cmd=');
    expect(rules[0].stale).toBe(false);
    const rule = await read(user);
    expect(rule.conversions).toEqual(rules[0].conversions);
    const { sha256 } = await read(user, `/v1/pipelines/${id}`);
    expect(rule).toMatchObject({ pipeline: { id, sha256 }, stale: false });
    const text = { inputType: 'text', text: ADVISORY };
    const drafted = (await call(at, user.jwt, 'post', '/v1/generate', text).expect(200)).body.data.rules;
    const queries = JSON.stringify(drafted.map(({ conversions }: { conversions: object }) => conversions));
    expect(queries).toContain('cmd=');
    expect(queries).not.toContain('CommandLine=');
  });

  test('answers with the pipelines it was sent, and saves with the default one', async () => {
    const user = await signedInUser(at, 'pro');
    await savePipeline(at, user.jwt, 'cmd', { default: true });
    const shown = await bring(user, { pipelines: [{ text: pipelineNaming('shown') }] });
    expect(shown.rules[0].conversions.siem_spl).toContain('shown=');
    const plain = await bring(user, { pipelines: [] });
    expect(plain.rules[0].conversions.siem_spl).toContain('CommandLine=');
    expect((await read(user)).conversions.siem_spl).toContain('cmd=');
    expect((await read(user, `/v1/generations/${shown.id}`)).rules[0].conversions.siem_spl).toContain('cmd=');
  });

  test('gives the same bytes for the same document, options and pipeline', async () => {
    const user = await signedInUser(at, 'pro');
    await savePipeline(at, user.jwt, 'cmd', { default: true });
    const [first, second] = [await bring(user), await bring(user)];
    expect(JSON.stringify(second.rules)).toBe(JSON.stringify(first.rules));
    const options = { pipelines: [{ text: pipelineNaming('shown') }] };
    const [third, fourth] = [await bring(user, options), await bring(user, options)];
    expect(JSON.stringify(fourth.rules)).toBe(JSON.stringify(third.rules));
  });

  test('refuses a pipeline of nobody before anything is drafted or saved', async () => {
    const user = await signedInUser(at, 'pro');
    const options = { pipelines: [KEY] };
    const body = { inputType: 'sigma', yaml: BROUGHT_RULE, options };
    await call(at, user.jwt, 'post', '/v1/generate', body).expect(404);
    expect((await read(user, '/v1/rules')).rules).toEqual([]);
  });

  test('keeps a rule that the pipeline refuses, and says so where its queries would be', async () => {
    const user = await signedInUser(at, 'pro');
    const text = `transformations:
  - type: rule_failure
    message: not here
    rule_conditions:
      - type: logsource
        category: process_creation
`;
    await call(at, user.jwt, 'post', '/v1/pipelines', { name: 'refusing', text, default: true }).expect(201);
    const { rules } = await bring(user);
    expect(rules[0].conversions).toEqual({});
    expect(JSON.stringify(rules[0].notes.siem_spl)).toContain('not here');
  });
});

describe('a stored rule', () => {
  test('comes out in the new fields after the team’s pipeline changed, in no new version', async () => {
    const { owner } = await newTeam(at);
    const member = await joined(at, owner);
    await bring(member);
    const before = await read(member);
    expect(before.conversions.siem_spl).toContain('CommandLine=');
    const id = await savePipeline(at, owner.jwt, 'first', { default: true });
    expect(await listed(member)).toMatchObject({ stale: true });
    expect(await listed(owner, '/v1/team/rules')).toMatchObject({ stale: true });
    const after = await read(member);
    expect(after.conversions.siem_spl).toContain('first=');
    expect(after).toMatchObject({ stale: false, pipeline: { id } });
    expect(await listed(member)).toMatchObject({ stale: false });
    await change(owner, id, 'second');
    expect(await listed(member)).toMatchObject({ stale: true });
    expect((await as(at, owner, 'get', `/rules/${KEY}`).expect(200)).body.data.conversions.siem_spl).toContain(
      'second=',
    );
    await call(at, owner.jwt, 'delete', `/v1/pipelines/${id}`).expect(200);
    const back = await read(member);
    expect(back).toMatchObject({ conversions: before.conversions, notes: before.notes, pipeline: null });
    expect(back.versions).toHaveLength(1);
    expect(await miscounted(at.db)).toEqual([]);
  });

  test('keeps the pipeline’s conversions once they are made: reading again takes no engine', async () => {
    const user = await signedInUser(at, 'pro');
    await bring(user);
    await savePipeline(at, user.jwt, 'cmd', { default: true });
    const first = await call(at, user.jwt, 'get', `/v1/rules/${KEY}`).expect(200);
    const idle = app.harness.start();
    const again = await call(idle, user.jwt, 'get', `/v1/rules/${KEY}`).expect(200);
    expect(again.body.data).toEqual(first.body.data);
  });

  test('is answered alike to two who read it at once', async () => {
    const user = await signedInUser(at, 'pro');
    await bring(user);
    await savePipeline(at, user.jwt, 'cmd', { default: true });
    const answers = await Promise.all([1, 2, 3].map(() => read(user)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0].conversions.siem_spl).toContain('cmd=');
    expect(await miscounted(at.db)).toEqual([]);
  });

  test('is answered as it is, and stale, where its reader may use the engine no more', async () => {
    const user = await signedInUser(at, 'free');
    await bring(user);
    await savePipeline(at, user.jwt, 'cmd', { default: true });
    await redis.set(`tripline:work:{${user.id}}:engine-ms`, 60_000, 'PX', 3_600_000);
    const rule = (await call(at, user.jwt, 'get', `/v1/rules/${KEY}`).expect(200)).body.data;
    expect(rule).toMatchObject({ stale: true, pipeline: null });
    expect(rule.conversions.siem_spl).toContain('CommandLine=');
  });

  test('has every version it is read in made anew', async () => {
    const user = await signedInUser(at, 'pro');
    await bring(user);
    const yaml = BROUGHT_RULE.replace(/^title: .*$/m, 'title: Edited');
    await call(at, user.jwt, 'patch', `/v1/rules/${KEY}`, { yaml }).expect(200);
    await savePipeline(at, user.jwt, 'cmd', { default: true });
    const first = await read(user, `/v1/rules/${KEY}/versions/1`);
    expect(first.conversions.siem_spl).toContain('cmd=');
    expect(first).toMatchObject({ stale: false, version: 1 });
    const edited = await call(at, user.jwt, 'patch', `/v1/rules/${KEY}`, { yaml }).expect(200);
    expect(edited.body.data.conversions.siem_spl).toContain('cmd=');
    expect(edited.body.data.versions).toHaveLength(2);
  });

  test('is edited with the default pipeline', async () => {
    const user = await signedInUser(at, 'pro');
    await bring(user);
    const id = await savePipeline(at, user.jwt, 'cmd', { default: true });
    const yaml = BROUGHT_RULE.replace(/^title: .*$/m, 'title: Edited');
    const { data } = (await call(at, user.jwt, 'patch', `/v1/rules/${KEY}`, { yaml }).expect(200)).body;
    expect(data.conversions.siem_spl).toContain('cmd=');
    expect(data).toMatchObject({ stale: false, pipeline: { id } });
  });

  test('from outside the team keeps one’s own default in it', async () => {
    const { owner } = await newTeam(at);
    const user = await signedInUser(at, 'pro');
    await savePipeline(at, user.jwt, 'own', { default: true });
    await bring(user);
    const { body } = await as(at, owner, 'post', '/invite', { email: user.email }).expect(201);
    const token = new URL(body.data.link).hash.replace('#token=', '');
    await as(at, user, 'post', '/invitations/accept', { token }).expect(200);
    await savePipeline(at, owner.jwt, 'team', { default: true });
    expect((await read(user)).conversions.siem_spl).toContain('own=');
    const file = await call(at, user.jwt, 'get', `/v1/rules/${KEY}/export?format=savedsearches`).expect(200);
    expect(file.text).toContain('own=');
    await as(at, owner, 'delete', '').expect(200);
    expect((await read(user)).conversions.siem_spl).toContain('own=');
  });
});

test('a generation read again has its rules in the fields of now', async () => {
  const user = await signedInUser(at, 'pro');
  const body = { inputType: 'text', text: ADVISORY };
  const made = (await call(at, user.jwt, 'post', '/v1/generate', body).expect(200)).body.data;
  await savePipeline(at, user.jwt, 'cmd', { default: true });
  const again = await read(user, `/v1/generations/${made.id}`);
  expect(again.rules).toHaveLength(made.rules.length);
  const queries = JSON.stringify(again.rules.map(({ conversions }: { conversions: object }) => conversions));
  expect(queries).toContain('cmd=');
  expect(queries).not.toContain('CommandLine=');
  for (const rule of again.rules) expect(rule.stale).toBe(false);
  for (const row of (await read(user, '/v1/rules')).rules) expect(row.stale).toBe(false);
});

describe('an export', () => {
  test('of one rule is in the default pipeline’s fields, in those of another, and in none', async () => {
    const user = await signedInUser(at, 'pro');
    await bring(user);
    const file = async (query = '') =>
      (await call(at, user.jwt, 'get', `/v1/rules/${KEY}/export?format=savedsearches${query}`).expect(200)).text;
    const plain = await file();
    const other = await savePipeline(at, user.jwt, 'other');
    await savePipeline(at, user.jwt, 'cmd', { default: true });
    expect(await file()).toContain('cmd=');
    expect(await file(`&pipelines=${other}`)).toContain('other=');
    expect(await file('&pipelines=none')).toBe(plain);
    const refused = (query: string) =>
      call(at, user.jwt, 'get', `/v1/rules/${KEY}/export?format=yaral&pipelines=${query}`);
    expect(await file('&stack=windows_classic&pipelines=none')).not.toBe(plain);
    expect(await file('&index=windows')).toMatch(/index="?windows/);
    await call(at, user.jwt, 'get', `/v1/rules/${KEY}/export?format=sentinel-yaml&stack=cim`).expect(409);
    await call(at, user.jwt, 'get', `/v1/rules/${KEY}/export?format=yaral&stack=ours`).expect(400);
    await refused('all').expect(400);
    await refused(`${other},`).expect(400);
    await refused(KEY).expect(404);
  });

  test('of many rules has all in the fields of now, with the same bytes each time', async () => {
    const user = await signedInUser(at, 'pro');
    const { key } = await createKey(at, user);
    await bring(user);
    const zip = async (options?: object): Promise<Buffer> => {
      const body = { ruleKeys: [KEY], formats: ['savedsearches'], ...(options === undefined ? {} : { options }) };
      const answer = await call(at, key, 'post', '/v1/rules/export', body)
        .buffer(true)
        .parse((res, done) => {
          const chunks: Buffer[] = [];
          res.on('data', (chunk: Buffer) => chunks.push(chunk));
          res.on('end', () => done(null, Buffer.concat(chunks)));
        })
        .expect(200);
      return answer.body;
    };
    const plain = await zip();
    await savePipeline(at, user.jwt, 'cmd', { default: true });
    const dressed = await zip();
    expect(dressed.equals(plain)).toBe(false);
    expect((await zip()).equals(dressed)).toBe(true);
    expect((await zip({ pipelines: [] })).equals(plain)).toBe(true);
    expect((await zip({ pipelines: [{ text: pipelineNaming('cmd') }] })).equals(dressed)).toBe(true);
  });
});
