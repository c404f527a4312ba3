import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { appendAudit } from '@tripline/auth';
import { createDatabase, type Knex } from '@tripline/service';
import { eventually } from '@tripline/stack';
import fc from 'fast-check';
import { parseCsv } from './support/csv.js';
import {
  bearer,
  createHarness,
  createKey,
  type Harness,
  type Instance,
  PASSWORD,
  signedInUser,
  type TestUser,
} from './support/harness.js';
import { makeTeam } from './support/team-rows.js';

const COLUMNS = [
  ...['id', 'at', 'actorId', 'actorEmail', 'action', 'targetType', 'targetId'],
  ...['outcome', 'ip', 'userAgent', 'details'],
];

let harness: Harness;
/** The role that owns the tables: what the services' own may not write, such as moments past. */
let tables: Knex;
let app: Instance;
let owner: TestUser;
let admin: TestUser;
let member: TestUser;
let teamId: string;
beforeAll(async () => {
  harness = await createHarness();
  const url = harness.database.migrationDatabaseUrl;
  tables = createDatabase({ url, connections: 1, applicationName: 'test' });
  app = harness.start();
  owner = await signedInUser(app, 'team');
  [admin, member] = [await signedInUser(app, 'free'), await signedInUser(app, 'free')];
});
afterAll(async () => {
  await tables.destroy();
  await harness.close();
});
/** Puts the three into a team whose log is empty. It takes a moment until the app knows, so that tests that record nothing share one. */
async function newTeam(): Promise<void> {
  await app.db('auth.teams').delete();
  teamId = await makeTeam(app, [owner, admin, member], ['owner', 'admin', 'member']);
}

interface Event {
  readonly id: string;
  readonly at: string;
  readonly action: string;
  readonly details: Record<string, unknown>;
}

const get = (query: string, user = admin) => app.http.get(`/v1/team/audit${query}`).set(bearer(user.jwt));
const events = async (query = '', user = admin): Promise<Event[]> =>
  (await get(query, user).expect(200)).body.data.events;
const actions = async (query = ''): Promise<string[]> => (await events(query)).map(({ action }) => action);
const csv = async (query = ''): Promise<Record<string, string>[]> => {
  const { text } = await get(`?format=csv${query}`).expect(200);
  const [header, ...rows] = parseCsv(text);
  expect(header).toEqual(COLUMNS);
  return rows.map((row) => Object.fromEntries(COLUMNS.map((column, index) => [column, row[index]!])));
};
const exports = async (): Promise<number> =>
  (await app.db('auth.audit_log').where({ team_id: teamId, action: 'audit.exported' })).length;
const record = (action: string, more: { user?: TestUser; details?: Record<string, unknown>; teamId?: string } = {}) => {
  const { user = member } = more;
  const actor = {
    id: user.id,
    email: user.email,
    teamId: more.teamId ?? teamId,
    ip: '192.0.2.7',
    userAgent: 'a browser',
  };
  return appendAudit(app.db, { action, actor, target: { type: 'thing', id: 'x' }, details: more.details ?? {} });
};
/** Events at moments of the test's choosing, which only the owner of the tables can write. */
const recordAt = async (...times: string[]): Promise<void> => {
  await tables('auth.audit_log').insert(
    times.map((at, n) => ({
      id: randomUUID(),
      at,
      team_id: teamId,
      actor_id: 'x',
      action: `test.at_${'abcdefgh'[n]}`,
      outcome: 'success',
    })),
  );
};

