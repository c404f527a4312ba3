import { randomUUID } from 'node:crypto';
import { createBulkRunner } from '@tripline/rules-service';
import { createLog } from '@tripline/service';
import { parseCsv } from '../../../../packages/auth/test/support/csv.js';
import { as, joined, newTeam } from '../../../../packages/auth/test/support/teams.js';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, type Instance, PASSWORD, signedInUser, type TestUser } from '../support/harness.js';
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
const bring = async (who: TestUser, key: string = randomUUID()): Promise<string> => {
  const yaml = BROUGHT_RULE.replace(/^id: .*$/m, `id: ${key}`);
  await call(who, 'post', '/v1/generate', { inputType: 'sigma', yaml }).expect(200);
  return key;
};
const decide = (who: TestUser, key: string, body: object) => call(who, 'patch', `/v1/rules/${key}`, body);
const read = async (who: TestUser, key: string, owner = '') =>
  (await call(who, 'get', `/v1/rules/${key}${owner}`).expect(200)).body.data;
const rowOf = async (who: TestUser, key: string) =>
  (await call(who, 'get', '/v1/rules?limit=200').expect(200)).body.data.rules.find(
    ({ ruleKey }: { ruleKey: string }) => ruleKey === key,
  );
const changesOf = (key: string) =>
  service
    .db('auth.audit_log')
    .where({ target_type: 'rule', target_id: key, action: 'rule.state_changed' })
    .orderBy('at')
    .select('details');

const NOISY = { code: 'too_noisy', words: 'The deployment tool does this every night.' };

