import { randomUUID } from 'node:crypto';
import { threatActor } from '@tripline/attack';
import { takeSnapshot } from '@tripline/coverage-service';
import { everyLogArrives } from './support/arriving-logs.js';
import { at, createHarness, type Harness, type Instance, newUser, type TestUser } from './support/harness.js';

/** APT29, which uses T1078.004 and many that nothing here covers. */
const APT29 = 'G0016';
const RULE = (tag: string) => `title: Trail Stopped
id: ${randomUUID()}
status: experimental
tags:
    - ${tag}
logsource:
    product: aws
    service: cloudtrail
detection:
    selection:
        eventName: ConsoleLogin
        additionalEventData.MFAUsed: 'No'
    condition: selection
level: high
`;

let harness: Harness;
let app: Instance;
let user: TestUser;
beforeAll(async () => {
  harness = await createHarness();
  app = harness.start();
  user = await newUser(app, 'enterprise');
});
afterAll(() => harness.close());

const get = (path: string, caller = user) => app.http.get(at(path)).set(caller.key);
const snapshot = (id: string) =>
  app.db.transaction((trx) => takeSnapshot(trx, { accountId: id, scanId: null, now: new Date() }));

/** An account with a grid of two regions, as a scan leaves it, and one rule that covers a technique. */
async function scannedAccount(covered = 'attack.t1078.004'): Promise<string> {
  const { body } = await app.http
    .post(at('/accounts'))
    .set(user.key)
    .send({ name: 'production', provider: 'aws', external_account_id: '111122223333' })
    .expect(200);
  await app.db('coverage.account_cells').insert(
    ['eu-west-1', 'us-east-1'].map((region) => ({
      account_id: body.id,
      service: 'eventbridge',
      region,
      is_known: true,
      scan_id: randomUUID(),
    })),
  );
  await everyLogArrives(app.db, body.id, ['eu-west-1', 'us-east-1']);
  await snapshot(body.id);
  await app.http
    .post(at(`/accounts/${body.id}/detections`))
    .set(user.key)
    .send({ rules: [RULE(covered)], siem: 'siem_spl' })
    .expect(200);
  return body.id;
}

interface Cell {
  readonly technique_id: string;
  readonly status: string;
  readonly unverified: boolean;
  readonly unknown_because: string | null;
  readonly excluded: boolean;
  readonly visible: boolean | null;
  readonly used_by: readonly { readonly id: string; readonly name: string }[];
}
interface Row extends Cell {
  readonly parent_id: string | null;
  readonly sub_techniques: readonly Cell[];
}

const rowsOf = ({ body }: { body: { techniques: Row[] } }): Row[] => body.techniques;
const cellsOf = (answer: { body: { techniques: Row[] } }): Cell[] =>
  rowsOf(answer).flatMap((row) => [row, ...row.sub_techniques]);
const cell = (answer: { body: { techniques: Row[] } }, id: string): Cell | undefined =>
  cellsOf(answer).find(({ technique_id }) => technique_id === id);

