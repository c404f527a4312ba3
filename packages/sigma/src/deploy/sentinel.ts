import { dump } from 'js-yaml';
import type { Level, SigmaCorrelation, SigmaRule } from '../model/rule.js';
import { importId } from './counted.js';
import { connectorsOf, type EntityMapping, withEntities } from './sentinel-data.js';

/** Minutes between two runs. */
const EVERY_MINUTES = 60;
/** Sentinel refuses longer queries in scheduled rules. */
export const SENTINEL_QUERY_MAX = 10_000;

const SEVERITIES: Readonly<Record<Level, string>> = {
  informational: 'Informational',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'High',
};

/** Sentinel's spelling of the ATT&CK tactics, by the name in Sigma tags. */
const TACTICS: Readonly<Record<string, string>> = {
  reconnaissance: 'Reconnaissance',
  'resource-development': 'ResourceDevelopment',
  'initial-access': 'InitialAccess',
  execution: 'Execution',
  persistence: 'Persistence',
  'privilege-escalation': 'PrivilegeEscalation',
  'defense-evasion': 'DefenseEvasion',
  stealth: 'DefenseEvasion',
  'defense-impairment': 'DefenseEvasion',
  'credential-access': 'CredentialAccess',
  discovery: 'Discovery',
  'lateral-movement': 'LateralMovement',
  collection: 'Collection',
  'command-and-control': 'CommandAndControl',
  exfiltration: 'Exfiltration',
  impact: 'Impact',
  'inhibit-response-function': 'InhibitResponseFunction',
  'impair-process-control': 'ImpairProcessControl',
};

interface ScheduledRule {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly severity: string;
  readonly queryFrequency: string;
  readonly queryPeriod: string;
  readonly tactics: readonly string[];
  readonly techniques: readonly string[];
  readonly entityMappings: readonly EntityMapping[];
  readonly query: string;
}

/**
 * A scheduled analytics rule in the YAML of Sentinel's content repositories. `query` is the rule's `siem_kql` conversion. Throws a
 * RangeError when the query is empty or longer than Sentinel takes (10,000 characters).
 */
export function toSentinelYaml(rule: SigmaRule | SigmaCorrelation, query: string, seconds = ownWindow(rule)): string {
  const scheduled = scheduledRule(rule, query, seconds);
  return dump(
    {
      id: scheduled.id,
      name: scheduled.name,
      description: scheduled.description,
      severity: scheduled.severity,
      requiredDataConnectors: connectorsOf(query),
      queryFrequency: shortSpan(scheduled.queryFrequency),
      queryPeriod: shortSpan(scheduled.queryPeriod),
      triggerOperator: 'gt',
      triggerThreshold: 0,
      tactics: scheduled.tactics,
      relevantTechniques: scheduled.techniques,
      query: `${scheduled.query}\n`,
      ...(scheduled.entityMappings.length === 0 ? {} : { entityMappings: scheduled.entityMappings }),
      version: '1.0.0',
      kind: 'Scheduled',
    },
    { lineWidth: -1 },
  );
}

/**
 * The same rule as an ARM template (JSON) with the workspace's name as its parameter. The rule is disabled, so that a person turns it on.
 * Throws a RangeError as `toSentinelYaml` does.
 */
