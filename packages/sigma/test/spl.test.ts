import { type ConvertOptions, convert, parseSigma } from '@tripline/sigma';

/** Converts a rule that has only a detection; without a pipeline unless told otherwise. */
function spl(detection: string, options: ConvertOptions & { logsource?: string } = { pipeline: 'none' }) {
  const logsource = options.logsource ?? '{ category: process_creation, product: windows }';
  const collection = parseSigma(
    `title: A rule\nlogsource: ${logsource}\ndetection:\n${detection.replace(/^/gm, '  ')}`,
  );
  const [rule] = collection.documents;
  if (rule?.kind !== 'rule') throw new Error(collection.errors[0]?.message);
  const conversion = convert(rule, collection, 'siem_spl', options);
  if (!conversion.ok) throw conversion.error;
  // What scopes share is tested in logsource-scope.test.ts.
  const notes = conversion.notes.map(({ code }) => code).filter((code) => code !== 'shared_scope');
  return { query: conversion.queries.join('\n\n'), notes };
}

const one = (item: string) => `sel:\n  ${item}\ncondition: sel`;
const not = (item: string) => `sel:\n  ${item}\ncondition: not sel`;

describe('SPL values', () => {
  it.each([
    ['a plain value is quoted', 'Image: whoami', 'Image="whoami"'],
    ['alternatives of one field are an IN list', 'Image: [a, "b*", 7, true]', 'Image IN ("a", "b*", 7, true)'],
    ['backslashes and double quotes are escaped', String.raw`Image: 'C:\dir\"x"'`, String.raw`Image="C:\\dir\\\"x\""`],
    [
      'contains, startswith and endswith are asterisks',
      'A|contains: x\n  B|startswith: y\n  C|endswith: z',
      'A="*x*" B="y*" C="*z"',
    ],
    ['all of a list stand side by side', 'A|contains|all: [x, y]', 'A="*x*" A="*y*"'],
    ['a missing field and an empty text differ', "A: null\n  B: ''", 'NOT A=* B=""'],
    ['a list with null asks for the values or the absence', 'A: [x, null]', 'A="x" OR NOT A=*'],
    ['exists is a lone asterisk', 'A|exists: true\n  B|exists: false', 'A=* NOT B=*'],
    ['comparisons are numbers', 'A|gt: 1\n  B|lte: 2.5', 'A>1 B<=2.5'],
    ['address ranges are ranges to Splunk', 'A|cidr: [10.0.0.0/8, "fe80::/10"]', 'A="10.0.0.0/8" OR A="fe80::/10"'],
    [
      'odd field names are quoted',
      'c-uri: x\n  user.name: y\n  Field Name: z\n  OR: w',
      '"c-uri"="x" user.name="y" "Field Name"="z" "OR"="w"',
    ],
    [
      'encoded variants are an IN list',
      'A|base64offset|contains: whoami',
      'A IN ("*d2hvYW1p*", "*dob2Fta*", "*3aG9hbW*")',
    ],
  ])('%s', (_, item, expected) => {
    expect(spl(one(item)).query).toBe(expected);
  });

  it.each([
    ['a literal asterisk', String.raw`A: 'x\*y'`, 'A="x*y"', String.raw`match('A', "(?i)^x\\*y$")`],
    ['a single-character wildcard', 'A: x?y', 'A="x*y"', `match('A', "(?is)^x.y$")`],
    ['letter case', 'A|cased: Xy', 'A="Xy"', `'A'=="Xy"`],
    ['letter case of a part', 'A|contains|cased: Xy', 'A="*Xy*"', `match('A', "Xy")`],
    ['a text that looks like a range', 'A: 10.0.0.0/8', 'A=*', String.raw`match('A', "(?i)^10\\.0\\.0\\.0/8$")`],
    ['several regular expressions', 'A|re: [a.c, "^d"]', '*', `match('A', "a.c") OR match('A', "^d")`],
    ['another field', 'A|fieldref: B', '*', `lower('A')=lower('B')`],
    ['another field as its beginning', 'A|fieldref|startswith: B', '*', `substr(lower('A'), 1, len('B'))=lower('B')`],
    ['a part of a time', 'A|hour: 7', '*', String.raw`match('A', "^\\d{4}-\\d\\d-\\d\\d[T ]07")`],
    [
      'the week of a time',
      'A|week: 7',
      '*',
      `coalesce(strftime(strptime(substr('A', 1, 10), "%Y-%m-%d"), "%V"), "")="07"`,
    ],
  ])('%s goes through where, exactly, behind the nearest wider search', (_, item, search, where) => {
    expect(spl(one(item))).toEqual({ query: `${search}\n| where ${where}`, notes: [] });
  });

  it('gives a lone regular expression to the regex command', () => {
    expect(spl(one(String.raw`A|re|i: 'a\d"b'`)).query).toBe('*\n| regex A="(?i)a\\\\d\\"b"');
    expect(spl(one('c-uri|re: a.b')).query).toBe(`*\n| where match('c-uri', "a.b")`);
  });

  it('leaves a placeholder to the reader, with a note', () => {
    expect(spl(one("A|expand: '%admins%'"))).toEqual({ query: 'A="%admins%"', notes: ['placeholder'] });
  });
});

