import type { Note } from '../convert/note.js';
import type { Aggregation, SigmaCorrelation, SigmaRule } from '../model/rule.js';
import { eql } from '../targets/eql/index.js';
import { lucene } from '../targets/lucene/index.js';
import { luceneMap } from '../targets/lucene/resolve.js';
import {
  type Deployable,
  hasWholeValues,
  importId,
  indexPatterns,
  leastCount,
  nativeField,
  nativeFields,
  RISK_SCORES,
  timespanSeconds,
  unplacedFields,
} from './counted.js';
import { NotCounted } from './not-counted.js';
import { ARRIVAL_SECONDS, countingSchedule } from './schedule.js';
import { tellingFields } from './telling-fields.js';
import { type TechniqueFacts, threatOf } from './threat.js';

/** What a caller may add to a Kibana rule. */
export interface KibanaOptions {
  /** Gives name and tactics of a technique id from the ATT&CK catalogue. */
  readonly techniqueFacts?: (id: string) => TechniqueFacts | undefined;
}

/** Most group-by fields of a Kibana threshold rule. */
const MAX_GROUP_FIELDS = 5;

/** Most fields of an alert suppression. */
const MAX_SUPPRESSION_FIELDS = 3;
const DEFAULT_SUPPRESSION_SECONDS = 3600;
const INTERVAL_SECONDS = 300;

/** The languages of Kibana's rules over ECS fields. */
export type KibanaLanguage = typeof lucene.id | typeof eql.id;

/**
 * The language of a Kibana rule that is in Lucene wherever the rule type takes it: EQL only where it counts or orders events in a way that a
 * threshold rule does not.
 */
export function kibanaLuceneLanguage(document: SigmaRule | SigmaCorrelation): KibanaLanguage {
  const aggregation = aggregationOf(document);
  return aggregation === undefined || isThreshold(aggregation) ? lucene.id : eql.id;
}

/**
 * The language of a Kibana rule. EQL, whose `:` ignores case without an expression for every letter, where it says all that the rule does:
 * it reads neither an event as a whole nor analysed text, which Lucene does. A threshold rule takes no EQL.
 */
export function kibanaLanguage(
  document: SigmaRule | SigmaCorrelation,
  isWhole: (language: KibanaLanguage) => boolean,
): KibanaLanguage {
  const isPlain = aggregationOf(document) === undefined;
  return isPlain && isWhole(eql.id) ? eql.id : kibanaLuceneLanguage(document);
}

function aggregationOf(document: SigmaRule | SigmaCorrelation): Aggregation | undefined {
  return document.kind === 'correlation' ? document.aggregation : document.conditions[0]?.aggregation;
}

/** Whether the threshold of a Kibana rule does the counting, so that the query need not. */
export function kibanaCounts({ aggregation, isChain }: Deployable): boolean {
  return aggregation !== undefined && !isChain && isThreshold(aggregation);
}

/** How a threshold rule departs from what the document counts. */
export function kibanaNotes(source: Deployable): readonly Note[] {
  const { aggregation } = source;
  if (aggregation === undefined || !kibanaCounts(source)) return [];
  return [countingSchedule(source.document, aggregation).note, ...unplacedFields(source, 'ecs')];
}

function isThreshold({ type, groupBy, fields, thresholds }: Aggregation): boolean {
  return (
    groupBy.length <= MAX_GROUP_FIELDS &&
    leastCount(thresholds) !== undefined &&
    (type === 'event_count' || (type === 'value_count' && fields.length === 1))
  );
}

/**
 * One line of a Kibana detection-rule export. `query` is the document's conversion to its `kibanaLanguage`. Gives a `threshold` rule where
 * the document counts events or distinct values with a lower bound, an `eql` rule where `source.language` is EQL, else a `query` rule. The
 * rule is disabled, so that a person turns it on, and gives one alert for the same values of the rule's fields in its window. Ends in a line
 * break, so lines of several rules can be concatenated. With `language` esql it is a rule of that type, whose `query` is the document's
 * `siem_esql` conversion.
 */
export function toKibanaNdjson(
  source: Deployable,
  query: string,
  options: KibanaOptions = {},
  language: 'its own' | 'esql' = 'its own',
): string {
  const { document } = source;
  const level = document.level ?? 'medium';
  const rule = {
    rule_id: document.id ?? importId(document, 'kibana'),
    name: document.title,
    description: (document.description ?? document.title).trimEnd(),
    to: 'now',
    ...(language === 'esql'
      ? esqlType(source, query)
      : { ...ruleType(source, query), query, index: indexPatterns(source, 'ecs') }),
    severity: level === 'informational' ? 'low' : level,
    severity_mapping: [],
    risk_score: RISK_SCORES[level],
    risk_score_mapping: [],
    threat: threatOf(document.tags, options.techniqueFacts),
    tags: document.tags,
    references: document.references,
    false_positives: document.falsepositives,
    author: document.author === undefined ? [] : document.author.split(',').map((name) => name.trim()),
    license: '',
    enabled: false,
    max_signals: 100,
    actions: [],
    exceptions_list: [],
    version: Math.max(1, source.identity.libraryVersion ?? 1),
    meta: { sigma: source.identity },
  };
  return `${JSON.stringify(rule)}\n`;
}

