import { detected, eventPattern, mapped } from './support/mapped.js';

const API_CALL = 'AWS API Call via CloudTrail';
const SIGN_IN = 'AWS Console Sign In via CloudTrail';

const show = (pattern: object, more: { region?: string; reads?: boolean } = {}) =>
  detected(mapped(eventPattern(pattern, more.reads ?? false), { scope: more.region ?? 'us-east-1' }));
const evidenceOf = (pattern: object, techniqueId: string) =>
  mapped(eventPattern(pattern)).find((mapping) => mapping.techniqueId === techniqueId)?.evidence;

describe('an EventBridge pattern on CloudTrail events', () => {
  it('that names events shows their techniques as surely as events can', () => {
    const shown = show({
      source: ['aws.iam'],
      'detail-type': [API_CALL],
      detail: { eventSource: ['iam.amazonaws.com'], eventName: ['CreateUser', 'CreateAccessKey'] },
    });
    expect(shown).toMatchObject({ 'T1136.003': 'significant', 'T1098.001': 'significant' });
    expect(shown).not.toHaveProperty('T1098.003');
  });

  it('says which event shows a technique', () => {
    expect(evidenceOf({ detail: { eventName: ['StopLogging'] } }, 'T1685.002')).toBe(
      'event StopLogging of cloudtrail.amazonaws.com',
    );
    expect(evidenceOf({ detail: { eventName: [{ prefix: 'StopLog' }] } }, 'T1685.002')).toBe(
      'detail.eventName StopLog*, such as event StopLogging of cloudtrail.amazonaws.com',
    );
  });

  it.each([
    ['a prefix', { eventName: [{ prefix: 'StopLog' }] }],
    ['a prefix in any case', { eventName: [{ prefix: { 'equals-ignore-case': 'stoplog' } }] }],
    ['a suffix', { eventName: [{ suffix: 'pLogging' }] }],
    ['a wildcard', { eventName: [{ wildcard: 'St*Log*g' }] }],
    ['the source alone', { eventSource: ['cloudtrail.amazonaws.com'] }],
    [
      'everything of a source but one event',
      { eventSource: ['cloudtrail.amazonaws.com'], eventName: [{ 'anything-but': 'DeleteTrail' }] },
    ],
  ])('that names an event by %s shows it in part', (_, detail) => {
    expect(show({ detail })['T1685.002']).toBe('partial');
  });

  it.each([
    ['letters of another case', { eventName: [{ 'equals-ignore-case': 'stoplogging' }] }],
    ['one of several tests', { eventName: [{ prefix: 'Zz' }, 'StopLogging'] }],
    ['an alternative', { $or: [{ eventName: ['StopLogging'] }, { eventName: ['Zz'] }] }],
  ])('that names an event in %s names it', (_, detail) => {
    expect(show({ detail })['T1685.002']).toBe('significant');
  });

  it.each([
    ['another service is the source', { source: ['aws.ec2'], detail: { eventName: ['StopLogging'] } }],
    ['it comes from another service', { detail: { eventSource: ['iam.amazonaws.com'], eventName: ['StopLogging'] } }],
    ['its name is in other letters', { detail: { eventName: ['stoplogging'] } }],
    ['its name stands outside of detail', { eventName: ['StopLogging'] }],
    ['its name stands under a dotted key', { 'detail.eventName': ['StopLogging'] }],
    [
      'the detail type is not CloudTrail’s',
      { 'detail-type': ['GuardDuty Finding'], detail: { eventName: ['StopLogging'] } },
    ],
    [
      'a field is asked for that no record has',
      { detail: { eventName: ['StopLogging'], severity: [{ numeric: ['>', 4] }] } },
    ],
    ['another region is asked for', { region: ['eu-west-1'], detail: { eventName: ['StopLogging'] } }],
    ['it is excluded', { detail: { eventName: [{ 'anything-but': ['StopLogging'] }] } }],
    [
      'it is excluded by its beginning',
      {
        source: ['aws.cloudtrail'],
        detail: { eventName: [{ 'anything-but': { prefix: ['Stop', 'Delete', 'Update', 'Put'] } }] },
      },
    ],
    ['nothing is named', { source: [{ prefix: 'aws.' }] }],
    ['nothing is asked', {}],
    ['its name may be any', { detail: { eventName: [{ exists: true }] } }],
    ['its name may be anything that a wildcard passes', { detail: { eventName: [{ wildcard: '*' }] } }],
    ['a list is empty', { detail: { eventName: [] } }],
  ])('does not show an event where %s', (_, pattern) => {
    expect(show(pattern)).not.toHaveProperty('T1685.002');
  });

  it('names the likelier of two events that share a name, the other in part unless its source stands beside', () => {
    expect(show({ detail: { eventName: ['CreateUser'] } })).toMatchObject({
      'T1136.003': 'significant',
      T1048: 'minimal',
    });
    expect(show({ source: ['aws.transfer'], detail: { eventName: ['CreateUser'] } })).toMatchObject({
      T1048: 'partial',
    });
  });

  it('supports least what an event only makes possible', () => {
    expect(show({ detail: { eventName: ['DeleteAccountPublicAccessBlock'] } })).toEqual({ T1530: 'minimal' });
  });

  it('takes alternatives each with what stands beside them', () => {
    const shown = show({
      'detail-type': [API_CALL],
      $or: [
        { source: ['aws.kms'], detail: { eventName: ['ScheduleKeyDeletion'] } },
        { source: ['aws.iam'], detail: { eventName: ['StopLogging'] } },
      ],
    });
    expect(shown['T1485']).toBe('significant');
    expect(shown).not.toHaveProperty('T1685.002');
  });

  it('shows an event in part where it takes failed attempts only, or the root user only', () => {
    const create = { eventName: ['CreateUser'], eventSource: ['iam.amazonaws.com'] };
    expect(show({ detail: create })['T1136.003']).toBe('significant');
    expect(show({ detail: { ...create, errorCode: ['AccessDenied'] } })['T1136.003']).toBe('partial');
    expect(show({ detail: { ...create, errorCode: [{ exists: false }] } })['T1136.003']).toBe('significant');
    expect(show({ detail: { ...create, userIdentity: { type: ['Root'] } } })['T1136.003']).toBe('partial');
    expect(show({ detail: { ...create, userIdentity: { type: ['IAMUser'] } } })['T1136.003']).toBe('significant');
  });

  it('tells sign-ins that succeed from those that fail', () => {
    const signIn = (outcome: string) =>
      show({ 'detail-type': [SIGN_IN], detail: { responseElements: { ConsoleLogin: [outcome] } } });
    expect(signIn('Success')).toMatchObject({ 'T1078.004': 'partial' });
    expect(signIn('Success')).not.toHaveProperty('T1110');
    expect(signIn('Failure')).toMatchObject({ 'T1110.003': 'significant' });
    expect(signIn('Failure')).not.toHaveProperty('T1078.004');
  });

  it('on what the root user does shows the use of cloud accounts', () => {
    const root = { 'detail-type': [API_CALL, SIGN_IN], detail: { userIdentity: { type: ['Root'] } } };
    expect(show(root)).toMatchObject({ 'T1078.004': 'significant' });
    expect(show(root)).not.toHaveProperty('T1136.003');
  });

  it('on regions other than the usual ones shows the use of unused regions', () => {
    expect(show({ detail: { awsRegion: [{ 'anything-but': ['eu-west-1'] }] } })).toEqual({ T1535: 'significant' });
    expect(show({ detail: { awsRegion: ['us-east-1'] } })).toEqual({});
  });
});

