import { type DeployFormat, deploy, parseSigma, type SigmaCollection } from '@tripline/sigma';

const BASE = `title: Failed logon
id: 11111111-2222-4333-8444-555555555555
name: failed
level: high
tags: [attack.credential-access, attack.t1110.003]
logsource: { product: windows, service: security }
detection: { sel: { EventID: 4625 }, condition: sel }
`;
const OTHER = `title: Logon
name: logon
logsource: { product: windows, service: security }
detection: { sel: { EventID: 4624 }, condition: sel }
`;

function correlation(body: string): string {
  return `title: Counted
level: critical
correlation:
  group-by: [TargetUserName]
  timespan: 10m
${body.replace(/^/gm, '  ')}
`;
}

function written(yaml: string, title: string, format: DeployFormat) {
  const collection: SigmaCollection = parseSigma(yaml);
  const document = collection.documents.find((found) => found.title === title);
  if (document === undefined || document.kind === 'filter') throw new Error(collection.errors[0]?.message);
  return JSON.parse(deploy(document, collection, format).text);
}

const kibana = (yaml: string, title = 'Counted') => written(yaml, title, 'kibana-ndjson');
const monitor = (yaml: string, title = 'Counted') => written(yaml, title, 'opensearch-monitor');

describe('Kibana detection rules', () => {
  it('carry index, query, severity and ATT&CK, and stay disabled', () => {
    expect(kibana(BASE, 'Failed logon')).toMatchObject({
      rule_id: '11111111-2222-4333-8444-555555555555',
      type: 'eql',
      language: 'eql',
      query: 'any where data_stream.dataset : "system.security" and event.code : "4625"',
      index: ['logs-system.security-*'],
      severity: 'high',
      risk_score: 73,
      enabled: false,
      threat: [
        {
          tactic: { id: 'TA0006', name: 'Credential Access' },
          technique: [{ id: 'T1110', subtechnique: [{ id: 'T1110.003' }] }],
        },
      ],
    });
  });

  it('are in EQL, whose colon ignores case, without an expression for every letter; in Lucene where that is asked for', () => {
    const rule = `title: A\nlogsource: { product: windows, category: process_creation }\ndetection: { s: { Image|endswith: '\\rundll32.exe' }, condition: s }\n`;
    expect(kibana(rule, 'A')).toMatchObject({
      type: 'eql',
      language: 'eql',
      query: expect.stringContaining('process.executable : "*\\\\rundll32.exe"'),
      timestamp_override: 'event.ingested',
      alert_suppression: { group_by: ['host.name', 'process.executable'] },
    });
    expect(written(rule, 'A', 'kibana-lucene')).toMatchObject({
      type: 'query',
      language: 'lucene',
      query: expect.stringContaining('[Rr][Uu][Nn][Dd][Ll][Ll]32'),
    });
  });

  it.each([
    ['a word anywhere in an event', '{ category: application }', '[heron]'],
    ['analysed text', '{ product: windows, category: ps_script }', '{ ScriptBlockText|contains: heron }'],
  ])('are in Lucene where the rule asks for %s, which EQL does not search', (_, logsource, items) => {
    const rule = `title: A\nlogsource: ${logsource}\ndetection: { s: ${items}, condition: s }\n`;
    expect(kibana(rule, 'A')).toMatchObject({
      type: 'query',
      language: 'lucene',
      query: expect.stringMatching(/heron|\[Hh\]/),
    });
  });

  it('name data of Windows events as optional, which no index has before the first such event', () => {
    const rule = BASE.replace('EventID: 4625', 'EventID: 4625, LogonType: 3');
    expect(kibana(rule, 'Failed logon').query).toContain('?winlog.event_data.LogonType');
  });

  it('name techniques where the caller knows them', () => {
    const collection = parseSigma(BASE);
    const [document] = collection.documents;
    if (document?.kind !== 'rule') throw new Error('not a rule');
    const { text: line } = deploy(document, collection, 'kibana-ndjson', {
      techniqueFacts: (id) => ({ name: `name of ${id}`, tactics: ['credential-access'] }),
    });
    expect(line.endsWith('\n')).toBe(true);
    expect(JSON.parse(line).threat[0].technique[0].name).toBe('name of T1110');
  });

  it('count events from a threshold up', () => {
    const yaml = `${BASE}---\n${correlation('type: event_count\nrules: [failed]\ncondition: { gt: 9 }')}`;
    expect(kibana(yaml)).toMatchObject({
      type: 'threshold',
      from: 'now-1260s',
      to: 'now-600s',
      interval: '60s',
      threshold: { field: ['winlog.event_data.TargetUserName'], value: 10, cardinality: [] },
    });
  });

  it('count distinct values', () => {
    const yaml = `${BASE}---\n${correlation('type: value_count\nrules: [failed]\ncondition: { gte: 5, field: IpAddress }')}`;
    expect(kibana(yaml).threshold).toEqual({
      field: ['winlog.event_data.TargetUserName'],
      value: 1,
      cardinality: [{ field: 'source.ip', value: 5 }],
    });
  });

  it('order events by an EQL sequence within the time span', () => {
    const yaml = `${BASE}---\n${OTHER}---\n${correlation('type: temporal_ordered\nrules: [failed, logon]')}`;
    expect(kibana(yaml)).toMatchObject({
      type: 'eql',
      language: 'eql',
      enabled: false,
      from: 'now-1500s',
      index: ['logs-system.security-*'],
      query: expect.stringMatching(/^sequence by winlog\.event_data\.TargetUserName with maxspan=10m\n/),
    });
  });

  it('alert once for the same values of the fields that the rule names', () => {
    expect(kibana(`${BASE}fields: [TargetUserName, IpAddress]\n`, 'Failed logon').alert_suppression).toEqual({
      group_by: ['host.name', 'winlog.event_data.TargetUserName', 'source.ip'],
      duration: { value: 60, unit: 'm' },
      missing_fields_strategy: 'doNotSuppress',
    });
  });

  it('alert for each host and who acted there, where the rule names no fields, and never group by a wildcard or by what has one value', () => {
    const { group_by } = kibana(BASE, 'Failed logon').alert_suppression;
    expect(group_by).toEqual(['host.name', 'winlog.event_data.SubjectUserName', 'winlog.event_data.TargetUserName']);
    const rule = BASE.replace('security', 'application').replace('4625', '4625, Data|contains: x');
    expect(kibana(rule, 'Failed logon').alert_suppression.group_by.join()).not.toContain('*');
  });

  it('alert for each source or person, where events are not those of a host, and for each event where neither is known', () => {
    const of = (logsource: string) =>
      kibana(`title: A\nlogsource: ${logsource}\ndetection: { s: { eventName: x, c-uri: y* }, condition: s }`, 'A')
        .alert_suppression?.group_by;
    expect(of('{ product: aws, service: cloudtrail }')).toEqual([
      'aws.cloudtrail.user_identity.arn',
      'source.ip',
      'aws.cloudtrail.c-uri',
    ]);
    expect(of('{ category: webserver }')).toEqual(['source.ip', 'url.original']);
    expect(of('{ product: bitbucket, service: audit }')).toBeUndefined();
  });

  it('never group by analysed text, which has no whole values', () => {
    const script = `title: Script
name: script
logsource: { product: windows, category: ps_script }
detection: { s: { ScriptBlockText|contains: [heron, egret] }, condition: s }
`;
    expect(kibana(script, 'Script').alert_suppression.group_by).toEqual(['host.name']);
    const body = correlation('type: event_count\nrules: [script]\ncondition: { gt: 9 }').replace(
      'TargetUserName',
      'ScriptBlockText',
    );
    expect(() => kibana(`${script}---\n${body}`)).toThrow('is analysed text, by which the product cannot group');
  });

  it.each([
    'type: event_count\nrules: [failed]\ncondition: { lt: 3 }',
    'type: value_sum\nrules: [failed]\ncondition: { gt: 3, field: Size }',
    'type: temporal\nrules: [failed, logon]\ncondition: failed and not logon',
  ])('are refused, never the base search, where Kibana cannot count or order: %s', (body) => {
    const yaml = `${BASE}---\n${OTHER}---\n${correlation(body)}`;
    expect(() => kibana(yaml)).toThrow(
      /kibana-ndjson cannot count or order events as "Counted" does: .*Formats that can: .*sentinel-yaml/,
    );
  });

  it('are refused for a count of the findings of another count', () => {
    const often = `title: Often\nname: often\n${correlation('type: event_count\nrules: [failed]\ncondition: { gt: 9 }').slice(15)}`;
    const yaml = `${BASE}---\n${often}---\n${correlation('type: event_count\nrules: [often]\ncondition: { gt: 2 }')}`;
    expect(() => kibana(yaml)).toThrow('cannot count');
    expect(() => monitor(yaml)).toThrow('a monitor counts events, not the findings of other rules');
  });
});

