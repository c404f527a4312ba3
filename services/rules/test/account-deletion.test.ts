import { eventually } from '@tripline/stack';
import { as, auditOf, joined, newTeam } from '../../../packages/auth/test/support/teams.js';
import {
  createGenerationHarness,
  type GenerationHarness,
  type PageServer,
  servePages,
} from './support/generation-harness.js';
import { bearer, type Instance, PASSWORD, signedInUser, type TestUser } from './support/harness.js';
import { savePipeline } from './support/pipelines.js';
import { ADVISORY, BROUGHT_RULE } from './support/sample-advisory.js';

let app: GenerationHarness;
let service: Instance;
let pages: PageServer;
/** Sends the pages that were asked for. */
let waiting: (() => void)[] = [];
beforeAll(async () => {
  pages = await servePages((_req, res) => {
    waiting.push(() => res.setHeader('Content-Type', 'text/plain').end(ADVISORY));
  });
  app = await createGenerationHarness({ NODE_ENV: 'development', FETCH_ALLOW_HOSTS: pages.host });
  service = app.instance;
});
afterAll(async () => {
  await app.close();
  await pages.close();
});

const remove = (user: { jwt: string }, body?: object) => service.http.delete('/v1/me').set(bearer(user.jwt)).send(body);
const removed = (user: TestUser) => remove(user, { password: PASSWORD }).expect(200);
const bring = async (user: TestUser): Promise<string> => {
  const body = { inputType: 'sigma', yaml: BROUGHT_RULE };
  const answer = await service.http.post('/v1/generate').set(bearer(user.jwt)).send(body).expect(200);
  return answer.body.data.rules[0].key;
};

/** Every column of every table that holds an id somewhere, as `table.column`. */
async function columnsWith(id: string): Promise<string[]> {
  const { rows } = await service.db.raw<{ rows: { at: string }[] }>(
    `select format('%I.%I', table_schema, table_name) as at from information_schema.tables
     where table_schema in ('auth', 'rules', 'coverage') and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { at } of rows) {
    const holding = await service.db.raw<{ rows: { key: string }[] }>(
      `select distinct pair.key from ${at} t, jsonb_each_text(to_jsonb(t)) pair where pair.value = ?`,
      [id],
    );
    found.push(...holding.rows.map(({ key }) => `${at}.${key}`));
  }
  return found.sort();
}

describe('DELETE /v1/me', () => {
  test('leaves nothing of what an account made in any table but the record that it was deleted', async () => {
    const user = await signedInUser(service, 'pro');
    await bring(user);
    const text = { inputType: 'text', text: ADVISORY };
    await service.http.post('/v1/generate').set(bearer(user.jwt)).send(text).expect(200);
    await savePipeline(service, user.jwt, 'cmd', { default: true });
    expect((await columnsWith(user.id)).length).toBeGreaterThan(5);
    expect(await columnsWith(user.id)).toContain('rules.pipelines.owner_id');
    await removed(user);
    // The log keeps who did what, and the mark tells other processes.
    expect(await columnsWith(user.id)).toEqual([
      'auth.audit_log.actor_id',
      'auth.audit_log.target_id',
      'auth.audit_unsealed.owner',
      'auth.deleted_users.id',
    ]);
    const events = await service.db('auth.audit_log').where({ actor_id: user.id, action: 'user.deleted' });
    expect(events).toMatchObject([{ actor_email: user.email, target_id: user.id }]);
  });

  test('leaves the address free for a new account, which has nothing of the old one', async () => {
    const user = await signedInUser(service, 'pro');
    await bring(user);
    await removed(user);
    const credentials = { email: user.email, password: PASSWORD };
    await service.http.post('/v1/auth/register').send(credentials).expect(201);
    const { accessToken } = (await service.http.post('/v1/auth/login').send(credentials).expect(200)).body.data;
    const { rules } = (await service.http.get('/v1/rules').set(bearer(accessToken)).expect(200)).body.data;
    expect(rules).toEqual([]);
  });
});

describe('of a team', () => {
  test('what a deleted member made stays, its maker shown without an address; the team’s log tells of it', async () => {
    const { id, owner } = await newTeam(service);
    const member = await joined(service, owner);
    const key = await bring(member);
    await removed(member);
    const rule = (await as(service, owner, 'get', `/rules/${key}`).expect(200)).body.data;
    expect(rule.createdBy).toEqual({ userId: member.id, email: null });
    expect((await as(service, owner, 'get', '')).body.data.members).toMatchObject([{ userId: owner.id }]);
    expect(await auditOf(service, id)).toContainEqual(
      expect.objectContaining({ action: 'user.deleted', actorId: member.id, targetId: member.id }),
    );
  });

  test('what a deleted member made is the owner’s when the team ends', async () => {
    const { owner } = await newTeam(service);
    const member = await joined(service, owner);
    const key = await bring(member);
    await removed(member);
    await as(service, owner, 'delete', '').expect(200);
    const rule = await service.http.get(`/v1/rules/${key}`).set(bearer(owner.jwt)).expect(200);
    expect(rule.body.data.createdBy.userId).toBe(owner.id);
  });
});

test('a generation under way when its account is deleted ends with 401, and nothing of it is kept', async () => {
  waiting = [];
  const { owner } = await newTeam(service);
  const users = [await signedInUser(service, 'pro'), await joined(service, owner)];
  const running = users.map(async (user) => {
    const body = { inputType: 'url', url: `${pages.url}/${user.id}` };
    return (await service.http.post('/v1/generate').set(bearer(user.jwt)).send(body)).status;
  });
  await eventually(async () => waiting.length === users.length);
  for (const user of users) await removed(user);
  for (const send of waiting) send();
  expect(await Promise.all(running)).toEqual([401, 401]);
  for (const { id } of users) expect(await service.db('rules.generations').where({ created_by: id })).toEqual([]);
});
