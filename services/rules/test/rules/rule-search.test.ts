import { makeTeam } from '../../../../packages/auth/test/support/team-rows.js';
import { sharedEngine } from '../support/generation-harness.js';
import { bearer, createHarness, type Harness, type Instance, signedInUser, type TestUser } from '../support/harness.js';
import { insertRules } from '../support/rule-rows.js';
import { ADVISORY } from '../support/sample-advisory.js';

let harness: Harness;
let app: Instance;
let user: TestUser;
beforeAll(async () => {
  harness = await createHarness();
  app = harness.start({}, sharedEngine());
  user = await signedInUser(app, 'team');
  await insertRules(app.db, [
    {
      ...{ createdBy: user.id, title: 'LSASS Memory Read', techniques: ['T1003.001'], level: 'critical' },
      ...{
        description: 'Somebody opens the process for its secrets.',
        values: ['c:\\windows\\system32\\lsass.exe', '0x1410'],
      },
    },
    {
      createdBy: user.id,
      title: 'Shadow Copies Deleted',
      techniques: ['T1490'],
      values: ['vssadmin delete'],
      state: 'accepted',
    },
    {
      ...{
        createdBy: user.id,
        title: 'Access Key Made',
        techniques: ['T1098.001'],
        platform: 'cloud-audit-1',
        level: 'low',
      },
      ...{
        values: ['createaccesskey'],
        sourceTitle: 'Über die Gruppe Zimtstern',
        names: 'Create Access Key AWS CloudTrail cloudtrail',
      },
    },
  ]);
});
afterAll(() => harness.close());

const list = async (query: string, who = user) =>
  (await app.http.get(`/v1/rules?${query}`).set(bearer(who.jwt)).expect(200)).body.data;
const titles = async (query: string): Promise<string[]> =>
  (await list(query)).rules.map(({ title }: { title: string }) => title).sort();

const [LSASS, SHADOW, KEY] = ['LSASS Memory Read', 'Shadow Copies Deleted', 'Access Key Made'];

describe('where a search found a rule', () => {
  const foundIn = async (query: string) => (await list(query)).rules.map(({ found }: { found: unknown }) => found);

  test.each([
    ['the description', 'secrets', { in: 'description', text: 'Somebody opens the process for its secrets.' }],
    [
      'what the title lacks',
      'memory opens',
      { in: 'description', text: 'Somebody opens the process for its secrets.' },
    ],
    ['nothing that the title has not', 'lsass', null],
    ['nothing but the advisory', 'zimtstern', null],
    ['nothing but a name', 'cloudtrail', null],
  ])('is told: %s', async (_where, q, found) => {
    expect(await foundIn(`q=${encodeURIComponent(q)}`)).toEqual([found]);
  });

  test.each([
    ['minidump', 'MiniDump'],
    ['downloadstring', 'DownloadString'],
  ])('is told of a value as the rule has it, whatever case is searched for: %s', async (q, written) => {
    const who = await signedInUser(app, 'team');
    const made = await app.http.post('/v1/generate').set(bearer(who.jwt)).send({ inputType: 'text', text: ADVISORY });
    expect(made.status).toBe(200);
    const found: { ruleKey: string; found: { in: string; text: string } }[] = (await list(`q=${q}`, who)).rules;
    const inValues = found.filter((rule) => rule.found?.in === 'value');
    expect(inValues.map((rule) => rule.found.text)).toContainEqual(expect.stringContaining(written));
    for (const { ruleKey, found } of inValues) {
      const { body } = await app.http.get(`/v1/rules/${ruleKey}`).set(bearer(who.jwt)).expect(200);
      expect(body.data.yaml.replaceAll("''", "'")).toContain(found.text);
    }
  });

  test('is not told of a list that nobody searched', async () => {
    expect(await foundIn('')).toEqual([null, null, null]);
  });

  test('is cut from a long text, with no half of a character at its ends', async () => {
    const who = await signedInUser(app, 'team');
    const description = `${'🦊'.repeat(100)} needle ${'🦊'.repeat(200)}`;
    await insertRules(app.db, [{ createdBy: who.id, title: 'Long', description }]);
    const [{ found }] = (await list('q=needle', who)).rules;
    expect(found.in).toBe('description');
    expect(found.text).toMatch(/^…(?:🦊)+ needle (?:🦊)+…$/u);
    expect(found.text.length).toBeLessThan(150);
  });
});

