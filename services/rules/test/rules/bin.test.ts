import { randomUUID } from 'node:crypto';
import { purgeBin, RULE_COLUMNS, VERSION_COLUMNS } from '@tripline/rules-service';
import { as, auditOf, joined, newTeam } from '../../../../packages/auth/test/support/teams.js';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, type Instance, PASSWORD, signedInUser, type TestUser } from '../support/harness.js';
import { insertRules } from '../support/rule-rows.js';
import { ADVISORY, BROUGHT_RULE } from '../support/sample-advisory.js';
import { miscounted } from '../support/stored-bytes.js';

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
const bring = async (who: TestUser, title: string, key: string = randomUUID()): Promise<string> => {
  const yaml = BROUGHT_RULE.replace(/^id: .*$/m, `id: ${key}`).replace(/^title: .*$/m, `title: ${title}`);
  await call(who, 'post', '/v1/generate', { inputType: 'sigma', yaml }).expect(200);
  return key;
};
const binOf = async (who: TestUser): Promise<{ ruleKey: string; title: string }[]> =>
  (await call(who, 'get', '/v1/rules/bin').expect(200)).body.data.rules;
const titlesOf = async (who: TestUser): Promise<string[]> =>
  (await call(who, 'get', '/v1/rules?limit=200').expect(200)).body.data.rules
    .map(({ title }: { title: string }) => title)
    .sort();
const usedBytes = async (who: TestUser): Promise<number> =>
  (await call(who, 'get', '/v1/me').expect(200)).body.data.storage.usedBytes;
const remove = (who: TestUser, key: string) => call(who, 'delete', `/v1/rules/${key}`).expect(200);
const restore = (who: TestUser, ...ruleKeys: string[]) => call(who, 'post', '/v1/rules/bin/restore', { ruleKeys });
const recorded = (who: TestUser, action: string) =>
  service.db('auth.audit_log').where({ actor_id: who.id, action }).orderBy('at').select('details');

