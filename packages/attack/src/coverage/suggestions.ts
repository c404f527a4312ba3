import { lazyData } from '../data.js';
import { type AwsEvent, awsEventTable } from './aws-event-table.js';
import { awsEventSourceRegion, isAwsDataEvent } from './event-regions.js';
import { guardDutyFindings } from './guardduty.js';
import { mappingConfidence } from './mapping.js';
import { isNamedAsRead } from './read-events.js';

/** The confidence from which an event or finding shows a technique well enough to be suggested. */
const SHOWS = 0.6;
const MOST_NAMES = 4;
const MOST_FEATURES = 2;

const alarms = lazyData(
  'gap-notes.json',
  (raw: { readonly alarms: Readonly<Record<string, readonly string[]>> }) => new Map(Object.entries(raw.alarms)),
);

/** The finding types that show a technique, by the feature they need. Those that show few other techniques come first. */
function findingTypes(techniqueId: string): ReadonlyMap<string, readonly string[]> {
  const covering = guardDutyFindings()
    .filter(({ mappings }) =>
      mappings.some((entry) => entry.techniqueId === techniqueId && mappingConfidence(entry) >= SHOWS),
    )
    .sort((a, b) => a.mappings.length - b.mappings.length || (a.type < b.type ? -1 : 1));
  const types = new Map<string, string[]>();
  for (const { type, feature } of covering) types.set(feature, [...(types.get(feature) ?? []), type]);
  return types;
}

/**
 * The CloudTrail events that show a technique: the surest first, then those most often in incident reports. A detection of an everyday one
 * covers only if it narrows the event, by who calls or from where. Takes a current id in any letter case.
 */
export function coveringAwsEvents(techniqueId: string): readonly AwsEvent[] {
  const confidence = ({ techniques }: AwsEvent): number =>
    Math.max(...techniques.filter((entry) => entry.techniqueId === techniqueId).map(mappingConfidence));
  return (awsEventTable().byTechnique.get(techniqueId) ?? [])
    .filter((event) => confidence(event) >= SHOWS)
    .sort((a, b) => confidence(b) - confidence(a) || b.incidents - a.incidents || (a.name < b.name ? -1 : 1));
}

const list = (names: readonly string[]): string =>
  names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '');

const named = (events: readonly AwsEvent[]): string => list(events.map(({ source, name }) => `${source} ${name}`));

function findingSuggestion(feature: string, types: readonly string[]): string {
  const needs = feature === 'FOUNDATIONAL' ? 'GuardDuty' : `GuardDuty with ${feature}`;
  return `${needs}: ${list(types)}`;
}

function eventRuleSuggestion(events: readonly AwsEvent[]): string {
  const regions = new Set(events.slice(0, MOST_NAMES).map(({ source }) => awsEventSourceRegion(source)));
  const [region] = regions;
  const where = regions.size === 1 && region !== undefined ? ` in ${region}` : '';
  return `EventBridge rule${where} on ${named(events)}`;
}

/**
 * What would cover a technique in an AWS account: finding types to turn on, events to write a rule or a metric filter for, alarms. At most
 * seven, as sentences for people; empty where nothing in AWS shows the technique.
 */
export function suggestedAwsDetections(techniqueId: string): readonly string[] {
  const features = [...findingTypes(techniqueId)].sort(
    ([a, x], [b, y]) =>
      Number(b === 'FOUNDATIONAL') - Number(a === 'FOUNDATIONAL') || y.length - x.length || (a < b ? -1 : 1),
  );
  const suggestions = features.slice(0, MOST_FEATURES).map(([feature, types]) => findingSuggestion(feature, types));

  const events = coveringAwsEvents(techniqueId);
  const data = events.filter(({ source, name }) => isAwsDataEvent(source, name));
  const management = events.filter((event) => !data.includes(event));
  const writes = management.filter(({ name }) => !isNamedAsRead(name));
  const reads = management.filter(({ name }) => isNamedAsRead(name));
  if (writes.length > 0) suggestions.push(eventRuleSuggestion(writes));
  if (reads.length > 0) suggestions.push(`CloudWatch metric filter with an alarm on ${named(reads)}`);
  if (data.length > 0) suggestions.push(`CloudTrail data events and a metric filter on ${named(data)}`);
  return [...suggestions, ...(alarms().get(techniqueId) ?? [])];
}
