import { partsBetween, withUnderscores } from '../characters.js';
import type { Note } from '../convert/note.js';
import type { Aggregation, Level } from '../model/rule.js';
import { type Deployable, indexPatterns, nativeField, nativeFields, unplacedFields } from './counted.js';
import type { RuleIdentity } from './identity.js';
import { monitorAction } from './monitor-action.js';
import { type Counting, type KindOf, SIGNS, temporalCounting } from './monitor-temporal.js';
import { NotCounted } from './not-counted.js';
import { ARRIVAL_SECONDS, countingSchedule } from './schedule.js';

type Json = Readonly<Record<string, unknown>>;

/** Severities of the alerting plugin, 1 the highest. */
const SEVERITIES: Readonly<Record<Level, string>> = {
  critical: '1',
  high: '2',
  medium: '3',
  low: '4',
  informational: '5',
};
/** Two runs that find one event keep one alert active. */
const PLAIN_SCHEDULE = { every: 300, window: 300 + ARRIVAL_SECONDS, delay: 0 };
const MAX_BUCKETS = 1000;

/**
 * The JSON body of `POST _plugins/_alerting/monitors`. `query` is the document's `siem_dql` conversion. A rule that counts becomes a
 * per-bucket monitor on its group-by fields (per-query where it has none), with the count as aggregation and the thresholds in the trigger.
 * An ordered correlation compares the first and last time of each rule's events; `kindOf` converts its rules one by one. The monitor is
 * disabled. It tells the notification channel with the id `channel`; without one its alerts stand on the page of alerts alone.
 * @throws NotCounted where a trigger cannot ask for what the correlation does
 */
export function toOpenSearchMonitor(source: Deployable, query: string, kindOf: KindOf, channel?: string): string {
  const { aggregation, document } = source;
  const counting = aggregation === undefined ? undefined : countingOf(aggregation, source, kindOf);
  const grouped = aggregation !== undefined && aggregation.groupBy.length > 0;
  // What is late is there when a run counts: it counts what lies a while back.
  const { every, window, delay } =
    aggregation === undefined
      ? PLAIN_SCHEDULE
      : { ...countingSchedule(source.document, aggregation), delay: ARRIVAL_SECONDS };
  const actions = channel === undefined ? [] : [monitorAction(source, { channel, grouped, window })];
  const monitor = {
    type: 'monitor',
    // A monitor has no description, so its name tells how the query departs from the rule.
    name: source.mark === undefined ? document.title : `${document.title} (${source.mark})`,
    monitor_type: grouped ? 'bucket_level_monitor' : 'query_level_monitor',
    enabled: false,
    schedule: { period: { interval: every / 60, unit: 'MINUTES' } },
    inputs: [
      {
        search: {
          indices: indexPatterns(source, 'opensearch'),
          query: {
            size: grouped || counting !== undefined ? 0 : 10,
            track_total_hits: true,
            query: { bool: { filter: [timeRange(window, delay), queryString(query)] } },
            ...(counting === undefined
              ? {}
              : { aggregations: grouped ? buckets(aggregation, counting, source) : counting.metrics }),
          },
        },
      },
    ],
    triggers: [trigger(source, counting, grouped, actions)],
  };
  return `${JSON.stringify(monitor, null, 2)}\n`;
}

/** How a monitor departs from what the document counts. */
export function monitorNotes(source: Deployable): readonly Note[] {
  const { aggregation } = source;
  return aggregation === undefined
    ? []
    : [countingSchedule(source.document, aggregation).note, ...unplacedFields(source, 'opensearch')];
}

function countingOf(aggregation: Aggregation, source: Deployable, kindOf: KindOf): Counting {
  if (source.isChain) throw new NotCounted('a monitor counts events, not the findings of other rules');
  if (aggregation.fields.length > 1) throw new NotCounted('a monitor counts the values of one field');
  const [field] = aggregation.fields.map((name) => nativeField(name, source, 'opensearch'));
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
      return temporalCounting(aggregation, source, kindOf);
    case 'event_count':
      return thresholds('_count');
  }
}

function buckets(aggregation: Aggregation, { metrics }: Counting, source: Deployable): Json {
  const native = aggregation.groupBy.flatMap((name) =>
    nativeFields(name, source, 'opensearch').map((field, index) => ({
      [`${withUnderscores(name, '.-')}${index === 0 ? '' : `_${index + 1}`}`]: { terms: { field } },
    })),
  );
  return {
    groups: {
      composite: { size: MAX_BUCKETS, sources: native },
      ...(Object.keys(metrics).length === 0 ? {} : { aggregations: metrics }),
    },
  };
}

function trigger(
  { document, identity }: Deployable,
  counting: Counting | undefined,
  grouped: boolean,
  actions: readonly object[],
): Json {
  const common = { name: document.title, severity: SEVERITIES[document.level ?? 'medium'] };
  // A monitor keeps what is not its own nowhere but in the parameters of a script.
  const script = (text: string) => ({ lang: 'painless', source: text, params: sigmaParams(identity) });
  if (counting !== undefined && grouped) {
    const condition = {
      buckets_path: counting.paths,
      parent_bucket_path: 'groups',
      script: script(withPaths(counting, (name) => `params.${name}`)),
      gap_policy: 'skip',
    };
    return { bucket_level_trigger: { ...common, condition, actions } };
  }
  const text =
    counting === undefined
      ? 'ctx.results[0].hits.total.value > 0'
      : withPaths(counting, (name) => resultPath(counting.paths[name] ?? ''));
  return { query_level_trigger: { ...common, condition: { script: script(text) }, actions } };
}

/** The condition on what is counted, with a text for each name in braces. */
const withPaths = ({ condition }: Counting, textOf: (name: string) => string): string =>
  condition.replaceAll(/\{(\w+)\}/g, (_, name: string) => textOf(name));

function sigmaParams({ id, version, libraryVersion }: RuleIdentity): Json {
  return {
    ...(id === undefined ? {} : { sigma_id: id }),
    sigma_version: version,
    ...(libraryVersion === undefined ? {} : { library_version: libraryVersion }),
  };
}

/** The path in a per-query trigger for a bucket path. */
function resultPath(path: string): string {
  if (path === '_count') return 'ctx.results[0].hits.total.value';
  const [head = '', ...rest] = partsBetween(path, '.>');
  const base = `ctx.results[0].aggregations.${head}`;
  if (path.endsWith('>_count')) return `${base}.doc_count`;
  if (path.includes('>')) return `${base}.${rest[0]}.value`;
  return rest.length === 0 ? `${base}.value` : `${base}.values['${Number(rest.join('.')).toFixed(1)}']`;
}

function queryString(query: string): Json {
  return { query_string: { query, analyze_wildcard: true } };
}

function timeRange(window: number, delay: number): Json {
  const gte = `{{period_end}}||-${delay + window}s`;
  const lte = delay === 0 ? '{{period_end}}' : `{{period_end}}||-${delay}s`;
  return { range: { '@timestamp': { gte, lte, format: 'epoch_millis' } } };
}
