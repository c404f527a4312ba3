import { leaveTeam, makeTeam } from '../../../packages/auth/test/support/team-rows.js';
import { createGenerationHarness, type GenerationHarness } from './support/generation-harness.js';
import { bearer, createKey, type Instance, signedInUser, type TestUser } from './support/harness.js';
import { BROUGHT_RULE } from './support/sample-advisory.js';

const SPLUNK = { id: 'siem_spl', stack: 'cim', index: 'windows', sourcetype: 'XmlWinEventLog' };
const SENTINEL = { id: 'siem_kql', table: 'SecurityEvent' };

let harness: GenerationHarness;
let service: Instance;
beforeAll(async () => {
  harness = await createGenerationHarness();
  service = harness.instance;
});
afterAll(() => harness.close());

const read = (who: string, path = '/v1/me/siems') => service.http.get(path).set(bearer(who));
const choose = (who: string, siems: unknown, path = '/v1/me/siems') =>
  service.http.put(path).set(bearer(who)).send({ siems });
const mine = async (user: TestUser) => (await read(user.jwt).expect(200)).body.data;

describe('/v1/me/siems', () => {
  test('keeps what a person has chosen, in their order, until they choose otherwise', async () => {
    const user = await signedInUser(service, 'free');
    expect(await mine(user)).toEqual({ siems: [], from: 'nobody', own: [], team: [] });
    const chosen = { siems: [SENTINEL, SPLUNK], from: 'own', own: [SENTINEL, SPLUNK], team: [] };
    expect((await choose(user.jwt, [SENTINEL, SPLUNK]).expect(200)).body.data).toEqual(chosen);
    expect(await mine(user)).toEqual(chosen);
    await choose(user.jwt, [{ id: 'siem_yaral' }]).expect(200);
    expect((await mine(user)).siems).toEqual([{ id: 'siem_yaral' }]);
    await choose(user.jwt, []).expect(200);
    expect((await mine(user)).from).toBe('nobody');
  });

  test('is a person’s alone: a key has none, and nobody sees another’s', async () => {
    const [user, other] = [await signedInUser(service, 'pro'), await signedInUser(service, 'pro')];
    await choose(user.jwt, [SPLUNK]).expect(200);
    expect((await mine(other)).siems).toEqual([]);
    const { key } = await createKey(service, user);
    await read(key).expect(403);
    await choose(key, [SPLUNK]).expect(403);
    await service.http.get('/v1/me/siems').expect(401);
  });

  test('changes no answer of a conversion that names no backends', async () => {
    const user = await signedInUser(service, 'pro');
    const convert = async () =>
      (await service.http.post('/v1/convert').set(bearer(user.jwt)).send({ yaml: BROUGHT_RULE }).expect(200)).body;
    const before = await convert();
    expect(Object.keys(before.data.rules[0].conversions)).toHaveLength(6);
    await choose(user.jwt, [{ id: 'siem_spl', stack: 'cim', index: 'windows' }]).expect(200);
    expect(await convert()).toEqual(before);
  });

  test.each([
    ['an unknown language', [{ id: 'siem_x' }], 'siems[0].id'],
    ['a language twice', [SPLUNK, { id: 'siem_spl' }], 'siems[1]'],
    ['a stack of another language', [{ id: 'siem_spl', stack: 'asim' }], '"asim", which siem_spl has not; its stacks:'],
    ['a stack that is no name', [{ id: 'siem_spl', stack: '__proto__' }], '__proto__'],
    ['an index with a pipe', [{ id: 'siem_spl', index: 'x | delete' }], '"x | delete"'],
    ['an index of a language without one', [{ id: 'siem_kql', index: 'windows' }], 'siems[0].index is "windows"'],
    ['a table with a space', [{ id: 'siem_kql', table: 'Security Event' }], '"Security Event"'],
    ['a field that is none', [{ id: 'siem_kql', password: 'x' }], 'siems[0].password'],
    ['seven', Array.from({ length: 7 }, () => SPLUNK), 'siems'],
    ['a text', 'siem_spl', 'siems'],
    ['nothing', undefined, 'siems'],
    ['a very long stack', [{ id: 'siem_spl', stack: 'a'.repeat(10_000) }], 'siems[0].stack'],
  ])('refuses %s with what is wrong', async (_what, siems, named) => {
    const user = await signedInUser(service, 'free');
    const { body } = await choose(user.jwt, siems).expect(400);
    expect(body.error.message).toContain(named);
    expect(JSON.stringify(body).length).toBeLessThan(3_000);
    expect((await mine(user)).siems).toEqual([]);
  });

  test('goes with the account', async () => {
    const user = await signedInUser(service, 'free');
    await choose(user.jwt, [SPLUNK]).expect(200);
    await service.db('auth.users').where({ id: user.id }).delete();
    expect(await service.db('rules.siems').where({ owner_id: user.id })).toEqual([]);
  });
});

describe('/v1/team/siems', () => {
  test('holds for members who have chosen none; owner and admins choose, members see', async () => {
    const [owner, admin, member] = [
      await signedInUser(service, 'team'),
      await signedInUser(service, 'free'),
      await signedInUser(service, 'free'),
    ];
    const teamId = await makeTeam(service, [owner, admin, member], ['owner', 'admin', 'member']);
    await choose(member.jwt, [SPLUNK], '/v1/team/siems').expect(403);
    await choose(admin.jwt, [{ id: 'siem_spl', stack: 'asim' }], '/v1/team/siems').expect(400);
    await choose(admin.jwt, [SPLUNK], '/v1/team/siems').expect(200);
    await choose(owner.jwt, [SENTINEL], '/v1/team/siems').expect(200);
    expect((await read(member.jwt, '/v1/team/siems').expect(200)).body.data).toEqual({ siems: [SENTINEL] });
    expect(await mine(member)).toEqual({ siems: [SENTINEL], from: 'team', own: [], team: [SENTINEL] });
    await choose(member.jwt, [SPLUNK]).expect(200);
    expect(await mine(member)).toEqual({ siems: [SPLUNK], from: 'own', own: [SPLUNK], team: [SENTINEL] });
    expect((await mine(admin)).siems).toEqual([SENTINEL]);
    const audit = await service.db('auth.audit_log').where({ team_id: teamId, action: 'team.siems_chosen' });
    expect(audit.map(({ actor_id: actor }) => actor).sort()).toEqual([admin.id, owner.id].sort());

    await leaveTeam(service.db, member);
    await service.db('auth.teams').where({ id: teamId }).delete();
    expect(await service.db('rules.siems').where({ owner_id: teamId })).toEqual([]);
    expect((await service.db('rules.siems').where({ owner_id: member.id })).length).toBe(1);
  });

  test('is 403 for somebody in no team', async () => {
    const user = await signedInUser(service, 'team');
    await read(user.jwt, '/v1/team/siems').expect(403);
    await choose(user.jwt, [SPLUNK], '/v1/team/siems').expect(403);
  });
});
