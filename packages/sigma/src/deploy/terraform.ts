import { aboutRule } from './about.js';
import { type Deployable, importId } from './counted.js';
import { type KibanaOptions, toKibanaNdjson } from './kibana.js';
import { nameWithId, type Setting, savedSearch } from './savedsearches.js';
import { groupingSpan, isoSpan, scheduledRule } from './sentinel.js';

/** A value of Terraform's JSON syntax. */
type Json = string | number | boolean | readonly Json[] | { readonly [name: string]: Json };

/** A provider of Terraform with the type of its resources that are rules. */
interface Kind {
  readonly provider: string;
  readonly needs: { readonly source: string; readonly version?: string };
  readonly resource: string;
  readonly variables?: { readonly [name: string]: Json };
}

/** A rule in Terraform's JSON syntax. Several of one kind are one configuration: {@link joinedTerraform}. */
interface Configuration {
  readonly resource: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

const SPLUNK: Kind = {
  provider: 'splunk',
  needs: { source: 'splunk/splunk' },
  resource: 'splunk_saved_searches',
};
const SENTINEL: Kind = {
  provider: 'azurerm',
  needs: { source: 'hashicorp/azurerm', version: '>= 4.0' },
  resource: 'azurerm_sentinel_alert_rule_scheduled',
  variables: {
    workspace_id: { type: 'string', description: 'The id of the Log Analytics workspace that Sentinel is on.' },
  },
};
const KIBANA: Kind = {
  provider: 'elasticstack',
  needs: { source: 'elastic/elasticstack' },
  resource: 'elasticstack_kibana_security_detection_rule',
};

const flag = (value: Setting[1]): boolean => value === 1;

/** The arguments of a saved search, by the keys of `savedsearches.conf`. */
const SPLUNK_ARGUMENTS: Readonly<Record<string, readonly [argument: string, (value: Setting[1]) => Json]>> = {
  'alert.severity': ['alert_severity', Number],
  'alert.digest_mode': ['alert_digest_mode', flag],
  'alert.suppress': ['alert_suppress', flag],
  'alert.suppress.fields': ['alert_suppress_fields', String],
  'alert.suppress.period': ['alert_suppress_period', String],
  'alert.track': ['alert_track', flag],
  counttype: ['alert_type', String],
  relation: ['alert_comparator', String],
  quantity: ['alert_threshold', String],
  cron_schedule: ['cron_schedule', String],
  description: ['description', String],
  disabled: ['disabled', flag],
  'dispatch.earliest_time': ['dispatch_earliest_time', String],
  'dispatch.latest_time': ['dispatch_latest_time', String],
  enableSched: ['is_scheduled', flag],
  search: ['search', String],
};

/**
 * The scheduled alert of a rule as a resource of Splunk's provider. That has no argument for what Enterprise Security reads, so techniques and
 * identity stand in the description. `query` is the document's `siem_spl` conversion.
 * @see https://registry.terraform.io/providers/splunk/splunk/latest/docs/resources/saved_searches
 */
export function toSplunkTerraform(source: Deployable, query: string): string {
  const parts = ['techniques', 'author', 'references', 'false positives', 'identity'] as const;
  const { name, settings } = savedSearch(source, query, parts);
  const values = settings.flatMap(([key, value]) => {
    const argument = SPLUNK_ARGUMENTS[key];
    return argument === undefined ? [] : [[argument[0], argument[1](value)] as const];
  });
  return configuration(SPLUNK, source, { name: addressable(name, source), ...Object.fromEntries(values) });
}

/** What Splunk's provider does not escape in the path of an address: it would lead to another path, or be read as a blank. */
const NOT_IN_ADDRESSES = /(?:\.{2,}|[/+])+|^\.$/g;

/** A name that Splunk's provider can ask for by its address. One that must change ends in its rule's id, so that none becomes another's. */
function addressable(name: string, { document }: Deployable): string {
  const changed = name.replaceAll(NOT_IN_ADDRESSES, '-');
  return changed === name ? name : nameWithId(changed, document);
}

/**
 * The scheduled analytics rule as a resource of Azure's provider; the workspace is a variable. `query` is the document's `siem_kql` conversion.
 * @throws RangeError as `toSentinelYaml` does
 * @see https://registry.terraform.io/providers/hashicorp/azurerm/latest/docs/resources/sentinel_alert_rule_scheduled
 */
export function toSentinelTerraform(source: Deployable, query: string): string {
  const { id, name, periodMinutes, ...rule } = scheduledRule(source, query);
  const body: Json = {
    name: id,
    display_name: name,
    description: rule.description,
    enabled: false,
    severity: rule.severity,
    query: rule.query,
    query_frequency: rule.queryFrequency,
    query_period: isoSpan(periodMinutes),
    trigger_operator: 'GreaterThan',
    trigger_threshold: 0,
    suppression_enabled: false,
    suppression_duration: 'PT1H',
    tactics: rule.tactics,
    // The provider knows no sub-techniques.
    techniques: [...new Set(rule.techniques.map((technique) => technique.slice(0, 5)))],
    entity_mapping: rule.entityMappings.map(({ entityType, fieldMappings }) => ({
      entity_type: entityType,
      field_mapping: fieldMappings.map(({ identifier, columnName }) => ({ identifier, column_name: columnName })),
    })),
    event_grouping: { aggregation_method: 'SingleAlert' },
    incident: {
      create_incident_enabled: true,
      grouping: {
        enabled: rule.entityMappings.length > 0,
        lookback_duration: groupingSpan(periodMinutes),
        reopen_closed_incidents: false,
        entity_matching_method: 'AllEntities',
      },
    },
  };
  return configuration(SENTINEL, source, body, { log_analytics_workspace_id: `\${var.workspace_id}` });
}

/** The provider counts the bytes of a name. */
const KIBANA_NAME_MAX = 255;

/** Members of Kibana's own form that its provider has no argument for, or that say nothing. */
const NOT_IN_PROVIDER: ReadonlySet<string> = new Set(['meta', 'license']);

/**
 * The detection rule as a resource of Elastic's provider. `query` is the document's conversion to its `kibanaLanguage`.
 * @see https://registry.terraform.io/providers/elastic/elasticstack/latest/docs/resources/kibana_security_detection_rule
 */
export function toKibanaTerraform(source: Deployable, query: string, options: KibanaOptions): string {
  const { alert_suppression: suppression, ...rule } = JSON.parse(toKibanaNdjson(source, query, options));
  const says = Object.entries(withoutEmptyLists(rule) as object).filter(([name]) => !NOT_IN_PROVIDER.has(name));
  return configuration(KIBANA, source, {
    ...Object.fromEntries(says),
    name: withinBytes(source.document.title, KIBANA_NAME_MAX),
    ...(suppression === undefined ? {} : { alert_suppression: { ...suppression, duration: spanOf(suppression) } }),
    note: aboutRule(source, ['identity']).join('\n'),
  });
}

/** A value without lists that hold nothing, which the provider would find changed at each run: Kibana keeps none. */
function withoutEmptyLists(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutEmptyLists);
  if (typeof value !== 'object') return value;
  const says = Object.entries(value).filter(([, member]) => !(Array.isArray(member) && member.length === 0));
  return Object.fromEntries(says.map(([name, member]) => [name, withoutEmptyLists(member)]));
}

