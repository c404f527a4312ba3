import { randomUUID } from 'node:crypto';
import { takeSnapshot } from '@tripline/coverage-service';
import { PLATFORM_IDS } from '@tripline/sigma';
import { everyLogArrives } from './support/arriving-logs.js';
import { at, createHarness, type Harness, type Instance, makeTeam, newUser, type TestUser } from './support/harness.js';

const ROLE = 'arn:aws:iam::111122223333:role/tripline-scan';
const RULE = (id: string, tag: string) => `title: Trail Stopped
id: ${id}
status: experimental
description: Somebody stops a trail.
tags:
    - attack.defense-impairment
    - ${tag}
logsource:
    product: aws
    service: cloudtrail
detection:
    selection:
        eventName: StopLogging
    condition: selection
level: high
`;

/** What the service stores of a rule on StopLogging. */
const STOP_LOGGING = {
  log: 'judged',
  needs: [
    {
      ...{ log: 'cloudtrail_management_write', resourceType: null, source: 'cloudtrail.amazonaws.com' },
      ...{ scope: null, only: null, events: ['StopLogging'] },
    },
  ],
  ...{ missing: [], doubtful: [], shows: {} },
};

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

/** An account with a grid of two regions, as a scan leaves it. */
async function scannedAccount(caller = user): Promise<string> {
  const answer = await app.http
    .post(at('/accounts'))
    .set(caller.key)
    .send({ name: 'production', provider: 'aws', external_account_id: '111122223333', role_arn: ROLE })
    .expect(200);
  const id: string = answer.body.id;
  await app.db('coverage.account_cells').insert(
    ['eu-west-1', 'us-east-1'].map((region) => ({
      account_id: id,
      service: 'eventbridge',
      region,
      is_known: true,
      scan_id: randomUUID(),
    })),
  );
  await everyLogArrives(app.db, id, ['eu-west-1', 'us-east-1']);
  await app.db.transaction((trx) => takeSnapshot(trx, { accountId: id, scanId: null, now: new Date() }));
  return id;
}

const declare = (id: string, body: object, caller = user) =>
  app.http
    .post(at(`/accounts/${id}/detections`))
    .set(caller.key)
    .send(body);

describe('the coverage of an account', () => {
  test('that was never scanned is 404 and says to run a scan', async () => {
    const { body } = await app.http
      .post(at('/accounts'))
      .set(user.key)
      .send({ name: 'new', provider: 'aws', external_account_id: '111122223333' })
      .expect(200);
    const answer = await get(`/accounts/${body.id}/coverage`).expect(404);
    expect(answer.body.detail).toContain(`POST /accounts/${body.id}/scans`);
  });

  test('sums up the newest snapshot, whole and by tactic', async () => {
    const id = await scannedAccount();
    const { body } = await get(`/accounts/${id}/coverage`).expect(200);
    expect(body).toMatchObject({
      cloud_account_id: id,
      cloud_account_name: 'production',
      total_techniques: 104,
      covered_techniques: 0,
      partial_techniques: 0,
      uncovered_techniques: 104,
      unverified_techniques: 0,
      unknown_cells: 0,
      coverage_percent: 0,
      average_confidence: 0,
      attack_version: expect.stringMatching(/^19/),
      scan_id: null,
    });
    const cells = body.by_tactic.reduce((sum: number, one: { total: number }) => sum + one.total, 0);
    expect(cells).toBe(127);
  });

  test('is paged and filtered by tactic and status, with the names of the API document', async () => {
    const id = await scannedAccount();
    const all = await get(`/accounts/${id}/coverage/techniques?limit=500`).expect(200);
    expect(all.body.total).toBe(104);
    const page = await get(`/accounts/${id}/coverage/techniques?limit=10&offset=100`).expect(200);
    expect(page.body.techniques).toEqual(all.body.techniques.slice(100));
    const byId = await get(`/accounts/${id}/coverage/techniques?Tactic=TA0003`).expect(200);
    const byName = await get(`/accounts/${id}/coverage/techniques?tactic=persistence&Status=uncovered`).expect(200);
    expect(byId.body.total).toBeGreaterThan(0);
    expect(byName.body.techniques).toEqual(byId.body.techniques);
    expect(byId.body.techniques[0].tactics).toContain('TA0003');
    await get(`/accounts/${id}/coverage/techniques?tactic=TA9999`).expect(400);
    await get(`/accounts/${id}/coverage/techniques?status=green`).expect(400);
    await get(`/accounts/${id}/coverage/techniques?limit=501`).expect(400);
  });

  test('of somebody else is 404 on every path', async () => {
    const id = await scannedAccount();
    const stranger = await newUser(app, 'enterprise');
    for (const path of ['', '/techniques', '/gaps', '/history', '/navigator']) {
      await get(`/accounts/${id}/coverage${path}`, stranger).expect(404);
    }
    await get(`/accounts/${id}/detections`, stranger).expect(404);
  });
});