describe('GET /v1/team/audit', () => {
  beforeEach(newTeam);

  test('tells owner and admins what members did, newest first, with who, where and to what', async () => {
    await record('test.first');
    const id = await record('test.second', { details: { name: 'x' } });
    for (const user of [owner, admin]) {
      const [newest, ...older] = await events('', user);
      expect(newest).toEqual({
        ...{ id, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/), outcome: 'success' },
        ...{ actorId: member.id, actorEmail: member.email, action: 'test.second', details: { name: 'x' } },
        ...{ targetType: 'thing', targetId: 'x', ip: '192.0.2.7', userAgent: 'a browser' },
      });
      expect(older.map(({ action }) => action)).toEqual(['test.first']);
    }
  });

  test('is 403 for a member, before anything of the request is judged', async () => {
    await get('?format=xml', member).expect(403);
  });

  test('holds nothing of other teams, nor what was done outside any', async () => {
    await record('test.foreign', { teamId: randomUUID() });
    await appendAudit(app.db, { action: 'test.private', actor: { id: member.id, email: member.email } });
    expect(await actions()).toEqual([]);
  });

  test('records what members do by themselves: a key made and revoked, and a password that was wrong', async () => {
    const { prefix } = await createKey(app, member);
    await app.http.delete(`/v1/api-keys/${prefix}`).set(bearer(member.jwt)).expect(200);
    await app.http
      .post('/v1/auth/login')
      .send({ email: member.email, password: `${PASSWORD}!` })
      .expect(401);
    await eventually(async () => (await actions()).length === 3);
    expect(await events()).toMatchObject([
      { action: 'login.failed', outcome: 'refused', actorEmail: member.email, targetId: member.id },
      { action: 'key.revoked', outcome: 'success', targetId: prefix },
      { action: 'key.created', outcome: 'success', targetId: prefix },
    ]);
  });

  test("shows that the operator changed a tier, and not the operator's address", async () => {
    await app.http
      .patch(`/v1/admin/users/${owner.id}`)
      .set({ ...bearer(app.config.ADMIN_TOKEN!), 'User-Agent': 'operator' })
      .send({ tier: 'enterprise' })
      .expect(200);
    expect(await events()).toMatchObject([
      { action: 'user.tier_changed', actorId: 'admin', ip: null, userAgent: null, targetId: owner.id },
    ]);
  });

  test.each([
    ['from=2026-03-01T00:00:00Z', ['c', 'b']],
    ['to=2026-03-01T00:00:00Z', ['a']],
    ['from=2026-02-28&to=2026-02-28', ['a']],
    ['from=2026-03-01&to=2026-03-01', ['b']],
    ['from=2026-03-01T01:00:00%2B01:00&to=2026-03-01T12:00:00.001Z', ['b']],
    ['from=2026-03-01T01:00:00+01:00&to=2026-03-02T00:00:00Z', ['b']],
    ['from=2026-03-02&to=9999-12-31', ['c']],
  ])('holds what lies in the range %s', async (query, expected) => {
    await recordAt('2026-02-28T23:59:59.999999Z', '2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z');
    const names = expected.map((letter) => `test.at_${letter}`);
    expect(await actions(`?${query}`)).toEqual(names);
    expect((await csv(`&${query}`)).map(({ action }) => action)).toEqual(names);
  });

  test('gives every event exactly once over its pages, also where many happened within a millisecond', async () => {
    await recordAt(
      ...['2026-01-01T00:00:00.000123Z', '2026-01-01T00:00:00.000122Z', '2026-01-01T00:00:00.000122Z'],
      ...[
        '2026-01-01T00:00:00.000999Z',
        '2026-01-01T00:00:00.001Z',
        '2026-01-01T00:00:00Z',
        '2026-01-01T00:00:00.0005Z',
      ],
    );
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { data } = (await get(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`).expect(200)).body;
      seen.push(...data.events.map(({ action }: Event) => action));
      cursor = data.nextCursor as string | null;
    }
    expect([seen.slice(0, 4), seen.slice(6)]).toEqual([
      ['test.at_e', 'test.at_d', 'test.at_g', 'test.at_a'],
      ['test.at_f'],
    ]);
    expect(new Set(seen).size).toBe(7);
  });
});

describe('GET /v1/team/audit with a query', () => {
  beforeAll(async () => {
    await newTeam();
    await record('test.mine', { user: owner });
    await record('test.other', { user: member });
  });

  test.each([
    ['action=test.mine', ['test.mine']],
    ['action=test.none', []],
    ['actor=OWNER', ['test.mine']],
    ['actor=OWNER_MAIL', ['test.mine']],
    ['Actor=MEMBER', ['test.other']],
    ['actor=MEMBER&action=test.mine', []],
    ['actor=%27%20or%201%3D1', []],
  ])('filters by %s', async (query, expected) => {
    const filled = query
      .replace('OWNER_MAIL', owner.email.toUpperCase())
      .replace('OWNER', owner.id)
      .replace('MEMBER', member.id);
    expect(await actions(`?${filled}`)).toEqual(expected);
    expect((await csv(`&${filled}`)).map(({ action }) => action)).toEqual(expected);
  });

  test.each([
    ...[
      'format=xml',
      'format=',
      'from=yesterday',
      'from=2026-02-30',
      'from=2026-02-30T00:00:00Z',
      'to=2026-03-01T25:00:00Z',
    ],
    ...['from=2026-03-01T00:00:00', 'from=20260301', 'from=-000001-01-01', 'to=%2B012026-01-01T00:00:00Z'],
    ...['from=2026-03-02&to=2026-03-01', 'from=2026-03-01T00:00:00Z&to=2026-03-01T00:00:00Z'],
    ...['limit=0', 'limit=201', 'action=x', "action=a.b'", 'cursor=x', 'since=2026-03-01', 'format=json&format=csv'],
    ...['format=csv&limit=10', 'format=csv&cursor=x', `actor=${'x'.repeat(255)}`],
    `cursor=${Buffer.from(`99999999999999999 ${randomUUID()}`).toString('base64url')}`,
    `cursor=${Buffer.from(`1 ${randomUUID()} 1`).toString('base64url')}`,
  ])('refuses %s with 400', async (query) => {
    const before = await exports();
    const { body } = await get(`?${query}`).expect(400);
    expect(body.error.code).toBe('BadRequest');
    expect(await exports()).toBe(before);
  });

  test('refuses a reversed range and says why', async () => {
    const { body } = await get('?from=2026-03-02&to=2026-03-01').expect(400);
    expect(body.error.message).toContain('must be later than from');
    expect(body.error.details).toEqual([{ path: 'to', message: 'to must be later than from' }]);
  });
});

describe('GET /v1/team/audit/verify', () => {
  beforeEach(newTeam);

  const verify = (user: TestUser) => app.http.get('/v1/team/audit/verify').set(bearer(user.jwt));

  test('tells owner and admins that the log is intact, and refuses members', async () => {
    await appendAudit(app.db, { action: 'test.happened', actor: { id: member.id, email: member.email, teamId } });
    for (const user of [owner, admin]) {
      const { data } = (await verify(user).expect(200)).body;
      expect(data).toEqual({
        ...{ intact: true, faults: [], sealedEvents: 0, unsealedEvents: 1, redactedEvents: 0, head: null },
      });
    }
    await verify(member).expect(403);
  });

  test('names an event that somebody with the rights of the owner has taken out', async () => {
    const actor = { id: member.id, email: member.email, teamId };
    const id = await appendAudit(app.db, { action: 'test.happened', actor });
    await tables.raw('alter table auth.audit_log disable trigger user');
    await tables('auth.audit_log').where({ id }).delete();
    await tables.raw('alter table auth.audit_log enable trigger user');
    const { data } = (await verify(admin).expect(200)).body;
    expect(data).toMatchObject({ intact: false, faults: [{ kind: 'event_removed', seal: null, eventId: id }] });
  });
});

describe('GET /v1/team/audit?format=csv', () => {
  beforeEach(newTeam);

  test('is a file with a name, in lines that end as RFC 4180 says', async () => {
    const id = await record('test.first', { details: { name: 'x' } });
    const answer = await get('?format=csv')
      .expect(200)
      .expect('content-type', 'text/csv; charset=utf-8; header=present');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="?team-audit-\d{8}T\d{6}Z\.csv"?$/);
    const [header, line, end] = answer.text.split('\r\n');
    expect([header, end]).toEqual([COLUMNS.join(','), '']);
    expect(line).toMatch(new RegExp(`^${id},.*,"\\{""name"": ""x""\\}"$`));
  });

  test('records the export, its range and filters, and holds what was recorded before it', async () => {
    await record('test.first');
    expect((await csv(`&from=2026-01-01&actor=${randomUUID()}`)).length).toBe(0);
    expect((await csv()).map(({ action }) => action)).toEqual(['audit.exported', 'test.first']);
    const [second, first] = await events();
    expect(first).toMatchObject({
      action: 'audit.exported',
      actorId: admin.id,
      targetId: teamId,
      details: {
        format: 'csv',
        from: '2026-01-01T00:00:00.000Z',
        to: null,
        actor: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    });
    expect(second).toMatchObject({ action: 'audit.exported', details: { format: 'csv', from: null, to: null } });
  });

  test('records of a filter by e-mail address that there was one, without the address', async () => {
    await csv(`&actor=${encodeURIComponent(admin.email)}`);
    const [own] = await events();
    expect(own).toMatchObject({ action: 'audit.exported', details: { actor: 'by e-mail address' } });
    expect(JSON.stringify(own?.details)).not.toContain('@');
  });

  test('records no export for HEAD, which takes nothing', async () => {
    await app.http.head('/v1/team/audit?format=csv').set(bearer(admin.jwt)).expect(200).expect('content-type', /csv/);
    expect(await actions()).toEqual([]);
  });

  test('gives every text back as it was, but never as a formula', async () => {
    const texts = [
      '=1+1',
      '+1',
      '-1',
      '@x',
      '\t=1',
      '\r=1',
      '\n=1',
      ' =1',
      '＝1',
      'a,b',
      'a"b',
      'a\r\nb',
      '🦊',
      "'",
      ';=1',
      'x=1',
    ];
    for (const text of texts) {
      await appendAudit(app.db, {
        ...{ action: 'test.text', target: { type: 'thing', id: text }, details: { text } },
        actor: { id: member.id, email: text, teamId, userAgent: text },
      });
    }
    const rows = (await csv('&action=test.text')).reverse();
    for (const [index, text] of texts.entries()) {
      const shown = index < 9 ? `'${text}` : text;
      expect(rows[index]).toMatchObject({ targetId: shown, actorEmail: shown, userAgent: shown });
      expect(JSON.parse(rows[index]!['details']!)).toEqual({ text });
    }
  });

  test('of any texts can be parsed back, cell by cell', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }), async (given) => {
        const texts = given.map((text) => text.replaceAll('\0', ''));
        const action = `test.${randomUUID().replaceAll(/[^a-f]/g, '')}_${'x'.repeat(5)}`;
        for (const text of texts) {
          await appendAudit(app.db, { action, actor: { id: text, email: null, teamId }, details: { text } });
        }
        const rows = (await csv(`&action=${action}`)).reverse();
        expect(rows.map(({ actorId }) => actorId!.replace(/^'(?=[\s=+\-@＝＋－＠])/, ''))).toEqual(texts);
        for (const { actorId } of rows) expect(actorId).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/);
      }),
      { numRuns: 25 },
    );
  });

  test('goes through more events than are held at once, each exactly once', async () => {
    await tables.raw(
      `insert into auth.audit_log (id, at, team_id, actor_id, action, outcome)
       select gen_random_uuid(), timestamptz '2026-01-01Z' + (n / 7) * interval '1 microsecond', ?, 'x', 'test.many', 'success' from generate_series(1, 3500) n`,
      [teamId],
    );
    const rows = await csv();
    expect(rows).toHaveLength(3500);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(3500);
    const times = rows.map(({ at }) => at!);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('is refused when the export itself cannot be recorded', async () => {
    await record('test.secret');
    const role = new URL(harness.database.databaseUrl).username;
    await tables.raw('revoke insert on auth.audit_log from ??', [role]);
    try {
      const { body } = await get('?format=csv').expect(500).expect('content-type', /json/);
      expect(JSON.stringify(body)).not.toContain('test.secret');
    } finally {
      await tables.raw('grant insert on auth.audit_log to ??', [role]);
    }
  });

  test('breaks off when its reader loses the role meanwhile', async () => {
    await recordLarge();
    const answer = await begin(get('?format=csv'));
    await app.db('auth.memberships').where({ user_id: admin.id }).update({ role: 'member' });
    await app
      .db('auth.users')
      .where({ id: admin.id })
      .update({ access_changed_at: app.db.raw('clock_timestamp()') });
    await eventually(async () => (await get('')).status === 403);
    answer.resume();
    await new Promise((resolve) => answer.once('close', resolve));
    expect(answer.complete).toBe(false);
  });

  test('stops when its reader disconnects, and the next is answered', async () => {
    await recordLarge();
    const answer = await begin(get('?format=csv'));
    answer.destroy();
    await eventually(async () => {
      const { rows } = await app.db.raw(
        `select 1 from pg_stat_activity where query like '%audit_log%' and state = 'active' and pid <> pg_backend_pid()`,
      );
      return rows.length === 0;
    });
    expect((await csv('&action=audit.exported')).length).toBe(1);
  });
});

/** More than the sockets between reader and service hold. */
const recordLarge = () =>
  tables.raw(
    `insert into auth.audit_log (id, at, team_id, actor_id, action, outcome, details)
     select gen_random_uuid(), now() - n * interval '1 second', ?, 'x', 'test.large', 'success', json_build_object('text', repeat('large ', 1000))
     from generate_series(1, 6000) n`,
    [teamId],
  );

/** Sends a request and gives its answer unread. */
const begin = (call: ReturnType<typeof get>): Promise<IncomingMessage> =>
  new Promise((resolve) => {
    call
      .buffer(true)
      .parse((response, done) => {
        const answer = response as unknown as IncomingMessage;
        answer.pause();
        answer.once('close', () => done(null, undefined));
        resolve(answer);
      })
      .end(() => undefined);
  });