describe('the matrix of an account', () => {
  test('has every counted technique once, sub-techniques below their parents, with the state of the other answers', async () => {
    const id = await scannedAccount();
    const answer = await get(`/accounts/${id}/coverage/matrix`).expect(200);
    const [techniques, visibility, summary] = await Promise.all([
      get(`/accounts/${id}/coverage/techniques?limit=500`),
      get(`/accounts/${id}/coverage/visibility?limit=500`),
      get(`/accounts/${id}/coverage`),
    ]);
    const cells = cellsOf(answer);
    expect(cells).toHaveLength(techniques.body.total);
    expect(answer.body.total).toBe(techniques.body.total);
    for (const one of techniques.body.techniques) {
      const seen = visibility.body.techniques.find(
        ({ technique_id }: { technique_id: string }) => technique_id === one.technique_id,
      );
      expect(cell(answer, one.technique_id)).toMatchObject({
        name: one.name,
        tactics: one.tactics,
        status: one.status,
        unverified: one.unverified,
        excluded: one.excluded,
        confidence: one.confidence,
        visible: seen.unverified ? null : seen.visibility === 'visible' || seen.score > 0,
      });
      const row = rowsOf(answer).find(({ technique_id }) => technique_id === one.parent_id);
      if (row !== undefined) expect(row.sub_techniques.map((below) => below.technique_id)).toContain(one.technique_id);
    }
    expect(cell(answer, 'T1078.004')?.status).toBe('covered');
    expect(answer.body.tactics).toEqual(summary.body.by_tactic);
    expect(answer.body.actors).toEqual([]);
    const tactic = await get(`/accounts/${id}/coverage/matrix?tactic=TA0003`).expect(200);
    expect(cellsOf(tactic).length).toBe(tactic.body.total);
    expect(cellsOf(tactic).every((one) => (one as Cell & { tactics: string[] }).tactics.includes('TA0003'))).toBe(true);
    expect(tactic.body.tactics).toMatchObject([{ tactic_id: 'TA0003' }]);
  });

  test('says of an actor what it uses, covered or not, and of a parent only what is recorded of itself', async () => {
    const id = await scannedAccount();
    const answer = await get(`/accounts/${id}/coverage/matrix?actor=${APT29}`).expect(200);
    expect(answer.body.actors).toEqual([{ id: APT29, kind: 'group', name: 'APT29' }]);
    const uses = new Set(threatActor(APT29)?.techniques);
    for (const { technique_id, used_by } of cellsOf(answer)) {
      expect([technique_id, used_by.map((one) => one.id)]).toEqual([
        technique_id,
        uses.has(technique_id) ? [APT29] : [],
      ]);
    }
    expect(cell(answer, 'T1078.004')).toMatchObject({ status: 'covered', used_by: [{ id: APT29 }] });
    expect(cellsOf(answer).some(({ status, used_by }) => status === 'uncovered' && used_by.length > 0)).toBe(true);
  });

  test('without an actor tells of those that the account has chosen', async () => {
    const id = await scannedAccount();
    await app.http
      .patch(at(`/accounts/${id}`))
      .set(user.key)
      .send({ actor_ids: [APT29, 'G1015'] })
      .expect(200);
    const answer = await get(`/accounts/${id}/coverage/matrix`).expect(200);
    expect(answer.body.actors.map((one: { id: string }) => one.id)).toEqual([APT29, 'G1015']);
    expect((await get(`/accounts/${id}/coverage/matrix?actor=chosen`).expect(200)).text).toBe(answer.text);
    await get(`/accounts/${id}/coverage/matrix?actor=G9999`).expect(400);
  });

  test('does not call a gap what nobody could look into: it is unverified and says why, and sums count it as unknown', async () => {
    const id = await scannedAccount();
    await app
      .db('coverage.account_cells')
      .where({ account_id: id, service: 'eventbridge', region: 'eu-west-1' })
      .update({ is_known: false });
    await snapshot(id);
    const answer = await get(`/accounts/${id}/coverage/matrix`).expect(200);
    expect(cell(answer, 'T1496.001')).toMatchObject({
      status: 'uncovered',
      unverified: true,
      unknown_because: 'eventbridge could not be read in eu-west-1.',
    });
    for (const one of cellsOf(answer)) expect(one.unknown_because !== null).toBe(one.unverified);
    // What the logs of one technique are told with says the same of it.
    const { techniques: seen } = (await get(`/accounts/${id}/coverage/visibility?limit=500`).expect(200)).body;
    expect(seen.map((one: Cell) => [one.technique_id, one.status, one.unknown_because]).sort()).toEqual(
      cellsOf(answer)
        .map((one) => [one.technique_id, one.status, one.unknown_because])
        .sort(),
    );
    const unknown = cellsOf(answer).filter((one) => one.status === 'uncovered' && one.unverified).length;
    expect(unknown).toBeGreaterThan(0);
    const { body: summary } = await get(`/accounts/${id}/coverage`).expect(200);
    expect(summary.unknown_techniques).toBe(unknown);
    expect(summary.uncovered_techniques).toBeGreaterThan(unknown);
    const persistence = cellsOf(await get(`/accounts/${id}/coverage/matrix?tactic=TA0003`)).filter(
      (one) => one.status === 'uncovered' && one.unverified,
    );
    expect(summary.by_tactic.find((one: { tactic_id: string }) => one.tactic_id === 'TA0003').unknown).toBe(
      persistence.length,
    );
    const byRegion = new Map<string, { unknown: number; uncovered: number }>(
      summary.by_region.map((one: { region: string }) => [one.region, one]),
    );
    expect(byRegion.get('us-east-1')?.unknown).toBe(0);
    expect(byRegion.get('eu-west-1')?.unknown).toBeGreaterThan(0);
    expect(byRegion.get('eu-west-1')?.unknown).toBeLessThanOrEqual(byRegion.get('eu-west-1')?.uncovered ?? 0);
    const { body: history } = await get(`/accounts/${id}/coverage/history`).expect(200);
    expect(history.snapshots.map((one: { unknown_techniques: number }) => one.unknown_techniques)).toEqual([
      unknown,
      0,
      0,
    ]);
    await app.http
      .patch(at(`/accounts/${id}`))
      .set(user.key)
      .send({ actor_ids: [APT29] })
      .expect(200);
    const { body: actors } = await get(`/accounts/${id}/coverage/actors`).expect(200);
    const uses = new Set(threatActor(APT29)?.techniques);
    const unsureOfTheirs = cellsOf(answer).filter(
      (one) => one.status === 'uncovered' && one.unverified && uses.has(one.technique_id),
    );
    expect(actors.actors[0].unknown).toEqual(unsureOfTheirs.map((one) => one.technique_id).sort());
    expect(actors.actors[0].unknown_techniques).toBe(unsureOfTheirs.length);
    const gaps = (query: string) => get(`/accounts/${id}/coverage/gaps?limit=200${query}`).expect(200);
    const [all, sure, unsure] = await Promise.all([gaps(''), gaps('&unknown=false'), gaps('&unknown=true')]);
    expect(unsure.body.total).toBe(unknown);
    expect([all, sure, unsure].map(({ body }) => body.unknown)).toEqual([unknown, unknown, unknown]);
    expect(sure.body.total).toBe(all.body.total - unknown);
    expect(sure.body.gaps.every((one: { unverified: boolean }) => !one.unverified)).toBe(true);
  });

  test('of somebody else, or of an account that was never scanned, is 404', async () => {
    const id = await scannedAccount();
    const stranger = await newUser(app, 'enterprise');
    const refused = await get(`/accounts/${id}/coverage/matrix`, stranger).expect(404);
    const missing = randomUUID();
    const { body } = await get(`/accounts/${missing}/coverage/matrix`, stranger).expect(404);
    expect(refused.body.detail.replace(id, missing)).toBe(body.detail);
    const { body: fresh } = await app.http
      .post(at('/accounts'))
      .set(user.key)
      .send({ name: 'new', provider: 'aws', external_account_id: '111122223333' })
      .expect(200);
    const never = await get(`/accounts/${fresh.id}/coverage/matrix`).expect(404);
    expect(never.body.detail).toContain(`POST /accounts/${fresh.id}/scans`);
  });
});