describe('declared rules', () => {
  const changed = (from: string, to: string) => RULE(randomUUID(), 'attack.t1685.002').replace(from, to);

  test.each<[string, string, string, string | null]>([
    ['on a log that arrives', changed('', ''), 'active', null],
    [
      'on a log that an account may have',
      changed('service: cloudtrail', 'service: route53'),
      'unknown',
      'dependency_unreadable',
    ],
    [
      'on a log that no account of AWS has',
      changed('product: aws\n    service: cloudtrail', 'product: windows\n    service: security'),
      'disabled',
      'no_log_source',
    ],
    ['that their author gave up', changed('status: experimental', 'status: deprecated'), 'disabled', 'deprecated'],
    [
      'that name no technique',
      changed('    - attack.t1685.002\n', '').replace('StopLogging', 'PutDashboard'),
      'degraded',
      'untagged',
    ],
  ])('%s count or not, and the answer says so', async (_, rule, status, reason) => {
    const id = await scannedAccount();
    const { body } = await declare(id, { rules: [rule], siem: 'siem_spl' }).expect(200);
    expect(body.detections).toMatchObject([{ status, status_reason: reason }]);
    const { body: coverage } = await get(`/accounts/${id}/coverage`).expect(200);
    expect(coverage.covered_techniques > 0).toBe(status === 'active');
    const { body: techniques } = await get(`/accounts/${id}/coverage/techniques?limit=500`).expect(200);
    const [one] = techniques.techniques.filter(
      ({ technique_id: name }: { technique_id: string }) => name === 'T1685.002',
    );
    const told = reason === 'dependency_unreadable' ? 'log_unread' : reason;
    if (told !== null && told !== 'untagged') expect(one.reasons.join(' ')).toContain(told);
  });
});

