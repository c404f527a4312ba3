import { randomUUID } from 'node:crypto';
import { as, auditOf, joined, newTeam } from '../../../../packages/auth/test/support/teams.js';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, createKey, type Instance, signedInUser } from '../support/harness.js';
import { call, pipelineNaming, savePipeline } from '../support/pipelines.js';
import { BROUGHT_RULE } from '../support/sample-advisory.js';

let app: GenerationHarness;
let at: Instance;
beforeAll(async () => {
  app = await createGenerationHarness({ NODE_ENV: 'development' });
  at = app.instance;
});
afterAll(() => app.close());

const splOf = async (credential: string, options?: object): Promise<string> => {
  const body = { yaml: BROUGHT_RULE, ...(options === undefined ? {} : { options }) };
  return (await call(at, credential, 'post', '/v1/convert', body).expect(200)).body.data.rules[0].conversions.siem_spl;
};

const convertTo = async (target: string, options: object): Promise<string> => {
  const body = { yaml: BROUGHT_RULE, options: { targetSiems: [target], ...options } };
  return (await call(at, app.key, 'post', '/v1/convert', body).expect(200)).body.data.rules[0].conversions[target];
};

describe('a saved pipeline', () => {
  test('is listed, read, replaced and deleted, its text as it was sent', async () => {
    const { jwt, email } = await signedInUser(at, 'pro');
    const text = pipelineNaming('cmd');
    const made = await call(at, jwt, 'post', '/v1/pipelines', { name: 'Ours', text }).expect(201);
    const { id } = made.body.data;
    expect(made.body.data).toMatchObject({ name: 'Ours', text, default: false, owner: 'user', trial: [] });
    expect(made.body.data.createdBy.email).toBe(email);
    const listed = (await call(at, jwt, 'get', '/v1/pipelines').expect(200)).body.data.pipelines;
    expect(listed).toHaveLength(1);
    expect(listed[0]).not.toHaveProperty('text');
    const changed = { name: 'Theirs', text: pipelineNaming('other'), default: true };
    const now = (await call(at, jwt, 'put', `/v1/pipelines/${id}`, changed).expect(200)).body.data;
    expect(now).toMatchObject({ ...changed, id });
    expect(now.sha256).not.toBe(made.body.data.sha256);
    expect((await call(at, jwt, 'get', `/v1/pipelines/${id}`).expect(200)).body.data).toMatchObject(changed);
    await call(at, jwt, 'delete', `/v1/pipelines/${id}`).expect(200);
    await call(at, jwt, 'get', `/v1/pipelines/${id}`).expect(404);
    await call(at, jwt, 'delete', `/v1/pipelines/${id}`).expect(404);
  });

  test('is the default in place of the one before', async () => {
    const { jwt } = await signedInUser(at, 'pro');
    const first = await savePipeline(at, jwt, 'first', { default: true });
    const second = await savePipeline(at, jwt, 'second', { default: true });
    const defaults = async () =>
      (await call(at, jwt, 'get', '/v1/pipelines').expect(200)).body.data.pipelines
        .filter((pipeline: { default: boolean }) => pipeline.default)
        .map((pipeline: { id: string }) => pipeline.id);
    expect(await defaults()).toEqual([second]);
    const body = { name: 'first', text: pipelineNaming('first'), default: true };
    await call(at, jwt, 'put', `/v1/pipelines/${first}`, body).expect(200);
    expect(await defaults()).toEqual([first]);
    await Promise.all(['a', 'b', 'c', 'd'].map((field) => savePipeline(at, jwt, field, { default: true })));
    expect(await defaults()).toHaveLength(1);
  });

  test.each([
    ['a text that is no YAML', 'name: [', /line 1, column/],
    ['a text that is no map', '- a', /pipeline is a map/],
    ['a transformation of no kind', 'transformations:\n  - type: sing\n', /line 2, column \d+: .*sing/],
    ['aliases that multiply', `a: &a [${'x,'.repeat(9)}]\nb: [${'*a,'.repeat(99)}]\n`, /alias/],
    [
      'an expression that explodes',
      'transformations:\n  - type: replace_string\n    regex: (?=a)\n    replacement: b\n',
      /line \d+/,
    ],
  ])('is refused with its place for %s', async (_what, text, message) => {
    const answer = await call(at, app.key, 'post', '/v1/pipelines', { name: 'broken', text }).expect(400);
    expect(answer.body.error.details[0].message).toMatch(message);
    expect(answer.body.error.details[0].path).toMatch(/^text/);
    expect((await call(at, app.key, 'get', '/v1/pipelines').expect(200)).body.data.pipelines).toEqual([]);
  });

  test('is refused where it is too large, or holds what cannot be stored', async () => {
    const text = `${pipelineNaming('cmd')}# ${'x'.repeat(128 * 1024)}`;
    for (const body of [{ text }, { text: 'name: a\0b' }, { text: `name: "\uD800"` }, { name: ' ' }, { default: 1 }]) {
      const whole = { name: 'too much', text: pipelineNaming('cmd'), ...body };
      await call(at, app.key, 'post', '/v1/pipelines', whole).expect(400);
    }
  });

  test('says of which samples it makes no query, without being refused for it', async () => {
    const { jwt } = await signedInUser(at, 'pro');
    const text = `transformations:
  - type: rule_failure
    message: no proxies here
    rule_conditions:
      - type: logsource
        category: proxy
`;
    const made = (await call(at, jwt, 'post', '/v1/pipelines', { name: 'strict', text }).expect(201)).body.data;
    expect(made.trial.length).toBeGreaterThan(0);
    for (const issue of made.trial) expect(issue.message).toMatch(/Proxy request.*no proxies here/);
  });

  test('is one of at most twenty of its owner, however many are sent at once', async () => {
    const { jwt } = await signedInUser(at, 'enterprise');
    const bodies = Array.from({ length: 22 }, (_, n) => ({ name: `p${n}`, text: pipelineNaming(`f${n}`) }));
    const statuses: number[] = [];
    for (let n = 0; n < bodies.length; n += 4) {
      const some = bodies.slice(n, n + 4).map((body) => call(at, jwt, 'post', '/v1/pipelines', body));
      statuses.push(...(await Promise.all(some)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 409)).toHaveLength(2);
  });

  test('is made once, however often it is sent with one Idempotency-Key', async () => {
    const { jwt } = await signedInUser(at, 'pro');
    const body = { name: 'once', text: pipelineNaming('cmd') };
    const send = () => call(at, jwt, 'post', '/v1/pipelines', body).set('Idempotency-Key', 'the-same').expect(201);
    const first = (await send()).body.data.id;
    expect((await send()).body.data.id).toBe(first);
    expect((await call(at, jwt, 'get', '/v1/pipelines')).body.data.pipelines).toHaveLength(1);
  });

  test('is read and changed only by keys of these scopes', async () => {
    const user = await signedInUser(at, 'pro');
    const keyOf = async (scope: string): Promise<string> => {
      const body = { name: scope, scopes: [scope] };
      return (await call(at, user.jwt, 'post', '/v1/api-keys', body).expect(201)).body.data.key;
    };
    const [reading, writing] = [await keyOf('rules:read'), await keyOf('rules:write')];
    const body = { name: 'x', text: pipelineNaming('cmd') };
    await call(at, reading, 'get', '/v1/pipelines').expect(200);
    await call(at, reading, 'post', '/v1/pipelines', body).expect(403);
    await call(at, writing, 'post', '/v1/pipelines', body).expect(201);
  });
});

describe('whose a pipeline is', () => {
  test('another’s is 404, to read, change, delete and convert with', async () => {
    const [owner, stranger] = [await signedInUser(at, 'pro'), await signedInUser(at, 'pro')];
    const id = await savePipeline(at, owner.jwt, 'cmd', { default: true });
    const body = { name: 'mine now', text: pipelineNaming('evil') };
    await call(at, stranger.jwt, 'get', `/v1/pipelines/${id}`).expect(404);
    await call(at, stranger.jwt, 'put', `/v1/pipelines/${id}`, body).expect(404);
    await call(at, stranger.jwt, 'delete', `/v1/pipelines/${id}`).expect(404);
    expect((await call(at, stranger.jwt, 'get', '/v1/pipelines')).body.data.pipelines).toEqual([]);
    for (const other of [id, randomUUID()]) {
      const asked = { yaml: BROUGHT_RULE, options: { pipelines: [other] } };
      const answer = await call(at, stranger.jwt, 'post', '/v1/convert', asked).expect(404);
      expect(answer.body.error.message).toBe(`There is no pipeline ${other}.`);
    }
    expect(await splOf(stranger.jwt)).not.toContain('cmd=');
    expect(await splOf(owner.jwt)).toContain('cmd=');
  });

  test('a team’s is read and used by all its members, and changed by owner and admins', async () => {
    const { id: teamId, owner } = await newTeam(at);
    const [admin, member] = [await joined(at, owner, 'admin'), await joined(at, owner)];
    const id = await savePipeline(at, admin.jwt, 'team_cmd', { default: true });
    const body = { name: 'changed', text: pipelineNaming('team_cmd_2'), default: true };
    expect((await call(at, member.jwt, 'get', `/v1/pipelines/${id}`).expect(200)).body.data.owner).toBe('team');
    expect(await splOf(member.jwt)).toContain('team_cmd=');
    await call(at, member.jwt, 'post', '/v1/pipelines', body).expect(403);
    await call(at, member.jwt, 'put', `/v1/pipelines/${id}`, body).expect(403);
    await call(at, member.jwt, 'delete', `/v1/pipelines/${id}`).expect(403);
    await call(at, owner.jwt, 'put', `/v1/pipelines/${id}`, body).expect(200);
    expect(await splOf(member.jwt)).toContain('team_cmd_2=');
    await call(at, admin.jwt, 'delete', `/v1/pipelines/${id}`).expect(200);
    const told = (await auditOf(at, teamId)).filter(({ action }) => action.startsWith('pipeline.'));
    expect(told.map(({ action, targetId }) => [action, targetId])).toEqual(
      ['created', 'changed', 'deleted'].map((what) => [`pipeline.${what}`, id]),
    );
    expect(told[0]?.details).toMatchObject({ name: 'with team_cmd', default: true });
  });

  test('the team’s default holds in the team, one’s own outside of it', async () => {
    const { owner } = await newTeam(at);
    const user = await signedInUser(at, 'pro');
    await savePipeline(at, user.jwt, 'own_cmd', { default: true });
    expect(await splOf(user.jwt)).toContain('own_cmd=');
    const { body } = await as(at, owner, 'post', '/invite', { email: user.email }).expect(201);
    const token = new URL(body.data.link).hash.replace('#token=', '');
    await as(at, user, 'post', '/invitations/accept', { token }).expect(200);
    expect(await splOf(user.jwt)).not.toContain('own_cmd=');
    await savePipeline(at, owner.jwt, 'team_cmd', { default: true });
    expect(await splOf(user.jwt)).toContain('team_cmd=');
    await as(at, user, 'post', '/leave').expect(200);
    expect(await splOf(user.jwt)).toContain('own_cmd=');
  });

  test('when a team ends, its pipelines are their makers’, and none of them takes the place of a default', async () => {
    const { owner } = await newTeam(at);
    const admin = await signedInUser(at, 'pro');
    await savePipeline(at, admin.jwt, 'own_cmd', { default: true });
    const { body } = await as(at, owner, 'post', '/invite', { email: admin.email, role: 'admin' }).expect(201);
    const token = new URL(body.data.link).hash.replace('#token=', '');
    await as(at, admin, 'post', '/invitations/accept', { token }).expect(200);
    const id = await savePipeline(at, admin.jwt, 'team_cmd', { default: true });
    await as(at, owner, 'delete', '').expect(200);
    const { data } = (await call(at, admin.jwt, 'get', `/v1/pipelines/${id}`).expect(200)).body;
    expect(data).toMatchObject({ owner: 'user', default: false });
    expect(await splOf(admin.jwt)).toContain('own_cmd=');
    await call(at, owner.jwt, 'get', `/v1/pipelines/${id}`).expect(404);
  });

  test('a service account has the team’s', async () => {
    const { owner } = await newTeam(at);
    await savePipeline(at, owner.jwt, 'team_cmd', { default: true });
    const account = (await as(at, owner, 'post', '/service-accounts', { name: 'deploy' }).expect(201)).body.data;
    const made = await as(at, owner, 'post', `/service-accounts/${account.id}/keys`, { name: 'key' }).expect(201);
    expect(await splOf(made.body.data.key)).toContain('team_cmd=');
  });
});

describe('POST /v1/convert', () => {
  test('takes pipelines by id, as text, several, and none', async () => {
    const user = await signedInUser(at, 'pro');
    const { key } = await createKey(at, user);
    const plain = await splOf(key);
    const id = await savePipeline(at, user.jwt, 'cmd', { default: true });
    expect(await splOf(key)).toContain('cmd=');
    expect(await splOf(key, { pipelines: [] })).toBe(plain);
    expect(await splOf(key, { pipelines: [{ text: pipelineNaming('inline') }] })).toContain('inline=');
    const renaming = pipelineNaming('second').replace('CommandLine', 'cmd').replace('priority: 10', 'priority: 20');
    expect(await splOf(key, { pipelines: [{ text: renaming }, id] })).toContain('second=');
    expect(await splOf(key, { pipelines: [id] })).toBe(await splOf(key, { pipelines: [id] }));
  });

  test('takes a named stack for each backend, and where the data is', async () => {
    const catalogue = (await at.http.get('/v1/backends').expect(200)).body.data.backends;
    for (const { id, stacks } of catalogue) {
      expect(stacks.filter((stack: { default: boolean }) => stack.default)).toHaveLength(1);
      const plain = await convertTo(id, {});
      expect(await convertTo(id, { stack: { [id]: stacks[0].id } })).toBe(plain);
      for (const stack of stacks.slice(1)) expect(await convertTo(id, { stack: { [id]: stack.id } })).not.toBe(plain);
    }
    expect(await convertTo('siem_spl', { index: 'windows', sourcetype: 'XmlWinEventLog' })).toMatch(
      /index="?windows"? .*sourcetype="?XmlWinEventLog/,
    );
    expect(await convertTo('siem_kql', { table: 'OurTable' })).toContain('OurTable');
    const wrong = [{ stack: { siem_kql: 'cim' } }, { stack: 'cim' }, { index: 'a | delete' }, { table: 'a b' }];
    for (const options of wrong) {
      await call(at, app.key, 'post', '/v1/convert', { yaml: BROUGHT_RULE, options }).expect(400);
    }
  });

  test('uses the built-in maps after the pipelines, or not, as the pipeline or the request says', async () => {
    const { jwt } = await signedInUser(at, 'pro');
    const body = { name: 'alone', text: pipelineNaming('cmd'), default: true, builtInMaps: false };
    const { id, sha256 } = (await call(at, jwt, 'post', '/v1/pipelines', body).expect(201)).body.data;
    const alone = await splOf(jwt);
    expect(alone).toContain('cmd=');
    expect(alone).not.toContain('XmlWinEventLog');
    const both = await splOf(jwt, { builtInMaps: true });
    expect(both).toMatch(/XmlWinEventLog.*cmd=/);
    const now = (await call(at, jwt, 'put', `/v1/pipelines/${id}`, { ...body, builtInMaps: true }).expect(200)).body
      .data;
    expect(now.sha256).not.toBe(sha256);
    expect(await splOf(jwt)).toBe(both);
    expect(await splOf(jwt, { builtInMaps: false })).toBe(alone);
    expect(await splOf(jwt, { builtInMaps: false, pipelines: [] })).toContain('CommandLine=');
  });

  test('writes deployable forms with the pipeline', async () => {
    const options = { formats: ['savedsearches'], pipelines: [{ text: pipelineNaming('cmd') }] };
    const body = { yaml: BROUGHT_RULE, options };
    const answer = await call(at, app.key, 'post', '/v1/convert', body).expect(200);
    expect(answer.body.data.rules[0].deployments.savedsearches.text).toContain('cmd=');
  });

  test('gives no query that pipelines have made longer than a million characters, and says so', async () => {
    const text = `postprocessing:\n  - type: embed\n    prefix: '${'x'.repeat(110_000)}'\n`;
    const options = { pipelines: Array.from({ length: 10 }, () => ({ text })), targetSiems: ['siem_spl'] };
    const answer = await call(at, app.key, 'post', '/v1/convert', { yaml: BROUGHT_RULE, options }).expect(200);
    expect(answer.body.data.rules[0].conversions).toEqual({});
    expect(answer.body.data.rules[0].errors.siem_spl.message).toMatch(/characters/);
  });

  test('refuses a text with its place, a list of more than ten, and what is neither id nor text', async () => {
    const broken = { yaml: BROUGHT_RULE, options: { pipelines: [{ text: 'transformations:\n  - type: sing\n' }] } };
    const answer = await call(at, app.key, 'post', '/v1/convert', broken).expect(400);
    expect(answer.body.error.details[0]).toMatchObject({
      path: expect.stringMatching(/^options\.pipelines\[0\]\.text/),
      message: expect.stringMatching(/^line 2/),
    });
    const eleven = Array.from({ length: 11 }, () => ({ text: pipelineNaming('x') }));
    for (const pipelines of [eleven, ['ours'], [{}], 'none']) {
      await call(at, app.key, 'post', '/v1/convert', { yaml: BROUGHT_RULE, options: { pipelines } }).expect(400);
    }
  });
});

test('nobody without a credential gets to pipelines', async () => {
  await at.http.get('/v1/pipelines').expect(401);
  await at.http.post('/v1/pipelines').set(bearer('nonsense')).send({}).expect(401);
});
