import { createDatabase } from '@tripline/service';
import { eventually } from '@tripline/stack';
import { as, invite, joined, newTeam } from '../../../../packages/auth/test/support/teams.js';
import {
  createGenerationHarness,
  type GenerationHarness,
  type PageServer,
  servePages,
} from '../support/generation-harness.js';
import { bearer, type Instance, signedInUser, type TestUser } from '../support/harness.js';
import { ADVISORY, BROUGHT_RULE } from '../support/sample-advisory.js';

let app: GenerationHarness;
let service: Instance;
let pages: PageServer;
/** Sends the pages that were asked for. */
const waiting: (() => void)[] = [];
beforeAll(async () => {
  pages = await servePages((req, res) => {
    waiting.push(() => res.setHeader('Content-Type', 'text/html').end(`${ADVISORY}<p>${req.url}</p>`));
  });
  app = await createGenerationHarness({ NODE_ENV: 'development', FETCH_ALLOW_HOSTS: pages.host });
  service = app.instance;
});
afterAll(async () => {
  await app.close();
  await pages.close();
});

const KEY = '2b7cd0b8-4c43-4b8e-9d4f-0d8a3f6b1c55';
const ruleOf = (title: string, key?: string): string =>
  `${key === undefined ? '' : `id: ${key}\n`}${BROUGHT_RULE.replace(/^title: .*$/m, `title: ${title}`).replace(/^id: .*\n/m, '')}`;

/** Has a user bring a rule; gives its key. */
async function bring(user: TestUser, title: string, key?: string): Promise<string> {
  const body = { inputType: 'sigma', yaml: ruleOf(title, key) };
  const answer = await service.http.post('/v1/generate').set(bearer(user.jwt)).send(body).expect(200);
  return answer.body.data.rules[0].key;
}
const rulesOf = async (user: TestUser): Promise<string[]> => {
  const { data } = (await service.http.get('/v1/rules').set(bearer(user.jwt)).expect(200)).body;
  return data.rules.map(({ title }: { title: string }) => title).sort();
};
const read = async (user: TestUser, key: string) =>
  (await service.http.get(`/v1/rules/${key}`).set(bearer(user.jwt)).expect(200)).body.data;

describe('when a team ends', () => {
  test('its rules and generations go back to their makers', async () => {
    const { owner } = await newTeam(service);
    const member = await joined(service, owner, 'member', 'pro');
    const [owners, members] = [await bring(owner, 'Of the owner'), await bring(member, 'Of the member')];
    await as(service, owner, 'delete', '').expect(200);
    expect([await rulesOf(owner), await rulesOf(member)]).toEqual([['Of the owner'], ['Of the member']]);
    expect((await read(member, members)).createdBy.userId).toBe(member.id);
    await service.http.get(`/v1/rules/${owners}`).set(bearer(member.jwt)).expect(404);
    const list = await service.http.get('/v1/generations').set(bearer(member.jwt)).expect(200);
    expect(list.body.data.generations).toHaveLength(1);
  });

  test('a rule whose maker had one of the same key before becomes that rule’s newest version', async () => {
    const { owner } = await newTeam(service);
    const member = await signedInUser(service, 'pro');
    await bring(member, 'Before', KEY);
    await bring(member, 'Before, edited', KEY);
    const { token } = await invite(service, owner, member.email);
    await as(service, member, 'post', '/invitations/accept', { token }).expect(200);
    await bring(member, 'In the team', KEY);
    await service.http.patch(`/v1/rules/${KEY}`).set(bearer(member.jwt)).send({ state: 'accepted' }).expect(200);
    await as(service, owner, 'delete', '').expect(200);
    expect(await rulesOf(member)).toEqual(['In the team']);
    const rule = await read(member, KEY);
    expect(rule).toMatchObject({ title: 'In the team', state: 'accepted' });
    expect(rule.versions.map(({ version, title }: { version: number; title: string }) => [version, title])).toEqual([
      [1, 'Before'],
      [2, 'Before, edited'],
      [3, 'In the team'],
    ]);
    const { generations } = (await service.http.get('/v1/generations').set(bearer(member.jwt)).expect(200)).body.data;
    const titles = await Promise.all(
      generations.map(async ({ id }: { id: string }) => {
        const one = await service.http.get(`/v1/generations/${id}`).set(bearer(member.jwt)).expect(200);
        return one.body.data.rules[0].title;
      }),
    );
    expect(titles).toEqual(['In the team', 'Before, edited', 'Before']);
  });

  test('what a former member made stays with the team until then, and is theirs again after', async () => {
    const { owner } = await newTeam(service);
    const member = await joined(service, owner, 'member', 'pro');
    const key = await bring(member, 'Left behind');
    await as(service, member, 'post', '/leave').expect(200);
    expect(await rulesOf(member)).toEqual([]);
    expect((await read(owner, key)).title).toBe('Left behind');
    await as(service, owner, 'delete', '').expect(200);
    expect(await rulesOf(member)).toEqual(['Left behind']);
  });

  test('a rule that its maker reads at that moment is answered completely', async () => {
    const { id, owner } = await newTeam(service);
    const member = await signedInUser(service, 'pro');
    await bring(member, 'Before', KEY);
    const { token } = await invite(service, owner, member.email);
    await as(service, member, 'post', '/invitations/accept', { token }).expect(200);
    await bring(member, 'In the team', KEY);
    const tables = createDatabase({
      ...{ url: app.harness.database.migrationDatabaseUrl, connections: 2, applicationName: 'test' },
    });
    try {
      let reading: ReturnType<typeof read> | undefined;
      await tables.transaction(async (trx) => {
        // Whoever reads versions waits here until the team has ended.
        await trx.raw('lock table rules.rule_versions in access exclusive mode');
        reading = read(member, KEY);
        await eventually(async () => {
          const waiting = `select 1 from pg_locks where not granted and relation = 'rules.rule_versions'::regclass`;
          return (await tables.raw(waiting)).rows.length > 0;
        });
        await trx('auth.teams').where({ id }).delete();
      });
      expect((await reading)?.title).toBe('In the team');
    } finally {
      await tables.destroy();
    }
  });
});

describe('what is generated while a team ends', () => {
  test('is answered and stored completely, as its makers’ own', async () => {
    const { owner } = await newTeam(service);
    const makers: TestUser[] = [];
    for (let count = 0; count < 2; count += 1) makers.push(await joined(service, owner, 'member', 'pro'));
    const generate = (maker: TestUser, page: number) =>
      service.http
        .post('/v1/generate')
        .set(bearer(maker.jwt))
        .send({ inputType: 'url', url: `${pages.url}/${maker.id}/${page}` });
    // Every process knows that they are members; their pages come once the team has ended.
    const running = makers.flatMap((maker) =>
      [0, 1].map(async (page) => ({ maker, answer: await generate(maker, page) })),
    );
    await eventually(async () => waiting.length === running.length);
    await as(service, owner, 'delete', '').expect(200);
    for (const send of waiting) send();
    const answers = await Promise.all(running);
    expect(answers.map(({ answer }) => answer.status)).toEqual(answers.map(() => 200));
    for (const {
      answer: { body },
      maker,
    } of answers) {
      await service.http.get(`/v1/generations/${body.data.id}`).set(bearer(maker.jwt)).expect(200);
      for (const { key } of body.data.rules) expect((await read(maker, key)).createdBy.userId).toBe(maker.id);
      const events = await service.db('auth.audit_log').where({ target_id: body.data.id });
      expect(events).toMatchObject([{ action: 'rule.generated', actor_id: maker.id, team_id: null }]);
    }
  });
});
