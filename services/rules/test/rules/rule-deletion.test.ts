import { randomUUID } from 'node:crypto';
import { as, auditOf, joined, newTeam } from '../../../../packages/auth/test/support/teams.js';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, type Instance, signedInUser, type TestUser } from '../support/harness.js';
import { insertRules } from '../support/rule-rows.js';
import { ADVISORY, BROUGHT_RULE } from '../support/sample-advisory.js';

let app: GenerationHarness;
let service: Instance;
let user: TestUser;
beforeAll(async () => {
  app = await createGenerationHarness({ NODE_ENV: 'development' });
  service = app.instance;
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await signedInUser(service, 'pro');
});

const call = (who: TestUser, method: 'get' | 'post' | 'patch' | 'delete', path: string, body?: object) => {
  const request = service.http[method](path).set(bearer(who.jwt));
  return body === undefined ? request : request.send(body);
};
const bring = async (
  who: TestUser,
  title: string,
  key: string = randomUUID(),
): Promise<{ key: string; id: string }> => {
  const yaml = BROUGHT_RULE.replace(/^id: .*$/m, `id: ${key}`).replace(/^title: .*$/m, `title: ${title}`);
  const { body } = await call(who, 'post', '/v1/generate', { inputType: 'sigma', yaml }).expect(200);
  return { key, id: body.data.id };
};
const titlesOf = async (who: TestUser): Promise<string[]> => {
  const { rules } = (await call(who, 'get', '/v1/rules?limit=200').expect(200)).body.data;
  return rules.map(({ title }: { title: string }) => title).sort();
};
const recorded = async (who: TestUser) =>
  (await service.db('auth.audit_log').where({ actor_id: who.id, action: 'rule.deleted' }).orderBy('id')).map(
    ({ target_id: id, details }) => ({ id, details }),
  );