/** The longest beginning of a text that has so many bytes. */
function withinBytes(text: string, most: number): string {
  const characters = [...text.slice(0, most)];
  while (Buffer.byteLength(characters.join('')) > most) characters.pop();
  return characters.join('');
}

function spanOf({ duration }: { readonly duration: { readonly value: number; readonly unit: string } }): string {
  return `${duration.value}${duration.unit}`;
}

/** A whole configuration with one resource. `references` are expressions, all else is text as it stands. */
function configuration(
  { needs, provider, resource, variables }: Kind,
  source: Deployable,
  body: Readonly<Record<string, Json>>,
  references: Readonly<Record<string, string>> = {},
): string {
  const label = `sigma_${importId(source.document, provider).replaceAll('-', '_')}`;
  return textOf({
    terraform: { required_providers: { [provider]: needs } },
    ...(variables === undefined ? {} : { variable: variables }),
    resource: { [resource]: { [label]: { ...(literal(body) as object), ...references } } },
  });
}

/** Configurations of several rules of one kind as one, since a module names its providers and variables once. */
export function joinedTerraform(texts: readonly string[]): string {
  const all = texts.map((text) => JSON.parse(text) as Configuration);
  const resource: Record<string, Record<string, Json>> = {};
  for (const [type, rules] of all.flatMap((each) => Object.entries(each.resource)))
    resource[type] = { ...resource[type], ...rules };
  return textOf({ ...all[0], resource });
}

function textOf(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A value whose texts Terraform takes as they stand: it would evaluate what follows a dollar or percent sign with a brace. */
function literal(value: Json): Json {
  if (typeof value === 'string')
    return value.replaceAll(/[$%]+\{/g, (found) => `\${${JSON.stringify(found.slice(0, -1))}}{`);
  if (Array.isArray(value)) return value.map(literal);
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, literal(member)]));
}
