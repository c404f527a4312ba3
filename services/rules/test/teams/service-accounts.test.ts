import { as, auditOf, newTeam } from '../../../../packages/auth/test/support/teams.js';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, type Instance, signedInUser, type TestUser } from '../support/harness.js';
import { BROUGHT_RULE } from '../support/sample-advisory.js';

let app: GenerationHarness;
let service: Instance;
beforeAll(async () => {
  app = await createGenerationHarness({ NODE_ENV: 'development' });
  service = app.instance;
});
afterAll(() => app.close());

const PATH = '/service-accounts';
interface Made {
  id: string;
  email: string;
}

const make = async (by: TestUser, name = 'deploy'): Promise<Made> =>
  (await as(service, by, 'post', PATH, { name }).expect(201)).body.data;
const makeKey = async (by: TestUser, { id }: Made): Promise<{ key: string }> =>
  (await as(service, by, 'post', `${PATH}/${id}/keys`, { name: 'ci' }).expect(201)).body.data;
const bring = async (key: string, title: string): Promise<string> => {
  const yaml = BROUGHT_RULE.replace(/^title: .*$/m, `title: ${title}`).replace(/^id: .*\n/m, '');
  const answer = await service.http.post('/v1/generate').set(bearer(key)).send({ inputType: 'sigma', yaml });
  expect(answer.status).toBe(200);
  return answer.body.data.rules[0].key;
};

describe('a key of a service account', () => {
  test('makes what is the team’s, and is shown as its maker, also after the account is deleted', async () => {
    const { id: teamId, owner } = await newTeam(service);
    const account = await make(owner);
    const ruleKey = await bring((await makeKey(owner, account)).key, 'By the robot');
    const read = async () => (await as(service, owner, 'get', `/rules/${ruleKey}`).expect(200)).body.data;
    const author = { userId: account.id, email: account.email };
    expect(await read()).toMatchObject({ title: 'By the robot', createdBy: author, versions: [{ createdBy: author }] });
    expect(await auditOf(service, teamId)).toContainEqual(
      expect.objectContaining({ action: 'rule.generated', actorId: account.id }),
    );
    await as(service, owner, 'delete', `${PATH}/${account.id}`).expect(200);
    expect((await read()).createdBy).toEqual(author);
  });
});

describe('when the team changes', () => {
  test('its end makes what they made its owner’s', async () => {
    const { owner } = await newTeam(service);
    const deleted = await make(owner, 'deleted');
    const [kept, gone] = [await make(owner, 'kept'), await makeKey(owner, deleted)];
    const { key } = await makeKey(owner, kept);
    const ofKept = await bring(key, 'By the one that is kept');
    const ofDeleted = await bring(gone.key, 'By the one that is deleted');
    await as(service, owner, 'delete', `${PATH}/${deleted.id}`).expect(200);
    await as(service, owner, 'delete', '').expect(200);
    for (const ruleKey of [ofKept, ofDeleted]) {
      const rule = await service.http.get(`/v1/rules/${ruleKey}`).set(bearer(owner.jwt)).expect(200);
      expect(rule.body.data.createdBy.userId).toBe(owner.id);
    }
    const { generations } = (await service.http.get('/v1/generations').set(bearer(owner.jwt)).expect(200)).body.data;
    expect(generations).toHaveLength(2);
  });

  test('what they made joins the rule of the same key that the owner had before', async () => {
    const owner = await signedInUser(service, 'team');
    const yaml = (title: string) => BROUGHT_RULE.replace(/^title: .*$/m, `title: ${title}`);
    const send = (credential: string, title: string) =>
      service.http
        .post('/v1/generate')
        .set(bearer(credential))
        .send({ inputType: 'sigma', yaml: yaml(title) });
    const ruleKey: string = (await send(owner.jwt, 'Before').expect(200)).body.data.rules[0].key;
    await as(service, owner, 'post', '', { name: 'Blue' }).expect(201);
    await send((await makeKey(owner, await make(owner))).key, 'In the team').expect(200);
    await as(service, owner, 'delete', '').expect(200);
    const { data } = (await service.http.get(`/v1/rules/${ruleKey}`).set(bearer(owner.jwt)).expect(200)).body;
    expect([data.title, data.versions.length]).toEqual(['In the team', 2]);
  });
});
