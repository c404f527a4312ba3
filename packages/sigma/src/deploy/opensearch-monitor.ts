import { convert } from '../convert/convert.js';
import type { Aggregation, Level, SigmaCollection, SigmaCorrelation, SigmaRule, Threshold } from '../model/rule.js';
import { type Deployable, deployable, indexPatterns, nativeField, timespanSeconds } from './counted.js';

type Json = Readonly<Record<string, unknown>>;

/** Numbers of the alerting plugin's severities, 1 the highest. */
const SEVERITIES: Readonly<Record<Level, string>> = {
  critical: '1',
  high: '2',
  medium: '3',
  low: '4',
  informational: '5',
};
const SIGNS: Readonly<Record<Threshold['operator'], string>> = {
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  eq: '==',
  neq: '!=',
};
const PLAIN_INTERVAL_SECONDS = 300;
const MAX_BUCKETS = 1000;

/**
 * The JSON body of `POST _plugins/_alerting/monitors` for `query`, the document's `siem_dql` conversion. A rule that counts becomes a
 * per-bucket monitor over its group-by fields (per-query where it has none), with the counting as aggregation and the thresholds in the
 * trigger; an ordered correlation is asked for by the first and last time of each rule's events. Disabled, without actions.
 */
export function toOpenSearchMonitor(
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
  query: string,
): string {
  const source = deployable(document, collection);
  const { aggregation } = source;
  const counting = aggregation === undefined ? undefined : countingOf(aggregation, source, collection);
  const grouped = aggregation !== undefined && aggregation.groupBy.length > 0;
  const seconds = aggregation === undefined ? PLAIN_INTERVAL_SECONDS : timespanSeconds(aggregation);
  const monitor = {
    type: 'monitor',
    name: document.title,
    monitor_type: grouped ? 'bucket_level_monitor' : 'query_level_monitor',
    enabled: false,
    schedule: {
      period: { interval: Math.max(1, Math.round(Math.min(seconds, PLAIN_INTERVAL_SECONDS) / 60)), unit: 'MINUTES' },
    },
    inputs: [
      {
        search: {
          indices: indexPatterns(source, 'opensearch'),
          query: {
            size: grouped || counting !== undefined ? 0 : 10,
            track_total_hits: true,
            query: { bool: { filter: [timeRange(seconds), queryString(query)] } },
            ...(counting === undefined
              ? {}
              : { aggregations: grouped ? buckets(aggregation, counting, source) : counting.metrics }),
          },
        },
      },
    ],
    triggers: [trigger(document, counting, grouped)],
  };
  return `${JSON.stringify(monitor, null, 2)}\n`;
}

/** What a counting rule measures: metric aggregations, and the trigger's condition over them. */
interface Counting {
  readonly metrics: Json;
  /** Painless variables of the trigger: name → path to the metric. */
  readonly paths: Readonly<Record<string, string>>;
  /** The condition with `{name}` where a variable stands. */
  readonly condition: string;
}

function countingOf(aggregation: Aggregation, source: Deployable, collection: SigmaCollection): Counting {
  const field = aggregation.field === undefined ? undefined : nativeField(aggregation.field, source, 'opensearch');
  const thresholds = (path: string, metric?: Json): Counting => ({
    metrics: metric === undefined ? {} : { measured: metric },
    paths: { measured: path },
    condition: aggregation.thresholds
      .map(({ operator, value }) => `{measured} ${SIGNS[operator]} ${value}`)
      .join(' && '),
  });
  switch (aggregation.type) {
    case 'value_count':
      return thresholds('measured', { cardinality: { field } });
    case 'value_sum':
      return thresholds('measured', { sum: { field } });
    case 'value_avg':
      return thresholds('measured', { avg: { field } });
    case 'value_median':
      return thresholds('measured.50', { percentiles: { field, percents: [50] } });
    case 'value_percentile': {
      const percent = aggregation.percentile ?? 50;
      return thresholds(`measured.${percent}`, { percentiles: { field, percents: [percent] } });
    }
    case 'temporal':
    case 'temporal_ordered':
      return temporal(aggregation, source, collection);
    case 'event_count':
      return thresholds('_count');
  }
}