describe('counts by what a list can be narrowed to', () => {
  const countsOf = async (query: string) => (await list(`counts=true&${query}`)).counts;
  const inOrder = (counts: { value: string; count: number }[]): (string | number)[][] =>
    counts.map(({ count, value }) => [value, count]).sort();

  test('are those of the whole list, and null unless they are asked for', async () => {
    const { level, platform, state } = await countsOf('');
    expect(inOrder(level)).toEqual([
      ['critical', 1],
      ['high', 1],
      ['low', 1],
    ]);
    expect(inOrder(platform)).toEqual([
      ['cloud-audit-1', 1],
      ['endpoint-sysmon', 2],
    ]);
    expect(inOrder(state)).toEqual([
      ['accepted', 1],
      ['draft', 2],
    ]);
    expect((await list('limit=1')).counts).toBeNull();
  });

  test('of each value say how many rules the list has once it is narrowed to that', async () => {
    for (const narrowed of ['state=draft', 'level=low', 'q=memory', 'technique=T1', 'state=draft&level=critical']) {
      const counts = await countsOf(narrowed);
      for (const name of ['level', 'platform', 'state'])
        for (const { count, value } of counts[name]) {
          const query = new URLSearchParams(narrowed);
          query.set(name, value);
          expect([narrowed, name, value, (await list(String(query))).total]).toEqual([narrowed, name, value, count]);
        }
    }
    expect(await countsOf('q=nothing')).toEqual({ level: [], platform: [], state: [] });
  });

  test('count nothing of somebody else', async () => {
    const stranger = await signedInUser(app, 'team');
    expect((await list('counts=true', stranger)).counts).toEqual({ level: [], platform: [], state: [] });
  });
});

describe('a search of the library', () => {
  test.each([
    ['the title', 'memory', [LSASS]],
    ['the description', 'secrets', [LSASS]],
    ['a value', 'vssadmin', [SHADOW]],
    ['a part of a path', 'System32\\lsass', [LSASS]],
    ['a number', '0x14', [LSASS]],
    ['the beginning of a word', 'shad', [SHADOW]],
    ['the id of a technique, which its children have', 'T1003', [LSASS]],
    ['the id of a sub-technique', 't1003.001', [LSASS]],
    ['a half typed id', 'T10', [KEY, LSASS]],
    ['an id that ends in its dot', 'T1003.', [LSASS]],
    ['an id of which digits are missing', 'T1098.0', [KEY]],
    ['an id that no rule has', 'T1003.002', []],
    ['the title of the advisory, in any case of any script', 'über zimtstern', [KEY]],
    ['parts of a name that is written as one', 'AccessKey', [KEY]],
    ['the log', 'cloudtrail', [KEY]],
    ['several words, each of which must be there', 'memory process', [LSASS]],
    ['words that no one rule has together', 'memory vssadmin', []],
    ['no word in its middle', 'sadmin', []],
    ['signs alone', '%', []],
    ['what a query of the database would mean', "'lsass' & !(x | y:*)", []],
  ])('finds by %s', async (_name, q, found) => {
    expect(await titles(`q=${encodeURIComponent(q)}`)).toEqual([...found].sort());
  });

  test.each([
    ['T1003', [LSASS]],
    ['t1003.001', [LSASS]],
    ['T1003.002', []],
    ['T10', [KEY, LSASS]],
    ['T1003.', [LSASS]],
    ['T', [KEY, LSASS, SHADOW]],
  ])('is narrowed to technique %s with its sub-techniques', async (technique, found) => {
    expect(await titles(`technique=${technique}`)).toEqual([...found].sort());
  });

  test('has at most sixteen words', async () => {
    const words = 'abcdefghijklmnop'.split('').join(' ');
    expect(await titles(`q=${encodeURIComponent(words)}`)).toEqual([]);
    const { body } = await app.http
      .get(`/v1/rules?q=${encodeURIComponent(`${words} q`)}`)
      .set(bearer(user.jwt))
      .expect(400);
    expect(body.error.details).toEqual([expect.objectContaining({ path: 'q' })]);
  });

  test('goes with filters, and says how many rules there are in all', async () => {
    expect(await list('q=T1&level=critical&limit=1')).toMatchObject({
      total: 1,
      moreThanTotal: false,
      nextCursor: null,
    });
    expect(await list('limit=1')).toMatchObject({ total: 3, moreThanTotal: false, nextCursor: expect.any(String) });
    expect(await list('q=nowhere')).toMatchObject({ rules: [], total: 0 });
  });

  test("finds nothing of another person's, and in a team what all members made", async () => {
    const [owner, member] = [await signedInUser(app, 'team'), await signedInUser(app, 'free')];
    expect(await list('q=memory', owner)).toMatchObject({ rules: [], total: 0 });
    const teamId = await makeTeam(app, [owner, member], ['owner', 'member']);
    await insertRules(app.db, [{ createdBy: owner.id, teamId, title: 'Memory Of A Team' }]);
    const { body } = await app.http.get('/v1/team/rules?q=memo').set(bearer(member.jwt)).expect(200);
    expect(body.data).toMatchObject({ rules: [{ title: 'Memory Of A Team' }], total: 1, moreThanTotal: false });
  });
});

