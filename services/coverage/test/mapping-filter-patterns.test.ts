import { detected, mapped, metricFilter } from './support/mapped.js';

const show = (pattern: string) => detected(mapped(metricFilter(pattern)));

describe('the filters that benchmarks ask for', () => {
  it.each([
    [
      'use of the root user',
      '{ $.userIdentity.type = "Root" && $.userIdentity.invokedBy NOT EXISTS && $.eventType != "AwsServiceEvent" }',
      { 'T1078.004': 'significant', 'T1078.001': 'significant' },
      ['T1136.003', 'T1110'],
    ],
    [
      'refused calls',
      '{ ($.errorCode = "*UnauthorizedOperation") || ($.errorCode = "AccessDenied*") }',
      { 'T1078.004': 'significant', T1580: 'minimal' },
      ['T1136.003', 'T1530'],
    ],
    [
      'sign-ins without MFA',
      '{ ($.eventName = "ConsoleLogin") && ($.additionalEventData.MFAUsed != "Yes") && ($.userIdentity.type = "IAMUser") && ($.responseElements.ConsoleLogin = "Success") }',
      { 'T1078.004': 'significant' },
      ['T1110', 'T1110.003'],
    ],
    [
      'failed sign-ins',
      '{ ($.eventName = ConsoleLogin) && ($.errorMessage = "Failed authentication") }',
      { T1110: 'significant', 'T1110.003': 'significant' },
      ['T1078.004'],
    ],
    [
      'changes of IAM policies',
      '{($.eventName=DeleteRolePolicy)||($.eventName=PutUserPolicy)||($.eventName=CreatePolicyVersion)||($.eventName=AttachRolePolicy)}',
      { T1098: 'partial', 'T1098.003': 'partial', 'T1556.009': 'partial' },
      ['T1136'],
    ],
    [
      'changes of trails',
      '{ ($.eventName = CreateTrail) || ($.eventName = UpdateTrail) || ($.eventName = DeleteTrail) || ($.eventName = StopLogging) }',
      { 'T1685.002': 'significant' },
      ['T1485'],
    ],
    [
      'keys that go',
      '{ ($.eventSource = kms.amazonaws.com) && (($.eventName = DisableKey) || ($.eventName = ScheduleKeyDeletion)) }',
      { T1485: 'significant' },
      ['T1486'],
    ],
    [
      'bucket policies',
      '{ ($.eventSource = s3.amazonaws.com) && (($.eventName = PutBucketAcl) || ($.eventName = PutBucketPolicy) || ($.eventName = DeleteBucketReplication)) }',
      { T1537: 'partial' },
      ['T1530'],
    ],
    [
      'the configuration recorder',
      '{($.eventSource = config.amazonaws.com) && (($.eventName=StopConfigurationRecorder)||($.eventName=DeleteDeliveryChannel))}',
      { 'T1685.002': 'significant' },
      ['T1518.001'],
    ],
    [
      'security groups',
      '{ ($.eventName = AuthorizeSecurityGroupIngress) || ($.eventName = RevokeSecurityGroupEgress) }',
      { 'T1686.001': 'partial' },
      [],
    ],
    [
      'gateways',
      '{($.eventName=CreateCustomerGateway) || ($.eventName=AttachInternetGateway) || ($.eventName=DetachInternetGateway)}',
      { 'T1686.001': 'minimal' },
      [],
    ],
    [
      'route tables',
      '{($.eventName=CreateRoute) || ($.eventName=ReplaceRoute) || ($.eventName=DisassociateRouteTable)}',
      { 'T1686.001': 'minimal' },
      [],
    ],
    [
      'changes of the organisation',
      '{ ($.eventSource = organizations.amazonaws.com) && (($.eventName = "LeaveOrganization") || ($.eventName = "MoveAccount")) }',
      { T1666: 'significant' },
      [],
    ],
    [
      'calls outside of the usual regions',
      '{ $.awsRegion != "eu-west-1" && $.awsRegion != "us-east-1" }',
      { T1535: 'significant' },
      ['T1078.004'],
    ],
  ])('show techniques: %s', (_, pattern, expected, missing) => {
    const shown = show(pattern);
    expect(shown).toMatchObject(expected);
    for (const techniqueId of missing) expect(shown).not.toHaveProperty([techniqueId]);
  });

  it('say that what no public source maps is our own judgement', () => {
    const [root] = mapped(metricFilter('{ $.userIdentity.type = "Root" }'));
    expect(root).toMatchObject({ source: 'inferred', evidence: 'use of the root user' });
  });
});