describe('SPL keywords', () => {
  it.each([
    ['match inside words', 'sel: [abc, "d e"]\ncondition: sel', '"*abc*" OR "*d e*"'],
    ['are all asked for where the rule says so', 'sel:\n  "|all": [abc, def]\ncondition: sel', '"*abc*" "*def*"'],
    ['as numbers are terms of their own', 'sel: [4711]\ncondition: sel', '4711'],
    [
      'with a literal asterisk are checked in the raw event',
      'sel: ["a\\\\*b"]\ncondition: sel',
      '"*a*b*"\n| where match(_raw, "(?i)a\\\\*b")',
    ],
    ['as regular expressions look at the raw event', 'sel:\n  "|re": a.c\ncondition: sel', '*\n| regex _raw="a.c"'],
  ])('%s', (_, detection, expected) => {
    expect(spl(detection).query).toBe(expected);
  });
});

describe('SPL conditions', () => {
  const selections = 'a:\n  A: 1\nb:\n  B: 2\nc:\n  C: 3\nr:\n  R|re: x.y\n';
  it.each([
    ['a and (b or c)', 'A=1 (B=2 OR C=3)'],
    ['a and b or c', '(A=1 B=2) OR C=3'],
    ['not (a or b) and c', 'NOT (A=1 OR B=2) C=3'],
    ['not a', 'NOT A=1'],
    ['a and r', 'A=1\n| regex R="x.y"'],
    ['a or r', `*\n| where 'A'=1 OR match('R', "x.y")`],
    ['a and (b or r)', `A=1\n| where 'B'=2 OR match('R', "x.y")`],
    ['c and (a or (b and r))', `C=3 (A=1 OR B=2)\n| where 'A'=1 OR ('B'=2 AND match('R', "x.y"))`],
    ['a and not r', `A=1\n| where NOT (isnotnull('R') AND match('R', "x.y"))`],
    ['a and not (b and r)', `A=1\n| where NOT (isnotnull('B') AND 'B'=2 AND isnotnull('R') AND match('R', "x.y"))`],
  ])('%s', (condition, expected) => {
    expect(spl(`${selections}condition: ${condition}`).query).toBe(expected);
  });

  it('takes a double negation of a missing field for its presence', () => {
    expect(spl(not('A: null')).query).toBe('A=*');
  });

  it('asks for a number before it excludes by comparison, as Splunk compares other texts by their letters', () => {
    expect(spl(not('A|gt: 5')).query).toBe(
      `*\n| where NOT (isnotnull('A') AND isnotnull(tonumber('A')) AND tonumber('A')>5)`,
    );
  });

  it('leaves only what the search command cannot say to where, of several filters too', () => {
    expect(spl(`${selections}condition: c and not (a or b or not r)`).query).toBe(
      'C=3 NOT A=1 NOT B=2\n| regex R="x.y"',
    );
    expect(spl(`${selections}condition: c and not (a or b or r)`).query).toBe(
      `C=3 NOT A=1 NOT B=2\n| where NOT (isnotnull('R') AND match('R', "x.y"))`,
    );
  });

  it('does not say twice what the scope says', () => {
    const logsource = '{ product: windows, category: ps_script }';
    expect(spl(one('EventID: 4104\n  ScriptBlockText: x'), { logsource }).query).toMatch(
      /\) EventCode=4104 ScriptBlockText="x"$/,
    );
  });

  it('limits the search to the log source and groups an or behind it', () => {
    expect(spl('a:\n  Image: x\nb:\n  CommandLine: y\ncondition: 1 of them', {})).toEqual({
      query: 'source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational" EventCode=1 (Image="x" OR CommandLine="y")',
      notes: [],
    });
  });
});

