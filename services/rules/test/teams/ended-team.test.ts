import { createDatabase } from '@tripline/service';
import { eventually } from '@tripline/stack';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, type Instance, signedInUser, type TestUser } from '../support/harness.js';
import { BROUGHT_RULE } from '../support/sample-advisory.js';
import { as, invite, joined, newTeam } from '../support/teams.js';

let app: GenerationHarness;
let service: Instance;
beforeAll(async () => {
  app = await createGenerationHarness({ NODE_ENV: 'development' });
  service = app.instance;
});
afterAll(() => app.close());

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

  test('a rule that its maker is reading at that moment is answered whole', async () => {
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
  const generate = (user: TestUser, title: string) =>
    service.http
      .post('/v1/generate')
      .set(bearer(user.jwt))
      .send({ inputType: 'sigma', yaml: ruleOf(title) });
  const readsBack = async (user: TestUser, id: string) =>
    (await service.http.get(`/v1/generations/${id}`).set(bearer(user.jwt))).status;

  test('is its maker’s when this process does not know yet that the team has ended', async () => {
    const { id, owner } = await newTeam(service);
    const member = await joined(service, owner, 'member', 'pro');
    await bring(member, 'Before the end');
    // Without the mark that tells other processes: this one goes on believing in the team.
    await service.db('auth.teams').where({ id }).delete();
    const { body } = await generate(member, 'After the end').expect(200);
    expect(await readsBack(member, body.data.id)).toBe(200);
    expect(await service.db('rules.generations').where({ id: body.data.id }).first()).toMatchObject({
      ...{ team_id: null, owner_id: member.id },
    });
    const events = await service.db('auth.audit_log').where({ target_id: body.data.id });
    expect(events).toMatchObject([{ action: 'rule.generated', team_id: null }]);
  });

  test('is all answered and all there, however many generate at that moment', async () => {
    const { id, owner } = await newTeam(service);
    const makers: TestUser[] = [];
    for (let count = 0; count < 4; count += 1) makers.push(await joined(service, owner, 'member', 'pro'));
    for (const maker of makers) await bring(maker, `Before ${maker.id}`);
    const rounds = makers.map(async (maker) => {
      const made: { status: number; id: string }[] = [];
      for (let round = 0; round < 10; round += 1) {
        const { body, status } = await generate(maker, `Round ${round} of ${maker.id}`);
        made.push({ status, id: body.data?.id });
      }
      return made;
    });
    // Once some of it is under way.
    const saved = () => service.db('rules.rules').where({ team_id: id });
    await eventually(async () => (await saved()).length > 8);
    const ended = as(service, owner, 'delete', '').expect(200);
    const answers = (await Promise.all(rounds)).flatMap((made, maker) => made.map((one) => ({ ...one, maker })));
    await ended;
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const found = await Promise.all(answers.map((one) => readsBack(makers[one.maker]!, one.id)));
    expect(found).toEqual(answers.map(() => 200));
    for (const maker of makers) expect(await rulesOf(maker)).toHaveLength(11);
  });
});
