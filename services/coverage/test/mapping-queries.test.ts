import { detected, logsQuery, mapped } from './support/mapped.js';

const show = (query: string) => detected(mapped(logsQuery(query)));

describe('a Logs Insights query', () => {
  it.each([
    'fields @timestamp, eventName | filter eventName = "StopLogging" | sort @timestamp desc | limit 20',
    "filter eventName='StopLogging'",
    'filter eventName == "StopLogging" or eventName == "DeleteTrail"',
    'filter eventName in ["StopLogging", "DeleteTrail"] | stats count(*) as n by userIdentity.arn | filter n > 5',
    'filter `eventName` in ["StopLogging"]',
    'filterIndex eventName = "StopLogging"',
    'filterIndex eventName in ["StopLogging"] | fields @message',
    'filter eventName like /StopLogging|DeleteTrail/',
    'filter eventName =~ /^StopLogging$/',
    'filter eventName like "StopLogging"',
    'filter strcontains(eventName, "StopLogging")',
    'filter strcontains(eventName, "StopLogging") = 1',
    'filter tolower(eventName) = "stoplogging"',
    'filter "StopLogging" = eventName',
    'fields eventName as name | filter name = "StopLogging"',
    'parse @message \'"eventName":"*",\' as name | filter name = "StopLogging"',
    'filter (eventName = "StopLogging") and (not (userIdentity.arn like /admin/))',
    'filter eventName = "StopLogging" and (duration / 1000) > 5',
    'filter eventName = "StopLogging" and ispresent(userIdentity.arn) and not isIpInSubnet(sourceIPAddress, "10.0.0.0/8")',
    '# who stopped it?\nfilter eventName = "StopLogging" # and eventName = "Zz"',
    'SOURCE logGroups() | filter eventName = "StopLogging"',
    'filter @message like "eventName=StopLogging"',
  ])('names an event: %s', (query) => {
    expect(show(query)['T1685.002']).toBe('significant');
  });

  it('shows nothing of calls that do not have the parameter that it asks for', () => {
    const asks = (parameter: string): string[] =>
      Object.keys(
        show(`filter eventSource = "s3.amazonaws.com" and (eventName = "PutBucketAcl" or ${parameter} = "a")`),
      );
    expect(asks('requestParameters.accessControlList')).not.toContain('T1526');
    expect(asks('requestParameters.accessControlList.grant')).not.toContain('T1485.001');
    // Who is granted access to what is uploaded is no encryption of it, which an upload by itself may be.
    const grants = '`requestParameters.accessControlList.x-amz-grant-read` = "a"';
    expect(show('filter eventName = "PutObject"')['T1486']).toBe('minimal');
    expect(show(`filter eventName = "PutObject" and ${grants}`)).toEqual({});
    expect(show(`filter eventName = "PutBucketAcl" and ${grants}`)).toEqual({ T1537: 'partial' });
    // Of a parameter that is not known to be of other calls alone, each call may have it.
    expect(asks('requestParameters.any')).toEqual(expect.arrayContaining(['T1526', 'T1485.001']));
  });

  it('shows a new password only where it may be what the call asks for', () => {
    const modify = 'filter eventName = "ModifyDBInstance"';
    expect(Object.keys(show(modify))).toContain('T1098');
    expect(Object.keys(show(`${modify} and ispresent(requestParameters.masterUserPassword)`))).toContain('T1098');
    expect(show(`${modify} and requestParameters.backupRetentionPeriod = 0`)).toEqual({});
    expect(show(`${modify} and requestParameters like "backupRetentionPeriod=0"`)).toEqual({});
  });

  it.each([
    'filter eventName like /^Stop/',
    'filter eventName like /(?i)stoplogging/',
    'filter eventName like "Logging"',
    'filter eventSource = "cloudtrail.amazonaws.com"',
    'filter @message like /StopLogging/',
    'filter @message like "StopLogging"',
    'filter eventName = "StopLogging" and errorCode = "AccessDenied"',
    'filter eventName = "StopLogging" | filter ispresent(errorCode)',
  ])('names an event in part: %s', (query) => {
    expect(show(query)['T1685.002']).toBe('partial');
  });

  it.each([
    'fields @timestamp, @message | sort @timestamp desc',
    'stats count(*) by eventName',
    'filter eventName != "StopLogging"',
    'filter not (eventName = "StopLogging")',
    'filter not (eventName != "StopLogging") and eventName = "DeleteTrails"',
    'filter eventName not in ["StopLogging", "DeleteTrail"]',
    'filter eventName not like /Stop/',
    'filter @message not like /StopLogging/',
    'filter strcontains(eventName, "StopLogging") = 0',
    'filter eventName like /./',
    'filter ispresent(eventName)',
    'filter eventName = "StopLogging" and eventSource = "iam.amazonaws.com"',
    'filter eventName = "StopLogging" | filter eventName = "DeleteTrail"',
    'filter eventName = "stoplogging"',
    'filter level = "ERROR" and msg = "StopLogging"',
    '# filter eventName = "StopLogging"',
  ])('does not name it: %s', (query) => {
    expect(show(query)).not.toHaveProperty(['T1685.002']);
  });

  it('reads other logs than CloudTrail’s by our own judgement', () => {
    expect(show('filter action="REJECT" and dstPort in [22, 3389] | stats count(*) by srcAddr')).toEqual({
      'T1021.001': 'minimal',
      'T1021.004': 'minimal',
      T1046: 'minimal',
    });
    expect(show('filter verb = "create" and objectRef.subresource = "exec"')).toMatchObject({ T1609: 'significant' });
    expect(show('filter objectRef.resource = "secrets" and verb in ["get", "list"]')).toEqual({
      'T1552.007': 'minimal',
    });
    expect(show('filter objectRef.resource = "secrets" and verb = "delete"')).toEqual({});
  });

  it('that nobody runs shows everything minimally', () => {
    const mappings = mapped(logsQuery('filter eventName = "StopLogging"'), {
      status: 'degraded',
      statusReason: 'not_scheduled',
    });
    expect(mappings.map(({ techniqueId, strength }) => [techniqueId, strength])).toEqual([
      ['T1685', 'minimal'],
      ['T1685.002', 'minimal'],
    ]);
  });
});