describe('the order of the library', () => {
  test.each([
    ['title', [KEY, LSASS, SHADOW]],
    ['-title', [SHADOW, LSASS, KEY]],
    ['-level', [LSASS, SHADOW, KEY]],
    ['-state', [SHADOW]],
    ['platform', [KEY]],
    ['created', [LSASS, SHADOW, KEY]],
    ['-updated', [KEY]],
  ])('is by %s, over pages that give each rule once', async (sort, first) => {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { rules: { title: string }[]; nextCursor: string | null } = await list(
        `sort=${sort}&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...page.rules.map(({ title }) => title));
      cursor = page.nextCursor;
    }
    expect(seen.slice(0, first.length)).toEqual(first);
    expect([...seen].sort()).toEqual([KEY, LSASS, SHADOW]);
  });

  test('takes a cursor of that order only', async () => {
    const { nextCursor } = await list('sort=title&limit=1');
    const { body } = await app.http
      .get(`/v1/rules?sort=level&limit=1&cursor=${nextCursor}`)
      .set(bearer(user.jwt))
      .expect(400);
    expect(body.error.details).toEqual([expect.objectContaining({ path: 'cursor' })]);
    await app.http.get('/v1/rules?sort=colour').set(bearer(user.jwt)).expect(400);
  });
});

test('a list tells noise and test events of its rules to whoever asks, also where a text beside them holds a NUL', async () => {
  const who = await signedInUser(app, 'team');
  await app.http.post('/v1/generate').set(bearer(who.jwt)).send({ inputType: 'text', text: ADVISORY }).expect(200);
  const rows: { ruleKey: string; noise: unknown; testEvents: unknown }[] = (await list('', who)).rules;
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ noise, testEvents }) => noise === null && testEvents === null)).toBe(true);
  // As a message that names what a caller's rule says may have it.
  await app.db.raw(
    `update rules.rule_versions set content = (replace(content::text, '"description":"', '"description":"\\u0000'))::json
     where created_by = '${who.id}'`,
  );
  const measured: typeof rows = (await list('measures=true', who)).rules;
  expect(measured.map(({ ruleKey }) => ruleKey)).toEqual(rows.map(({ ruleKey }) => ruleKey));
  for (const { noise, ruleKey, testEvents } of measured) {
    const { body } = await app.http.get(`/v1/rules/${ruleKey}/versions/1`).set(bearer(who.jwt)).expect(200);
    expect(noise).toEqual(body.data.noise);
    const { match, noMatch } = body.data.tests;
    expect(testEvents).toEqual({ match: match.length, noMatch: noMatch.length });
    expect(match.length + noMatch.length).toBeGreaterThan(0);
  }
});

test('a list gives the text of its rules and the events that they match to whoever asks, and none that is long', async () => {
  const who = await signedInUser(app, 'team');
  await app.http.post('/v1/generate').set(bearer(who.jwt)).send({ inputType: 'text', text: ADVISORY }).expect(200);
  const rows: { ruleKey: string; sigma: unknown }[] = (await list('', who)).rules;
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.every(({ sigma }) => sigma === null)).toBe(true);
  const given: typeof rows = (await list('sigma=true', who)).rules;
  for (const { ruleKey, sigma } of given) {
    const { body } = await app.http.get(`/v1/rules/${ruleKey}/versions/1`).set(bearer(who.jwt)).expect(200);
    expect(sigma).toEqual({ yaml: body.data.yaml, events: body.data.tests.match });
  }
  await app.db.raw(
    `update rules.rule_versions set content = jsonb_set(content::jsonb, '{yaml}', to_jsonb(repeat('# long ', 10000)))::json
     where created_by = ? and rule_id in (select id from rules.rules where key = ?)`,
    [who.id, rows[0]?.ruleKey ?? ''],
  );
  const after: typeof rows = (await list('sigma=true', who)).rules;
  expect(after.filter(({ sigma }) => sigma === null).map(({ ruleKey }) => ruleKey)).toEqual([rows[0]?.ruleKey]);
});
