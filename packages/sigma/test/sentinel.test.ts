import { convert, deploy, parseSigma, type SigmaCorrelation, type SigmaRule } from '@tripline/sigma';
import { load } from 'js-yaml';
import { faultyQueries } from './support/kusto-parser.js';

const TEXT = `title: Encoded command
id: 6e3b4f6a-8f0d-4f5e-9c53-0d6f1c1a2b3c
name: encoded_command
description: A shell was started with an encoded command.
level: critical
tags: [attack.execution, attack.t1059.001, attack.defense-evasion, car.2020-01-001]
logsource: {category: process_creation, product: windows}
detection:
  s: {Image|endswith: '\\powershell.exe', CommandLine|contains: ' -enc '}
  condition: s
---
title: Many encoded commands
correlation: {type: event_count, rules: [encoded_command], group-by: [Computer], timespan: 2h, condition: {gte: 5}}
`;

const collection = parseSigma(TEXT);
const [rule, correlation] = collection.documents as [SigmaRule, SigmaCorrelation];
const yamlOf = (document: SigmaRule | SigmaCorrelation) =>
  load(deploy(document, collection, 'sentinel-yaml').text) as Record<string, unknown>;
const armOf = (document: SigmaRule | SigmaCorrelation) => deploy(document, collection, 'sentinel-arm').text;

function queryOf(document: SigmaRule): string {
  const conversion = convert(document, collection, 'siem_kql');
  if (!conversion.ok) throw conversion.error;
  return conversion.queries.join('\n');
}

test('a scheduled rule carries query, severity, schedule, tactics, techniques and sure entities', () => {
  expect(yamlOf(rule)).toEqual({
    id: '6e3b4f6a-8f0d-4f5e-9c53-0d6f1c1a2b3c',
    name: 'Encoded command',
    description: expect.stringMatching(
      /^A shell was started with an encoded command\.\n\nSigma rule 6e3b4f6a-8f0d-4f5e-9c53-0d6f1c1a2b3c, version [0-9a-f]{12}\.$/,
    ),
    severity: 'High',
    requiredDataConnectors: [{ connectorId: 'MicrosoftThreatProtection', dataTypes: ['DeviceProcessEvents'] }],
    queryFrequency: '1h',
    queryPeriod: '2h',
    triggerOperator: 'gt',
    triggerThreshold: 0,
    tactics: ['Execution', 'DefenseEvasion'],
    relevantTechniques: ['T1059.001'],
    query: `${queryOf(rule).replace('\n', '\n| where ingestion_time() > ago(60m)\n')}\n`,
    entityMappings: [
      { entityType: 'Host', fieldMappings: [{ identifier: 'FullName', columnName: 'DeviceName' }] },
      {
        entityType: 'Account',
        fieldMappings: [
          { identifier: 'Name', columnName: 'AccountName' },
          { identifier: 'NTDomain', columnName: 'AccountDomain' },
          { identifier: 'Sid', columnName: 'AccountSid' },
        ],
      },
      {
        entityType: 'Process',
        fieldMappings: [{ identifier: 'CommandLine', columnName: 'ProcessCommandLine' }],
      },
      {
        entityType: 'File',
        fieldMappings: [
          { identifier: 'Name', columnName: 'FileName' },
          { identifier: 'Directory', columnName: 'FolderPath' },
        ],
      },
    ],
    version: '1.0.0',
    kind: 'Scheduled',
  });
});

test('a rule on single events reads each row once, when it has arrived, also where it came an hour late', () => {
  const { query, queryPeriod, queryFrequency } = yamlOf(rule) as unknown as Scheduled;
  expect(query.split('\n').slice(0, 2)).toEqual(['DeviceProcessEvents', '| where ingestion_time() > ago(60m)']);
  expect([queryFrequency, queryPeriod]).toEqual(['1h', '2h']);
  expect(faultyQueries([query])).toEqual([]);
});

