/** What of an Elastic rule a test chooses, beside its name and query. */
interface ElasticChoice {
  readonly techniques?: readonly string[];
  readonly [field: string]: unknown;
}

/** A rule as Kibana exports it. */
export function elasticRule(name: string, query: string, { techniques = [], ...fields }: ElasticChoice = {}) {
  const threat = techniques.map((id) => ({
    framework: 'MITRE ATT&CK',
    tactic: { id: 'TA0000', name: 'A tactic', reference: '' },
    technique: [
      id.includes('.')
        ? { id: id.slice(0, 5), name: 'A technique', subtechnique: [{ id, name: 'A sub-technique' }] }
        : { id, name: 'A technique' },
    ],
  }));
  return {
    ...{ rule_id: `id of ${name}`, name, description: `${name}.`, type: 'query', language: 'kuery', query },
    ...{ enabled: true, interval: '5m', from: 'now-6m', index: ['logs-aws.cloudtrail-*'], threat },
    ...fields,
  };
}

/** An NDJSON export with its summary at the end. */
export const ndjson = (rules: readonly object[]): string =>
  `${[...rules, { exported_count: rules.length, exported_rules_count: rules.length }].map((rule) => JSON.stringify(rule)).join('\n')}\n`;

/** A `savedsearches.conf`: one that runs, one that is off, one that is not scheduled, and a stanza without a search. */
export const savedSearches = `# saved searches of a test
[default]
dispatch.earliest_time = -20m@m

[Trail stopped]
action.correlationsearch.annotations = {"mitre_attack": ["T1562.008"]}
action.correlationsearch.metadata = {"detection_id": "5b0e3bc9-6e0c-4f5c-9d53-3f0a4b8f1a07", "detection_version": "0123456789ab"}
cron_schedule = */5 * * * *
enableSched = 1
search = \`cloudtrail\` eventSource=cloudtrail.amazonaws.com \\
  eventName IN (StopLogging, DeleteTrail) \\
  userAgent="a=b"

[Keys of a user]
disabled = 1
enableSched = 1
search = sourcetype=aws:cloudtrail eventName=CreateAccessKey

[Weekly report]
search = sourcetype=aws:cloudtrail eventName=ListUsers

[no search]
cron_schedule = 0 0 * * *
`;

const STOPPED = 'AWSCloudTrail | where EventName in ("StopLogging", "DeleteTrail")';

const alertRule = (guid: string, kind: string, properties: object) => ({
  type: 'Microsoft.OperationalInsights/workspaces/providers/alertRules',
  name: `[concat(parameters('workspace'),'/Microsoft.SecurityInsights/${guid}')]`,
  kind,
  properties,
});

/** An ARM template with a rule that runs, one that Sentinel has switched off, and one without a query. */
export const armTemplate = JSON.stringify({
  $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
  resources: [
    alertRule('0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0', 'Scheduled', {
      ...{ displayName: '[[EU] Trail stopped', enabled: true, query: STOPPED, queryFrequency: 'PT1H' },
      ...{ techniques: ['T1562'], subTechniques: ['T1562.008'] },
    }),
    alertRule('0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f1', 'Scheduled', {
      ...{ displayName: 'AUTO DISABLED Keys of a user', enabled: false },
      query: 'AWSCloudTrail | where EventName == "CreateAccessKey"',
    }),
    alertRule('0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f2', 'Fusion', { displayName: 'Fusion', enabled: true }),
    { type: 'Microsoft.Insights/workbooks', name: 'a workbook' },
  ],
});

/** A rule of a content repository. */
export const sentinelYaml = `id: 0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f3
name: Trail stopped
kind: Scheduled
queryFrequency: 1h
relevantTechniques: [T1562.008]
query: |
  ${STOPPED}
`;

/** A rule in the TOML of the public repository. */
export const elasticToml = `[metadata]
maturity = "production"

[rule]
rule_id = "5b0e3bc9-6e0c-4f5c-9d53-3f0a4b8f1a08"
name = "Trail stopped"
type = "query"
language = "kuery"
index = ["logs-aws.cloudtrail-*"]
query = '''
event.dataset:aws.cloudtrail and event.action:StopLogging
'''

[[rule.threat]]
framework = "MITRE ATT&CK"
[[rule.threat.technique]]
id = "T1562"
[[rule.threat.technique.subtechnique]]
id = "T1562.008"
`;

/** A monitor of OpenSearch, with clauses beside its query. */
export const monitor = (name: string, clauses: readonly object[] = []) => ({
  ...{ type: 'monitor', name, enabled: true, schedule: { period: { interval: 5, unit: 'MINUTES' } } },
  inputs: [
    {
      search: {
        indices: ['cloudtrail-*'],
        query: {
          query: {
            bool: {
              filter: [
                { range: { '@timestamp': { gte: 'now-5m' } } },
                { query_string: { query: 'eventSource:cloudtrail.amazonaws.com AND eventName:StopLogging' } },
                ...clauses,
              ],
            },
          },
        },
      },
    },
  ],
  triggers: [
    { query_level_trigger: { condition: { script: { params: { sigma_id: 'x', sigma_version: '0123456789ab' } } } } },
  ],
});

/** Two rules of YARA-L, with braces where they mean nothing. */
export const yaral = `// Rules of a test } {
rule trail_stopped {
  meta:
    description = "A trail } was stopped"
    mitre_attack_technique_id = "T1562.008"
  events:
    $e.metadata.log_type = "AWS_CLOUDTRAIL"
    $e.metadata.product_event_type = "StopLogging"
  condition:
    $e
}

/* between
   rules { */
rule keys_of_user {
  meta:
    author = "a test"
  events:
    $e.metadata.log_type = "AWS_CLOUDTRAIL"
    re.regex($e.metadata.product_event_type, \`Create{1}AccessKey\`)
  condition:
    $e
}
`;

/** A rule in Sigma on an event of CloudTrail. */
export const sigmaRule = (title: string, event: string): string => `title: ${title}
id: 5b0e3bc9-6e0c-4f5c-9d53-${Buffer.from(title.padEnd(6, '.')).toString('hex').slice(0, 12)}
logsource: {product: aws, service: cloudtrail}
detection: {s: {eventName: ${event}}, condition: s}
tags: [attack.t1562.008]
`;

/** A tar of files. */
export function tar(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const head = Buffer.alloc(512);
    const bytes = Buffer.from(text as string);
    head.write(name, 0, 'latin1');
    head.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
    head.write('0', 156, 'latin1');
    head.write('ustar\x0000', 257, 'latin1');
    return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** The answer of Sentinel's `alertRules` with a rule for each name, whose other properties are given. */
export const analyticsRules = (rules: Readonly<Record<string, object>>): string =>
  JSON.stringify({
    value: Object.entries(rules).map(([displayName, more], index) => ({
      name: `0f1e2d3c-4b5a-6978-8796-${String(index).padStart(12, '0')}`,
      kind: 'Scheduled',
      properties: { displayName, enabled: true, query: STOPPED, ...more },
    })),
  });