describe('a JSON filter pattern', () => {
  it.each([
    '{ $.eventName = "StopLogging" }',
    '{$.eventName=StopLogging}',
    '{ $.[\'eventName\'] = "StopLogging" }',
    '{ $.detail.eventName = "StopLogging" }',
    '{ ($.eventName = "Zz") || (($.eventName = "StopLogging") && ($.errorCode NOT EXISTS)) }',
    '{ $.eventName = "StopLogging" && $.requestParameters.list[0].name = "a*" && $.count >= 3 && $.x IS NULL }',
    '{ $.eventName = %StopLogging|DeleteTrail% }',
    '{ $.eventName = "StopLogging" && $.readOnly IS FALSE }',
    '{ $.eventName = "StopLogging" && $.sourceIPAddress != 10.* }',
    '{ $.eventName = "Zz" && $.eventName = "Yy" || $.eventName = "StopLogging" }',
  ])('names an event: %s', (pattern) => {
    expect(show(pattern)['T1685.002']).toBe('significant');
  });

  it.each([
    '{ $.eventName = "Stop*" }',
    '{ $.eventName = "*Logging" }',
    '{ $.eventName = %^Stop% }',
    '{ $.eventSource = "cloudtrail.amazonaws.com" }',
    '{ $.eventSource = "cloudtrail.amazonaws.com" && $.eventName != "DeleteTrail" }',
    '{ $.eventName = "StopLogging" && $.errorCode = "AccessDenied" }',
  ])('names an event in part: %s', (pattern) => {
    expect(show(pattern)['T1685.002']).toBe('partial');
  });

  it.each([
    '{ $.eventName != "StopLogging" }',
    '{ $.eventName = "*" }',
    '{ $.eventName = %.+% }',
    '{ $.eventName = "stoplogging" }',
    '{ $.eventName EXISTS }',
    '{ $.eventSource = "iam.amazonaws.com" && $.eventName = "StopLogging" }',
    '{ $.eventName = "StopLogging" && $.eventName = "DeleteTrail" }',
    '{ $.eventName = "StopLogging" && $.readOnly IS TRUE }',
    '{ $.errorCode = "ThrottlingException" }',
    '{ $.latency > 1000 }',
  ])('does not name it: %s', (pattern) => {
    expect(show(pattern)).not.toHaveProperty(['T1685.002']);
  });

  it('names the likelier of two events that share a name, the other in part unless its source stands beside', () => {
    const alone = show('{ $.eventName = "CreateUser" }');
    expect(alone).toMatchObject({ 'T1136.003': 'significant', T1048: 'minimal' });
    const beside = show('{ $.eventName = "CreateUser" && $.eventSource = "transfer.amazonaws.com" }');
    expect(beside['T1048']).toBe('partial');
    expect(beside).not.toHaveProperty(['T1136.003']);
    expect(show('{ $.eventName = "CreateUser" && $.eventSource != "iam.amazonaws.com" }')['T1048']).toBe('partial');
  });

  it('says what data events need', () => {
    const [read] = mapped(metricFilter('{ $.eventName = "GetObject" && $.eventSource = "s3.amazonaws.com" }')).filter(
      ({ techniqueId }) => techniqueId === 'T1530',
    );
    expect(read).toMatchObject({
      strength: 'partial',
      evidence:
        'event GetObject of s3.amazonaws.com; which ordinary work makes too; needs a trail that records data events',
    });
  });
});

describe('a space-delimited filter pattern', () => {
  const flow = (tests: string) => `[version, account, eni, source, destination, srcport, ${tests}, flowlogstatus]`;

  it('reads the columns of flow logs', () => {
    expect(show(flow('dstport="22", protocol="6", packets, bytes, start, end, action="REJECT"'))).toEqual({
      'T1021.004': 'minimal',
      T1046: 'minimal',
    });
    expect(show(flow('dstport, protocol, packets, bytes, start, end, action="ACCEPT"'))).toEqual({});
    expect(show(flow('dstport!="22", protocol, packets, bytes, start, end, action'))).toEqual({});
  });

  it('reads the words of a column whatever its name', () => {
    expect(show('[..., message="*Failed password*"]')).toMatchObject({ 'T1110.001': 'significant' });
    expect(show('[..., message!="*Failed password*"]')).toEqual({});
    expect(show('[ip, id, user, time, request, status_code = 4* && status_code != 404, size]')).toEqual({});
  });
});

describe('a filter pattern of terms', () => {
  it.each([
    ['"\\"eventName\\":\\"StopLogging\\""', 'significant'],
    ['"eventName=StopLogging"', 'significant'],
    ['StopLogging', 'partial'],
    ['?StopLogging ?DeleteTrail', 'partial'],
    ['ERROR "StopLogging called"', 'partial'],
    ['%StopLogging|DeleteTrail%', 'partial'],
  ])('%s shows what it names: %s', (pattern, strength) => {
    expect(show(pattern)['T1685.002']).toBe(strength);
  });

  it.each([
    '',
    ' ',
    'ERROR',
    '?ERROR "Root"',
    '-StopLogging',
    'ERROR ?StopLogging',
    'Scan',
    'StopLoggings',
    '"StopLogging',
  ])('%s names no event', (pattern) => {
    expect(show(pattern)).toEqual({});
  });

  it('reads what sshd writes', () => {
    expect(show('"Invalid user"')).toMatchObject({ 'T1110.001': 'significant', T1110: 'significant' });
    expect(show('"Accepted publickey"')).toEqual({ 'T1021.004': 'minimal' });
  });
});

describe('text that CloudWatch Logs would not take', () => {
  it.each([
    '{ $.eventName = "StopLogging"',
    '{ $.eventName "StopLogging" }',
    '{ $.eventName = }',
    '{ }',
    '{ ($.eventName = "StopLogging" }',
    '{ $.eventName = "StopLogging } ',
    '{ $.eventName = "StopLogging" } && { $.a = 1 }',
    '[ip, user',
    `{ ${'('.repeat(500)}$.eventName = "StopLogging"${')'.repeat(500)} }`,
    `{ $.eventName = "StopLogging" || $.a = "${'x'.repeat(3_000)}" }`,
  ])('shows nothing: %#', (pattern) => {
    expect(mapped(metricFilter(pattern))).toEqual([]);
  });
});
