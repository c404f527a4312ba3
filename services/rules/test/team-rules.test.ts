import { randomUUID } from 'node:crypto';
import { eventually } from '@tripline/stack';
import { leaveTeam, makeTeam } from '../../../packages/auth/test/support/team-rows.js';
import {
  bearer,
  createHarness,
  createKey,
  type Harness,
  type Instance,
  signedInUser,
  type TestUser,
} from './support/harness.js';
import { insertRules } from './support/rule-rows.js';

let harness: Harness;
let app: Instance;
let owner: TestUser;
let admin: TestUser;
let member: TestUser;
let stranger: TestUser;
let teamId: string;
beforeAll(async () => {
  harness = await createHarness();
  app = harness.start();
  owner = await signedInUser(app, 'team');
  [admin, member, stranger] = [
    await signedInUser(app, 'free'),
    await signedInUser(app, 'free'),
    await signedInUser(app, 'team'),
  ];
});
afterAll(() => harness.close());
/** Puts three of them into a team without rules. It takes a moment until the app knows, so that tests that leave it as it is share one. */
async function newTeam(): Promise<void> {
  await app.db('auth.teams').delete();
  teamId = await makeTeam(app, [owner, admin, member], ['owner', 'admin', 'member']);
}

const get = (path: string, user: TestUser) => app.http.get(path).set(bearer(user.jwt));
const titlesOf = async (path: string, user = member): Promise<string[]> =>
  (await get(path, user).expect(200)).body.data.rules.map(({ title }: { title: string }) => title);

describe('GET /v1/team/rules', () => {
  beforeEach(newTeam);

  test('shows every member what all of them made in the team, newest first, with who made it', async () => {
    await insertRules(app.db, [
      { createdBy: owner.id, teamId, title: 'First', createdAt: new Date('2026-01-01T00:00:00Z') },
      { createdBy: member.id, teamId, title: 'Second', createdAt: new Date('2026-01-02T00:00:00Z') },
    ]);
    for (const user of [owner, admin, member])
      expect(await titlesOf('/v1/team/rules', user)).toEqual(['Second', 'First']);
    const { body } = await get('/v1/team/rules', admin).expect(200);
    expect(body.data.rules[0]).toEqual({
      ruleKey: expect.any(String),
      title: 'Second',
      stale: false,
      level: 'high',
      platform: 'endpoint-sysmon',
      techniques: ['T1059.001'],
      state: 'draft',
      decision: null,
      owner: 'team',
      createdBy: { userId: member.id, email: member.email },
      createdAt: '2026-01-02T00:00:00.000Z',
      updatedAt: '2026-01-02T00:00:00.000Z',
      source: { inputType: 'text', url: null, title: 'An advisory' },
      found: null,
      noise: null,
      testEvents: null,
      sigma: null,
    });
    expect(body.data.nextCursor).toBeNull();
  });

  test("leaves out what a member made before joining, and other teams' rules", async () => {
    const theirs = await makeTeam(app, [stranger], ['owner']);
    await insertRules(app.db, [
      { createdBy: member.id, title: 'Private' },
      { createdBy: stranger.id, teamId: theirs, title: 'Foreign' },
    ]);
    expect(await titlesOf('/v1/team/rules')).toEqual([]);
  });

  test("keeps a former member's rules, under their name", async () => {
    await insertRules(app.db, [{ createdBy: member.id, teamId, title: 'Stays' }]);
    await leaveTeam(app.db, member);
    const { body } = await get('/v1/team/rules', owner).expect(200);
    expect(body.data.rules).toMatchObject([{ title: 'Stays', createdBy: { email: member.email } }]);
    await eventually(async () => (await get('/v1/team/rules', member)).status === 403);
  });

  test('gives every rule exactly once over its pages, also where many were made at one moment', async () => {
    const createdAt = new Date('2026-05-01T12:00:00.000Z');
    const made = await insertRules(
      app.db,
      Array.from({ length: 23 }, (_, n) => ({
        createdBy: owner.id,
        teamId,
        createdAt: n < 20 ? createdAt : new Date(createdAt.getTime() + n),
      })),
    );
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const answer = await get(`/v1/team/rules?limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`, member).expect(200);
      seen.push(...answer.body.data.rules.map(({ ruleKey }: { ruleKey: string }) => ruleKey));
      cursor = answer.body.data.nextCursor as string | null;
    }
    expect(seen).toHaveLength(23);
    expect(new Set(seen)).toEqual(new Set(made));
  });
});

