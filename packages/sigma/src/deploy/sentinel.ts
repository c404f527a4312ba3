import { dump } from 'js-yaml';
import { withoutStart } from '../characters.js';
import { taggedTechnique } from '../model/attack-tags.js';
import type { Level } from '../model/rule.js';
import { tableSchemas } from '../targets/kql/tables.js';
import { aboutRule } from './about.js';
import { type Deployable, importId, timespanSeconds, windowSeconds } from './counted.js';
import { NotCounted } from './not-counted.js';
import { ARRIVAL_SECONDS, endsOnlyWithItsWindow } from './schedule.js';
import { connectorsOf, type EntityMapping, withEntities } from './sentinel-data.js';

/** Minutes between two runs. */
const EVERY_MINUTES = 60;
/** Sentinel runs a rule five minutes late, so that events may come so late; what comes later the next run must read again. */
const OVERLAP_MINUTES = ARRIVAL_SECONDS / 60 - 5;
/** How late an event may come where a run reads what arrived since the run before, which finds no event twice. */
const ARRIVAL_MINUTES = 60;
/** The longest time that Sentinel lets a rule look back, and group alerts into one incident. */
const PERIOD_MAX_MINUTES = 14 * 24 * 60;
const GROUPING_MAX_MINUTES = 7 * 24 * 60;
/** Sentinel refuses longer queries in scheduled rules. */
const QUERY_MAX = 10_000;
const DESCRIPTION_MAX = 5000;

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

/** A scheduled analytics rule, before it has the form of a file. */
export interface ScheduledRule {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly severity: string;
  readonly queryFrequency: string;
  readonly periodMinutes: number;
  readonly tactics: readonly string[];
  readonly techniques: readonly string[];
  readonly entityMappings: readonly EntityMapping[];
  readonly query: string;
}

/**
 * A scheduled analytics rule in the YAML of Sentinel's content repositories. `query` is the rule's `siem_kql` conversion. Throws a
 * RangeError when the query is empty or longer than Sentinel takes (10,000 characters).
 */
export function toSentinelYaml(source: Deployable, query: string): string {
  const scheduled = scheduledRule(source, query);
  return dump(
    {
      id: scheduled.id,
      name: scheduled.name,
      description: scheduled.description,
      severity: scheduled.severity,
      requiredDataConnectors: connectorsOf(query),
      queryFrequency: shortSpan(scheduled.queryFrequency),
      queryPeriod: shortSpan(isoSpan(scheduled.periodMinutes)),
      triggerOperator: 'gt',
      triggerThreshold: 0,
      tactics: scheduled.tactics,
      relevantTechniques: scheduled.techniques,
      query: `${scheduled.query}\n`,
      ...(scheduled.entityMappings.length === 0 ? {} : { entityMappings: scheduled.entityMappings }),
      version: `1.0.${source.identity.libraryVersion ?? 0}`,
      kind: 'Scheduled',
    },
    { lineWidth: -1 },
  );
}

/**
 * The same rule as an ARM template (JSON) with the workspace's name as its parameter. The rule is disabled, so that a person turns it on.
 * Throws a RangeError as `toSentinelYaml` does.
 */
export function toSentinelArm(source: Deployable, query: string): string {
  const { id, name, techniques, periodMinutes, entityMappings, ...scheduled } = scheduledRule(source, query);
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
          queryPeriod: isoSpan(periodMinutes),
          ...(entityMappings.length === 0 ? {} : { entityMappings }),
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
              enabled: entityMappings.length > 0,
              reopenClosedIncident: false,
              lookbackDuration: groupingSpan(periodMinutes),
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

/**
 * The scheduled rule of a document. Throws a RangeError when the query is empty or longer than Sentinel takes (10,000 characters), and a
 * `NotCounted` where it looks back too far.
 */
export function scheduledRule(source: Deployable, written: string): ScheduledRule {
  const { document: rule, ctx } = source;
  const { query: whole, entities } = withEntities(written);
  const arrived = source.aggregation === undefined ? onlyNewRows(whole) : undefined;
  const query = `${arrived ?? whole}${onlyWholeWindows(source)}`;
  if (written.length === 0 || query.length > QUERY_MAX) {
    throw new RangeError(
      `the query of "${rule.title}" has ${query.length} characters; Sentinel takes 1 to ${QUERY_MAX}. Split the rule.`,
    );
  }
  const tags = rule.tags.map((tag) => tag.toLowerCase());
  return {
    id: importId(rule, 'sentinel'),
    name: rule.title.slice(0, 256),
    description: described(source),
    severity: SEVERITIES[rule.level ?? 'medium'],
    queryFrequency: isoSpan(EVERY_MINUTES),
    periodMinutes: arrived === undefined ? periodMinutes(windowSeconds(rule, ctx)) : EVERY_MINUTES + ARRIVAL_MINUTES,
    tactics: unique(tags.map((tag) => TACTICS[withoutStart(tag, 'attack.').replaceAll('_', '-')])),
    techniques: unique(tags.map(taggedTechnique)),
    entityMappings: entities,
    query,
  };
}

/** A scheduled rule keeps all this nowhere but in its description. */
function described(source: Deployable): string {
  const { document } = source;
  const about = aboutRule(source, ['author', 'references', 'false positives', 'identity']).join('\n');
  const text = (document.description ?? document.title).trimEnd().slice(0, DESCRIPTION_MAX - about.length - 2);
  return `${text}\n\n${about}`;
}

/** Drops the windows that are not over at the run, where what is still to come can undo a match. The next run has them. */
function onlyWholeWindows({ document, aggregation }: Deployable): string {
  if (aggregation === undefined || !endsOnlyWithItsWindow(document, aggregation)) return '';
  return `\n| where TimeGenerated <= ago(${timespanSeconds(aggregation)}s)`;
}

/**
 * A query of the rows that arrived since the run before, whenever their events happened. Undefined where it does not begin with one table:
 * the parsers of ASIM and parts of a union do not say when a row arrived.
 * @see https://learn.microsoft.com/azure/sentinel/ingestion-delay
 */
function onlyNewRows(query: string): string | undefined {
  const [table = '', ...rest] = query.split('\n');
  if (table.startsWith('_') || !tableSchemas().has(table)) return undefined;
  return [table, `| where ingestion_time() > ago(${EVERY_MINUTES}m)`, ...rest].join('\n');
}

/** How far back a run must look: the hour since the last run with what came late, and the whole counting window of an event at its beginning. */
function periodMinutes(seconds: number): number {
  const window = Math.ceil(seconds / 60);
  if (window > PERIOD_MAX_MINUTES) throw new NotCounted('Sentinel looks back 14 days at most');
  return Math.min(EVERY_MINUTES + OVERLAP_MINUTES + window, PERIOD_MAX_MINUTES);
}

/** How long alerts of the same entities join one incident. */
export function groupingSpan(periodMinutes: number): string {
  return isoSpan(Math.min(periodMinutes, GROUPING_MAX_MINUTES));
}

function unique(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}

/** Minutes as a span of ISO 8601. */
export function isoSpan(minutes: number): string {
  if (minutes % 1440 === 0) return `P${minutes / 1440}D`;
  return minutes % 60 === 0 ? `PT${minutes / 60}H` : `PT${minutes}M`;
}

/** `PT1H` in the form of content repositories, `1h`. */
function shortSpan(iso: string): string {
  return withoutStart(withoutStart(iso, 'P'), 'T').toLowerCase();
}

/** Escapes a text that ARM would read as an expression (`[…]`), by doubling its bracket. */
function armText(text: string): string {
  return text.startsWith('[') ? `[${text}` : text;
}
