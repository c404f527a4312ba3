import { randomUUID } from 'node:crypto';
import { type AwsSample, type RegionInventory, startAwsSample, type Trail } from '@tripline/aws-sample';
import { createAwsProvider } from '@tripline/coverage-service';
import { createLog } from '@tripline/service';
import { useCredentials } from './support/aws.js';
import { at } from './support/harness.js';
import { addAccount, createScanHarness, type ScanHarness, scanOnce } from './support/scan-harness.js';

const HOME = 'us-east-1';
const AWAY = 'eu-west-1';
type Selectors = NonNullable<Trail['eventSelectors']>;

/** Every log that a trail can bring: management events, and data events of all services that have some. */
const ALL: Selectors = [
  {
    ReadWriteType: 'All',
    IncludeManagementEvents: true,
    DataResources: [
      { Type: 'AWS::S3::Object', Values: ['arn:aws:s3'] },
      { Type: 'AWS::Lambda::Function', Values: ['arn:aws:lambda'] },
      { Type: 'AWS::DynamoDB::Table', Values: ['arn:aws:dynamodb'] },
    ],
  },
];
const MANAGEMENT: Selectors = [{ ReadWriteType: 'All', IncludeManagementEvents: true, DataResources: [] }];

/** Rules of our own: the service, the event, and the technique that its author names. */
const RULES: readonly (readonly [source: string, event: string, technique: string])[] = [
  ['cloudtrail', 'StopLogging', 't1685.002'],
  ['cloudtrail', 'DeleteTrail', 't1685.002'],
  ['cloudtrail', 'PutEventSelectors', 't1685.002'],
  ['guardduty', 'DeleteDetector', 't1685'],
  ['config', 'StopConfigurationRecorder', 't1685'],
  ['iam', 'CreateUser', 't1136.003'],
  ['iam', 'CreateAccessKey', 't1098.001'],
  ['iam', 'AttachUserPolicy', 't1098.003'],
  ['iam', 'PutUserPolicy', 't1098.003'],
  ['iam', 'CreateLoginProfile', 't1098.001'],
  ['iam', 'UpdateLoginProfile', 't1098.001'],
  ['iam', 'DeactivateMFADevice', 't1556.006'],
  ['iam', 'UpdateAssumeRolePolicy', 't1098.003'],
  ['iam', 'ListUsers', 't1087.004'],
  ['sts', 'GetCallerIdentity', 't1087.004'],
  ['sts', 'AssumeRole', 't1078.004'],
  ['ec2', 'RunInstances', 't1578.002'],
  ['ec2', 'CreateSnapshot', 't1578.001'],
  ['ec2', 'ModifySnapshotAttribute', 't1537'],
  ['ec2', 'ModifyImageAttribute', 't1537'],
  ['ec2', 'GetPasswordData', 't1552'],
  ['ec2', 'DescribeInstances', 't1580'],
  ['ec2', 'AuthorizeSecurityGroupIngress', 't1686.001'],
  ['ec2', 'DeleteFlowLogs', 't1685.002'],
  ['ec2', 'CreateKeyPair', 't1098.004'],
  ['ec2', 'TerminateInstances', 't1578.003'],
  ['s3', 'PutBucketPolicy', 't1537'],
  ['s3', 'DeleteBucket', 't1485'],
  ['s3', 'GetObject', 't1530'],
  ['s3', 'PutObject', 't1486'],
  ['s3', 'DeleteObject', 't1485'],
  ['lambda', 'CreateFunction20150331', 't1648'],
  ['lambda', 'UpdateFunctionCode20150331v2', 't1648'],
  ['secretsmanager', 'GetSecretValue', 't1555.006'],
  ['ssm', 'SendCommand', 't1651'],
  ['ssm', 'StartSession', 't1021.007'],
  ['kms', 'ScheduleKeyDeletion', 't1485'],
  ['rds', 'ModifyDBSnapshotAttribute', 't1537'],
  ['rds', 'DeleteDBInstance', 't1485'],
  ['organizations', 'LeaveOrganization', 't1666'],
];

const rule = (
  [source, event, technique]: readonly [string, string, string],
  logsource = 'product: aws\n    service: cloudtrail',
): string => `title: ${event} of ${source}
id: ${randomUUID()}
status: test
description: A rule of a test.
tags:
    - attack.${technique}
logsource:
    ${logsource}
detection:
    selection:
        eventSource: ${source}.amazonaws.com
        eventName: ${event}
    condition: selection
level: medium
`;