describe('DELETE /v1/rules/{key}', () => {
  test('deletes the rule with its versions, and records it', async () => {
    const { key } = await bring(user, 'Gone');
    await bring(user, 'Gone, changed', key);
    await bring(user, 'Stays');
    const { body } = await call(user, 'delete', `/v1/rules/${key}`).expect(200);
    expect(body.data).toEqual({ deleted: 1, freedBytes: expect.any(Number), more: false });
    for (const path of [key, `${key}/versions/1`, `${key}/export?format=sigma`]) {
      await call(user, 'get', `/v1/rules/${path}`).expect(404);
    }
    await call(user, 'delete', `/v1/rules/${key}`).expect(404);
    expect(await titlesOf(user)).toEqual(['Stays']);
    expect(await recorded(user)).toEqual([{ id: key, details: { title: 'Gone, changed', owner: 'user' } }]);
  });

  test('leaves the generation readable, which names the rule and says that it was deleted', async () => {
    const { body } = await call(user, 'post', '/v1/generate', { inputType: 'text', text: ADVISORY }).expect(200);
    const [first, second, ...others] = body.data.rules;
    await call(user, 'delete', `/v1/rules/${second.key}`).expect(200);
    const { data } = (await call(user, 'get', `/v1/generations/${body.data.id}`).expect(200)).body;
    expect(data.rules).toEqual([first, ...others]);
    expect(data.notKept).toEqual([{ key: second.key, title: second.title, reason: 'The rule has been deleted.' }]);
    const { generations } = (await call(user, 'get', '/v1/generations').expect(200)).body.data;
    expect(generations[0].ruleCount).toBe(body.data.rules.length);
    // Generated again it is a new rule.
    const again = await call(user, 'post', '/v1/generate', { inputType: 'text', text: ADVISORY }).expect(200);
    expect(again.body.data.rules.map(({ key }: { key: string }) => key)).toContain(second.key);
    expect((await call(user, 'get', `/v1/rules/${second.key}`).expect(200)).body.data.versions).toHaveLength(1);
  });

  test("is for every member of the rule's team, as editing is, and a plain 404 for anybody else", async () => {
    const { id, owner } = await newTeam(service);
    const member = await joined(service, owner);
    const { key } = await bring(owner, "The owner's");
    const foreign = await call(user, 'delete', `/v1/rules/${key}`).expect(404);
    const unknown = randomUUID();
    const missing = await call(user, 'delete', `/v1/rules/${unknown}`).expect(404);
    const plain = (text: string) => text.replace(/[\da-f-]{36}/, 'KEY');
    expect(plain(foreign.body.error.message)).toBe(plain(missing.body.error.message));
    await call(member, 'delete', `/v1/rules/${key}`).expect(200);
    expect(await titlesOf(owner)).toEqual([]);
    const events = (await auditOf(service, id)).filter(({ action }) => action === 'rule.deleted');
    expect(events).toMatchObject([{ actorId: member.id, targetId: key, outcome: 'success' }]);
  });

  test("takes the team's rule before the caller's own of the same key", async () => {
    const { owner } = await newTeam(service);
    const { key } = await bring(user, 'My own');
    const { body } = await as(service, owner, 'post', '/invite', { email: user.email }).expect(201);
    const token = new URL(body.data.link).hash.replace('#token=', '');
    await as(service, user, 'post', '/invitations/accept', { token }).expect(200);
    await bring(user, "The team's", key);
    await call(user, 'delete', `/v1/rules/${key}`).expect(200);
    expect((await call(user, 'get', `/v1/rules/${key}`).expect(200)).body.data.title).toBe('My own');
    await call(user, 'delete', `/v1/rules/${key}`).expect(200);
    await call(user, 'get', `/v1/rules/${key}`).expect(404);
    // Both are in the team's log, where one key would not tell them apart.
    expect(await recorded(user)).toEqual([
      { id: key, details: { title: "The team's", owner: 'team' } },
      { id: key, details: { title: 'My own', owner: 'user' } },
    ]);
  });

  test('loses nothing that is brought under the same key at the same moment', async () => {
    const { key } = await bring(user, 'First');
    const replica = app.start({}, { threads: 2, queue: 64 });
    const yaml = BROUGHT_RULE.replace(/^id: .*$/m, `id: ${key}`);
    const answers: { readonly status: number; readonly body: { readonly error?: object } }[] = [];
    let bringing = 9;
    const titled = (title: string) => yaml.replace(/^title: .*$/m, `title: ${title}`);
    const bringers = Array.from({ length: bringing }, async (_, n) => {
      for (const title of [`T${n}`, `U${n}`, `T${n}`, `V${n}`]) {
        const body = { inputType: 'sigma', yaml: titled(title) };
        answers.push(await replica.http.post('/v1/generate').set(bearer(user.jwt)).send(body));
      }
      bringing -= 1;
    });
    const deleters = Array.from({ length: 3 }, async () => {
      while (bringing > 0) answers.push(await call(user, 'delete', `/v1/rules/${key}`));
    });
    await Promise.all([...bringers, ...deleters]);
    expect(answers.filter(({ status }) => status >= 500).map(({ body }) => body.error)).toEqual([]);
    const { generations } = (await call(user, 'get', '/v1/generations?limit=200').expect(200)).body.data;
    for (const { id } of generations) {
      const { rules, notKept } = (await call(user, 'get', `/v1/generations/${id}`).expect(200)).body.data;
      expect(rules.length + notKept.length).toBe(1);
    }
  });
});

