import { readdirSync, readFileSync } from 'node:fs';
import { convert, parseSigma, type TargetId } from '@tripline/sigma';
import { luceneMatches } from './support/lucene-interpreter.js';

interface MapFile {
  readonly logsources?: readonly Readonly<Record<string, string>>[];
  readonly fields?: Readonly<Record<string, unknown>>;
}

function mapFiles(family: string): readonly (readonly [string, MapFile])[] {
  const folder = new URL(`../data/maps/${family}/`, import.meta.url);
  return readdirSync(folder).map((name) => [name, JSON.parse(readFileSync(new URL(name, folder), 'utf8'))] as const);
}

function queryOf(logsource: unknown, fields: readonly string[], target: TargetId): string {
  const values = [['A b', '10.0.0.1', 'x*'], null, '*'];
  const selections = Object.fromEntries(
    fields.flatMap((field, index) => values.map((value, kind) => [`s${index}_${kind}`, { [field]: value }])),
  );
  const detection = { ...selections, s_any: { EventID: 1 }, condition: '1 of s*' };
  const collection = parseSigma(JSON.stringify({ title: 'Every field', logsource, detection }));
  const [rule] = collection.documents;
  if (rule?.kind !== 'rule') throw new Error(collection.errors[0]?.message);
  const conversion = convert(rule, collection, target);
  if (!conversion.ok) throw conversion.error;
  return conversion.queries[0] as string;
}

describe.each([
  ['ecs', 'siem_lucene'],
  ['opensearch', 'siem_dql'],
] as const)('maps of %s', (family, target) => {
  it('give every log source a query that Lucene reads, with every field in it', () => {
    for (const [name, { logsources = [], fields = {} }] of mapFiles(family)) {
      for (const logsource of logsources) {
        const query = queryOf(logsource, Object.keys(fields), target);
        expect([name, luceneMatches(query, {})]).toEqual([name, expect.any(Boolean)]);
      }
    }
  });

  it('name each log source once', () => {
    const seen = new Map<string, string>();
    for (const [name, { logsources = [] }] of mapFiles(family)) {
      for (const { product = '', category = '', service = '' } of logsources) {
        const key = `${product}|${category}|${service}`;
        expect([key, seen.get(key)]).toEqual([key, undefined]);
        seen.set(key, name);
      }
    }
  });
});

function mapped(logsource: unknown, item: Readonly<Record<string, unknown>>, target: TargetId): string {
  const detection = { sel: item, condition: 'sel' };
  const collection = parseSigma(JSON.stringify({ title: 'One item', logsource, detection }));
  const [rule] = collection.documents;
  if (rule?.kind !== 'rule') throw new Error(collection.errors[0]?.message);
  const conversion = convert(rule, collection, target);
  if (!conversion.ok) throw conversion.error;
  return conversion.queries[0] as string;
}

describe('Fields that the product holds in its own way', () => {
  const signin = { product: 'azure', service: 'signinlogs' };
  const security = { product: 'windows', service: 'security' };
  it.each([
    [
      'siem_lucene',
      { product: 'azure', service: 'auditlogs' },
      { Status: 'Success' },
      'event.outcome:/[Ss][Uu][Cc][Cc][Ee][Ss][Ss]/',
    ],
    ['siem_lucene', { product: 'azure', service: 'auditlogs' }, { Status: 'failure' }, 'event.outcome:failure'],
    [
      'siem_lucene',
      { product: 'aws', service: 'cloudtrail' },
      { 'additionalEventData.MFAUsed': ['NO', 'Yes'] },
      'aws.cloudtrail.flattened.additional_eventdata.MFAUsed:((No OR NO) OR Yes)',
    ],
    ['siem_dql', { product: 'linux', service: 'auditd' }, { type: 'TTY' }, 'event.action:tty'],
    ['siem_dql', { product: 'azure', service: 'auditlogs' }, { Status: 'success' }, 'event.outcome:success'],
    ['siem_lucene', signin, { IPAddress: '203.0.113.9' }, 'source.ip:203.0.113.9'],
    ['siem_lucene', signin, { Status: 'Success' }, 'azure.signinlogs.properties.status.error_code:0'],
    ['siem_udm', signin, { Status: 'Success' }, 'security_result.detection_fields["errorCode"] = "0"'],
    ['siem_lucene', security, { Keywords: '0x8010000000000000' }, 'winlog.keywords:Audit\\ Failure'],
    ['siem_dql', security, { Service: '-' }, '(winlog.event_data.Service:\\- OR winlog.event_data.ServiceName:\\-)'],
    [
      'siem_dql',
      security,
      { CommandLine: ['1', '2'] },
      '(process.command_line:(1 OR 2) OR winlog.event_data.CommandLine:(1 OR 2))',
    ],
    [
      'siem_dql',
      { product: 'kubernetes', service: 'audit' },
      { 'responseStatus.code|gte': 400 },
      'responseStatus.code:>=400',
    ],
    [
      'siem_dql',
      { product: 'okta', service: 'okta' },
      { 'securityContext.isProxy': 'True' },
      'securityContext.isProxy:true',
    ],
    ['siem_dql', security, { Level: 2 }, 'log.level:error'],
    [
      'siem_dql',
      { product: 'aws', service: 'cloudtrail' },
      { 'responseElements|contains': '42' },
      'responseElements:*42* OR responseElements.\\*:*42*',
    ],
    [
      'siem_lucene',
      { product: 'windows', category: 'ps_classic_start' },
      { 'Data|contains': 'HostName=77' },
      '(process.command_line:/.*[Hh][Oo][Ss][Tt][Nn][Aa][Mm][Ee]=77.*/ OR message:(*HostName AND 77*))',
    ],
  ] as const)('%s: %j %j', (target, logsource, item, part) => {
    expect(mapped(logsource, item, target)).toContain(part);
  });
});
