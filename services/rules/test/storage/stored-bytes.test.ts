import { eventually } from '@tripline/stack';
import fc from 'fast-check';
import { as, joined, newTeam } from '../../../../packages/auth/test/support/teams.js';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, PASSWORD, signedInUser, type TestUser } from '../support/harness.js';
import { pipelineNaming } from '../support/pipelines.js';
import { killProcesses, startProcess } from '../support/process.js';
import { BROUGHT_RULE } from '../support/sample-advisory.js';
import { miscounted } from '../support/stored-bytes.js';

let app: GenerationHarness;
beforeAll(async () => {
  app = await createGenerationHarness({ NODE_ENV: 'development' });
});
afterAll(async () => {
  await killProcesses();
  await app.close();
});

const KEYS = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const ruleOf = (key: string, title: string): string =>
  BROUGHT_RULE.replace(/^id: .*$/m, `id: ${key}`).replace(/^title: .*$/m, `title: ${title}`);

const call = (user: TestUser, method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, body?: object) => {
  const request = app.instance.http[method](path).set(bearer(user.jwt));
  return body === undefined ? request : request.send(body);
};
const storedBy = async (user: TestUser) => (await call(user, 'get', '/v1/me').expect(200)).body.data.storage;

const bodyOf = (n: number) => ({ name: `p${n}`, text: pipelineNaming(`field_${n}`), default: n % 2 === 0 });

/** What people do; each gives the status it was answered. */
const ACTIONS: Readonly<Record<string, (user: TestUser, key: string, n: number) => Promise<number>>> = {
  bring: async (user, key, n) =>
    (await call(user, 'post', '/v1/generate', { inputType: 'sigma', yaml: ruleOf(key, `Title ${n}`) })).status,
  generate: async (user, _key, n) =>
    (await call(user, 'post', '/v1/generate', { inputType: 'text', text: `They ran: whoami /priv ${'é'.repeat(n)}` }))
      .status,
  edit: async (user, key, n) =>
    (await call(user, 'patch', `/v1/rules/${key}`, { yaml: ruleOf(key, `Edited ${n}`) })).status,
  pipeline: async (user, _key, n) => (await call(user, 'post', '/v1/pipelines', bodyOf(n))).status,
  replacePipeline: async (user, _key, n) => {
    const { pipelines } = (await call(user, 'get', '/v1/pipelines')).body.data;
    const id = pipelines[n % Math.max(1, pipelines.length)]?.id ?? KEYS[0];
    return (await call(user, n % 3 === 0 ? 'delete' : 'put', `/v1/pipelines/${id}`, bodyOf(n))).status;
  },
  read: async (user, key) => (await call(user, 'get', `/v1/rules/${key}`)).status,
  accept: async (user, key) => (await call(user, 'patch', `/v1/rules/${key}`, { state: 'accepted' })).status,
  deleteRule: async (user, key) => (await call(user, 'delete', `/v1/rules/${key}`)).status,
  deleteMany: async (user) => (await call(user, 'post', '/v1/rules/delete', { filter: { state: 'accepted' } })).status,
  deleteGeneration: async (user, _key, n) => {
    const { generations } = (await call(user, 'get', '/v1/generations')).body.data;
    const id = generations[n % Math.max(1, generations.length)]?.id ?? KEYS[0];
    return (await call(user, 'delete', `/v1/generations/${id}`)).status;
  },
};