describe('POST /v1/rules/delete', () => {
  test('deletes the rules of these keys, or none where one is unknown', async () => {
    const keys: string[] = [];
    for (const title of ['One', 'Two', 'Three']) keys.push((await bring(user, title)).key);
    const unknown = randomUUID();
    const { body } = await call(user, 'post', '/v1/rules/delete', { ruleKeys: [keys[0], unknown] }).expect(404);
    expect(body.error.message).toBe(`There is no rule ${unknown}.`);
    expect(await titlesOf(user)).toHaveLength(3);
    const answer = await call(user, 'post', '/v1/rules/delete', { ruleKeys: keys.slice(0, 2) }).expect(200);
    expect(answer.body.data).toMatchObject({ deleted: 2, more: false });
    expect(await titlesOf(user)).toEqual(['Three']);
    expect(await recorded(user)).toEqual([
      { id: null, details: { rules: 2, ruleKeys: expect.arrayContaining(keys.slice(0, 2)) } },
    ]);
  });

  test("deletes what the caller's list shows under a filter, and nobody else's", async () => {
    const { owner } = await newTeam(service);
    const member = await joined(service, owner);
    await bring(owner, 'Owner keeps');
    await bring(member, 'Member goes');
    const { key } = await bring(member, 'Member keeps');
    await call(member, 'patch', `/v1/rules/${key}`, { state: 'deployed' }).expect(200);
    const { body } = await call(member, 'post', '/v1/rules/delete', { filter: { state: 'draft', q: 'e' } }).expect(200);
    expect(body.data).toMatchObject({ deleted: 1, more: false });
    expect([await titlesOf(owner), await titlesOf(member)]).toEqual([['Owner keeps'], ['Member keeps']]);
    expect(await recorded(member)).toMatchObject([{ details: { rules: 1, filter: { state: 'draft', q: 'e' } } }]);
    await call(member, 'post', '/v1/rules/delete', { filter: { state: 'rejected' } }).expect(200);
    expect(await recorded(member)).toHaveLength(1);
  });

  test('deletes 500 rules at once and says whether there are more', async () => {
    await insertRules(
      service.db,
      Array.from({ length: 501 }, () => ({ createdBy: user.id })),
    );
    const all = { filter: { state: 'draft' } };
    const first = await call(user, 'post', '/v1/rules/delete', all).expect(200);
    expect(first.body.data).toMatchObject({ deleted: 500, more: true });
    const second = await call(user, 'post', '/v1/rules/delete', all).expect(200);
    expect(second.body.data).toMatchObject({ deleted: 1, more: false });
  });

  test.each([
    [{}],
    [{ ruleKeys: [] }],
    [{ ruleKeys: ['x'] }],
    [{ filter: {} }],
    [{ filter: { state: 'lost' } }],
    [{ filter: { limit: 3 } }],
    [{ ruleKeys: [randomUUID()], filter: { state: 'draft' } }],
    [{ ruleKeys: Array.from({ length: 501 }, () => randomUUID()) }],
  ])('refuses the body %.60j with 400', async (body) => {
    const answer = await call(user, 'post', '/v1/rules/delete', body).expect(400);
    expect(answer.body.error.details.length).toBeGreaterThan(0);
  });
});

describe('DELETE /v1/generations/{id}', () => {
  test('deletes it and its document, leaves its rules, and is recorded', async () => {
    const { body } = await call(user, 'post', '/v1/generate', { inputType: 'text', text: ADVISORY, title: 'T' }).expect(
      200,
    );
    const { id, rules } = body.data;
    await call(user, 'delete', `/v1/generations/${id}`).expect(200);
    for (const path of ['', '/document']) await call(user, 'get', `/v1/generations/${id}${path}`).expect(404);
    await call(user, 'delete', `/v1/generations/${id}`).expect(404);
    await call(user, 'get', `/v1/rules/${rules[0].key}`).expect(200);
    expect(await service.db('auth.audit_log').where({ action: 'generation.deleted', target_id: id })).toMatchObject([
      { actor_id: user.id, details: { title: 'T', inputType: 'text' } },
    ]);
  });

  test('is a plain 404 for a stranger', async () => {
    const { id } = await bring(user, 'Mine');
    const stranger = await signedInUser(service, 'pro');
    await call(stranger, 'delete', `/v1/generations/${id}`).expect(404);
    await call(user, 'get', `/v1/generations/${id}`).expect(200);
  });
});
