import { deploy, parseSigma, type SigmaCorrelation, type SigmaRule } from '@tripline/sigma';
import { load } from 'js-yaml';
import { CORTEX_REQUEST, faultsOf, LOGSCALE_SEARCH } from './support/product-shapes.js';

const TEXT = `
title: Encoded command
id: 6e3b4f6a-8f0d-4f5e-9c53-0d6f1c1a2b3c
name: encoded
description: A shell was started with an encoded command.
author: A. Author
references: ['https://example.org/a', "https://example.org/b\\n"]
falsepositives: [Administrators]
level: critical
tags: [attack.execution, attack.t1059.001]
logsource: { category: process_creation, product: windows }
detection:
  s: { Image|endswith: '\\powershell.exe', CommandLine|contains: ' -enc ' }
  condition: s
---
title: Many encoded commands
level: medium
correlation: { type: event_count, rules: [encoded], group-by: [Computer], timespan: 10m, condition: { gte: 5 } }
---
title: Few encoded commands
correlation: { type: event_count, rules: [encoded], group-by: [Computer], timespan: 10m, condition: { lt: 5 } }
`;
const collection = parseSigma(TEXT);
const [rule, many, few] = collection.documents as [SigmaRule, SigmaCorrelation, SigmaCorrelation];

describe('a LogScale scheduled search', () => {
  const searchOf = (document: SigmaRule | SigmaCorrelation) =>
    load(deploy(document, collection, 'logscale-search').text) as Record<string, unknown>;

  it('holds query, schedule and, in its description, all that the product has no place for', () => {
    const search = searchOf(rule);
    expect(faultsOf(search, LOGSCALE_SEARCH)).toEqual([]);
    expect(search).toEqual({
      name: 'Encoded command',
      description: expect.stringContaining(
        [
          'Level: critical',
          'ATT&CK: T1059.001',
          'Author: A. Author',
          'References: https://example.org/a; https://example.org/b',
          'False positives: Administrators',
          'Sigma rule 6e3b4f6a-8f0d-4f5e-9c53-0d6f1c1a2b3c, version ',
        ].join('\n'),
      ),
      enabled: false,
      queryString: expect.stringMatching(/^\(#event_simpleName=ProcessRollup2 /),
      queryStart: '25m',
      queryEnd: '10m',
      schedule: '*/15 * * * *',
      timeZone: 'UTC+00:00',
      backfillLimit: 1,
      actionNameReferences: [],
      $schema: 'https://schemas.humio.com/scheduledsearch/v0.1.0',
    });
  });

  it('reads its events in windows that follow each other without gap or overlap', () => {
    const { queryStart, queryEnd, schedule } = searchOf(rule);
    const minutes = (text: unknown) => Number(String(text).replace('m', ''));
    expect(minutes(queryStart) - minutes(queryEnd)).toBe(Number(/^\*\/(\d+) /.exec(String(schedule))?.[1]));
  });

  it('counts over the time span of the rule and a step, ten minutes late', () => {
    expect(searchOf(many)).toMatchObject({
      queryStart: '21m',
      queryEnd: '10m',
      schedule: '*/1 * * * *',
      queryString: expect.stringMatching(
        /\| groupBy\(\[ComputerName\], function=count\(as=n\), limit=max\)\n\| n >= 5$/,
      ),
    });
  });

  it('is refused where CQL cannot count as the rule does', () => {
    expect(() => deploy(few, collection, 'logscale-search')).toThrow(/logscale-search cannot count or order/);
  });
});

describe('a Cortex correlation rule', () => {
  const requestOf = (document: SigmaRule | SigmaCorrelation) =>
    JSON.parse(
      deploy(document, collection, 'cortex-rule', {
        techniqueFacts: () => ({ name: 'PowerShell', tactics: ['execution'] }),
      }).text,
    );

  it('runs on single events as they come, and is switched off', () => {
    const request = requestOf(rule);
    expect(faultsOf(request, CORTEX_REQUEST)).toEqual([]);
    expect(request.request_data).toEqual([
      {
        name: 'Encoded command',
        severity: 'SEV_040_HIGH',
        xql_query: expect.stringMatching(/^dataset = xdr_data\n\| filter /),
        is_enabled: false,
        description: expect.stringMatching(
          /\n\nAuthor: A\. Author\nReferences: .*\nFalse positives: Administrators\nSigma rule 6e3b4f6a/,
        ),
        alert_name: 'Encoded command',
        alert_category: 'OTHER',
        alert_description: expect.stringMatching(/^A shell was started with an encoded command\./),
        alert_fields: {},
        execution_mode: 'REAL_TIME',
        search_window: null,
        simple_schedule: null,
        timezone: null,
        crontab: null,
        suppression_enabled: true,
        suppression_duration: '1 hours',
        suppression_fields: ['agent_hostname', 'action_process_image_path', 'action_process_image_command_line'],
        dataset: 'alerts',
        user_defined_severity: null,
        user_defined_category: null,
        mitre_defs: { 'TA0002 - Execution': ['T1059 - PowerShell', 'T1059.001 - PowerShell'] },
        investigation_query_link: '',
        drilldown_query_timeframe: 'ALERT',
        mapping_strategy: 'AUTO',
      },
    ]);
  });

  it('counts on a schedule over the time span of the rule and a step, one alert for each group', () => {
    const request = requestOf(many);
    expect(faultsOf(request, CORTEX_REQUEST)).toEqual([]);
    expect(request.request_data[0]).toMatchObject({
      severity: 'SEV_020_LOW',
      execution_mode: 'SCHEDULED',
      search_window: '11 minutes',
      crontab: '*/1 * * * *',
      suppression_fields: ['agent_hostname'],
      suppression_duration: '1 hours',
    });
  });

  it('suppresses by nothing where a field is no column of its own, as by the host alone one attack would hide another', () => {
    const yaml =
      'title: A\nlogsource: {product: windows, category: dns_query}\ndetection: {s: {QueryName|endswith: a.example}, condition: s}';
    const own = parseSigma(yaml);
    const { text } = deploy(own.documents[0] as SigmaRule, own, 'cortex-rule');
    expect((JSON.parse(text) as { request_data: readonly object[] }).request_data[0]).toMatchObject({
      suppression_enabled: false,
      suppression_duration: null,
      suppression_fields: null,
    });
  });

  it('is refused where XQL cannot count as the rule does', () => {
    expect(() => deploy(few, collection, 'cortex-rule')).toThrow(/cortex-rule cannot count or order/);
  });
});

describe('a form whose language has no field of what the rule tests', () => {
  const formOf = (detection: string) => () => {
    const rules = parseSigma(
      `title: Keys\nlogsource: { product: windows, category: registry_event }\ndetection: ${detection}\n`,
    );
    return deploy(rules.documents[0] as SigmaRule, rules, 'logscale-search').text;
  };

  it.each([
    '{ s: { TargetObject: x }, condition: s }',
    '{ s: { TargetObject: x }, t: { Image: y }, condition: s or t }',
    '{ s: { TargetObject: x }, t: { TargetObject: y }, condition: s and not t }',
  ])('is refused, since it would find every event: %s', (detection) => {
    expect(formOf(detection)).toThrow(
      'logscale-search can ask for nothing that "Keys" tests: Falcon\'s events have no field for TargetObject: the test was left out.',
    );
  });

  it('is written where another test limits it', () => {
    const process = parseSigma(
      'title: A\nlogsource: { product: windows, category: process_creation }\ndetection: { s: { LogonId: x, Image: y }, condition: s }\n',
    );
    expect(deploy(process.documents[0] as SigmaRule, process, 'logscale-search').text).toMatch(/ImageFileName/);
  });
});