describe('OpenSearch monitors', () => {
  it('alert on any hit of a plain rule', () => {
    const alert = monitor(BASE, 'Failed logon');
    expect(alert).toMatchObject({ monitor_type: 'query_level_monitor', enabled: false });
    expect(alert.inputs[0].search.query.query.bool.filter[1].query_string.query).toBe(
      'winlog.channel:Security AND winlog.event_id:4625',
    );
    expect(alert.triggers[0].query_level_trigger.condition.script.source).toBe('ctx.results[0].hits.total.value > 0');
  });

  it.each([
    [
      'type: event_count\nrules: [failed]\ncondition: { gt: 9, lt: 20 }',
      {},
      '_count',
      'params.measured > 9 && params.measured < 20',
    ],
    [
      'type: value_count\nrules: [failed]\ncondition: { gte: 5, field: IpAddress }',
      { measured: { cardinality: { field: 'winlog.event_data.IpAddress' } } },
      'measured',
      'params.measured >= 5',
    ],
  ])('count in buckets of the group-by fields: %s', (body, metrics, path, condition) => {
    const alert = monitor(`${BASE}---\n${correlation(body)}`);
    const { groups } = alert.inputs[0].search.query.aggregations;
    expect(groups.composite.sources).toEqual([
      { TargetUserName: { terms: { field: 'winlog.event_data.TargetUserName' } } },
    ]);
    expect(groups.aggregations ?? {}).toEqual(metrics);
    expect(alert.triggers[0].bucket_level_trigger.condition).toMatchObject({
      buckets_path: { measured: path },
      parent_bucket_path: 'groups',
      script: { source: condition },
    });
  });

  it('note how their windows differ from the rule, and a field that no map knows', () => {
    const notes = (condition: string) => {
      const collection = parseSigma(
        `${BASE}---\n${correlation(`type: value_sum\nrules: [failed]\ncondition: ${condition}`)}`,
      );
      const document = collection.documents[1];
      if (document?.kind !== 'correlation') throw new Error('no correlation');
      return deploy(document, collection, 'opensearch-monitor').notes;
    };
    expect(notes('{ gt: 9, field: Heron }')).toEqual([
      expect.objectContaining({
        code: 'aggregation_approximated',
        message: expect.stringContaining("1 min longer than the rule's"),
      }),
      expect.objectContaining({ code: 'level_lowered' }),
    ]);
    expect(notes('{ lt: 9, field: Heron }')[0]?.message).toContain('what the rule rules out may still follow');
  });

  it('ask for every rule of an ordered correlation, in order', () => {
    const yaml = `${BASE}---\n${OTHER}---\n${correlation('type: temporal_ordered\nrules: [failed, logon]')}`;
    const alert = monitor(yaml);
    const { condition } = alert.triggers[0].bucket_level_trigger;
    expect(condition.script.source).toBe('params.count_0 > 0 && params.count_1 > 0 && params.first_0 <= params.last_1');
    expect(condition.buckets_path).toMatchObject({
      count_0: 'rule_0>_count',
      first_0: 'rule_0>first',
      last_1: 'rule_1>last',
    });
  });

  it.each([
    [
      'temporal\nrules: [failed, logon]\ncondition: failed and not logon',
      '(params.count_0 > 0 && params.count_1 == 0)',
    ],
    [
      'temporal\nrules: [failed, logon]\ncondition: { gte: 1 }',
      '((params.count_0 > 0 ? 1 : 0) + (params.count_1 > 0 ? 1 : 0)) >= 1',
    ],
  ])('say what must be seen and what must not: %s', (type, source) => {
    const yaml = `${BASE}---\n${OTHER}---\n${correlation(`type: ${type}`)}`;
    expect(monitor(yaml).triggers[0].bucket_level_trigger.condition.script.source).toBe(source);
  });

  it.each([
    [
      'what must not be seen cannot be searched for exactly',
      'temporal\nrules: [failed, wide]\ncondition: failed and not wide',
    ],
    ['one of its rules counts by itself', 'temporal\nrules: [failed, often]\ncondition: failed and often'],
  ])('are refused where %s', (_why, type) => {
    const wide = OTHER.replace('Logon', 'Wide')
      .replace('name: logon', 'name: wide')
      .replace('EventID: 4624', 'A|hour: 3');
    const often = `title: Often\nname: often\n${correlation('type: event_count\nrules: [logon]\ncondition: { gt: 9 }').slice(15)}`;
    const yaml = `${BASE}---\n${OTHER}---\n${wide}---\n${often}---\n${correlation(`type: ${type}`)}`;
    expect(() => monitor(yaml)).toThrow('opensearch-monitor cannot count or order events');
  });
});