describe('the decision on a rule', () => {
  test('is none for a draft, and says who decided, when and why, in the rule and in the list', async () => {
    const key = await bring(user);
    expect(await read(user, key)).toMatchObject({ state: 'draft', decision: null });
    const before = Date.now();
    const { data } = (await decide(user, key, { state: 'rejected', reason: NOISY }).expect(200)).body;
    const by = { userId: user.id, email: user.email };
    expect(data).toMatchObject({
      state: 'rejected',
      decision: { state: 'rejected', reason: NOISY, at: data.updatedAt, by },
    });
    expect(Date.parse(data.decision.at)).toBeGreaterThanOrEqual(before);
    expect((await rowOf(user, key)).decision).toEqual(data.decision);
    expect(await read(user, key)).toEqual(data);
  });

  test('has no reason where nobody gave one, and no words where nobody wrote any', async () => {
    const key = await bring(user);
    await decide(user, key, { state: 'accepted' }).expect(200);
    expect((await read(user, key)).decision).toMatchObject({ state: 'accepted', reason: null });
    await decide(user, key, { state: 'rejected' }).expect(200);
    expect((await read(user, key)).decision).toMatchObject({ state: 'rejected', reason: null });
    await decide(user, key, { state: 'rejected', reason: { code: 'duplicate' } }).expect(200);
    expect((await read(user, key)).decision.reason).toEqual({ code: 'duplicate', words: null });
  });

  test.each(['draft', 'accepted', 'deployed'])(
    'loses its reason with the state %s, and the audit log keeps it',
    async (state) => {
      const key = await bring(user);
      await decide(user, key, { state: 'rejected', reason: NOISY }).expect(200);
      const { data } = (await decide(user, key, { state }).expect(200)).body;
      expect(data.decision).toEqual(state === 'draft' ? null : expect.objectContaining({ state, reason: null }));
      await decide(user, key, { state: 'rejected' }).expect(200);
      expect((await read(user, key)).decision.reason).toBeNull();
      const details = (await changesOf(key)).map((event) => event.details);
      expect(details.map(({ from, reason, to }) => [from, to, reason])).toEqual([
        ['draft', 'rejected', NOISY],
        ['rejected', state, undefined],
        [state, 'rejected', undefined],
      ]);
    },
  );

  test('takes another reason for the same state as a decision of its own, and the same again as none', async () => {
    const key = await bring(user);
    await decide(user, key, { state: 'rejected', reason: NOISY }).expect(200);
    await decide(user, key, { state: 'rejected', reason: NOISY }).expect(200);
    await decide(user, key, { state: 'rejected' }).expect(200);
    expect((await read(user, key)).decision.reason).toEqual(NOISY);
    await decide(user, key, { state: 'rejected', reason: { code: 'wrong' } }).expect(200);
    expect((await read(user, key)).decision.reason).toEqual({ code: 'wrong', words: null });
    expect(await changesOf(key)).toHaveLength(2);
  });

  test('is shown when the same rule comes again, and in each report that has it', async () => {
    const text = `${ADVISORY}\n${randomUUID()}`;
    const generate = async () =>
      (await call(user, 'post', '/v1/generate', { inputType: 'text', text }).expect(200)).body.data;
    const first = await generate();
    const [{ key }, other] = first.rules;
    for (const rule of first.rules) expect(rule).toMatchObject({ state: 'draft', decision: null });
    const { decision } = (await decide(user, key, { state: 'rejected', reason: NOISY }).expect(200)).body.data;
    const again = await generate();
    expect(again.id).not.toBe(first.id);
    for (const rules of [
      again.rules,
      (await call(user, 'get', `/v1/generations/${first.id}`).expect(200)).body.data.rules,
      (await call(user, 'get', `/v1/generations/${again.id}`).expect(200)).body.data.rules,
    ]) {
      const byKey = new Map(rules.map((rule: { key: string }) => [rule.key, rule]));
      expect(byKey.get(key)).toMatchObject({ state: 'rejected', decision });
      expect(byKey.get(other.key)).toMatchObject({ state: 'draft', decision: null });
    }
    const { generations } = await read(user, key);
    expect(generations.map(({ id }: { id: string }) => id)).toEqual([again.id, first.id]);
    expect(generations[0]).toEqual({ id: again.id, title: again.source.title, createdAt: expect.any(String) });
    await call(user, 'delete', `/v1/generations/${again.id}`).expect(200);
    expect((await read(user, key)).generations).toHaveLength(1);
  });

  test('of a rule that was edited, or moved, stands with it in its report, which says what the newest version is', async () => {
    const text = `${ADVISORY}\n${randomUUID()}`;
    const { id, rules } = (await call(user, 'post', '/v1/generate', { inputType: 'text', text }).expect(200)).body.data;
    const [{ key, level, newest, owner, platform, techniques, yaml }] = rules;
    expect({ newest, owner }).toEqual({ newest: null, owner: 'user' });
    const edited = yaml.replace(/^title: .*$/m, 'title: Edited In Review');
    await decide(user, key, { yaml: edited, state: 'accepted' }).expect(200);
    const read = async () => (await call(user, 'get', `/v1/generations/${id}`).expect(200)).body.data.rules[0];
    expect(await read()).toMatchObject({
      ...{ key, yaml, state: 'accepted', owner: 'user' },
      newest: { version: 2, title: 'Edited In Review', level, platform, techniques },
    });
    // Read again, the report gives its own version, and the library keeps the edited one.
    const again = (await call(user, 'post', '/v1/generate', { inputType: 'text', text }).expect(200)).body.data
      .rules[0];
    expect(again).toMatchObject({ yaml, state: 'accepted', newest: { version: 2, title: 'Edited In Review' } });

    const { owner: chief } = await newTeam(service);
    const invited = await as(service, chief, 'post', '/invite', { email: user.email }).expect(201);
    const token = new URL(invited.body.data.link).hash.replace('#token=', '');
    await as(service, user, 'post', '/invitations/accept', { token }).expect(200);
    await call(user, 'post', '/v1/team/rules/move', { ruleKeys: [key] }).expect(200);
    expect(await read()).toMatchObject({ key, owner: 'team', state: 'accepted' });
  });

  test('goes into the bin and comes back', async () => {
    const key = await bring(user);
    await decide(user, key, { state: 'rejected', reason: NOISY }).expect(200);
    const { decision } = await read(user, key);
    await call(user, 'delete', `/v1/rules/${key}`).expect(200);
    await call(user, 'post', '/v1/rules/bin/restore', { ruleKeys: [key] }).expect(200);
    expect((await read(user, key)).decision).toEqual(decision);
  });

  test('moves to the team with the rule, comes back when the team ends, and goes with the account', async () => {
    const { owner } = await newTeam(service);
    const key = await bring(user);
    await decide(user, key, { state: 'rejected', reason: NOISY }).expect(200);
    const { decision } = await read(user, key);
    const stranger = await signedInUser(service, 'pro');
    await call(stranger, 'get', `/v1/rules/${key}`).expect(404);
    await decide(stranger, key, { state: 'rejected', reason: NOISY }).expect(404);

    const invited = await as(service, owner, 'post', '/invite', { email: user.email }).expect(201);
    const token = new URL(invited.body.data.link).hash.replace('#token=', '');
    await as(service, user, 'post', '/invitations/accept', { token }).expect(200);
    await call(user, 'post', '/v1/team/rules/move', { ruleKeys: [key] }).expect(200);
    const { data } = (await call(owner, 'get', `/v1/team/rules/${key}`).expect(200)).body;
    expect(data.decision).toEqual(decision);
    // The report stays its maker's own; a colleague does not learn of it.
    expect(data.generations).toEqual([]);

    // The same rule is also the maker's own when the team ends: the team's decision is the newer one.
    await bring(user, randomUUID());
    await as(service, owner, 'delete', '').expect(200);
    const back = await read(user, key);
    expect(back).toMatchObject({ owner: 'user', decision });
    expect(back.generations).toHaveLength(1);

    await call(user, 'delete', '/v1/me', { password: PASSWORD }).expect(200);
    expect(await service.db('rules.rules').where({ key })).toEqual([]);
    expect(await service.db('rules.deleted_rules').where({ key })).toEqual([]);
  });

  test('of a rule that is a member’s and the team’s is the team’s once the team has ended', async () => {
    const { id: teamId, owner } = await newTeam(service);
    const member = await joined(service, owner);
    const key = randomUUID();
    await insertRules(service.db, [
      { key, createdBy: member.id, teamId },
      { key, createdBy: member.id },
    ]);
    await call(member, 'patch', `/v1/rules/${key}?owner=user`, { state: 'accepted' }).expect(200);
    await call(member, 'patch', `/v1/rules/${key}?owner=team`, { state: 'rejected', reason: NOISY }).expect(200);
    const { decision } = await read(member, key, '?owner=team');
    await as(service, owner, 'delete', '').expect(200);
    expect(await read(member, key)).toMatchObject({ owner: 'user', state: 'rejected', decision });
  });

  test('says nothing once a release that does not keep decisions has set another state', async () => {
    const key = await bring(user);
    await decide(user, key, { state: 'rejected', reason: NOISY }).expect(200);
    await service.db('rules.rules').where({ key }).update({ state: 'accepted' });
    expect(await read(user, key)).toMatchObject({ state: 'accepted', decision: null });
  });
});