describe('gaps', () => {
  test('come worst first in a stable order, with reasons and a body for POST /v1/generate', async () => {
    const id = await scannedAccount();
    const { body } = await get(`/accounts/${id}/coverage/gaps?limit=200`).expect(200);
    expect(body.total).toBe(104);
    const scores = body.gaps.map((gap: { score: number }) => gap.score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const [worst] = body.gaps;
    expect(worst).toMatchObject({ status: 'uncovered', priority: 'critical', unverified: false });
    expect(worst.reasons.length).toBeGreaterThan(0);
    for (const { generate, generate_reason: reason, technique_id: techniqueId } of body.gaps) {
      // Where CloudTrail shows it too weakly, the body is for another log, such as the identity provider's.
      if (reason === null) {
        expect(generate).toEqual({
          inputType: 'technique',
          techniqueId,
          options: { targetProviders: expect.any(Array), gap: { accountId: id, techniqueId } },
        });
        expect(PLATFORM_IDS).toEqual(expect.arrayContaining(generate.options.targetProviders));
        expect(generate.options.targetProviders).not.toEqual([]);
      } else expect([generate, reason]).toEqual([null, expect.stringMatching(/^[A-Z].*\.$/)]);
    }
    const again = await get(`/accounts/${id}/coverage/gaps?limit=200`).expect(200);
    expect(again.text).toBe((await get(`/accounts/${id}/coverage/gaps?limit=200`)).text);
    const low = await get(`/accounts/${id}/coverage/gaps?Priority=low`).expect(200);
    expect(new Set(low.body.gaps.map((gap: { priority: string }) => gap.priority))).toEqual(new Set(['low']));
    await get(`/accounts/${id}/coverage/gaps?priority=urgent`).expect(400);
  });

  test('that might be closed by what could not be read say so', async () => {
    const id = await scannedAccount();
    await app
      .db('coverage.account_cells')
      .where({ account_id: id, service: 'eventbridge', region: 'eu-west-1' })
      .update({ is_known: false });
    await app.db.transaction((trx) => takeSnapshot(trx, { accountId: id, scanId: null, now: new Date() }));
    const { body } = await get(`/accounts/${id}/coverage/gaps?limit=200`).expect(200);
    const gap = body.gaps.find((one: { technique_id: string }) => one.technique_id === 'T1496.001');
    expect(gap.unverified).toBe(true);
    expect(gap.reasons.at(-1)).toContain('eu-west-1');
    expect((await get(`/accounts/${id}/coverage`)).body.unknown_cells).toBe(1);
  });
});

test('of 5,000 declared detections never come into the process one by one: an answer of Postgres has a few hundred rows', async () => {
  const id = await scannedAccount();
  const { db } = app;
  await db.raw(
    `with made as (
       insert into coverage.detections (id, account_id, type, natural_key, name, is_managed, status, content, content_sha256, mapping_count, reads, discovered_at, updated_at)
       select gen_random_uuid(), ?, 'siem_rule', 'rule ' || n, 'rule ' || n, false, 'active', '{}', sha256(n::text::bytea), 2, cast(? as jsonb), now(), now()
       from generate_series(1, 5000) n returning id
     )
     insert into coverage.detection_techniques (detection_id, technique_id, strength, category, source, confidence, evidence)
     select made.id, technique, 'significant', 'detect', 'sigma', 0.5, 'a tag' from made, unnest(array['T1685.002', 'T1496.001']) technique`,
    [id, JSON.stringify(STOP_LOGGING)],
  );
  const answered: number[] = [];
  const note = (answer: unknown[] | { rows?: unknown[] }) =>
    answered.push((Array.isArray(answer) ? answer : answer?.rows)?.length ?? 0);
  db.on('query-response', note);
  await declare(id, { siem: 'siem_spl', rules: [RULE(randomUUID(), 'attack.t1685.002')] }).expect(200);
  const { body } = await get(`/accounts/${id}/coverage/techniques?limit=500`).expect(200);
  db.off('query-response', note);
  const found = body.techniques.find((one: { technique_id: string }) => one.technique_id === 'T1685.002');
  expect(found).toMatchObject({ detection_count: 5_001, effective_detection_count: 5_001 });
  expect(found.detection_ids).toHaveLength(500);
  expect(Math.max(...answered)).toBeLessThan(300);
});

describe('declared detections', () => {
  const technique = 'T1685.002';
  const statusOf = async (id: string): Promise<string> => {
    const { body } = await get(`/accounts/${id}/coverage/techniques?limit=500`).expect(200);
    return body.techniques.find((one: { technique_id: string }) => one.technique_id === technique).status;
  };

  test('cover their techniques at once, also under a retired id, and keep their id', async () => {
    const id = await scannedAccount();
    expect(await statusOf(id)).toBe('uncovered');
    const rule = RULE(randomUUID(), 'attack.t1562.008');
    const { body } = await declare(id, { rules: [rule], siem: 'siem_spl' }).expect(200);
    expect(body.total).toBe(1);
    expect(body.detections[0]).toMatchObject({
      detection_type: 'siem_rule',
      name: 'Trail Stopped',
      source_arn: null,
      region: null,
      status: 'active',
      sees: 'yes',
      sees_reason: 'log_arrives',
      mapping_count: 2,
      mapped_techniques: [
        { technique_id: 'T1685', confidence: 0.81, category: 'detect', source: 'event_map', basis: 'query' },
        { technique_id: technique, confidence: 0.81, category: 'detect', source: 'sigma', basis: 'query' },
      ],
    });
    expect(await statusOf(id)).toBe('covered');
    const again = await declare(id, { rules: [rule], siem: 'siem_spl' }).expect(200);
    expect(again.body.detections).toEqual(body.detections);
    const list = await get(`/accounts/${id}/detections`).expect(200);
    expect(list.body).toMatchObject({ total: 1, page: 1, page_size: 50 });

    await app.http
      .delete(at(`/detections/${body.detections[0].id}`))
      .set(user.key)
      .expect(200);
    await get(`/detections/${body.detections[0].id}`).expect(404);
    expect(await statusOf(id)).toBe('uncovered');
    const history = await get(`/accounts/${id}/coverage/history`).expect(200);
    expect(history.body.snapshots.map((one: { covered_techniques: number }) => one.covered_techniques)).toEqual([
      0, 2, 2, 0,
    ]);
    const [newest, , covered] = history.body.snapshots;
    const diff = await get(`/accounts/${id}/coverage/diff?from=${covered.id}&to=${newest.id}`).expect(200);
    expect(diff.body.lost).toMatchObject(
      ['T1685', technique].map((one) => ({ technique_id: one, from: 'covered', to: 'uncovered' })),
    );
    expect(diff.body.gained).toEqual([]);
    await get(`/accounts/${id}/coverage/diff?from=${randomUUID()}&to=${newest.id}`).expect(404);
    await get(`/accounts/${id}/coverage/diff?from=${newest.id}`).expect(400);
  });

  test.each([
    ['no Sigma', { rules: ['title: only'], siem: 'siem_spl' }, /rules\[0\] is not a Sigma rule/],
    ['rules without a SIEM', { rules: ['x'] }, /rules needs siem/],
    ['rules and keys', { rules: ['x'], siem: 'siem_spl', rule_keys: [randomUUID()] }, /not both/],
    ['nothing', {}, /rules \(with siem\) or rule_keys/],
    ['an unknown SIEM', { rules: ['x'], siem: 'siem_x' }, /siem must be one of/],
  ])('of %s are refused with 400', async (_what, body, message) => {
    const id = await scannedAccount();
    const answer = await declare(id, body).expect(400);
    expect(answer.body.detail).toMatch(message);
  });

  test.each<[string, { title: string; description?: string; id?: string }, string]>([
    ['a pair of surrogates where a name is cut', { title: `${'a'.repeat(99)}😀` }, `${'a'.repeat(99)}😀`],
    ['a pair of surrogates where the longest name ends', { title: `${'a'.repeat(599)}😀` }, 'a'.repeat(599)],
    ['half a pair of surrogates and a NUL', { title: 'a\\uD83D\\0b', description: '\\0' }, 'a\uFFFD\uFFFDb'],
    ['an id longer than an index entry', { title: 'a', id: Array.from({ length: 200 }, randomUUID).join('') }, 'a'],
  ])('are kept with %s', async (_what, { title, id, description = '' }, name) => {
    const account = await scannedAccount();
    const rule = RULE(id ?? randomUUID(), 'attack.t1685.002')
      .replace(/^title: .*$/m, `title: "${title}"`)
      .replace(/^description: .*$/m, `description: "${description}"`);
    const { body } = await declare(account, { rules: [rule], siem: 'siem_kql' }).expect(200);
    expect(body.detections[0].name).toBe(name);
    const again = await declare(account, { rules: [rule], siem: 'siem_kql' }).expect(200);
    expect(again.body.detections[0].id).toBe(body.detections[0].id);
    await app.http
      .delete(at(`/detections/${body.detections[0].id}`))
      .set(user.key)
      .expect(200);
  });

  test('are for the team’s owner and admins', async () => {
    const [owner, member] = await Promise.all([newUser(app, 'team'), newUser(app, 'pro')]);
    await makeTeam(app.db, [owner, member], ['owner', 'member']);
    const replica = harness.start();
    const { body: account } = await replica.http
      .post(at('/accounts'))
      .set(owner.key)
      .send({ name: 'ours', provider: 'aws', external_account_id: '111122223333' })
      .expect(200);
    const rules = { rules: [RULE(randomUUID(), 'attack.t1685.002')], siem: 'siem_kql' };
    await replica.http
      .post(at(`/accounts/${account.id}/detections`))
      .set(member.key)
      .send(rules)
      .expect(403);
    const { body } = await replica.http
      .post(at(`/accounts/${account.id}/detections`))
      .set(owner.key)
      .send(rules)
      .expect(200);
    const [detection] = body.detections;
    await replica.http
      .get(at(`/detections/${detection.id}`))
      .set(member.key)
      .expect(200);
    await replica.http
      .delete(at(`/detections/${detection.id}`))
      .set(member.key)
      .expect(403);
    await replica.http
      .get(at(`/detections/${detection.id}`))
      .set(user.key)
      .expect(404);
  });
});

describe('the Navigator layer', () => {
  test('is of format 4.5, has each technique under each of its tactics, and MITRE’s copyright', async () => {
    const id = await scannedAccount();
    await declare(id, { rules: [RULE(randomUUID(), 'attack.t1685.002')], siem: 'siem_spl' }).expect(200);
    const { body } = await get(`/accounts/${id}/coverage/navigator`).expect(200);
    expect(body.versions.layer).toBe('4.5');
    expect(body.domain).toBe('enterprise-attack');
    expect(body.techniques).toHaveLength(127);
    expect(body.description).toContain('The MITRE Corporation');
    expect(body.techniques.find((one: { techniqueID: string }) => one.techniqueID === 'T1685.002')).toMatchObject({
      score: 81,
      tactic: 'defense-impairment',
    });
  });
});