/** The part of a rule that is a query of ES|QL, which names its indices itself and counts over what the rule looks back. */
function esqlType(source: Deployable, query: string): Readonly<Record<string, unknown>> {
  const language = { type: 'esql', language: 'esql' };
  const { aggregation } = source;
  if (aggregation === undefined) {
    const time = { from: ago(INTERVAL_SECONDS + ARRIVAL_SECONDS), interval: `${INTERVAL_SECONDS}s` };
    // A rule that does not aggregate tells events by their metadata, which has to be kept.
    return { ...language, query: `${query}\n| KEEP *`, ...time, ...suppression(source, DEFAULT_SUPPRESSION_SECONDS) };
  }
  const { every, window } = countingSchedule(source.document, aggregation);
  return { ...language, query, from: ago(window + ARRIVAL_SECONDS), to: ago(ARRIVAL_SECONDS), interval: `${every}s` };
}

function ruleType(source: Deployable, query: string): Readonly<Record<string, unknown>> {
  const { aggregation } = source;
  if (aggregation === undefined) {
    // What two runs find is one alert. Where an event says when it arrived, that is the time that counts.
    const language =
      source.language === eql.id ? { type: 'eql', language: 'eql' } : { type: 'query', language: 'lucene' };
    const time = { from: ago(INTERVAL_SECONDS + ARRIVAL_SECONDS), interval: `${INTERVAL_SECONDS}s` };
    return {
      ...language,
      timestamp_override: 'event.ingested',
      ...time,
      ...suppression(source, DEFAULT_SUPPRESSION_SECONDS),
    };
  }
  const seconds = timespanSeconds(aggregation);
  const least = leastCount(aggregation.thresholds);
  const { every, window } = countingSchedule(source.document, aggregation);
  // What is late is there when a run counts: it counts what lies a while back.
  const counted = { from: ago(window + ARRIVAL_SECONDS), to: ago(ARRIVAL_SECONDS), interval: `${every}s` };
  if (!kibanaCounts(source) || least === undefined) {
    if (query.startsWith('sample')) return { type: 'eql', language: 'eql', ...counted };
    // A sequence may lie across two runs. One that both find is one alert.
    const interval = Math.min(seconds, INTERVAL_SECONDS);
    const from = ago(seconds + interval + ARRIVAL_SECONDS);
    return { type: 'eql', language: 'eql', from, interval: `${interval}s` };
  }
  const field = aggregation.groupBy.flatMap((name) => nativeFields(name, source, 'ecs'));
  if (field.length > MAX_GROUP_FIELDS)
    throw new NotCounted(`a threshold rule groups by ${MAX_GROUP_FIELDS} fields at most`);
  const [measured] = aggregation.fields.map((name) => nativeField(name, source, 'ecs'));
  return {
    type: 'threshold',
    language: 'lucene',
    ...counted,
    threshold:
      aggregation.type === 'event_count' || measured === undefined
        ? { field, value: least, cardinality: [] }
        : { field, value: 1, cardinality: [{ field: measured, value: least }] },
    alert_suppression: { duration: duration(seconds) },
  };
}

function ago(seconds: number): string {
  return `now-${seconds}s`;
}

/** One alert an hour for events that agree in the first fields that tell the rule's alerts apart. */
function suppression(source: Deployable, seconds: number): Readonly<Record<string, unknown>> {
  const [first] = source.rules;
  const { host } = first === undefined ? {} : luceneMap(source.ctx.fieldMap('ecs', first.logsource), 'ecs').scope;
  const telling = tellingFields(source, host === undefined ? [] : [host], (name) =>
    hasWholeValues(name, source, 'ecs') ? nativeFields(name, source, 'ecs') : [],
  );
  // Suppression takes whole names only.
  const group_by = telling.filter((name) => !name.includes('*')).slice(0, MAX_SUPPRESSION_FIELDS);
  if (group_by.length === 0) return {};
  return {
    alert_suppression: { group_by, duration: duration(seconds), missing_fields_strategy: 'doNotSuppress' },
  };
}

function duration(seconds: number): Readonly<Record<string, unknown>> {
  return { value: Math.max(1, Math.ceil(seconds / 60)), unit: 'm' };
}