describe('the bin', () => {
  test('keeps every written column of rules and of versions', async () => {
    const written = async (table: string): Promise<string[]> =>
      (
        await service
          .db('information_schema.columns')
          .where({ table_schema: 'rules', table_name: table, is_generated: 'NEVER' })
          .select('column_name')
      )
        .map(({ column_name: name }) => name)
        .sort();
    expect([...RULE_COLUMNS].sort()).toEqual(await written('rules'));
    expect(await written('deleted_rules')).toEqual([...RULE_COLUMNS, 'bulk_job_id', 'deleted_at', 'deleted_by'].sort());
    expect([...VERSION_COLUMNS].sort()).toEqual(await written('rule_versions'));
    expect(await written('deleted_rule_versions')).toEqual([...VERSION_COLUMNS].sort());
  });

  test('holds a deleted rule, which counts no bytes and is in no list, and gives it back as it was', async () => {
    const key = await bring(user, 'First');
    await bring(user, 'Second', key);
    await call(user, 'patch', `/v1/rules/${key}`, { state: 'accepted' }).expect(200);
    const before = (await call(user, 'get', `/v1/rules/${key}`).expect(200)).body.data;
    const whole = await usedBytes(user);
    const freed = (await remove(user, key)).body.data.freedBytes;
    expect(freed).toBeGreaterThan(0);
    expect(await usedBytes(user)).toBe(whole - freed);
    expect(await titlesOf(user)).toEqual([]);
    const [row] = await binOf(user);
    expect(row).toMatchObject({
      ...{ ruleKey: key, title: 'Second', state: 'accepted', owner: 'user' },
      deletedBy: { userId: user.id, email: user.email },
    });
    const { deletedAt, goneAt } = row as unknown as { deletedAt: string; goneAt: string };
    expect(Date.parse(goneAt) - Date.parse(deletedAt)).toBe(30 * 86_400_000);
    const answer = await restore(user, key).expect(200);
    expect(answer.body.data).toEqual({ restored: 1, notRestored: [], more: false });
    expect((await call(user, 'get', `/v1/rules/${key}`).expect(200)).body.data).toEqual(before);
    expect(await usedBytes(user)).toBe(whole);
    expect(await binOf(user)).toEqual([]);
    expect(await recorded(user, 'rule.restored')).toMatchObject([{ details: { rules: 1, ruleKeys: [key] } }]);
    expect(await miscounted(service.db)).toEqual([]);
  });

  test('gives a rule back to the generations that it came from', async () => {
    const { body } = await call(user, 'post', '/v1/generate', { inputType: 'text', text: ADVISORY }).expect(200);
    const { id, rules } = body.data;
    await remove(user, rules[0].key);
    await restore(user, rules[0].key).expect(200);
    const { data } = (await call(user, 'get', `/v1/generations/${id}`).expect(200)).body;
    expect(data.rules.map(({ key }: { key: string }) => key)).toEqual(rules.map(({ key }: { key: string }) => key));
    expect(data.notKept).toEqual([]);
  });

  test('gives a rule back with its history when its report is read again', async () => {
    const key = await bring(user, 'First');
    await bring(user, 'Second', key);
    await call(user, 'patch', `/v1/rules/${key}`, { state: 'rejected' }).expect(200);
    await remove(user, key);
    await bring(user, 'Third', key);
    const { data } = (await call(user, 'get', `/v1/rules/${key}`).expect(200)).body;
    expect(data).toMatchObject({ title: 'Third', state: 'rejected' });
    expect(data.versions.map(({ title }: { title: string }) => title)).toEqual(['First', 'Second', 'Third']);
    expect(await binOf(user)).toEqual([]);
    expect(await miscounted(service.db)).toEqual([]);
  });

  test('has no say in what is similar', async () => {
    const read = async (text: string) =>
      (await call(user, 'post', '/v1/generate', { inputType: 'text', text }).expect(200)).body.data.rules;
    const similarOf = (rules: { similar: { key: string }[] }[]) =>
      rules.flatMap(({ similar }) => similar.map(({ key }) => key));
    const first = await read(ADVISORY);
    const again = `${ADVISORY}\nAnother telling of the same.`;
    expect(similarOf(await read(again)).length).toBeGreaterThan(0);
    const ruleKeys = first.map(({ key }: { key: string }) => key);
    await call(user, 'post', '/v1/rules/delete', { ruleKeys }).expect(200);
    const similar = similarOf(await read(again));
    expect(similar.filter((key) => ruleKeys.includes(key))).toEqual([]);
    // What comes back has it again, in the answer that brings it back and whenever that is read.
    const back = await call(user, 'post', '/v1/generate', { inputType: 'text', text: ADVISORY }).expect(200);
    const { id, rules } = back.body.data;
    expect((await call(user, 'get', `/v1/generations/${id}`).expect(200)).body.data.rules).toEqual(rules);
    const { data } = (await call(user, 'post', '/v1/generate', { inputType: 'text', text: again }).expect(200)).body;
    expect(similarOf(data.rules).filter((key) => ruleKeys.includes(key)).length).toBeGreaterThan(0);
  });

  test('is paged, the latest deletion first', async () => {
    const keys: string[] = [];
    for (const title of ['A', 'B', 'C']) keys.push(await bring(user, title));
    for (const key of keys) await remove(user, key);
    const first = (await call(user, 'get', '/v1/rules/bin?limit=2').expect(200)).body.data;
    const rest = (await call(user, 'get', `/v1/rules/bin?limit=2&cursor=${first.nextCursor}`).expect(200)).body.data;
    expect([...first.rules, ...rest.rules].map(({ title }) => title)).toEqual(['C', 'B', 'A']);
    expect(first.total).toBe(3);
    expect(rest.nextCursor).toBeNull();
  });

  test('is the team’s for every member, and a plain 404 for anybody else', async () => {
    const { id, owner } = await newTeam(service);
    const member = await joined(service, owner);
    const key = await bring(owner, "The team's");
    await remove(member, key);
    expect(await binOf(owner)).toMatchObject([{ ruleKey: key, owner: 'team', deletedBy: { userId: member.id } }]);
    expect(await binOf(user)).toEqual([]);
    await restore(user, key).expect(404);
    await call(user, 'delete', `/v1/rules/bin?ruleKeys=${key}`).expect(404);
    await restore(owner, key).expect(200);
    expect((await auditOf(service, id)).map(({ action }) => action)).toContain('rule.restored');
  });

  test('goes to its makers when a team ends', async () => {
    const { owner } = await newTeam(service);
    const key = await bring(owner, 'Made in the team');
    await remove(owner, key);
    await as(service, owner, 'delete', '').expect(200);
    expect(await binOf(owner)).toMatchObject([{ ruleKey: key, owner: 'user' }]);
    await restore(owner, key).expect(200);
    expect(await titlesOf(owner)).toEqual(['Made in the team']);
  });

  test('restores all of the keys or none', async () => {
    const key = await bring(user, 'Mine');
    await remove(user, key);
    const unknown = randomUUID();
    const { body } = await restore(user, key, unknown).expect(404);
    expect(body.error.message).toContain(`There is no rule ${unknown} in the bin.`);
    expect(await titlesOf(user)).toEqual([]);
  });

  test('restores nothing for which there is no room', async () => {
    const key = await bring(user, 'Large');
    await remove(user, key);
    await service.db('rules.storage_changes').insert({ owner_id: user.id, bytes: 6 * 1024 ** 3 });
    expect((await restore(user, key).expect(409)).body.error.message).toMatch(/Delete at least \d+ bytes first/);
    expect(await binOf(user)).toHaveLength(1);
  });

  test('deletes for good what is named, and everything only where that is said', async () => {
    const keys: string[] = [];
    for (const title of ['A', 'B', 'C']) keys.push(await bring(user, title));
    await call(user, 'post', '/v1/rules/delete', { ruleKeys: keys }).expect(200);
    const { body } = await call(user, 'delete', '/v1/rules/bin').expect(400);
    expect(body.error.message).toMatch(/all=true/);
    await call(user, 'delete', `/v1/rules/bin?ruleKeys=${keys[0]},${randomUUID()}`).expect(404);
    const one = await call(user, 'delete', `/v1/rules/bin?ruleKeys=${keys[0]}`).expect(200);
    expect(one.body.data).toEqual({ deleted: 1 });
    expect((await call(user, 'delete', '/v1/rules/bin?all=true').expect(200)).body.data).toEqual({ deleted: 2 });
    expect(await binOf(user)).toEqual([]);

    expect(await recorded(user, 'rule.purged')).toMatchObject([
      { details: { rules: 1, ruleKeys: [keys[0]] } },
      { details: { rules: 2 } },
    ]);
  });

  test('lets a rule go after 30 days, and shows it no more from that moment', async () => {
    const [old = '', young = ''] = await insertRules(service.db, [{ createdBy: user.id }, { createdBy: user.id }]);
    await call(user, 'post', '/v1/rules/delete', { ruleKeys: [old, young] }).expect(200);
    const age = (key: string, days: number) =>
      service
        .db('rules.deleted_rules')
        .where({ key })
        .update({ deleted_at: new Date(Date.now() - days * 86_400_000) });
    await age(old, 30);
    await age(young, 29.9);
    expect((await binOf(user)).map(({ ruleKey }) => ruleKey)).toEqual([young]);
    await restore(user, old).expect(404);
    expect(await purgeBin(service.db, new Date())).toBe(1);
    expect(await service.db('rules.deleted_rules').whereIn('key', [old, young])).toMatchObject([{ key: young }]);
    // Read again after that it is a new rule.
    await bring(user, 'Again', old);
    expect((await call(user, 'get', `/v1/rules/${old}`).expect(200)).body.data.versions).toHaveLength(1);
  });

  test('goes at once with the account', async () => {
    const key = await bring(user, 'Mine');
    await remove(user, key);
    const [row] = await service.db('rules.deleted_rules').where({ key });
    await service.http.delete('/v1/me').set(bearer(user.jwt)).send({ password: PASSWORD }).expect(200);
    expect(await service.db('rules.deleted_rules').where({ key })).toEqual([]);
    expect(await service.db('rules.deleted_rule_versions').where({ rule_id: row.id })).toEqual([]);
  });
});
