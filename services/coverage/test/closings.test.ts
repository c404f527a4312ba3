import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { covers, guardDutyFindings, guardDutyMappings } from '@tripline/attack';
import { templateFaults } from '@tripline/aws-sample/cloudformation-faults';
import { mapDetection, takeSnapshot } from '@tripline/coverage-service';
import { at, createHarness, type Harness, type Instance, newUser, type TestUser } from './support/harness.js';

const NUMBER = '111122223333';
const REGIONS = ['eu-west-1', 'us-east-1'];
const DETECTOR = `arn:aws:guardduty:eu-west-1:${NUMBER}:detector/12abc34d567e8fa901bc2d34e56789f0`;

interface Close {
  readonly kind: string;
  readonly title: string;
  readonly cost: string;
  readonly regions: readonly string[];
  readonly artefacts: readonly { readonly form: string; readonly text: string }[];
}
interface Gap {
  readonly technique_id: string;
  readonly generate: object | null;
  readonly closes: readonly Close[];
}
interface Found {
  readonly type: string;
  readonly name: string;
  readonly arn: string;
  readonly reason: string;
  readonly content: object;
  readonly status?: string;
  readonly techniques?: readonly string[];
}

let harness: Harness;
let app: Instance;
let user: TestUser;
beforeAll(async () => {
  harness = await createHarness();
  app = harness.start();
  user = await newUser(app, 'enterprise');
});
afterAll(() => harness.close());

/** An account of two regions that were read, with these detections in the first, as a scan leaves it. */
async function account(...found: readonly Found[]): Promise<string> {
  const role = `arn:aws:iam::${NUMBER}:role/tripline-scan`;
  const body = { name: 'production', provider: 'aws', external_account_id: NUMBER, role_arn: role };
  const { id } = (await app.http.post(at('/accounts')).set(user.key).send(body).expect(200)).body;
  await app.db('coverage.account_cells').insert(
    REGIONS.map((region) => ({
      ...{ account_id: id, service: 'eventbridge', region, is_known: true, scan_id: randomUUID() },
    })),
  );
  for (const { arn, content, name, reason, status = 'disabled', techniques = [], type } of found) {
    const detection = randomUUID();
    await app.db('coverage.detections').insert({
      ...{ id: detection, account_id: id, type, service: 'eventbridge', region: 'eu-west-1', natural_key: arn, name },
      ...{ source_arn: arn, is_managed: type === 'guardduty_detector', status, status_reason: reason },
      ...{
        content: JSON.stringify(content),
        content_sha256: 'none',
        discovered_at: new Date(),
        updated_at: new Date(),
      },
    });
    for (const technique of techniques) {
      await app.db('coverage.detection_techniques').insert({
        ...{ detection_id: detection, technique_id: technique, category: 'detect', strength: 'significant' },
        ...{ source: 'event_map', confidence: 0.81, evidence: 'a call', covers: true, asks: false },
      });
    }
  }
  await app.db.transaction((trx) => takeSnapshot(trx, { accountId: id, scanId: null, now: new Date() }));
  return id;
}
const gapsOf = async (id: string): Promise<readonly Gap[]> =>
  (
    await app.http
      .get(at(`/accounts/${id}/coverage/gaps?limit=200&include_partial=true`))
      .set(user.key)
      .expect(200)
  ).body.gaps;
const closesOf = async (id: string, technique: string): Promise<readonly Close[]> =>
  (await gapsOf(id)).find(({ technique_id }) => technique_id === technique)?.closes ?? [];
const textOf = ({ artefacts }: Close, form: string): string =>
  artefacts.find((artefact) => artefact.form === form)?.text ?? '';

/** What a shell hands to each call of `aws` that a text makes. */
function calls(text: string): string[][] {
  const aws = String.raw`aws() { printf '%s\0' "$@"; printf '\1'; }`;
  const output = execFileSync('sh', ['-euc', `${aws}\n${text}`], { encoding: 'utf8' });
  return output
    .split('\u0001')
    .filter((call) => call !== '')
    .map((call) => call.split('\0').slice(0, -1));
}
const option = (call: readonly string[], name: string): string => call[call.indexOf(name) + 1] ?? '';

test('every control that a gap offers covers it by the tables that judge a scan, and rules for a SIEM come last', async () => {
  const gaps = await gapsOf(await account());
  const seen = new Set<string>();
  for (const { closes, generate, technique_id: technique } of gaps) {
    expect(closes.map(({ kind }) => kind)).toEqual([
      ...closes.slice(0, closes.length - (generate === null ? 0 : 1)).map(() => 'control'),
      ...(generate === null ? [] : ['rule']),
    ]);
    for (const close of closes.filter(({ kind }) => kind === 'control')) {
      const template = JSON.parse(textOf(close, 'cloudformation'));
      expect(templateFaults(template)).toEqual([]);
      const { Resources } = template;
      if (Resources.Rule !== undefined) {
        seen.add('rule');
        for (const scope of close.regions) {
          const mappings = mapDetection({
            ...({ key: 'r', type: 'eventbridge_rule', scope, name: 'r', arn: null, managed: false } as const),
            ...({ status: 'active', statusReason: null } as const),
            subject: {
              kind: 'event_pattern',
              pattern: JSON.stringify(Resources.Rule.Properties.EventPattern),
              allManagementEvents: false,
            },
          });
          expect(mappings.some((mapping) => mapping.techniqueId === technique && covers(mapping))).toBe(true);
        }
      } else {
        seen.add('guardduty');
        const { Enable, Features = [] } = Resources.Detector.Properties;
        const features = ['FOUNDATIONAL', ...Features.map(({ Name }: { Name: string }) => Name)];
        const types = guardDutyFindings().filter(({ feature }) => features.includes(feature));
        const mappings = guardDutyMappings(types);
        expect(Enable).toBe(true);
        expect(mappings.some((mapping) => mapping.techniqueId === technique && covers(mapping))).toBe(true);
      }
    }
  }
  expect([...seen].sort()).toEqual(['guardduty', 'rule']);
});

