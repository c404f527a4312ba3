/** What products demand of what is imported, written down from their published schemas by name and type. */

type Check = (value: unknown) => boolean;
interface Shape {
  readonly required: Readonly<Record<string, Check>>;
  readonly optional?: Readonly<Record<string, Check>>;
}

const text =
  (max = Number.POSITIVE_INFINITY, pattern = /^/): Check =>
  (value) =>
    typeof value === 'string' && value.length > 0 && value.length <= max && pattern.test(value);
const anyText: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const whole =
  (min: number, max = Number.MAX_SAFE_INTEGER): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const map: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const shaped =
  (shape: Shape): Check =>
  (value) =>
    faultsOf(value, shape).length === 0;

/** What of a value is not as the shape has it: missing, unknown or wrong members. */
export function faultsOf(value: unknown, { required, optional = {} }: Shape): readonly string[] {
  if (!map(value)) return ['is no object'];
  const members = value as Readonly<Record<string, unknown>>;
  return [
    ...Object.keys(required).flatMap((name) => (name in members ? [] : [`${name} is missing`])),
    ...Object.entries(members).flatMap(([name, member]) => {
      const check = required[name] ?? optional[name];
      if (check === undefined) return [`${name} is unknown`];
      return check(member) ? [] : [`${name} is wrong: ${JSON.stringify(member).slice(0, 200)}`];
    }),
  ];
}