describe('SPL field maps', () => {
  it.each([
    [
      'cloud-audit-1',
      '{ product: aws, service: cloudtrail }',
      'eventName: x',
      'sourcetype="aws:cloudtrail" eventName="x"',
    ],
    [
      'cloud-audit-2',
      '{ product: gcp, service: gcp.audit }',
      'protoPayload.methodName: x',
      'sourcetype IN ("google:gcp:pubsub:message", "google:gcp:pubsub:audit:*") data.protoPayload.methodName="x"',
    ],
    [
      'cloud-audit-3',
      '{ product: azure, service: activitylogs }',
      'operationName: x',
      'sourcetype="azure:monitor:activity" operationName="x"',
    ],
    [
      'endpoint-sysmon',
      '{ product: windows, service: sysmon, category: image_load }',
      'ImageLoaded: x',
      'source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational" EventCode=7 ImageLoaded="x"',
    ],
    [
      'endpoint-security',
      '{ product: windows, service: security }',
      'EventID: 4625',
      'source="XmlWinEventLog:Security" EventCode=4625',
    ],
    [
      'endpoint-powershell',
      '{ product: windows, category: ps_script }',
      'ScriptBlockText|contains: x',
      'source IN ("XmlWinEventLog:Microsoft-Windows-PowerShell/Operational", "XmlWinEventLog:PowerShellCore/Operational") EventCode=4104 ScriptBlockText="*x*"',
    ],
    ['endpoint-auditd', '{ product: linux, service: auditd }', 'a0: x', 'sourcetype="linux:audit" a0="x"'],
    ['container-audit', '{ product: kubernetes, service: audit }', 'verb: x', 'source="kubernetes" verb="x"'],
    [
      'identity-1',
      '{ product: okta, service: okta }',
      'target[].type: x',
      'sourcetype="OktaIM2:log" target{}.type="x"',
    ],
    [
      'identity-2-signin',
      '{ product: azure, service: signinlogs }',
      'ResultType: 50126',
      'sourcetype="azure:monitor:aad" category IN ("SignInLogs", "NonInteractiveUserSignInLogs", "ServicePrincipalSignInLogs", "ManagedIdentitySignInLogs") resultType=50126',
    ],
    [
      'identity-2-audit',
      '{ product: azure, service: auditlogs }',
      'properties.result: x',
      'sourcetype="azure:monitor:aad" category="AuditLogs" properties.result="x"',
    ],
    ['waf-2', '{ product: aws, service: waf }', 'action: BLOCK', 'sourcetype="aws:waf" action="BLOCK"'],
    [
      'a Windows channel',
      '{ product: windows, service: taskscheduler }',
      'EventID: 129',
      'source="XmlWinEventLog:Microsoft-Windows-TaskScheduler/Operational" EventCode=129',
    ],
    [
      'Linux processes',
      '{ product: linux, category: process_creation }',
      'Image: x',
      'source="Syslog:Linux-Sysmon/Operational" EventCode=1 Image="x"',
    ],
    [
      'macOS processes',
      '{ product: macos, category: process_creation }',
      'CommandLine: x',
      'tag=process tag=report process="x"',
    ],
    ['proxies', '{ category: proxy }', 'c-uri: x', 'tag=web tag=proxy url="x"'],
    ['web servers', '{ category: webserver }', 'cs-uri-query: x', 'tag=web uri_query="x"'],
    ['name resolution', '{ category: dns }', 'query: x', 'tag=network tag=resolution tag=dns query="x"'],
    ['firewalls', '{ category: firewall }', 'dst_port: 22', 'tag=network tag=communicate dest_port=22'],
  ])('know %s', (_, logsource, item, expected) => {
    expect(spl(one(item), { logsource })).toEqual({ query: expected, notes: [] });
  });

  it('say which place no source confirms', () => {
    expect(spl(one('rule.id: 941100'), { logsource: '{ product: modsecurity, service: waf }' })).toEqual({
      query: 'sourcetype="modsec:audit" transaction.messages{}.details.ruleId=941100',
      notes: ['unsure_field'],
    });
  });

  it('pass an unmapped field through under its own name with a note', () => {
    expect(spl(one('list[].Unheard: x'), {})).toEqual({
      query: 'source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational" EventCode=1 list{}.Unheard="x"',
      notes: ['unmapped_field'],
    });
  });

  it('look for an unmapped field where the log wraps its events', () => {
    expect(
      spl(one("'protoPayload.request.items[].role': x"), { logsource: '{ product: gcp, service: gcp.audit }' }),
    ).toEqual({
      query:
        'sourcetype IN ("google:gcp:pubsub:message", "google:gcp:pubsub:audit:*") data.protoPayload.request.items{}.role="x"',
      notes: ['unmapped_field'],
    });
    expect(spl(one('rule.data: x'), { logsource: '{ product: modsecurity }' }).query).toBe(
      'sourcetype="modsec:audit" transaction.messages{}.details.data="x"',
    );
  });

  it.each([
    ['{ product: windows, service: security }', 'TimeCreated', 'SystemTime'],
    ['{ product: gcp, service: gcp.audit }', 'timestamp', 'data.timestamp'],
    ['{ product: okta, service: okta }', 'published', 'published'],
  ])('know where %s holds the time of an event', (logsource, field, name) => {
    const { query, notes } = spl(one(`${field}|hour: 3`), { logsource });
    expect(query).toContain(`| where match('${name}', `);
    expect(notes).toEqual([]);
  });

  it('search everywhere with a note where no map knows the log source', () => {
    expect(spl(one('A: x'), { logsource: '{ product: unheard }' })).toEqual({
      query: 'A="x"',
      notes: ['unmapped_logsource', 'unmapped_field'],
    });
  });

  it('reach a whole JSON object through the raw event', () => {
    expect(
      spl(one('requestParameters|contains: x'), { logsource: '{ product: aws, service: cloudtrail }' }).query,
    ).toBe(`sourcetype="aws:cloudtrail"\n| where match(json_extract(_raw, "requestParameters"), "(?i)x")`);
  });

  it('find the outcome of an Entra sign-in by its code and by its words', () => {
    const logsource = '{ product: azure, service: signinlogs }';
    expect(spl(one('Status|contains: MFA denied'), { logsource }).query).toContain(
      '(properties.status.errorCode="*MFA denied*" OR properties.status.additionalDetails="*MFA denied*")',
    );
    expect(spl(one('Status: Success'), { logsource }).query).toContain('properties.status.errorCode="0"');
  });

  it('look in every place of a field, and for its absence in all of them', () => {
    const logsource = '{ product: m365, service: threat_management }';
    expect(spl(one('status: x'), { logsource }).query).toBe(
      'sourcetype="o365:management:activity" (ResultStatus="x" OR Status="x")',
    );
    expect(spl(one('status: null'), { logsource }).query).toBe(
      'sourcetype="o365:management:activity" NOT ResultStatus=* NOT Status=*',
    );
  });
});
