import { randomUUID } from 'node:crypto';
import { awsEvents, currentId } from '@tripline/attack';
import { takeSnapshot } from '@tripline/coverage-service';
import { awsLogOfEvent } from '@tripline/telemetry';
import fc from 'fast-check';
import { at, createHarness, type Harness, type Instance, newUser, type TestUser } from './support/harness.js';

const REGIONS = ['eu-west-1', 'us-east-1'];
const TAGS = ['t1530', 't1685.002', 't1078.004', 't1098', 't1537', 't1580'];

let harness: Harness;
let app: Instance;
let user: TestUser;
let account: string;
beforeAll(async () => {
  harness = await createHarness();
  app = harness.start();
  user = await newUser(app, 'enterprise');
  const answer = await app.http
    .post(at('/accounts'))
    .set(user.key)
    .send({ name: 'production', provider: 'aws', external_account_id: '111122223333' })
    .expect(200);
  account = answer.body.id;
});
afterAll(() => harness.close());

const logKey = (event: { readonly source: string; readonly name: string }): string => {
  const { log, resourceType } = awsLogOfEvent(event.source, event.name);
  return `${log} ${resourceType}`;
};
const events = awsEvents();
const logs = [...new Set(events.map(logKey))];

/** Leaves the account with one trail of every region that takes these logs. */
async function trailTakes(taken: readonly string[]): Promise<void> {
  const takes = taken.map((key) => {
    const [log, type] = key.split(' ');
    return { log, resourceType: type === 'null' ? null : type, whole: true, leavesOut: [] };
  });
  const trail = { kind: 'trail', name: 'main', arn: null, seenRegions: null, gap: null, detail: null, idle: false };
  await app.db('coverage.account_cells').where({ account_id: account }).delete();
  await app.db('coverage.account_cells').insert(
    REGIONS.map((region) => ({
      ...{ account_id: account, service: 'cloudtrail', region, is_known: true, scan_id: randomUUID() },
      feeds: JSON.stringify([{ ...trail, takes }]),
    })),
  );
  await app.db.transaction((trx) => takeSnapshot(trx, { accountId: account, scanId: null, now: new Date() }));
}

const ruleOn = (named: readonly { readonly source: string; readonly name: string }[], tag: string): string => {
  const selections = named.map(
    ({ name, source }, index) => `    s${index}:\n        eventSource: ${source}\n        eventName: ${name}\n`,
  );
  return `title: A rule\nid: ${randomUUID()}\nstatus: test\ntags:\n    - attack.${tag}\nlogsource:\n    product: aws\n    service: cloudtrail\ndetection:\n${selections.join('')}    condition: 1 of s*\nlevel: low\n`;
};

const declare = async (rules: readonly string[]) =>
  (
    await app.http
      .post(at(`/accounts/${account}/detections`))
      .set(user.key)
      .send({ rules, siem: 'siem_kql' })
      .expect(200)
  ).body.detections;

test('a declared rule raises nothing in an account whose feeds deliver none of the events that it names', async () => {
  const scene = fc.subarray(logs).chain((taken) => {
    const away = events.filter((event) => !taken.includes(logKey(event)));
    const one = fc.record({
      named: fc.array(fc.constantFrom(...(away.length > 0 ? away : events)), { minLength: 1, maxLength: 3 }),
      tag: fc.constantFrom(...TAGS),
    });
    return fc.record({
      taken: fc.constant(away.length > 0 ? taken : []),
      rules: fc.array(one, { minLength: 1, maxLength: 5 }),
    });
  });
  await fc.assert(
    fc.asyncProperty(scene, async ({ rules, taken }) => {
      await app.db('coverage.detections').where({ account_id: account }).delete();
      await trailTakes(taken);
      const declared = await declare(rules.map(({ named, tag }) => ruleOn(named, tag)));
      for (const { sees, sees_reason: reason } of declared) expect(`${sees} ${reason}`).toBe('no log_missing');
      const { body } = await app.http
        .get(at(`/accounts/${account}/coverage`))
        .set(user.key)
        .expect(200);
      expect([body.covered_techniques, body.partial_techniques, body.unknown_techniques]).toEqual([0, 0, 0]);
    }),
    { numRuns: 15 },
  );
});

test('a rule that names one event whose log arrives counts for each technique that the event shows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...events.filter(({ techniques }) => techniques.length > 0)), async (event) => {
      await app.db('coverage.detections').where({ account_id: account }).delete();
      await trailTakes([logKey(event)]);
      const [one] = await declare([ruleOn([event], 't1078.004')]);
      expect(`${one.sees} ${one.sees_reason}`).toBe('yes log_arrives');
      const mapped: readonly string[] = one.mapped_techniques.map(
        (each: { technique_id: string }) => each.technique_id,
      );
      const shown = event.techniques.map(({ techniqueId }) => currentId(techniqueId));
      expect(mapped.filter((id) => shown.includes(id)).length).toBeGreaterThan(0);
      const { body } = await app.http
        .get(at(`/accounts/${account}/coverage`))
        .set(user.key)
        .expect(200);
      expect(body.covered_techniques + body.partial_techniques).toBeGreaterThan(0);
    }),
    { numRuns: 15 },
  );
});