const DURATION = /^P(?=\d|T\d)(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?)?$/;
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** A text that Resource Manager would evaluate: in one bracket, not in two. */
const notEvaluated: Check = (value) => typeof value === 'string' && !/^\[(?!\[)/.test(value);

/**
 * A scheduled alert rule.
 * @see https://github.com/Azure/azure-resource-manager-schemas/blob/main/schemas/2023-02-01/Microsoft.SecurityInsights.json (ScheduledAlertRuleProperties)
 */
const SCHEDULED: Shape = {
  required: {
    displayName: (value) => text(256 + 1)(value) && notEvaluated(value),
    enabled: flag,
    severity: oneOf('High', 'Medium', 'Low', 'Informational'),
    query: (value) => text(10_000)(value) && notEvaluated(value),
    queryFrequency: text(20, DURATION),
    queryPeriod: text(20, DURATION),
    triggerOperator: oneOf('GreaterThan', 'LessThan', 'Equal', 'NotEqual'),
    triggerThreshold: whole(0, 10_000),
    suppressionDuration: text(20, DURATION),
    suppressionEnabled: flag,
  },
  optional: {
    description: (value) => text(5001)(value) && notEvaluated(value),
    tactics: listOf(text(100, /^[A-Z]\w+$/)),
    techniques: listOf(text(10, /^T\d{4}$/)),
    subTechniques: listOf(text(10, /^T\d{4}\.\d{3}$/)),
    entityMappings: (value) => isShort(value, 10) && listOf(isEntityMapping)(value),
    eventGroupingSettings: shaped({ required: { aggregationKind: oneOf('SingleAlert', 'AlertPerResult') } }),
    incidentConfiguration: shaped({ required: { createIncident: flag, groupingConfiguration: map } }),
  },
};

/**
 * Identifiers of the entities that we map.
 * @see https://learn.microsoft.com/azure/sentinel/entities-reference
 */
const IDENTIFIERS: Readonly<Record<string, readonly string[]>> = {
  Account: ['Name', 'FullName', 'NTDomain', 'Sid', 'UPNSuffix', 'AadUserId'],
  DNS: ['DomainName'],
  File: ['Directory', 'Name'],
  Host: ['FullName', 'HostName', 'DnsDomain', 'NTDomain', 'NetBiosName'],
  IP: ['Address'],
  Process: ['CommandLine', 'ProcessId'],
  RegistryKey: ['Hive', 'Key'],
  RegistryValue: ['Name', 'Value', 'ValueType'],
  URL: ['Url'],
};

const isShort = (value: unknown, most: number): boolean => Array.isArray(value) && value.length <= most;

/** An entity of a type that Sentinel has, by one to three identifiers of that type. */
function isEntityMapping(value: unknown): boolean {
  const { entityType = '', fieldMappings = [] } = value as {
    readonly entityType?: string;
    readonly fieldMappings?: readonly { readonly identifier: string }[];
  };
  const known = IDENTIFIERS[entityType] ?? [];
  const isField = shaped({ required: { identifier: (name) => known.includes(name as string), columnName: text() } });
  return (
    isShort(fieldMappings, 3) && shaped({ required: { entityType: text(), fieldMappings: listOf(isField) } })(value)
  );
}

/** @see https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json */
export const ARM_TEMPLATE: Shape = {
  required: {
    $schema: oneOf('https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#'),
    contentVersion: text(50, /^\d+\.\d+\.\d+\.\d+$/),
    parameters: map,
    resources: listOf(
      shaped({
        required: {
          id: text(),
          name: text(
            500,
            new RegExp(`^\\[concat\\(parameters\\('workspace'\\),'/Microsoft.SecurityInsights/${UUID}'\\)\\]$`),
          ),
          type: oneOf('Microsoft.OperationalInsights/workspaces/providers/alertRules'),
          kind: oneOf('Scheduled'),
          apiVersion: text(40, /^\d{4}-\d\d-\d\d(?:-preview)?$/),
          properties: shaped(SCHEDULED),
        },
      }),
    ),
  },
};

/**
 * A line of `POST /api/detection_engine/rules/_import`.
 * @see https://github.com/elastic/kibana/blob/main/oas_docs/output/kibana.yaml (Security_Detections_API_RuleToImport)
 */
export const KIBANA_RULE: Shape = {
  required: {
    rule_id: text(),
    name: text(),
    description: text(),
    type: oneOf('query', 'eql', 'esql', 'threshold'),
    risk_score: whole(0, 100),
    severity: oneOf('low', 'medium', 'high', 'critical'),
    query: text(),
  },
  optional: {
    language: oneOf('lucene', 'eql', 'esql', 'kuery'),
    index: listOf(text()),
    from: text(30, /^now-\d+[smhd]$/),
    to: text(30, /^now(?:-\d+[smhd])?$/),
    interval: text(10, /^\d+[smhd]$/),
    timestamp_override: text(),
    alert_suppression: map,
    threshold: map,
    threat: listOf(shaped({ required: { framework: text(), tactic: map }, optional: { technique: listOf(map) } })),
    tags: listOf(anyText),
    references: listOf(anyText),
    false_positives: listOf(anyText),
    author: listOf(anyText),
    license: anyText,
    enabled: oneOf(false),
    max_signals: whole(1),
    actions: listOf(map),
    exceptions_list: listOf(map),
    severity_mapping: listOf(map),
    risk_score_mapping: listOf(map),
    version: whole(1),
    meta: map,
  },
};

/** The provider joins the name with the path of an address, and escapes neither of these there. */
const NO_PLACE = /\.\.|[/+]|^\.$/;

/** @see https://github.com/splunk/terraform-provider-splunk/blob/master/docs/resources/saved_searches.md */
export const SAVED_SEARCH_RESOURCE: Shape = {
  required: {
    name: (value) => text(100)(value) && !NO_PLACE.test(value as string),
    search: text(),
    description: text(),
    disabled: oneOf(true),
    is_scheduled: oneOf(true),
    cron_schedule: text(),
    dispatch_earliest_time: text(),
    dispatch_latest_time: text(),
    alert_type: oneOf('number of events'),
    alert_comparator: oneOf('greater than'),
    alert_threshold: text(),
    alert_severity: whole(1, 6),
    alert_suppress: oneOf(true),
    alert_suppress_period: text(),
    alert_track: flag,
  },
  optional: { alert_digest_mode: flag, alert_suppress_fields: text() },
};

/** @see https://github.com/hashicorp/terraform-provider-azurerm/blob/main/website/docs/r/sentinel_alert_rule_scheduled.html.markdown */
export const SENTINEL_RESOURCE: Shape = {
  required: {
    name: text(36, new RegExp(`^${UUID}$`)),
    log_analytics_workspace_id: oneOf('the value of workspace_id'),
    display_name: text(256),
    severity: oneOf('High', 'Medium', 'Low', 'Informational'),
    query: text(10_000),
  },
  optional: {
    description: text(5000),
    enabled: oneOf(false),
    query_frequency: text(20, DURATION),
    query_period: text(20, DURATION),
    trigger_operator: oneOf('GreaterThan'),
    trigger_threshold: whole(0),
    suppression_enabled: flag,
    suppression_duration: text(20, DURATION),
    tactics: listOf(text(100, /^[A-Z]\w+$/)),
    techniques: listOf(text(10, /^T\d{4}$/)),
    entity_mapping: listOf(
      shaped({
        required: {
          entity_type: text(),
          field_mapping: listOf(shaped({ required: { identifier: text(), column_name: text() } })),
        },
      }),
    ),
    event_grouping: shaped({ required: { aggregation_method: oneOf('SingleAlert', 'AlertPerResult') } }),
    incident: shaped({
      required: {
        create_incident_enabled: flag,
        grouping: shaped({
          required: {},
          optional: {
            enabled: flag,
            lookback_duration: text(20, DURATION),
            reopen_closed_incidents: flag,
            entity_matching_method: oneOf('AnyAlert', 'Selected', 'AllEntities'),
          },
        }),
      },
    }),
  },
};

/** @see https://github.com/elastic/terraform-provider-elasticstack/blob/main/docs/resources/kibana_security_detection_rule.md */
export const KIBANA_RESOURCE: Shape = {
  required: {
    rule_id: text(),
    name: (value) => text()(value) && Buffer.byteLength(value as string) <= 255,
    description: text(),
    type: oneOf('query', 'eql', 'threshold'),
    enabled: oneOf(false),
    query: text(),
    language: oneOf('lucene', 'eql'),
    risk_score: whole(0, 100),
    severity: oneOf('low', 'medium', 'high', 'critical'),
    from: text(30, /^now-\d+[smhd]$/),
    interval: text(10, /^\d+[smhd]$/),
  },
  optional: {
    to: text(30, /^now(?:-\d+[smhd])?$/),
    index: listOf(text()),
    timestamp_override: text(),
    note: text(),
    alert_suppression: shaped({
      required: { duration: text(10, /^\d+[smh]$/) },
      optional: { group_by: listOf(text()), missing_fields_strategy: oneOf('suppress', 'doNotSuppress') },
    }),
    threshold: shaped({
      required: { value: whole(1) },
      optional: {
        field: listOf(text()),
        cardinality: listOf(shaped({ required: { field: text(), value: whole(1) } })),
      },
    }),
    threat: listOf(shaped({ required: { framework: text(), tactic: map }, optional: { technique: listOf(map) } })),
    tags: listOf(anyText),
    references: listOf(anyText),
    false_positives: listOf(anyText),
    author: listOf(anyText),
    max_signals: whole(1),
    version: whole(1),
  },
};

/** @see https://github.com/opensearch-project/opensearch-api-specification/blob/main/spec/namespaces/alerting.yaml (Monitor) */
export const MONITOR: Shape = {
  required: {
    type: oneOf('monitor'),
    name: text(),
    monitor_type: oneOf('query_level_monitor', 'bucket_level_monitor'),
    enabled: oneOf(false),
    schedule: map,
    inputs: listOf(shaped({ required: { search: shaped({ required: { indices: listOf(text()), query: map } }) } })),
    triggers: listOf(map),
  },
};

/** A rule template. @see https://github.com/Azure/Azure-Sentinel/wiki/Query-Style-Guide */
export const SENTINEL_TEMPLATE: Shape = {
  required: {
    id: text(36, new RegExp(`^${UUID}$`)),
    name: text(256),
    description: text(5000),
    severity: oneOf('High', 'Medium', 'Low', 'Informational'),
    requiredDataConnectors: listOf(map),
    queryFrequency: text(10, /^\d+[mhd]$/),
    queryPeriod: text(10, /^\d+[mhd]$/),
    triggerOperator: oneOf('gt', 'lt', 'eq', 'ne'),
    triggerThreshold: whole(0),
    tactics: listOf(text()),
    relevantTechniques: listOf(text(10, /^T\d{4}(?:\.\d{3})?$/)),
    query: text(10_001),
    version: text(20, /^\d+\.\d+\.\d+$/),
    kind: oneOf('Scheduled', 'NRT'),
  },
  optional: { entityMappings: listOf(map) },
};

/**
 * A scheduled search of a package.
 * @see https://github.com/CrowdStrike/logscale-community-content/tree/main/Log-Sources/LogScale-Internal/src/scheduled-searches
 */
export const LOGSCALE_SEARCH: Shape = {
  required: {
    $schema: oneOf('https://schemas.humio.com/scheduledsearch/v0.1.0'),
    name: text(),
    description: text(10_000),
    enabled: oneOf(false),
    queryString: text(),
    queryStart: text(10, /^\d+[smhd]$/),
    queryEnd: text(10, /^\d+[smhd]$/),
    schedule: text(20, /^\*\/\d+ \* \* \* \*$/),
    timeZone: oneOf('UTC+00:00'),
    backfillLimit: whole(0),
    actionNameReferences: listOf(text()),
  },
};

const CORTEX_LENGTH = text(30, /^\d+ (?:minutes|hours)$/);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

/** @see https://docs-cortex.paloaltonetworks.com/r/Cortex-XSIAM-Platform-APIs/Insert-or-update-Correlation-Rules */
export const CORTEX_REQUEST: Shape = {
  required: {
    request_data: listOf(
      shaped({
        required: {
          name: text(),
          severity: oneOf('SEV_010_INFO', 'SEV_020_LOW', 'SEV_030_MEDIUM', 'SEV_040_HIGH'),
          xql_query: text(),
          is_enabled: oneOf(false),
          description: text(),
          alert_name: text(),
          alert_category: oneOf('OTHER'),
          alert_description: text(),
          alert_fields: map,
          execution_mode: oneOf('REAL_TIME', 'SCHEDULED'),
          search_window: orNull(CORTEX_LENGTH),
          simple_schedule: orNull(CORTEX_LENGTH),
          timezone: orNull(oneOf('UTC')),
          crontab: orNull(text(20, /^\*\/\d+ \* \* \* \*$/)),
          suppression_enabled: flag,
          suppression_duration: orNull(CORTEX_LENGTH),
          suppression_fields: orNull(listOf(text(200, /^[\w.]+$/))),
          dataset: oneOf('alerts'),
          user_defined_severity: oneOf(null),
          user_defined_category: oneOf(null),
          mitre_defs: map,
          investigation_query_link: anyText,
          drilldown_query_timeframe: oneOf('QUERY', 'ALERT'),
          mapping_strategy: oneOf('AUTO'),
        },
      }),
    ),
  },
};