test('a parser of ASIM, which does not say when a row arrived, keeps the overlap of five minutes', () => {
  const own = parseSigma('title: A\nlogsource: {category: dns}\ndetection: {s: {query: x.example}, condition: s}');
  const conversion = () => ({ stack: 'asim' });
  const { text } = deploy(own.documents[0] as SigmaRule, own, 'sentinel-yaml', { conversion });
  const { query, queryPeriod } = load(text) as Scheduled;
  expect(query).toMatch(/^_Im_Dns/);
  expect(query).not.toContain('ingestion_time');
  expect(queryPeriod).toBe('65m');
});

test('author, references and false positives stand in the description', () => {
  const about = 'author: A. Author\nreferences: [https://example.org/a]\nfalsepositives: [Administrators]\n';
  const own = parseSigma(`${about}${TEXT.slice(0, TEXT.indexOf('---'))}`);
  const { description } = load(deploy(own.documents[0] as SigmaRule, own, 'sentinel-yaml').text) as Scheduled;
  expect(description).toMatch(
    /\n\nAuthor: A\. Author\nReferences: https:\/\/example\.org\/a\nFalse positives: Administrators\nSigma rule /,
  );
});

test('an entity that a table has only within an object is a column that the query adds, and no entity is an object', () => {
  const yaml =
    'title: A\nlogsource: {product: azure, service: auditlogs}\ndetection: {s: {operationName: X}, condition: s}';
  const collection = parseSigma(yaml);
  const { text } = deploy(collection.documents[0] as SigmaRule, collection, 'sentinel-yaml');
  const { query, entityMappings } = load(text) as Record<string, unknown>;
  expect(query).toMatch(/\n\| extend EntityAccount = tostring\(InitiatedBy\.user\.userPrincipalName\)\n/);
  expect(entityMappings).toEqual([
    { entityType: 'Account', fieldMappings: [{ identifier: 'FullName', columnName: 'EntityAccount' }] },
    { entityType: 'IP', fieldMappings: [{ identifier: 'Address', columnName: 'EntityIP' }] },
  ]);
});

test.each<[string, string, Readonly<Record<string, readonly string[]>>]>([
  [
    '{product: windows, category: dns_query}',
    'QueryName: a.example',
    {
      Host: ['DeviceName'],
      Account: ['InitiatingProcessAccountName', 'InitiatingProcessAccountDomain', 'InitiatingProcessAccountSid'],
      Process: ['InitiatingProcessCommandLine'],
      DNS: ['QueryName'],
    },
  ],
  [
    '{product: windows, category: registry_set}',
    'TargetObject|endswith: x',
    {
      Host: ['DeviceName'],
      Account: ['InitiatingProcessAccountName', 'InitiatingProcessAccountDomain', 'InitiatingProcessAccountSid'],
      Process: ['InitiatingProcessCommandLine'],
      RegistryKey: ['RegistryKey'],
      RegistryValue: ['RegistryValueName', 'RegistryValueData'],
    },
  ],
  [
    '{category: proxy}',
    'c-uri|endswith: .exe',
    { Account: ['SourceUserName'], IP: ['SourceIP'], URL: ['RequestURL'], DNS: ['DestinationHostName'] },
  ],
])(
  'the entities are who acted, by what and on what, and not the device that wrote the row: %s',
  (logsource, test, expected) => {
    const own = parseSigma(`title: A\nlogsource: ${logsource}\ndetection: {s: {${test}}, condition: s}`);
    const { entityMappings } = load(deploy(own.documents[0] as SigmaRule, own, 'sentinel-yaml').text) as {
      entityMappings: readonly { entityType: string; fieldMappings: readonly { columnName: string }[] }[];
    };
    const columns = entityMappings.map(({ entityType, fieldMappings }) => [
      entityType,
      fieldMappings.map(({ columnName }) => columnName),
    ]);
    expect(Object.fromEntries(columns)).toEqual(expected);
  },
);