/** A rule with a detection of its own. */
const ruleOn = (technique: string, detection: string): string =>
  rule(['x', 'x', technique]).replace(/detection:[\s\S]*condition: selection\n/, `detection:\n${detection}`);

// biome-ignore lint/suspicious/noExplicitAny: the answers' shapes are checked by the harness.
type Answer = any;

describe('declared rules are believed only where the logs arrive that bring what they name', () => {
  const before = { ...process.env };
  let sample: AwsSample;
  let scans: ScanHarness;
  beforeAll(async () => {
    sample = await startAwsSample({ inventory: { accounts: {} } });
    useCredentials({ AWS_ACCESS_KEY_ID: 'AKIAWORKERWORKERWORK', AWS_SECRET_ACCESS_KEY: 'none' });
    process.env['AWS_ENDPOINT_URL'] = sample.url;
    const provider = createAwsProvider(
      { ROLE_TRUST_CHECK: 'warn', LIMIT_SCAN_CALLS_AT_ONCE: 24, LIMIT_CLOUD_CALL_SECONDS: 30 },
      createLog({ name: 'test', level: 'silent' }),
    );
    scans = await createScanHarness(provider);
    scans.startWorker(provider, { stallSeconds: 60 });
  });
  afterAll(async () => {
    await scans.close();
    await sample.close();
    process.env = before;
  });

  const get = async (path: string): Promise<Answer> =>
    (await scans.api.http.get(at(path)).set(scans.user.key).expect(200)).body;

  /** What an account has when its trail takes this; without selectors, no trail. */
  async function put(
    id: string,
    selectors: Selectors | null,
    deniedActions: string[] = [],
    trail: Partial<Trail> = {},
  ) {
    const { external_account_id: number } = await get(`/accounts/${id}`);
    const trails = [
      {
        ...{ Name: 'main', IsMultiRegionTrail: true, IncludeGlobalServiceEvents: true, status: { IsLogging: true } },
        eventSelectors: selectors ?? [],
        ...trail,
      },
    ];
    const regions: Record<string, RegionInventory> = {
      [HOME]: selectors === null ? {} : { cloudtrail: { trails } },
      [AWAY]: {},
    };
    await fetch(`${sample.url}/sample/accounts/${number}`, {
      method: 'PUT',
      body: JSON.stringify({ roles: [{ name: 'tripline', externalId: null, deniedActions }], regions }),
    });
  }

  async function account(
    selectors: Selectors | null,
    denied: string[] = [],
    trail: Partial<Trail> = {},
  ): Promise<string> {
    const id = await addAccount(scans, { regions: [HOME, AWAY] });
    await put(id, selectors, denied, trail);
    await scanOnce(scans, id);
    return id;
  }

  async function declare(id: string, rules: readonly string[]): Promise<Answer[]> {
    const { body } = await scans.api.http
      .post(at(`/accounts/${id}/detections`))
      .set(scans.user.key)
      .send({ rules, siem: 'siem_spl' })
      .expect(200);
    return body.detections;
  }

  let full: string | undefined;
  const status = async (id: string, technique: string): Promise<Answer> =>
    (await get(`/accounts/${id}/coverage/techniques?limit=500`)).techniques.find(
      (one: Answer) => one.technique_id === technique,
    );
  const withdraw = (detection: string) =>
    scans.api.http
      .delete(at(`/detections/${detection}`))
      .set(scans.user.key)
      .expect(200);
  const send = (path: string, body: object) => scans.api.http.post(at(path)).set(scans.user.key).send(body).expect(200);

  test('an account without feeds covers nothing, whatever is declared', async () => {
    const id = await account(null);
    const declared = await declare(
      id,
      RULES.map((one) => rule(one)),
    );
    expect(declared.map(({ sees, sees_reason: reason }) => `${sees} ${reason}`)).toEqual(
      RULES.map(() => 'no log_missing'),
    );
    for (const { sees_detail: detail } of declared) expect(detail).toContain('there is no trail');
    expect(await get(`/accounts/${id}/coverage`)).toMatchObject({
      covered_techniques: 0,
      partial_techniques: 0,
      unknown_techniques: 0,
    });
  });

  test('with a trail of every region and data events each covers or says why not, and none whose events are known is unknown', async () => {
    const id = await account(ALL);
    const declared = await declare(
      id,
      RULES.map((one) => rule(one)),
    );
    const { techniques } = await get(`/accounts/${id}/coverage/techniques?limit=500`);
    const statusOf = (technique: string): string =>
      techniques.find((one: Answer) => one.technique_id === technique)?.status;
    const covering = declared.filter(({ mapped_techniques: mapped }) => mapped.some(({ covers }: Answer) => covers));
    for (const one of declared) {
      expect(`${one.name}: ${one.sees} ${one.sees_reason} ${one.sees_detail}`).toBe(
        `${one.name}: yes log_arrives null`,
      );
      for (const { basis, covers, evidence, technique_id: technique } of one.mapped_techniques) {
        if (covers && statusOf(technique) !== undefined)
          expect(`${technique} ${statusOf(technique)}`).toBe(`${technique} covered`);
        if (basis === 'claimed') {
          expect(covers).toBe(false);
          expect(evidence).toContain('our table does not know this');
        }
      }
    }
    expect(covering.length).toBeGreaterThanOrEqual(17);
    expect((await get(`/accounts/${id}/coverage`)).covered_techniques).toBeGreaterThanOrEqual(10);
  });

  test('what a rule names is judged event by event: changes, reads and data events apart', async () => {
    const id = await account(MANAGEMENT);
    const both = ruleOn(
      't1685.002',
      `    selection:
        eventName: [StopLogging, GetObject]
    condition: selection
`,
    );
    const [stop, read, ...rest] = await declare(id, [
      rule(['cloudtrail', 'StopLogging', 't1685.002']),
      rule(['s3', 'GetObject', 't1530']),
    ]);
    expect(rest).toEqual([]);
    expect(stop).toMatchObject({ sees: 'yes', sees_reason: 'log_arrives', sees_detail: null });
    expect(read).toMatchObject({ sees: 'no', sees_reason: 'log_missing' });
    expect(read.sees_detail).toMatch(
      /^GetObject of s3\.amazonaws\.com: .*AWS::S3::Object do not arrive in eu-west-1, us-east-1: main does not select them\.$/,
    );
    expect(await status(id, 'T1685.002')).toMatchObject({ status: 'covered' });
    expect(await status(id, 'T1530')).toMatchObject({ status: 'uncovered', unverified: false });

    await withdraw(stop.id);
    const [part] = await declare(id, [both]);
    expect(part).toMatchObject({ sees: 'yes', sees_reason: 'part_arrives', seen_regions: [] });
    expect(part.sees_detail).toContain('GetObject of s3.amazonaws.com');
    expect(await status(id, 'T1685.002')).toMatchObject({ status: 'partial' });
    expect(await status(id, 'T1530')).toMatchObject({ status: 'uncovered' });

    await put(id, ALL);
    await scanOnce(scans, id);
    expect(await get(`/detections/${part.id}`)).toMatchObject({
      sees: 'yes',
      sees_reason: 'log_arrives',
      sees_detail: null,
    });
    expect(await status(id, 'T1685.002')).toMatchObject({ status: 'covered' });
    expect(await status(id, 'T1530')).toMatchObject({ status: 'partial' });

    await put(id, [{ ReadWriteType: 'WriteOnly', IncludeManagementEvents: true, DataResources: [] }]);
    await scanOnce(scans, id);
    const [list] = await declare(id, [rule(['iam', 'ListUsers', 't1087.004'])]);
    expect(list).toMatchObject({ sees: 'no', sees_reason: 'log_missing' });
  });

  test.each<[string, string, string, string, string]>([
    [
      'an event that a service does not have',
      ofEvent('s3.amazonaws.com', 'NoSuchEventAtAll'),
      'no',
      'event_unknown',
      'NoSuchEventAtAll of s3.amazonaws.com',
    ],
    [
      'an event that a service may have',
      ofEvent('signin.amazonaws.com', 'NoSuchEventAtAll'),
      'unknown',
      'event_unknown',
      'does not hold that service whole',
    ],
    [
      'an event of a service that we do not know',
      ofEvent('nosuch.amazonaws.com', 'DoIt'),
      'unknown',
      'event_unknown',
      'DoIt of nosuch.amazonaws.com',
    ],
    [
      'no event, but a log source alone',
      '    selection:\n        userAgent: curl\n    condition: selection\n',
      'unknown',
      'no_event_named',
      '',
    ],
    [
      'an event of a region whose events no scan reads',
      ofEvent('ec2.amazonaws.com', 'RunInstances', 'ap-south-1'),
      'unknown',
      'log_unread',
      'ap-south-1, which was not scanned',
    ],
    [
      'events by a part of their name',
      '    selection:\n        eventSource: s3.amazonaws.com\n        eventName|startswith: GetObjectTag\n    condition: selection\n',
      'yes',
      'log_arrives',
      '',
    ],
    [
      'what only stands under a negation',
      '    selection:\n        userAgent: curl\n    filter:\n        eventName: GetObject\n    condition: selection and not filter\n',
      'unknown',
      'no_event_named',
      '',
    ],
    [
      'the root user, whatever they do',
      '    selection:\n        userIdentity.type: Root\n    condition: selection\n',
      'yes',
      'log_arrives',
      '',
    ],
  ])('a rule on %s says so', async (_, detection, sees, reason, detail) => {
    full ??= await account(ALL);
    const [one] = await declare(full, [ruleOn('t1530', detection)]);
    expect(`${one.sees} ${one.sees_reason}`).toBe(`${sees} ${reason}`);
    expect(one.sees_detail ?? '').toContain(detail);
    expect(one.sees_detail === null).toBe(detail === '');
  });

  test('a tag that the events do not show by our table is claimed: partial at most, and the technique says so', async () => {
    const id = await account(ALL);
    const [one] = await declare(id, [rule(['cloudtrail', 'StopLogging', 't1530'])]);
    const of = (technique: string): Answer =>
      one.mapped_techniques.find((mapped: Answer) => mapped.technique_id === technique);
    expect(of('T1530')).toMatchObject({ basis: 'claimed', covers: false });
    expect(of('T1685')).toMatchObject({ basis: 'query', covers: true });
    const claimed = await status(id, 'T1530');
    expect(claimed.status).toBe('partial');
    expect(claimed.reasons.join(' ')).toContain('our table does not know this');
    expect(await status(id, 'T1685')).toMatchObject({ status: 'covered' });
  });

  test('a trail of one region brings a rule what happens there, and no more', async () => {
    const id = await account(MANAGEMENT, [], { IsMultiRegionTrail: false });
    const [one] = await declare(id, [rule(['cloudtrail', 'StopLogging', 't1685.002'])]);
    expect(one).toMatchObject({ sees: 'yes', sees_reason: 'part_arrives', seen_regions: [HOME] });
    expect(await status(id, 'T1685.002')).toMatchObject({ status: 'partial', regions_covered: [HOME] });
  });

  test('what the role may not read is unknown, and no gap', async () => {
    const id = await account(ALL, ['cloudtrail:GetTrailStatus']);
    const [one] = await declare(id, [rule(['cloudtrail', 'StopLogging', 't1685.002'])]);
    expect(one).toMatchObject({ sees: 'unknown', sees_reason: 'log_unread' });
    expect(await status(id, 'T1685.002')).toMatchObject({ status: 'uncovered', unverified: true });
    const { gaps } = await get(`/accounts/${id}/coverage/gaps?unknown=false&limit=200`);
    expect(gaps.map((gap: Answer) => gap.technique_id)).not.toContain('T1685.002');
  });

  test('an override loses to a log that is missing; a proof shows that the log arrives', async () => {
    const id = await account(null);
    const [one] = await declare(id, [rule(['cloudtrail', 'StopLogging', 't1685.002'])]);
    await send(`/detections/${one.id}/overrides`, { technique_id: 'T1530', covers: true, reason: 'We saw it.' });
    expect(await status(id, 'T1530')).toMatchObject({ status: 'uncovered' });
    await send(`/detections/${one.id}/proof`, {
      kind: 'alert',
      reference: 'INC-1',
      technique_ids: ['T1685.002'],
      observed_at: new Date().toISOString(),
    });
    expect(await get(`/detections/${one.id}`)).toMatchObject({ sees: 'yes', sees_reason: 'proven' });
    expect(await status(id, 'T1685.002')).toMatchObject({ status: 'covered' });
    expect(await status(id, 'T1530')).toMatchObject({ status: 'covered' });
  });
});

function ofEvent(source: string, name: string, region?: string): string {
  const more = region === undefined ? '' : `        awsRegion: ${region}\n`;
  return `    selection:\n        eventSource: ${source}\n        eventName: ${name}\n${more}    condition: selection\n`;
}
