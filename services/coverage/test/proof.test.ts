import { randomUUID } from 'node:crypto';
import { takeSnapshot } from '@tripline/coverage-service';
import { everyLogArrives } from './support/arriving-logs.js';
import { at, createHarness, type Harness, type Instance, makeTeam, newUser, type TestUser } from './support/harness.js';

const DAY_MS = 86_400_000;

let harness: Harness;
let app: Instance;
let user: TestUser;
beforeAll(async () => {
  harness = await createHarness();
  app = harness.start();
  user = await newUser(app, 'pro');
});
afterAll(() => harness.close());

const get = (path: string, { key } = user) => app.http.get(at(path)).set(key);
const prove = (detection: string, body: object, { key } = user) =>
  app.http
    .post(at(`/detections/${detection}/proof`))
    .set(key)
    .send({ kind: 'alert', reference: 'INC-1', ...body });
const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

/** A scanned account with a declared rule of these techniques. */
async function accountWithRule(techniques: readonly string[], { key } = user) {
  const connected = { name: 'production', provider: 'aws', external_account_id: '111122223333' };
  const account: string = (await app.http.post(at('/accounts')).set(key).send(connected).expect(200)).body.id;
  await everyLogArrives(app.db, account, ['us-east-1']);
  await app.db.transaction((trx) => takeSnapshot(trx, { accountId: account, scanId: null, now: new Date() }));
  const rule = `title: A rule
id: ${randomUUID()}
tags: [${techniques.map((id) => `attack.${id.toLowerCase()}`).join(', ')}]
logsource: {product: aws, service: cloudtrail}
detection: {selection: {eventName: DeleteBucket}, condition: selection}
`;
  const declared = await app.http
    .post(at(`/accounts/${account}/detections`))
    .set(key)
    .send({ rules: [rule], siem: 'siem_spl' })
    .expect(200);
  return { account, detection: declared.body.detections[0].id as string };
}

const proven = async (account: string): Promise<number> =>
  (await get(`/accounts/${account}/coverage`).expect(200)).body.proven_techniques;

test('a proof shows with its age on the detection and on the technique, and counts in the summary', async () => {
  const { account, detection } = await accountWithRule(['T1485']);
  expect((await get(`/detections/${detection}`)).body).toMatchObject({ proven_at: null, proof_age_days: null });
  expect(await proven(account)).toBe(0);

  const observed = ago(12);
  const body = { observed_at: observed, observed_by: 'Red team', note: 'It took four minutes.' };
  const { body: proof } = await prove(detection, body).expect(200);
  expect(proof).toMatchObject({ ...body, technique_ids: ['T1485'], age_days: 12, recorded_by: user.id });

  const shown = { proven_at: observed, proof_age_days: 12 };
  expect((await get(`/detections/${detection}`)).body).toMatchObject(shown);
  const { techniques } = (await get(`/accounts/${account}/coverage/techniques?limit=500`)).body;
  const ofTechnique = new Map(techniques.map((one: { technique_id: string }) => [one.technique_id, one]));
  expect(ofTechnique.get('T1485')).toMatchObject(shown);
  expect(ofTechnique.get('T1486')).toMatchObject({ proven_at: null });
  expect(await proven(account)).toBe(1);
  expect((await get(`/detections/${detection}/proof`)).body).toMatchObject({ total: 1, proof: [proof] });

  await app.http
    .delete(at(`/proof/${proof.id}`))
    .set(user.key)
    .expect(200);
  expect(await proven(account)).toBe(0);
  const audited = await app.db('auth.audit_log').where({ target_id: detection }).orderBy('id').pluck('action');
  expect(audited).toEqual(['proof.recorded', 'proof.deleted']);
});

test('after 90 days a proof is still shown and no longer counts', async () => {
  const { account, detection } = await accountWithRule(['T1485']);
  await prove(detection, { observed_at: ago(91) }).expect(200);
  expect(await proven(account)).toBe(0);
  expect((await get(`/detections/${detection}`)).body.proof_age_days).toBe(91);
  await prove(detection, { reference: 'INC-2', observed_at: ago(89) }).expect(200);
  expect(await proven(account)).toBe(1);
  expect((await get(`/detections/${detection}`)).body.proof_age_days).toBe(89);
});

test('a detection that can no longer fire proves nothing', async () => {
  const { account, detection } = await accountWithRule(['T1485']);
  await prove(detection, {}).expect(200);
  for (const [status, count] of [
    ['degraded', 1],
    ['disabled', 0],
    ['removed', 0],
  ] as const) {
    await app.db('coverage.detections').where({ id: detection }).update({ status });
    expect([status, await proven(account)]).toEqual([status, count]);
  }
  await prove(detection, { reference: 'INC-2' }).expect(409);
});

test('a detection of several techniques is proven for those that are named, in any of their ids', async () => {
  const { account, detection } = await accountWithRule(['T1485', 'T1490']);
  const unnamed = await prove(detection, {}).expect(400);
  expect(unnamed.body.detail).toContain('T1485, T1490');
  const other = await prove(detection, { technique_ids: ['T1530'] }).expect(400);
  expect(other.body.detail).toContain('T1530');
  const { body } = await prove(detection, { technique_ids: ['t1490'] }).expect(200);
  expect(body.technique_ids).toEqual(['T1490']);
  expect(await proven(account)).toBe(1);
});

test('the same firing is recorded once, and of a detection the newest 100 are kept', async () => {
  const { detection } = await accountWithRule(['T1485']);
  const first = (await prove(detection, { observed_at: ago(40), note: 'first' }).expect(200)).body;
  const again = (await prove(detection, { observed_at: ago(30), note: 'again' }).expect(200)).body;
  expect(again).toMatchObject({ id: first.id, note: 'again', age_days: 30 });
  const row = await app.db('coverage.proof').where({ id: first.id }).first();
  await app.db('coverage.proof').insert(
    Array.from({ length: 99 }, (_, number) => ({
      ...row,
      id: randomUUID(),
      reference: `later ${number}`,
      observed_at: ago(3),
    })),
  );
  await prove(detection, { reference: 'the last' }).expect(200);
  const { body } = await get(`/detections/${detection}/proof?limit=100`).expect(200);
  expect(body.total).toBe(100);
  expect(body.proof.map(({ reference }: { reference: string }) => reference)).not.toContain('INC-1');
});

test('proof of another tenant can be neither seen nor changed, and a member of a team changes none', async () => {
  const [owner, member] = await Promise.all([newUser(app, 'team'), newUser(app, 'individual')]);
  await makeTeam(app.db, [owner, member], ['owner', 'member']);
  const { detection } = await accountWithRule(['T1485'], owner);
  const { id } = (await prove(detection, {}, owner).expect(200)).body;
  await get(`/detections/${detection}/proof`, member).expect(200);
  await prove(detection, {}, member).expect(403);
  const remove = ({ key }: TestUser) => app.http.delete(at(`/proof/${id}`)).set(key);
  await remove(member).expect(403);
  await remove(user).expect(404);
  await get(`/detections/${detection}/proof`).expect(404);
  await prove(detection, {}).expect(404);
  await remove(owner).expect(200);
  await remove(owner).expect(404);
});