export function toSentinelArm(rule: SigmaRule | SigmaCorrelation, query: string, seconds = ownWindow(rule)): string {
  const { id, name, techniques, ...scheduled } = scheduledRule(rule, query, seconds);
  const template = {
    $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
    contentVersion: '1.0.0.0',
    parameters: { workspace: { type: 'String' } },
    resources: [
      {
        id: `[concat(resourceId('Microsoft.OperationalInsights/workspaces/providers', parameters('workspace'), 'Microsoft.SecurityInsights'),'/alertRules/${id}')]`,
        name: `[concat(parameters('workspace'),'/Microsoft.SecurityInsights/${id}')]`,
        type: 'Microsoft.OperationalInsights/workspaces/providers/alertRules',
        kind: 'Scheduled',
        apiVersion: '2023-12-01-preview',
        properties: {
          displayName: armText(name),
          ...scheduled,
          description: armText(scheduled.description),
          enabled: false,
          query: armText(scheduled.query),
          triggerOperator: 'GreaterThan',
          triggerThreshold: 0,
          suppressionDuration: 'PT1H',
          suppressionEnabled: false,
          techniques: [...new Set(techniques.map((technique) => technique.slice(0, 5)))],
          subTechniques: techniques.filter((technique) => technique.includes('.')),
          eventGroupingSettings: { aggregationKind: 'SingleAlert' },
          // A run finds a window again that the one before found: its alert joins the incident of the same entities.
          incidentConfiguration: {
            createIncident: true,
            groupingConfiguration: {
              enabled: scheduled.entityMappings.length > 0,
              reopenClosedIncident: false,
              lookbackDuration: scheduled.queryPeriod,
              matchingMethod: 'AllEntities',
              groupByEntities: [],
              groupByAlertDetails: [],
              groupByCustomDetails: [],
            },
          },
        },
      },
    ],
  };
  return `${JSON.stringify(template, null, 2)}\n`;
}

function scheduledRule(rule: SigmaRule | SigmaCorrelation, written: string, seconds: number): ScheduledRule {
  const { query, entities } = withEntities(written);
  if (query.length === 0 || query.length > SENTINEL_QUERY_MAX) {
    throw new RangeError(
      `the query of "${rule.title}" has ${query.length} characters; Sentinel takes 1 to ${SENTINEL_QUERY_MAX}. Split the rule.`,
    );
  }
  const period = periodMinutes(seconds);
  const tags = rule.tags.map((tag) => tag.toLowerCase());
  return {
    id: importId(rule, 'sentinel'),
    name: rule.title.slice(0, 256),
    description: (rule.description ?? rule.title).slice(0, 5000),
    severity: SEVERITIES[rule.level ?? 'medium'],
    queryFrequency: isoSpan(EVERY_MINUTES),
    queryPeriod: isoSpan(period),
    tactics: unique(tags.map((tag) => TACTICS[tag.replace(/^attack\./, '').replaceAll('_', '-')])),
    techniques: unique(tags.map((tag) => /^attack\.(t\d{4}(?:\.\d{3})?)$/.exec(tag)?.[1]?.toUpperCase())),
    entityMappings: entities,
    query,
  };
}

/**
 * How far back a run must look: the hour since the last run, and with it the whole counting window of an event at its beginning; at most
 * the 14 days that Sentinel allows.
 */
function periodMinutes(seconds: number): number {
  const window = Math.ceil(seconds / 60);
  return window === 0 ? EVERY_MINUTES : Math.min(Math.max(2 * window, EVERY_MINUTES + window), 14 * 24 * 60);
}

/** The window of what a document counts by itself, in seconds; 0 where it does not. */
function ownWindow(rule: SigmaRule | SigmaCorrelation): number {
  const all = rule.kind === 'rule' ? rule.conditions.map(({ aggregation }) => aggregation) : [rule.aggregation];
  return Math.max(0, ...all.map((aggregation) => aggregation?.timespanSeconds ?? 0));
}

function unique(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}

function isoSpan(minutes: number): string {
  if (minutes % 1440 === 0) return `P${minutes / 1440}D`;
  return minutes % 60 === 0 ? `PT${minutes / 60}H` : `PT${minutes}M`;
}

/** `PT1H` in the form of content repositories, `1h`. */
function shortSpan(iso: string): string {
  return iso.replace(/^PT?/, '').toLowerCase();
}

/** Escapes a text that ARM would read as an expression (`[…]`), by doubling its bracket. */
function armText(text: string): string {
  return text.startsWith('[') ? `[${text}` : text;
}