describe('where events of an EventBridge pattern arrive', () => {
  it('is us-east-1 alone for IAM and other global services', () => {
    const pattern = { source: ['aws.iam'], detail: { eventName: ['CreateUser'] } };
    expect(show(pattern, { region: 'us-east-1' })).toHaveProperty(['T1136.003'], 'significant');
    expect(show(pattern, { region: 'eu-west-1' })).toEqual({});
    expect(show(pattern, { region: 'us-gov-west-1' })).toHaveProperty(['T1136.003']);
  });

  it('leaves out what only reads, unless the rule takes all management events', () => {
    const pattern = { detail: { eventSource: ['secretsmanager.amazonaws.com'], eventName: ['GetSecretValue'] } };
    expect(show(pattern)).toEqual({});
    expect(show(pattern, { reads: true })).toMatchObject({ 'T1555.006': 'partial' });
    expect(show({ detail: { eventName: ['GetFederationToken'] } })).toHaveProperty(['T1098.001']);
  });

  it('takes data events, and says what they need', () => {
    const pattern = { source: ['aws.s3'], detail: { eventName: ['GetObject'] } };
    expect(show(pattern)).toMatchObject({ T1530: 'partial' });
    expect(evidenceOf(pattern, 'T1530')).toBe(
      'event GetObject of s3.amazonaws.com; which ordinary work makes too; needs a trail that records data events',
    );
  });
});