describe('a query in another language', () => {
  it.each([
    "SELECT eventName, COUNT(*) FROM `trail` WHERE eventSource = 'cloudtrail.amazonaws.com' AND eventName = 'StopLogging' GROUP BY eventName",
    "select * from `trail` where eventName in ('StopLogging', 'DeleteTrail') and errorCode is null order by 1 limit 5",
    "SELECT * FROM (SELECT * FROM `trail` WHERE eventName = 'StopLogging') AS t WHERE t.awsRegion <> 'eu-west-1'",
    "SELECT t.eventName FROM `trail` AS t WHERE t.eventName = 'StopLogging' AND t.userIdentity.type = 'IAMUser'",
    "SELECT * FROM `trail` -- WHERE eventName = 'Zz'\nWHERE eventName = 'StopLogging'",
    "SELECT * FROM `trail` /* every one */ WHERE (eventName = 'StopLogging' OR eventName = 'Zz') AND eventTime BETWEEN '2026-01-01' AND '2026-02-01'",
    "source = `trail` | where eventName = 'StopLogging' | stats count() by userIdentity.arn",
    "source = `trail` | where like(eventName, 'StopLogging') and isnotnull(userIdentity.arn)",
  ])('names an event: %s', (query) => {
    expect(show(query)['T1685.002']).toBe('significant');
  });

  it.each(["SELECT * FROM `trail` WHERE eventName LIKE 'Stop%'", "source = `trail` | where eventName like '%Logging'"])(
    'names an event in part: %s',
    (query) => {
      expect(show(query)['T1685.002']).toBe('partial');
    },
  );

  it.each([
    "SELECT eventName FROM `trail` WHERE eventName NOT IN ('StopLogging')",
    "SELECT 'StopLogging' FROM `trail` GROUP BY eventName HAVING eventName = 'StopLogging'",
    "source = `trail` | where not eventName = 'StopLogging'",
    "SELECT * FROM `trail` WHERE errorCode = 'StopLogging'",
  ])('does not name it: %s', (query) => {
    expect(show(query)).toEqual({});
  });
});

describe('a query that cannot be read', () => {
  it.each([
    'filter eventName = "StopLogging',
    'filter eventName = "StopLogging" or',
    'filter eventName in ["StopLogging"',
    'filter (eventName = "StopLogging"',
    'filter eventName like /StopLogging',
    `filter eventName = "StopLogging" ${' '.repeat(11_000)}`,
    `filter ${'('.repeat(400)}eventName = "StopLogging"${')'.repeat(400)}`,
    'filter "StopLogging"',
    '',
  ])('shows nothing: %#', (query) => {
    expect(mapped(logsQuery(query))).toEqual([]);
  });

  it('loses no more than the command that is wrong', () => {
    for (const wrong of ['filter and and', 'filter {x} && !y', 'filter ¿eventName? = 1', 'filter eventName in 3']) {
      expect(show(`${wrong} | filter eventName = "StopLogging"`)['T1685.002']).toBe('significant');
    }
  });
});
