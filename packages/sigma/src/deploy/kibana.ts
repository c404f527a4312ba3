import type { SigmaCollection, SigmaCorrelation, SigmaRule } from '../model/rule.js';
import {
  type Deployable,
  deployable,
  indexPatterns,
  leastCount,
  nativeField,
  RISK_SCORES,
  timespanSeconds,
} from './counted.js';
import { type TechniqueFacts, threatOf } from './threat.js';

/** What a caller may add to a Kibana rule. */
export interface KibanaOptions {
  /** Gives name and tactics of a technique id from the ATT&CK catalogue. */
  readonly techniqueFacts?: (id: string) => TechniqueFacts | undefined;
}

/** Most group-by fields of a Kibana threshold rule. */
const MAX_GROUP_FIELDS = 5;

/**
 * One line of a Kibana detection-rule export. `query` is the document's `siem_lucene` conversion. Gives a `threshold` rule where the
 * document counts events or distinct values with a lower bound, else a `query` rule on its base search. The rule is disabled, so that a
 * person turns it on. Ends in a line break, so lines of several rules can be concatenated.
 */
export function toKibanaNdjson(
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
  query: string,
  options: KibanaOptions = {},
): string {
  const source = deployable(document, collection);
  const level = document.level ?? 'medium';
  const rule = {
    ...(document.id === undefined ? {} : { rule_id: document.id }),
    name: document.title,
    description: document.description ?? document.title,
    ...ruleType(source),
    language: 'lucene',
    query,
    index: indexPatterns(source, 'ecs'),
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
    to: 'now',
    max_signals: 100,
    actions: [],
    exceptions_list: [],
    version: 1,
  };
  return `${JSON.stringify(rule)}\n`;
}

function ruleType(source: Deployable): Readonly<Record<string, unknown>> {
  const { aggregation } = source;
  const plain = { type: 'query', from: 'now-6m', interval: '5m' };
  if (aggregation === undefined || aggregation.groupBy.length > MAX_GROUP_FIELDS) return plain;
  const least = leastCount(aggregation.thresholds);
  if (least === undefined) return plain;
  const field = aggregation.groupBy.map((name) => nativeField(name, source, 'ecs'));
  const seconds = timespanSeconds(aggregation);
  const window = { type: 'threshold', from: `now-${seconds}s`, interval: `${Math.min(seconds, 300)}s` };
  if (aggregation.type === 'event_count') return { ...window, threshold: { field, value: least, cardinality: [] } };
  if (aggregation.type === 'value_count' && aggregation.field !== undefined) {
    const counted = nativeField(aggregation.field, source, 'ecs');
    return { ...window, threshold: { field, value: 1, cardinality: [{ field: counted, value: least }] } };
  }
  return plain;
}
