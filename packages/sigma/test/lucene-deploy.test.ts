import { convert, parseSigma, type SigmaCollection, toKibanaNdjson, toOpenSearchMonitor } from '@tripline/sigma';

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

function deployed(yaml: string, title: string) {
  const collection: SigmaCollection = parseSigma(yaml);
  const document = collection.documents.find((found) => found.title === title);
  if (document === undefined || document.kind === 'filter') throw new Error(collection.errors[0]?.message);
  const [lucene, dql] = (['siem_lucene', 'siem_dql'] as const).map((target) => {
    const conversion = convert(document, collection, target);
    if (!conversion.ok) throw conversion.error;
    return conversion.queries[0] as string;
  });
  return {
    kibana: JSON.parse(toKibanaNdjson(document, collection, lucene as string)),
    monitor: JSON.parse(toOpenSearchMonitor(document, collection, dql as string)),
  };
}

describe('Kibana detection rules', () => {
  it('carry index, query, severity and ATT&CK, and stay disabled', () => {
    const { kibana } = deployed(BASE, 'Failed logon');
    expect(kibana).toMatchObject({
      rule_id: '11111111-2222-4333-8444-555555555555',
      type: 'query',
      language: 'lucene',
      query: 'data_stream.dataset:system.security AND event.code:4625',
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

  it('name techniques where the caller knows them', () => {
    const collection = parseSigma(BASE);
    const [document] = collection.documents;
    if (document?.kind !== 'rule') throw new Error('not a rule');
    const line = toKibanaNdjson(document, collection, 'a:1', {
      techniqueFacts: (id) => ({ name: `name of ${id}`, tactics: ['credential-access'] }),
    });
    expect(line.endsWith('\n')).toBe(true);
    expect(JSON.parse(line).threat[0].technique[0].name).toBe('name of T1110');
  });

  it('count events from a threshold up', () => {
    const yaml = `${BASE}---\n${correlation('type: event_count\nrules: [failed]\ncondition: { gt: 9 }')}`;
    expect(deployed(yaml, 'Counted').kibana).toMatchObject({
      type: 'threshold',
      from: 'now-600s',
      threshold: { field: ['winlog.event_data.TargetUserName'], value: 10, cardinality: [] },
    });
  });

  it('count distinct values', () => {
    const yaml = `${BASE}---\n${correlation('type: value_count\nrules: [failed]\ncondition: { gte: 5, field: IpAddress }')}`;
    expect(deployed(yaml, 'Counted').kibana.threshold).toEqual({
      field: ['winlog.event_data.TargetUserName'],
      value: 1,
      cardinality: [{ field: 'source.ip', value: 5 }],
    });
  });

  it('fall back to the base search where a threshold rule cannot count', () => {
    const yaml = `${BASE}---\n${correlation('type: event_count\nrules: [failed]\ncondition: { lt: 3 }')}`;
    expect(deployed(yaml, 'Counted').kibana).toMatchObject({ type: 'query' });
  });
});

describe('OpenSearch monitors', () => {
  it('alert on any hit of a plain rule', () => {
    const { monitor } = deployed(BASE, 'Failed logon');
    expect(monitor).toMatchObject({ monitor_type: 'query_level_monitor', enabled: false });
    expect(monitor.inputs[0].search.query.query.bool.filter[1].query_string.query).toBe(
      'winlog.channel:Security AND winlog.event_id:4625',
    );
    expect(monitor.triggers[0].query_level_trigger.condition.script.source).toBe('ctx.results[0].hits.total.value > 0');
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
    const { monitor } = deployed(`${BASE}---\n${correlation(body)}`, 'Counted');
    const { groups } = monitor.inputs[0].search.query.aggregations;
    expect(groups.composite.sources).toEqual([
      { TargetUserName: { terms: { field: 'winlog.event_data.TargetUserName' } } },
    ]);
    expect(groups.aggregations ?? {}).toEqual(metrics);
    expect(monitor.triggers[0].bucket_level_trigger.condition).toMatchObject({
      buckets_path: { measured: path },
      parent_bucket_path: 'groups',
      script: { source: condition },
    });
  });

  it('ask for every rule of an ordered correlation, in order', () => {
    const yaml = `${BASE}---\n${OTHER}---\n${correlation('type: temporal_ordered\nrules: [failed, logon]')}`;
    const { monitor } = deployed(yaml, 'Counted');
    const { condition } = monitor.triggers[0].bucket_level_trigger;
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
    ['temporal\nrules: [failed, wide]\ncondition: failed and not wide', 'params.count_0 > 0'],
    ['temporal\nrules: [failed, often]\ncondition: failed and often', '(params.count_0 > 0 && params.count_1 > 0)'],
    ['temporal\nrules: [failed, often]\ncondition: failed and not often', 'params.count_0 > 0'],
  ])('say what must be seen and what must not, never too narrowly: %s', (type, source) => {
    const wide = OTHER.replace('Logon', 'Wide')
      .replace('name: logon', 'name: wide')
      .replace('EventID: 4624', 'A|hour: 3');
    const often = `title: Often\nname: often\n${correlation('type: event_count\nrules: [logon]\ncondition: { gt: 9 }').slice(15)}`;
    const yaml = `${BASE}---\n${OTHER}---\n${wide}---\n${often}---\n${correlation(`type: ${type}`)}`;
    const { monitor } = deployed(yaml, 'Counted');
    expect(monitor.triggers[0].bucket_level_trigger.condition.script.source).toBe(source);
  });
});