test('the lines for the AWS CLI are what a shell takes, in each region, and Terraform refers only to what its file has', async () => {
  for (const { closes } of await gapsOf(await account())) {
    for (const close of closes.filter(({ kind }) => kind === 'control')) {
      const made = calls(textOf(close, 'cli'));
      expect(new Set(made.map((call) => option(call, '--region')))).toEqual(new Set(close.regions));
      for (const call of made) {
        if (call.includes('--event-pattern')) JSON.parse(option(call, '--event-pattern'));
        if (!call.includes('--attribute-value')) continue;
        const region = option(call, '--region');
        const { Statement } = JSON.parse(option(call, '--attribute-value'));
        expect(Statement[0].Resource).toBe(option(call, '--topic-arn'));
        expect(Statement[0].Resource).toMatch(new RegExp(`^arn:aws:sns:${region}:${NUMBER}:tripline-alerts-`));
      }
      const file = JSON.parse(textOf(close, 'terraform'));
      const named = [...textOf(close, 'terraform').matchAll(/\$\{(data\.)?([^.}]+)\.([^.}]+)\.(?:id|arn|name)\}/g)];
      for (const [, data, type = '', name = ''] of named) {
        expect((data === undefined ? file.resource : file.data)[type][name]).toBeDefined();
      }
      expect(textOf(close, 'terraform').split('${')).toHaveLength(named.length + 1);
    }
  }
});

test('a rule that is there and switched off is offered first, whatever it is called', async () => {
  const name = 'it\'s $(touch /tmp/no) "here"';
  const off = {
    type: 'eventbridge_rule',
    reason: 'disabled',
    content: { kind: 'event_pattern', pattern: '{}', allManagementEvents: false },
    techniques: ['T1485'],
  };
  const id = await account(
    { ...off, name, arn: `arn:aws:events:eu-west-1:${NUMBER}:rule/security/${name}` },
    { ...off, name: 'no-trail', arn: `arn:aws:events:eu-west-1:${NUMBER}:rule/no-trail`, reason: 'trail_stopped' },
  );
  const closes = await closesOf(id, 'T1485');
  expect(closes.map(({ kind }) => kind).slice(0, 2)).toEqual(['enable', 'control']);
  const [first] = closes;
  expect(first).toMatchObject({
    title: `Switch on the EventBridge rule “${name}”`,
    cost: 'included',
    regions: ['eu-west-1'],
  });
  const [call] = calls(textOf(first as Close, 'cli'));
  expect(call).toEqual([
    ...['events', 'enable-rule', '--name', name, '--event-bus-name', 'security', '--region', 'eu-west-1'],
  ]);
  // It would not notice other techniques, and is not offered for them.
  expect((await closesOf(id, 'T1530')).filter(({ kind }) => kind === 'enable')).toEqual([]);
});

test('a suspended detector is switched on, and one that lacks a feature gets it; neither is set up a second time', async () => {
  const technique = guardDutyMappings(guardDutyFindings().filter(({ feature }) => feature === 'S3_DATA_EVENTS')).find(
    (mapping) => covers(mapping),
  )?.techniqueId;
  const detector = { type: 'guardduty_detector', name: 'GuardDuty detector', arn: DETECTOR };
  const content = { kind: 'guardduty', features: ['FOUNDATIONAL'], suppressed: [] };
  const suspended = await account({
    ...{ ...detector, content, reason: 'suspended' },
    techniques: [technique ?? ''],
  });
  const [enable, ...others] = await closesOf(suspended, technique ?? '');
  expect(enable).toMatchObject({ kind: 'enable', cost: 'charged', regions: ['eu-west-1'] });
  expect(calls(textOf(enable as Close, 'cli'))[0]).toEqual(
    expect.arrayContaining(['update-detector', '12abc34d567e8fa901bc2d34e56789f0', '--enable']),
  );
  const setUp = others.filter(({ title }) => title.startsWith('Set up GuardDuty'));
  expect(setUp.flatMap(({ regions }) => regions)).not.toContain('eu-west-1');

  const running = await account({ ...detector, content, reason: 'no_consumer', status: 'degraded' });
  const more = (await gapsOf(running)).flatMap(({ closes }) =>
    closes.filter(({ title }) => title.includes('of GuardDuty')),
  );
  expect(more.length).toBeGreaterThan(0);
  for (const close of more) {
    expect(close.regions).toEqual(['eu-west-1']);
    expect(calls(textOf(close, 'cli'))[0]).toEqual(expect.arrayContaining(['--detector-id', DETECTOR.split('/')[1]]));
  }
});
