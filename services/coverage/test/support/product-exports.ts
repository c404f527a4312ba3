import { elasticRule, ndjson, sigmaRule, tar } from './siem-exports.js';

/** A rule on one event of CloudTrail. The name is a word, which identifies it. */
interface SampleRule {
  readonly name: string;
  readonly event: string;
}

/** A form of a product's export, in the shape that `source` shows. */
interface ProductExport {
  readonly kind: string;
  readonly form: string;
  readonly file: string;
  readonly source: string;
  of(rules: readonly SampleRule[]): string | Uint8Array;
}

const guid = (name: string): string =>
  `0f1e2d3c-4b5a-6978-8796-${Buffer.from(name.padEnd(6, '.')).toString('hex').slice(0, 12)}`;
const sentinelResource = ({ event, name }: SampleRule) => ({
  id: `/subscriptions/s/resourceGroups/g/providers/Microsoft.OperationalInsights/workspaces/w/providers/Microsoft.SecurityInsights/alertRules/${guid(name)}`,
  ...{ name: guid(name), etag: '"0"', type: 'Microsoft.SecurityInsights/alertRules', kind: 'Scheduled' },
  properties: {
    ...{ displayName: name, enabled: true, severity: 'High', queryFrequency: 'PT1H', queryPeriod: 'PT1H' },
    query: `AWSCloudTrail | where EventName == "${event}"`,
  },
});
const yaralRule = ({ event, name }: SampleRule): string =>
  `rule ${name} {\n  meta:\n    author = "a test"\n  events:\n    $e.metadata.log_type = "AWS_CLOUDTRAIL"\n    $e.metadata.product_event_type = "${event}"\n  condition:\n    $e\n}\n`;
const elastic = ({ event, name }: SampleRule) =>
  elasticRule(name, `event.dataset:aws.cloudtrail and event.action:${event}`);

/** Each form that an import takes, with where its shape is shown. */
export const PRODUCT_EXPORTS: readonly ProductExport[] = [
  {
    ...{ kind: 'splunk', form: 'an app', file: 'app.tar' },
    source: 'https://docs.splunk.com/Documentation/Splunk/latest/Admin/Savedsearchesconf',
    of: (rules) =>
      tar({
        'app/default/macros.conf': '[trail]\ndefinition = sourcetype=aws:cloudtrail\n',
        'app/default/savedsearches.conf': rules
          .map(
            ({ event, name }) => `[${name}]\nenableSched = 1\nalert.track = 1\nsearch = \`trail\` eventName=${event}\n`,
          )
          .join('\n'),
      }),
  },
  {
    ...{ kind: 'splunk', form: 'the answer of saved/searches', file: 'searches.json' },
    source: 'https://docs.splunk.com/Documentation/Splunk/latest/RESTREF/RESTsearch',
    of: (rules) =>
      JSON.stringify({
        entry: rules.map(({ event, name }) => ({
          ...{ name, acl: { app: 'search' } },
          content: { search: `sourcetype=aws:cloudtrail eventName=${event}`, disabled: false, is_scheduled: true },
        })),
        paging: { total: rules.length, perPage: 30, offset: 0 },
      }),
  },
  {
    ...{ kind: 'sentinel', form: 'the answer of alertRules', file: 'alertRules.json' },
    source: 'https://learn.microsoft.com/rest/api/securityinsights/alert-rules/list',
    of: (rules) => JSON.stringify({ value: rules.map(sentinelResource) }),
  },
  {
    ...{ kind: 'sentinel', form: 'an ARM template', file: 'Azure_Sentinel_analytics_rules.json' },
    source: 'https://learn.microsoft.com/azure/sentinel/import-export-analytics-rules',
    of: (rules) =>
      JSON.stringify({
        $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
        parameters: { workspace: { type: 'String' } },
        resources: rules.map((rule) => ({
          ...sentinelResource(rule),
          name: `[concat(parameters('workspace'),'/Microsoft.SecurityInsights/${guid(rule.name)}')]`,
          type: 'Microsoft.OperationalInsights/workspaces/providers/alertRules',
        })),
      }),
  },
  {
    ...{ kind: 'sentinel', form: 'a content repository', file: 'repository.tar' },
    source: 'https://github.com/Azure/Azure-Sentinel',
    of: (rules) =>
      tar(
        Object.fromEntries(
          rules.map(({ event, name }) => [
            `Solutions/${name}.yaml`,
            `id: ${guid(name)}\nname: ${name}\nkind: Scheduled\nqueryFrequency: 1h\nquery: |\n  AWSCloudTrail | where EventName == "${event}"\n`,
          ]),
        ),
      ),
  },
  {
    ...{ kind: 'elastic', form: 'the export of Kibana', file: 'rules_export.ndjson' },
    source: 'https://www.elastic.co/docs/api/doc/kibana/operation/operation-exportrules',
    of: (rules) => ndjson(rules.map(elastic)),
  },
  {
    ...{ kind: 'elastic', form: 'the public repository', file: 'repository.tar' },
    source: 'https://github.com/elastic/detection-rules',
    of: (rules) =>
      tar(
        Object.fromEntries(
          rules.map(({ event, name }) => [
            `rules/${name}.toml`,
            `[metadata]\nmaturity = "production"\n\n[rule]\nrule_id = "${guid(name)}"\nname = "${name}"\ntype = "query"\nlanguage = "kuery"\nindex = ["logs-aws.cloudtrail-*"]\nquery = '''\nevent.dataset:aws.cloudtrail and event.action:${event}\n'''\n`,
          ]),
        ),
      ),
  },
  {
    ...{ kind: 'opensearch', form: 'the answer of monitors/_search', file: 'monitors.json' },
    source: 'https://docs.opensearch.org/latest/observing-your-data/alerting/api/',
    of: (rules) =>
      JSON.stringify({
        hits: {
          total: { value: rules.length, relation: 'eq' },
          hits: rules.map(({ event, name }) => ({
            ...{ _index: '.opendistro-alerting-config', _id: `id of ${name}` },
            _source: {
              ...{ type: 'monitor', name, enabled: true, schedule: { period: { interval: 5, unit: 'MINUTES' } } },
              inputs: [
                {
                  search: {
                    indices: ['cloudtrail-*'],
                    query: {
                      query: {
                        query_string: { query: `eventSource:cloudtrail.amazonaws.com AND eventName:${event}` },
                      },
                    },
                  },
                },
              ],
              triggers: [{ query_level_trigger: { name: 'found', severity: '1', actions: [] } }],
            },
          })),
        },
      }),
  },
  {
    ...{ kind: 'google', form: 'the answer of rules', file: 'rules.json' },
    source: 'https://cloud.google.com/chronicle/docs/reference/detection-engine-api',
    of: (rules) =>
      JSON.stringify({
        rules: rules.map((rule) => ({
          ...{
            ruleId: `ru_${rule.name}`,
            ruleName: rule.name,
            compilationState: 'SUCCEEDED',
            liveRuleEnabled: true,
            alertingEnabled: true,
          },
          ruleText: yaralRule(rule),
        })),
      }),
  },
  {
    ...{ kind: 'google', form: 'YARA-L', file: 'rules.yaral' },
    source: 'https://github.com/chronicle/detection-rules',
    of: (rules) => rules.map(yaralRule).join('\n'),
  },
  {
    ...{ kind: 'sigma', form: 'a folder', file: 'rules.tar' },
    source: 'https://github.com/SigmaHQ/sigma-specification',
    of: (rules) =>
      tar(Object.fromEntries(rules.map(({ event, name }) => [`rules/${name}.yml`, sigmaRule(name, event)]))),
  },
];