describe('GET /v1/team/rules with a query', () => {
  beforeAll(async () => {
    await newTeam();
    await insertRules(app.db, [
      {
        ...{ createdBy: member.id, teamId, title: 'Cloud', description: 'Finds 100% of it, in percent.', level: 'low' },
        ...{ platform: 'cloud-audit-1', techniques: ['T1078', 'T1098.001'], state: 'deployed' },
      },
      { createdBy: owner.id, teamId, title: 'Endpoint' },
    ]);
  });

  test.each([
    ['technique=t1078', ['Cloud']],
    ['platform=cloud-audit-1', ['Cloud']],
    ['level=low', ['Cloud']],
    ['state=deployed', ['Cloud']],
    ['q=100%25', ['Cloud']],
    ['q=percent_', ['Cloud']],
    ['q=_ent', []],
    ['createdBy=MEMBER', ['Cloud']],
    ['Created%20By=MEMBER', []],
    ['level=low&createdBy=OWNER', []],
  ])('filters by %s', async (query, titles) => {
    const path = `/v1/team/rules?${query.replace('MEMBER', member.id).replace('OWNER', owner.id.toUpperCase())}`;
    if (query.startsWith('Created%20By')) await get(path, member).expect(400);
    else expect(await titlesOf(path)).toEqual(titles);
  });

  test.each(['limit=0', 'limit=201', 'limit=many', 'cursor=nonsense', 'state=gone', 'createdBy=me', 'page=2'])(
    'refuses %s with 400',
    async (query) => {
      await get(`/v1/team/rules?${query}`, member).expect(400);
    },
  );
});

describe('GET /v1/team/rules/{ruleKey}', () => {
  beforeAll(newTeam);

  test("shows a member another's rule whole", async () => {
    const [key] = await insertRules(app.db, [{ createdBy: owner.id, teamId, title: 'Shared' }]);
    const { body } = await get(`/v1/team/rules/${key}`, member).expect(200);
    expect(body.data).toMatchObject({
      ruleKey: key,
      title: 'Shared',
      yaml: 'title: A rule',
      conversions: {},
      notes: {},
      evidence: [],
      tests: { match: [], noMatch: [] },
      versions: [{ version: 1, createdBy: { userId: owner.id, email: owner.email } }],
    });
  });

  test("answers 404 alike for an unknown key, another team's rule, and one of the caller's own", async () => {
    const theirs = await makeTeam(app, [stranger], ['owner']);
    const keys = await insertRules(app.db, [{ createdBy: member.id }, { createdBy: stranger.id, teamId: theirs }]);
    for (const key of [...keys, randomUUID()]) await get(`/v1/team/rules/${key}`, member).expect(404);
  });

  test('refuses a key that is not a UUID with 400', async () => {
    await get('/v1/team/rules/x', member).expect(400);
  });
});

describe.each(['/v1/team/rules', '/v1/team/rules/x', '/v1/team/analytics', '/v1/team/audit'])('%s', (path) => {
  beforeAll(newTeam);

  // Each with a parameter that is not good either: who may not come in is not told.
  const bad = `${path}?nonsense=1`;

  test('is 401 without a credential', async () => {
    await app.http.get(bad).expect(401);
  });

  test('is 403 for an API key of the owner', async () => {
    const { key } = await createKey(app, owner);
    const { body } = await app.http.get(bad).set(bearer(key)).expect(403);
    expect(body.error.message).toContain('API key');
  });

  test('is 403 for a tier without teams, and for a caller of such a tier who is in none', async () => {
    const pro = await signedInUser(app, 'pro');
    await get(bad, pro).expect(403);
    await get(bad, stranger).expect(403);
  });

  test("is 403 for members while the owner's subscription has lapsed, and back when it returns", async () => {
    await app.auth.setTier(owner.id, 'free');
    await eventually(async () => (await get(path, admin)).status === 403);
    await app.auth.setTier(owner.id, 'team');
    const open = path.endsWith('x') ? 400 : 200;
    await eventually(async () => (await get(path, admin)).status === open);
  });

  test('is 400 for an unknown parameter, once the caller may come in', async () => {
    await get(bad, admin).expect(400);
  });
});