describe('what is counted as stored is what stands in the tables', () => {
  test('whatever is brought, changed and deleted at once, while its team ends', async () => {
    const actions = fc.array(
      fc.record({
        action: fc.constantFrom(...Object.keys(ACTIONS), 'bring', 'edit', 'generate'),
        who: fc.nat(2),
        key: fc.constantFrom(...KEYS),
        n: fc.nat(99),
      }),
      { minLength: 12, maxLength: 24 },
    );
    await fc.assert(
      fc.asyncProperty(actions, fc.nat(11), async (plan, endsAt) => {
        const { owner } = await newTeam(app.instance);
        const people = [
          owner,
          await joined(app.instance, owner, 'admin', 'pro'),
          await signedInUser(app.instance, 'pro'),
        ];
        const statuses = await Promise.all(
          plan.map(async ({ action, who, key, n }, index) => {
            if (index === endsAt) await as(app.instance, owner, 'delete', '').expect(200);
            return [action, await ACTIONS[action]!(people[who]!, key, n)] as const;
          }),
        );
        expect(statuses.filter(([, status]) => ![200, 201, 404, 429, 503].includes(status))).toEqual([]);
        expect(await miscounted(app.instance.db)).toEqual([]);
      }),
      { numRuns: 4 },
    );
  });

  test('when a team ends, and its rules are joined with those their makers had before', async () => {
    const member = await signedInUser(app.instance, 'pro');
    await ACTIONS['bring']!(member, KEYS[0]!, 1);
    const before = await storedBy(member);
    expect(before.owner).toBe('user');
    const { owner } = await newTeam(app.instance);
    const { body } = await as(app.instance, owner, 'post', '/invite', { email: member.email }).expect(201);
    const token = new URL(body.data.link).hash.replace('#token=', '');
    await as(app.instance, member, 'post', '/invitations/accept', { token }).expect(200);
    await ACTIONS['bring']!(member, KEYS[0]!, 2);
    await ACTIONS['generate']!(member, KEYS[0]!, 3);
    const inTeam = await storedBy(member);
    expect(inTeam).toMatchObject({ owner: 'team', limitBytes: 50 * 1024 ** 3 });
    expect((await storedBy(owner)).usedBytes).toBe(inTeam.usedBytes);
    await as(app.instance, owner, 'delete', '').expect(200);
    expect(await storedBy(member)).toEqual({ ...before, usedBytes: before.usedBytes + inTeam.usedBytes });
    expect((await storedBy(owner)).usedBytes).toBe(0);
    expect(await miscounted(app.instance.db)).toEqual([]);
  });

  test('when an account is deleted', async () => {
    const user = await signedInUser(app.instance, 'pro');
    await ACTIONS['bring']!(user, KEYS[0]!, 1);
    await ACTIONS['generate']!(user, KEYS[0]!, 1);
    await call(user, 'delete', '/v1/me', { password: PASSWORD }).expect(200);
    const left = await app.instance
      .db('rules.storage_changes')
      .where({ owner_id: user.id })
      .sum('bytes as bytes')
      .first();
    expect(Number(left?.bytes)).toBe(0);
    expect(await miscounted(app.instance.db)).toEqual([]);
  });

  test('when versions are no longer kept', async () => {
    const user = await signedInUser(app.instance, 'enterprise');
    for (let n = 0; n < 55; n += 1) await ACTIONS['bring']!(user, KEYS[1]!, n);
    expect(await miscounted(app.instance.db)).toEqual([]);
  });

  test('when the worker deletes expired documents and joins the changes', async () => {
    const user = await signedInUser(app.instance, 'pro');
    await ACTIONS['generate']!(user, KEYS[0]!, 9);
    await ACTIONS['bring']!(user, KEYS[0]!, 9);
    const before = await storedBy(user);
    await app.instance.db('rules.documents').update({ delete_after: new Date(0) });
    const settings = { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'http://127.0.0.1:1' };
    await startProcess('worker', app.harness.database, settings).listening();
    await eventually(async () => (await app.instance.db('rules.documents').first('bytes')) === undefined);
    // Another worker joins them as it starts; the first would within a minute.
    await startProcess('worker', app.harness.database, settings).listening();
    const several = 'select 1 from rules.storage_changes group by owner_id having count(*) > 1';
    await eventually(async () => (await app.instance.db.raw(several)).rows.length === 0);
    expect((await storedBy(user)).usedBytes).toBeLessThan(before.usedBytes);
    expect((await storedBy(user)).usedBytes).toBeGreaterThan(0);
    expect(await miscounted(app.instance.db)).toEqual([]);
  });

  test('is never negative, and is zero for an owner who deletes everything', async () => {
    const user = await signedInUser(app.instance, 'pro');
    await ACTIONS['bring']!(user, KEYS[0]!, 1);
    await ACTIONS['generate']!(user, KEYS[0]!, 1);
    const { rules } = (await call(user, 'get', '/v1/rules').expect(200)).body.data;
    const ruleKeys = rules.map(({ ruleKey }: { ruleKey: string }) => ruleKey);
    const freed = await call(user, 'post', '/v1/rules/delete', { ruleKeys }).expect(200);
    const left = await storedBy(user);
    expect(freed.body.data.freedBytes).toBeGreaterThan(0);
    for (const { id } of (await call(user, 'get', '/v1/generations').expect(200)).body.data.generations) {
      await call(user, 'delete', `/v1/generations/${id}`).expect(200);
    }
    expect(left.usedBytes).toBeGreaterThan(0);
    expect((await storedBy(user)).usedBytes).toBe(0);
  });
});