describe('the reason of a rejection', () => {
  const refused: readonly [string, object, RegExp][] = [
    ['another state', { state: 'accepted', reason: NOISY }, /the state "accepted" was sent: leave reason out/],
    [
      'no state',
      { yaml: BROUGHT_RULE, reason: NOISY },
      /no state was sent: leave reason out, or send the state "rejected"/,
    ],
    ['a reason alone', { reason: NOISY }, /must have state, yaml or both/],
    ['an unknown code', { state: 'rejected', reason: { code: 'boring' } }, /reason\.code must be one of/],
    ['no code', { state: 'rejected', reason: { words: 'x' } }, /reason\.code is required/],
    ['"other" without words', { state: 'rejected', reason: { code: 'other' } }, /needs words/],
    [
      'words of nothing but spaces',
      { state: 'rejected', reason: { code: 'other', words: ' \n\t' } },
      /must say something/,
    ],
    ['501 signs', { state: 'rejected', reason: { code: 'wrong', words: 'x'.repeat(501) } }, /500 characters/],
    ['900,000 signs', { state: 'rejected', reason: { code: 'wrong', words: 'x'.repeat(900_000) } }, /500 characters/],
    [
      'a list for words',
      { state: 'rejected', reason: { code: 'wrong', words: ['x'] } },
      /reason\.words must be a string/,
    ],
    ['a text for a reason', { state: 'rejected', reason: 'too_noisy' }, /reason must be of type object/],
    ['a further field', { state: 'rejected', reason: { ...NOISY, more: 1 } }, /reason\.more is not a known field/],
  ];
  test.each(refused)('is refused with %s, in words', async (_name, body, message) => {
    const key = await bring(user);
    const { error } = (await decide(user, key, body).expect(400)).body;
    expect(error.message).toMatch(message);
    expect(error.message.length).toBeLessThan(1000);
    expect(await read(user, key)).toMatchObject({ state: 'draft', decision: null });
  });

  test('is refused with 413 where the body is larger than a megabyte', async () => {
    const key = await bring(user);
    const words = 'x'.repeat(2 * 1024 * 1024);
    await decide(user, key, { state: 'rejected', reason: { code: 'wrong', words } }).expect(413);
  });

  test.each([
    ['a NUL', 'a\0b', 'a\uFFFDb'],
    ['half a surrogate pair', 'a\uD800b', 'a\uFFFDb'],
    ['a formula', '=HYPERLINK("http://example.net/?"&A1)', '=HYPERLINK("http://example.net/?"&A1)'],
    ['markup', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['spaces around it', '  too much \n', 'too much'],
    ['another script', 'مزعج جدا 騒がしい', 'مزعج جدا 騒がしい'],
  ])('keeps words with %s as text', async (_name, words, kept) => {
    const key = await bring(user);
    await decide(user, key, { state: 'rejected', reason: { code: 'other', words } }).expect(200);
    expect((await read(user, key)).decision.reason).toEqual({ code: 'other', words: kept });
    expect((await rowOf(user, key)).decision.reason.words).toBe(kept);
    expect((await changesOf(key))[0].details.reason).toEqual({ code: 'other', words: kept });
  });

  test('is no formula in the audit log’s table', async () => {
    const { owner } = await newTeam(service);
    const yaml = BROUGHT_RULE.replace(/^id: .*$/m, `id: ${randomUUID()}`);
    const { rules } = (await call(owner, 'post', '/v1/generate', { inputType: 'sigma', yaml }).expect(200)).body.data;
    const words = '=1+1';
    await decide(owner, rules[0].key, { state: 'rejected', reason: { code: 'other', words } }).expect(200);
    const { text } = await as(service, owner, 'get', '/audit?format=csv&action=rule.state_changed').expect(200);
    const cells = parseCsv(text).flat();
    expect(cells.some((cell) => cell.includes(words))).toBe(true);
    for (const cell of cells) expect(cell).not.toMatch(/^[=+@-]/);
  });
});

describe('POST /v1/rules/bulk with a reason', () => {
  const finish = async (): Promise<void> => {
    const runner = createBulkRunner({ db: service.db, log: createLog({ name: 'test', level: 'silent' }) });
    while (await runner.step());
  };

  test('rejects all with it, counts those that had it already, and is one event that carries it', async () => {
    const [fresh = '', bare = '', same = ''] = await insertRules(
      service.db,
      Array.from({ length: 3 }, () => ({ createdBy: user.id })),
    );
    await decide(user, bare, { state: 'rejected' }).expect(200);
    await decide(user, same, { state: 'rejected', reason: NOISY }).expect(200);
    const body = { action: 'state', state: 'rejected', reason: NOISY, ruleKeys: [fresh, bare, same] };
    const { jobId } = (await call(user, 'post', '/v1/rules/bulk', body).expect(202)).body.data;
    await finish();
    const job = (await call(user, 'get', `/v1/rules/bulk/${jobId}`).expect(200)).body.data;
    expect(job).toMatchObject({ done: 2, notDone: [{ reason: 'already', count: 1, rules: [{ ruleKey: same }] }] });
    for (const key of [fresh, bare, same]) {
      expect((await rowOf(user, key)).decision).toMatchObject({
        ...{ state: 'rejected', reason: NOISY },
        by: { userId: user.id, email: user.email },
      });
    }
    const [event] = await service
      .db('auth.audit_log')
      .where({ actor_id: user.id, action: 'rule.state_changed', target_id: null })
      .select('details');
    expect(event.details).toEqual({ jobId, rules: 2, notDone: 1, to: 'rejected', reason: NOISY });

    await call(user, 'post', '/v1/rules/bulk', { action: 'state', state: 'draft', ruleKeys: [fresh] }).expect(202);
    await finish();
    expect(await rowOf(user, fresh)).toMatchObject({ state: 'draft', decision: null });
  });

  test.each([
    ['another state', { action: 'state', state: 'accepted' }, /the state "accepted" was sent/],
    ['another action', { action: 'delete' }, /reason goes with the action "state" alone/],
  ])('is refused with %s', async (_name, body, message) => {
    const answer = await call(user, 'post', '/v1/rules/bulk', { ...body, reason: NOISY, ruleKeys: [randomUUID()] });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toMatch(message);
  });
});