test('a counting rule looks back over its window, an hour and what came late and maps the entities that it groups by', () => {
  const written = yamlOf(correlation);
  expect(written).toMatchObject({ queryFrequency: '1h', queryPeriod: '185m', severity: 'Medium', tactics: [] });
  expect(written['entityMappings']).toEqual([
    { entityType: 'Host', fieldMappings: [{ identifier: 'FullName', columnName: 'Computer' }] },
  ]);
});

test('the ARM template deploys the rule disabled under the same id each time', () => {
  const template = JSON.parse(armOf(correlation)) as {
    readonly resources: readonly { readonly name: string; readonly kind: string; readonly properties: object }[];
  };
  const [resource] = template.resources;
  expect(resource?.kind).toBe('Scheduled');
  expect(resource?.properties).toMatchObject({ enabled: false, queryPeriod: 'PT185M', triggerOperator: 'GreaterThan' });
  expect(resource?.name).toMatch(/SecurityInsights\/[0-9a-f-]{36}'\)\]$/);
  expect(armOf(correlation)).toBe(`${JSON.stringify(template, null, 2)}\n`);
});

test('sub-techniques stand beside their techniques in the ARM template', () => {
  expect(armOf(rule)).toMatch(/"techniques": \[\s*"T1059"\s*\],\s*"subTechniques": \[\s*"T1059\.001"\s*\]/);
});

test('refuses a query that Sentinel would refuse', () => {
  const values = Array.from({ length: 900 }, (_, at) => `value number ${at}`);
  const long = parseSigma(
    `title: Long\nlogsource: {category: process_creation, product: windows}\ndetection: {s: {CommandLine|contains: ${JSON.stringify(values)}}, condition: s}`,
  );
  expect(() => deploy(long.documents[0] as SigmaRule, long, 'sentinel-arm')).toThrow(/Sentinel takes 1 to 10000/);
});

test('a count over more than the 14 days that Sentinel looks back is refused', () => {
  const text = TEXT.replace('timespan: 2h', 'timespan: 15d');
  const counted = parseSigma(text);
  expect(() => deploy(counted.documents[1] as SigmaCorrelation, counted, 'sentinel-yaml')).toThrow('14 days at most');
});

test('an incident groups the alerts of seven days at most', () => {
  const counted = parseSigma(TEXT.replace('timespan: 2h', 'timespan: 10d'));
  const { text } = deploy(counted.documents[1] as SigmaCorrelation, counted, 'sentinel-arm');
  expect(text).toContain('"lookbackDuration": "P7D"');
});

test.each([
  ['{lt: 5}', true],
  ['{gte: 5}', false],
])('a count with %s is decided when its window is over: %s', (condition, later) => {
  const counted = parseSigma(TEXT.replace('{gte: 5}', condition));
  const { query } = load(deploy(counted.documents[1] as SigmaCorrelation, counted, 'sentinel-yaml').text) as Scheduled;
  expect(query.includes('\n| where TimeGenerated <= ago(7200s)\n')).toBe(later);
  expect(faultyQueries([query])).toEqual([]);
});

test('entities are read from the events of a table that holds them in one object, and from the source of a firewall', () => {
  const of = (logsource: string, stack: string) => {
    const own = parseSigma(
      `title: A\nlogsource: ${logsource}\ndetection: {s: {CommandLine: x, User: y, dst_ip: 10.0.0.1}, condition: s}`,
    );
    const conversion = () => ({ stack });
    const { text } = deploy(own.documents[0] as SigmaRule, own, 'sentinel-yaml', { conversion });
    const { entityMappings = [] } = load(text) as Scheduled;
    return entityMappings.flatMap(({ fieldMappings }) => fieldMappings.map(({ columnName }) => columnName));
  };
  expect(of('{product: windows, category: process_creation}', 'windows_event')).toEqual(
    expect.arrayContaining(['Computer', 'User', 'CommandLine']),
  );
  expect(of('{product: windows, category: process_creation}', 'asim')).toContain('TargetProcessCommandLine');
  expect(of('{category: firewall}', 'sentinel')).toContain('SourceIP');
});

interface Scheduled {
  readonly query: string;
  readonly description: string;
  readonly queryPeriod: string;
  readonly queryFrequency: string;
  readonly requiredDataConnectors: readonly { readonly connectorId: string; readonly dataTypes: readonly string[] }[];
  readonly entityMappings?: readonly { readonly fieldMappings: readonly { readonly columnName: string }[] }[];
}

const SOURCES = [
  '{ category: process_creation, product: windows }',
  '{ product: azure, service: signinlogs }',
  '{ product: aws, service: cloudtrail }',
];
const GROUPS = ['Computer', 'properties.ipAddress', 'odd field'];

/** Every log source as a plain rule, as one that counts by each field, and with another one in an order. */
function scheduled(windows: 'sliding' | 'fixed'): readonly Scheduled[] {
  const texts = SOURCES.map((source, at) =>
    [
      `title: R${at}\nname: r${at}\nlogsource: ${source}\ndetection: { s: { CommandLine: x }, condition: s }`,
      ...GROUPS.map(
        (group, kind) =>
          `title: C${at}-${kind}\ncorrelation: { type: value_count, rules: [r${at}], group-by: ['${group}'], timespan: 1h, condition: { gte: 3, field: User } }`,
      ),
      `title: O${at}\ncorrelation: { type: temporal_ordered, rules: [r${at}, r0], group-by: [User, Computer], timespan: 1h }`,
      `title: T${at}\ncorrelation: { type: temporal, rules: [r${at}, r0], group-by: [User], timespan: 1h }`,
    ].join('\n---\n'),
  );
  const collection = parseSigma(texts.join('\n---\n'));
  const conversion = () => ({ windows });
  return collection.documents.flatMap((document) =>
    document.kind === 'filter'
      ? []
      : [load(deploy(document, collection, 'sentinel-yaml', { conversion }).text) as Scheduled],
  );
}

test('the result of every query has the columns of its entities, also in windows that do not slide', () => {
  const rules = [...scheduled('sliding'), ...scheduled('fixed')];
  const mapped = rules.flatMap(({ query, entityMappings = [] }) => {
    const columns = entityMappings.flatMap(({ fieldMappings }) => fieldMappings.map(({ columnName }) => columnName));
    return columns.length === 0 ? [] : [`${query.trim()}\n| project ${columns.join(', ')}`];
  });
  expect(mapped.length).toBeGreaterThan(rules.length / 2);
  expect(faultyQueries(mapped)).toEqual([]);
});

test.each([
  ['{ product: windows, service: security }', ['SecurityEvents', 'WindowsSecurityEvents']],
  ['{ product: aws, service: cloudtrail }', ['AWS', 'AWSS3']],
  ['{ product: azure, service: activitylogs }', ['AzureActivity']],
  ['{ product: linux, service: sshd }', ['Syslog', 'SyslogAma']],
  ['{ product: okta, service: okta }', ['OktaSSOv2']],
  ['{ product: m365, service: audit }', ['Office365']],
  ['{ product: bitbucket, service: audit }', []],
])('%s needs the connectors of its table', (source, connectors) => {
  const collection = parseSigma(`title: R\nlogsource: ${source}\ndetection: { s: { a: b }, condition: s }`);
  const written = load(deploy(collection.documents[0] as SigmaRule, collection, 'sentinel-yaml').text) as Scheduled;
  expect(written.requiredDataConnectors.map(({ connectorId }) => connectorId)).toEqual(connectors);
});

test('a correlation of two tables needs the connectors of both', () => {
  const rules = scheduled('sliding');
  const both = rules.find(({ query }) => query.includes('DeviceProcessEvents') && query.includes('SigninLogs'));
  expect(both?.requiredDataConnectors).toEqual([
    { connectorId: 'AzureActiveDirectory', dataTypes: ['SigninLogs'] },
    { connectorId: 'MicrosoftThreatProtection', dataTypes: ['DeviceProcessEvents'] },
  ]);
});