function temporal(aggregation: Aggregation, source: Deployable, collection: SigmaCollection): Counting {
  const metrics: Record<string, Json> = {};
  const paths: Record<string, string> = {};
  const parts: string[] = [];
  seenRules(aggregation, source).forEach((rule, index) => {
    const converted = convert(rule, collection, 'siem_dql');
    const filter = queryString(converted.ok ? (converted.queries[0] ?? '*:*') : '*:*');
    const times = { first: { min: { field: '@timestamp' } }, last: { max: { field: '@timestamp' } } };
    metrics[`rule_${index}`] = { filter, ...(aggregation.type === 'temporal' ? {} : { aggregations: times }) };
    paths[`count_${index}`] = `rule_${index}>_count`;
    parts.push(`{count_${index}} > 0`);
    if (aggregation.type === 'temporal_ordered' && index > 0) {
      paths[`first_${index - 1}`] = `rule_${index - 1}>first`;
      paths[`last_${index}`] = `rule_${index}>last`;
      parts.push(`{first_${index - 1}} <= {last_${index}}`);
    }
  });
  return { metrics, paths, condition: parts.join(' && ') };
}

/** The rules that must each be seen: a correlation's, or one for each part of an old-style `near`. */
function seenRules({ near }: Aggregation, { rules }: Deployable): readonly SigmaRule[] {
  const [rule] = rules;
  if (near === undefined || rule === undefined) return rules;
  return near.map((tree) => ({ ...rule, conditions: [{ source: '', tree }] }));
}

function buckets(aggregation: Aggregation, { metrics }: Counting, source: Deployable): Json {
  const sources = aggregation.groupBy.map((name) => ({
    [name.replaceAll(/[^\w.-]/g, '_')]: { terms: { field: nativeField(name, source, 'opensearch') } },
  }));
  return {
    groups: {
      composite: { size: MAX_BUCKETS, sources },
      ...(Object.keys(metrics).length === 0 ? {} : { aggregations: metrics }),
    },
  };
}

function trigger(document: SigmaRule | SigmaCorrelation, counting: Counting | undefined, grouped: boolean): Json {
  const common = { name: document.title, severity: SEVERITIES[document.level ?? 'medium'] };
  const script = (text: string) => ({ lang: 'painless', source: text });
  if (counting !== undefined && grouped) {
    const condition = {
      buckets_path: counting.paths,
      parent_bucket_path: 'groups',
      script: script(counting.condition.replaceAll(/\{(\w+)\}/g, 'params.$1')),
      gap_policy: 'skip',
    };
    return { bucket_level_trigger: { ...common, condition, actions: [] } };
  }
  const text =
    counting === undefined
      ? 'ctx.results[0].hits.total.value > 0'
      : counting.condition.replaceAll(/\{(\w+)\}/g, (_, name: string) => resultPath(counting.paths[name] ?? ''));
  return { query_level_trigger: { ...common, condition: { script: script(text) }, actions: [] } };
}

/** Where a per-query trigger finds what a bucket path names. */
function resultPath(path: string): string {
  if (path === '_count') return 'ctx.results[0].hits.total.value';
  const [head = '', ...rest] = path.split(/[.>]/);
  const base = `ctx.results[0].aggregations.${head}`;
  if (path.endsWith('>_count')) return `${base}.doc_count`;
  if (path.includes('>')) return `${base}.${rest[0]}.value`;
  return rest.length === 0 ? `${base}.value` : `${base}.values['${Number(rest.join('.')).toFixed(1)}']`;
}

function queryString(query: string): Json {
  return { query_string: { query, analyze_wildcard: true } };
}

function timeRange(seconds: number): Json {
  return {
    range: {
      '@timestamp': { gte: `{{period_end}}||-${seconds}s`, lte: '{{period_end}}', format: 'epoch_millis' },
    },
  };
}
