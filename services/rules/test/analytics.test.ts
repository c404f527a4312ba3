import { appendAudit } from '@tripline/auth';
import fc from 'fast-check';
import { leaveTeam, makeTeam } from '../../../packages/auth/test/support/team-rows.js';
import { bearer, createHarness, type Harness, type Instance, signedInUser, type TestUser } from './support/harness.js';
import { insertRules } from './support/rule-rows.js';

const DAY_MS = 86_400_000;

let harness: Harness;
let app: Instance;
let owner: TestUser;
let member: TestUser;
let teamId: string;
beforeAll(async () => {
  harness = await createHarness();
  app = harness.start();
  [owner, member] = [await signedInUser(app, 'enterprise'), await signedInUser(app, 'free')];
});
afterAll(() => harness.close());
beforeEach(async () => {
  await app.db('auth.teams').delete();
  teamId = await makeTeam(app, [owner, member], ['owner', 'member']);
});

const analytics = async (instance = app, user = member) =>
  (await instance.http.get('/v1/team/analytics').set(bearer(user.jwt)).expect(200)).body.data;
/** Midnight UTC of a day so many days ago. */
const midnight = (daysAgo: number): Date => new Date((Math.floor(Date.now() / DAY_MS) - daysAgo) * DAY_MS);

describe('GET /v1/team/analytics', () => {
  test('is all zeros for a team without rules', async () => {
    const data = await analytics();
    expect(data).toMatchObject({ totalRules: 0, rulesLast30Days: 0, topTechniques: [] });
    expect([data.rulesByPlatform, data.rulesByLevel]).toEqual([{}, {}]);
    expect(data.memberActivity).toEqual([
      { userId: owner.id, email: owner.email, role: 'owner', rulesGenerated: 0, lastActiveAt: null },
      { userId: member.id, email: member.email, role: 'member', rulesGenerated: 0, lastActiveAt: null },
    ]);
  });

  test("counts the team's rules and nobody's private ones", async () => {
    await insertRules(app.db, [
      { createdBy: owner.id, teamId, level: 'high', techniques: ['T1059.001', 'T1078'] },
      { createdBy: owner.id, teamId, level: 'low', platform: 'cloud-audit-1', techniques: ['T1078'] },
      { createdBy: member.id, teamId, level: 'high', platform: null, techniques: [] },
      { createdBy: member.id, level: 'critical' },
    ]);
    const data = await analytics();
    expect(data).toMatchObject({ totalRules: 3, rulesLast30Days: 3 });
    expect(data.rulesByLevel).toEqual({ high: 2, low: 1 });
    expect(data.rulesByPlatform).toEqual({ 'endpoint-sysmon': 1, 'cloud-audit-1': 1, none: 1 });
    expect(data.topTechniques).toEqual([
      { id: 'T1078', name: 'Valid Accounts', count: 2 },
      { id: 'T1059.001', name: 'PowerShell', count: 1 },
    ]);
    expect(data.memberActivity.map((person: { rulesGenerated: number }) => person.rulesGenerated)).toEqual([2, 1]);
  });

  test('counts rules that name hundreds of techniques like any other', async () => {
    const many = Array.from({ length: 900 }, (_, n) => `T${1000 + ((n * 7) % 900)}.00${n % 9}`);
    await insertRules(app.db, [
      { createdBy: owner.id, teamId, techniques: many },
      { createdBy: owner.id, teamId, techniques: many.slice(0, 40) },
      { createdBy: owner.id, teamId, techniques: [many[0]!] },
    ]);
    const data = await analytics();
    expect(data.totalRules).toBe(3);
    expect(data.topTechniques).toHaveLength(10);
    expect(data.topTechniques[0]).toMatchObject({ id: many[0], count: 3 });
  });

  test("lists today and the 29 days before in UTC, whatever the database session's time zone", async () => {
    const cases: [Date, number | undefined][] = [
      [midnight(0), 29],
      [new Date(midnight(0).getTime() - 1), 28],
      [midnight(10), 19],
      [new Date(midnight(9).getTime() - 1), 19],
      [midnight(29), 0],
      [new Date(midnight(29).getTime() - 1), undefined],
    ];
    await insertRules(
      app.db,
      cases.map(([createdAt]) => ({ createdBy: owner.id, teamId, createdAt })),
    );
    const answers = [];
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu']) {
      const url = new URL(harness.database.databaseUrl);
      url.searchParams.set('options', `-c TimeZone=${zone}`);
      const replica = harness.start({ DATABASE_URL: url.href });
      expect((await replica.db.raw('show timezone')).rows).toEqual([{ TimeZone: zone }]);
      answers.push(await analytics(replica));
    }
    const [first] = answers;
    for (const answer of answers) expect(answer).toEqual(first);
    const expected = Array.from({ length: 30 }, (_, n) => ({
      date: midnight(29 - n)
        .toISOString()
        .slice(0, 10),
      count: cases.filter(([, day]) => day === n).length,
    }));
    expect(first.rulesPerDay).toEqual(expected);
    expect(first).toMatchObject({ totalRules: 6, rulesLast30Days: 5 });
  });

  test("keeps a former member's rules, and names them without a role", async () => {
    await insertRules(app.db, [{ createdBy: member.id, teamId }]);
    await leaveTeam(app.db, member);
    const data = await analytics(app, owner);
    expect(data.totalRules).toBe(1);
    expect(data.memberActivity).toMatchObject([
      { userId: owner.id, role: 'owner', rulesGenerated: 0 },
      { userId: member.id, email: member.email, role: null, rulesGenerated: 1 },
    ]);
  });

  test('says when each was last active in this team, refused attempts aside', async () => {
    const actor = { id: member.id, email: member.email };
    await appendAudit(app.db, { action: 'rule.edited', actor: { ...actor, teamId } });
    await appendAudit(app.db, { action: 'login.failed', actor: { ...actor, teamId }, outcome: 'refused' });
    await appendAudit(app.db, { action: 'rule.edited', actor });
    const event = await app.db('auth.audit_log').where({ action: 'rule.edited', team_id: teamId }).first();
    const data = await analytics();
    expect(data.memberActivity[1].lastActiveAt).toBe(event.at.toISOString());
  });

  test('agrees with counting the rules one by one, for any rules', async () => {
    const anyRule = fc.record({
      maker: fc.constantFrom(owner, member),
      inTeam: fc.boolean(),
      daysAgo: fc.integer({ min: 0, max: 40 }),
      level: fc.constantFrom('low', 'medium', 'high'),
      platform: fc.constantFrom('endpoint-sysmon', 'waf-1', null),
      techniques: fc.uniqueArray(fc.constantFrom('T1059', 'T1059.001', 'T1078', 'T1098', 'T9999'), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyRule, { maxLength: 30 }), async (rules) => {
        await app.db('rules.rules').delete();
        await insertRules(
          app.db,
          rules.map(({ maker, inTeam, daysAgo, ...rule }) => ({
            ...rule,
            ...{ createdBy: maker.id, teamId: inTeam ? teamId : undefined, createdAt: midnight(daysAgo) },
          })),
        );
        const own = rules.filter(({ inTeam }) => inTeam);
        const data = await analytics();
        const count = (holds: (rule: (typeof own)[number]) => boolean) => own.filter(holds).length;
        expect(data.totalRules).toBe(own.length);
        expect(data.rulesLast30Days).toBe(count(({ daysAgo }) => daysAgo < 30));
        for (const level of ['low', 'medium', 'high']) {
          expect(data.rulesByLevel[level] ?? 0).toBe(count((rule) => rule.level === level));
        }
        for (const platform of ['endpoint-sysmon', 'waf-1', null]) {
          expect(data.rulesByPlatform[platform ?? 'none'] ?? 0).toBe(count((rule) => rule.platform === platform));
        }
        const named = new Set(own.flatMap(({ techniques }) => techniques));
        const top = [...named]
          .map((id) => ({ id, count: count(({ techniques }) => techniques.includes(id)) }))
          .sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1));
        expect(data.topTechniques).toMatchObject(top);
        expect(data.topTechniques).toHaveLength(top.length);
        for (const [n, { count: onDay }] of data.rulesPerDay.entries()) {
          expect(onDay).toBe(count(({ daysAgo }) => daysAgo === 29 - n));
        }
        for (const [index, user] of [owner, member].entries()) {
          expect(data.memberActivity[index].rulesGenerated).toBe(count(({ maker }) => maker === user));
        }
      }),
      { numRuns: 20 },
    );
  });
});