describe('an EventBridge pattern on events that services send', () => {
  it.each([
    [
      'EC2 instances that are terminated',
      'aws.ec2',
      'EC2 Instance State-change Notification',
      { state: ['terminated'] },
      'T1578.003',
    ],
    ['images pushed to a registry', 'aws.ecr', 'ECR Image Action', { 'action-type': ['PUSH'] }, 'T1525'],
    ['S3 objects that are deleted', 'aws.s3', 'Object Deleted', {}, 'T1485'],
    ['commands of Systems Manager', 'aws.ssm', 'EC2 Command Status-change Notification', {}, 'T1651'],
    ['credentials found in public', 'aws.health', 'AWS Health Event', { service: ['RISK'] }, 'T1552.001'],
    [
      'exposed access keys',
      'aws.trustedadvisor',
      'Trusted Advisor Check Item Refresh Notification',
      { 'check-name': ['Exposed Access Keys'] },
      'T1552.001',
    ],
  ])('reads %s by our own judgement', (_, source, detailType, detail, techniqueId) => {
    const mappings = mapped(eventPattern({ source: [source], 'detail-type': [detailType], detail }));
    expect(mappings.find((mapping) => mapping.techniqueId === techniqueId)).toMatchObject({
      category: 'detect',
      source: 'inferred',
    });
  });

  it('tells the states of an instance apart', () => {
    const state = (name: string) =>
      Object.keys(
        show({
          source: ['aws.ec2'],
          'detail-type': ['EC2 Instance State-change Notification'],
          detail: { state: [name] },
        }),
      );
    expect(state('running')).toContain('T1578.002');
    expect(state('running')).not.toContain('T1578.003');
    expect(state('stopped')).toEqual(['T1489']);
  });

  it('that passes on GuardDuty findings responds to what those detect', () => {
    const all = mapped(eventPattern({ source: ['aws.guardduty'], 'detail-type': ['GuardDuty Finding'] }));
    expect(new Set(all.map(({ category }) => category))).toEqual(new Set(['respond']));
    expect(all.length).toBeGreaterThan(100);
    const one = mapped(
      eventPattern({ source: ['aws.guardduty'], detail: { type: ['Stealth:IAMUser/CloudTrailLoggingDisabled'] } }),
    );
    expect(one.map(({ techniqueId, category }) => [techniqueId, category])).toEqual([
      ['T1685', 'respond'],
      ['T1685.002', 'respond'],
    ]);
    expect(one[0]?.evidence).toBe('passes on GuardDuty finding Stealth:IAMUser/CloudTrailLoggingDisabled');
  });

  it.each([
    ['aws.securityhub', 'Security Hub Findings - Imported'],
    ['aws.macie', 'Macie Finding'],
    ['aws.access-analyzer', 'Access Analyzer Finding'],
    ['aws.config', 'Config Rules Compliance Change'],
    ['aws.ec2', 'AWS Insight via CloudTrail'],
  ])('of %s that passes on findings responds', (source, detailType) => {
    const mappings = mapped(eventPattern({ source: [source], 'detail-type': [detailType] }));
    expect(mappings.length).toBeGreaterThan(0);
    for (const { category } of mappings) expect(category).toBe('respond');
  });

  it('on a bus that AWS sends nothing to shows nothing', () => {
    expect(mapped(eventPattern({ source: ['com.example.orders'], 'detail-type': ['Order Placed'] }))).toEqual([]);
  });
});

describe('text that is no event pattern', () => {
  const names = (count: number) =>
    JSON.stringify({ detail: { eventName: ['StopLogging', ...Array(count).fill('x')] } });

  it.each([
    ['is not JSON', ['', '{', "{'detail':{}}"]],
    ['is not an object', ['null', '[]', '"aws.iam"', '7']],
    ['has values outside of lists', ['{"detail":{"eventName":"StopLogging"}}']],
    ['goes deeper than AWS takes', [`${'{"detail":'.repeat(60)}["x"]${'}'.repeat(60)}`]],
    ['names more than AWS takes', [names(2_000)]],
    ['is longer than AWS takes', [`${names(1)}${' '.repeat(9_000)}`]],
  ])('shows nothing where it %s', (_, patterns) => {
    for (const pattern of patterns) {
      expect(mapped({ kind: 'event_pattern', pattern, allManagementEvents: true })).toEqual([]);
    }
  });
});
